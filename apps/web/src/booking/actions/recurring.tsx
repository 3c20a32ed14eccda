import { Text, Textarea } from '@mantine/core'
import { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { readRecurringDates, recurringRequest } from '@parada/domain/booking/recurring'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { toast } from '../../kit/toast.tsx'
import { type Booking, type BookingModalProps, useReloadBooking } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'

/** Dates as people list them: apart by spaces, commas or lines. */
export const datesIn = (text: string) => text.split(/[\s,;]+/).filter((date) => date !== '')

export const readDates = ({ timeBookingStartTimestamp: start, timeZone }: Booking, text: string, now: number) =>
  readRecurringDates(datesIn(text), { start, now, timeZone })

/** Repeats the booking on other days at the same time. Without a day nothing is sent. */
const RecurringBookings = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const client = useClient()
  const repeatKey = useRepeatKey()
  const reload = useReloadBooking()
  const form = useBookingForm<{ dates: string }, AnswerOf<typeof services.recurring>>({
    booking,
    initial: () => ({ dates: '' }),
    problems: ({ dates }) => ({ dates: readDates(booking, dates, Date.now()).problems[0]?.problem }),
    inputs: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`recurringDates.${at}`, 'dates'])),
    send: ({ dates }) => {
      const body = recurringRequest(booking.id, readDates(booking, dates, Date.now()).dates)
      return client(services.recurring, { body, headers: repeatKey(body) })
    },
    onDone: (answer) => {
      onClose(answer)
      // It may be the first of a series by now.
      reload(booking.id)
      toast(t('booking.toast.repeated', { n: answer.services.length }))
    },
  })
  const { dates, problems } = readDates(booking, form.values.dates, Date.now())
  const wrong = problems.map(({ text, problem }: { text: string; problem: ProblemKey }) => `${text}: ${t(problem)}`)
  return (
    <BookingForm
      title={t('booking.recurring.title', { id: booking.id })}
      action={t('booking.recurring.do')}
      form={form}
      onClose={onClose}
      isBlocked={dates.length === 0}
    >
      <Textarea
        size="sm"
        rows={4}
        data-autofocus
        label={t('fields.recurringDates')}
        description={t('booking.recurring.hint')}
        placeholder="01-12-2026 08-12-2026"
        {...form.text('dates')}
        error={form.errorOf('dates') && (wrong.join(' · ') || form.errorOf('dates'))}
      />
      <Text size="sm" role="status">
        {t('booking.recurring.count', { n: dates.length })}
      </Text>
    </BookingForm>
  )
}

export default RecurringBookings
