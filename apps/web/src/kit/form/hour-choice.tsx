import { Group, Radio } from '@mantine/core'
import { wallTime, type Zone } from '@parada/domain/booking/calendar'
import { tellHour } from '@parada/domain/booking/texts'
import { useTranslation } from 'react-i18next'

export const clockText = (moment: number, timeZone: Zone) =>
  new Date(wallTime(moment, timeZone)).toISOString().slice(11, 16)

type Props = {
  /** The two moments, before and after the clocks go back. */
  choices: readonly number[]
  chosen: number
  timeZone: Zone
  onChoose: (moment: number, side: 'before' | 'after') => void
}

/** Chooses between the two moments of an hour that occurs twice because the clocks go back. */
export const HourChoice = ({ choices, chosen, timeZone, onChoose }: Props) => {
  const { t, i18n } = useTranslation()
  const sides = ['before', 'after'] as const
  const choose = (value: string) => onChoose(Number(value), sides[choices.indexOf(Number(value))] ?? 'before')
  return (
    <Radio.Group size="xs" label={t('calendar.twice')} value={String(chosen)} onChange={choose}>
      <Group gap="sm">
        {choices.map((moment) => (
          <Radio
            key={moment}
            size="xs"
            value={String(moment)}
            label={tellHour(clockText(moment, timeZone), moment, { timeZone, language: i18n.language })}
          />
        ))}
      </Group>
    </Radio.Group>
  )
}
