import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Booking } from './booking-record.ts'
import { momentWords } from './words.ts'

/** Which booking a modal is about: for whom, where, when and with which fleet. */
export const BookingLine = ({ booking }: { booking: Booking }) => {
  const { t, i18n } = useTranslation()
  const { passengerName, origin, destination, timeBookingStartTimestamp, timeZone, asap, fleet } = booking
  const way = [origin?.addressField, destination?.addressField].filter(Boolean).join(' → ')
  const start = momentWords(timeBookingStartTimestamp, timeZone, i18n.language)
  const when = asap ? `${t('fields.asap')} (${start})` : start
  return (
    <Text size="sm" c="var(--ink-soft)" data-about>
      {[passengerName, way, when, fleet].filter(Boolean).join(' · ')}
    </Text>
  )
}
