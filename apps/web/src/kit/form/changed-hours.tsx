import { Text } from '@mantine/core'
import type { Zone } from '@parada/domain/booking/calendar'
import { changedHours } from '@parada/domain/booking/recurring'
import { useTranslation } from 'react-i18next'
import { clockText } from './hour-choice.tsx'

type Props = { dates: readonly string[]; start: number; timeZone: Zone }

/** The dates of a series on which the clocks change at the pickup time, and the time booked instead. */
export const ChangedHours = ({ dates, start, timeZone }: Props) => {
  const { t } = useTranslation()
  return changedHours(dates, { start, timeZone }).map(({ date, clock, start: copy }) => (
    <Text size="sm" role="status" key={date}>
      {t(`booking.recurring.${clock}`, { date, time: clockText(start, timeZone), moved: clockText(copy, timeZone) })}
    </Text>
  ))
}
