import { Button, Checkbox, Group, NativeSelect } from '@mantine/core'
import type { Zone } from '@parada/domain/booking/calendar'
import { datesByWeekday } from '@parada/domain/booking/recurring'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayNames } from './calendar.tsx'

const weeksToChoose = [1, 2, 4, 8, 12, 26, 52]

type Props = { start: number; timeZone?: Zone; onAdd: (dates: string[]) => void }

/** Adds dates on the chosen weekdays, for a number of weeks. */
export const ByWeekday = ({ start, timeZone, onAdd }: Props) => {
  const { t, i18n } = useTranslation()
  const [weekdays, setWeekdays] = useState<string[]>([])
  const [weeks, setWeeks] = useState(4)
  const days = weekdays.map(Number)
  const names = weekdayNames(i18n.language, 'short')
  const long = weekdayNames(i18n.language, 'long')
  const add = () => onAdd(datesByWeekday({ weekdays: days, weeks, start, now: Date.now(), timeZone: timeZone ?? null }))
  return (
    <Group gap="sm" align="flex-end">
      <Checkbox.Group size="sm" label={t('booking.recurring.weekdays')} value={weekdays} onChange={setWeekdays}>
        <Group gap="xs" mt={4}>
          {names.map((name, at) => (
            <Checkbox key={name} size="xs" value={String(at)} label={name} aria-label={long[at]} />
          ))}
        </Group>
      </Checkbox.Group>
      <NativeSelect
        size="xs"
        aria-label={t('booking.recurring.howLong')}
        value={weeks}
        onChange={(event) => setWeeks(Number(event.currentTarget.value))}
      >
        {weeksToChoose.map((count) => (
          <option key={count} value={count}>
            {t('booking.recurring.weeks', { count })}
          </option>
        ))}
      </NativeSelect>
      <Button type="button" size="xs" variant="default" disabled={days.length === 0} onClick={add}>
        {t('booking.recurring.add')}
      </Button>
    </Group>
  )
}
