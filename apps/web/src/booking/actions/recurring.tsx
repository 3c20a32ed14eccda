import { Text, Textarea } from '@mantine/core'
import { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { wallTime } from '@parada/domain/booking/calendar'
import { dateText, readRecurringDates, recurringRequest, toggleDate } from '@parada/domain/booking/recurring'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { ByWeekday } from '../../kit/form/by-weekday.tsx'
import { Calendar, type UtcDay } from '../../kit/form/calendar.tsx'
import { ChangedHours } from '../../kit/form/changed-hours.tsx'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { toast } from '../../kit/toast.tsx'
import { type Booking, type BookingModalProps, useReloadBooking } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'

/** Dates separated by spaces, commas, semicolons or line breaks. */
export const datesIn = (text: string) => text.split(/[\s,;]+/).filter((date) => date !== '')

const readDates = ({ timeBookingStartTimestamp: start, timeZone }: Booking, text: string, now: number) =>
  readRecurringDates(datesIn(text), { start, now, timeZone })

const dayMs = 86_400_000
const dayOf = (moment: number, timeZone: Booking['timeZone']) => Math.floor(wallTime(moment, timeZone) / dayMs) * dayMs

/** Repeats the booking on other days at the same time; needs at least one day. */
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
      // The booking may now be the first of a series.
      reload(booking.id)
      toast(t('booking.toast.repeated', { n: answer.services.length }))
    },
  })
  const { dates, problems } = readDates(booking, form.values.dates, Date.now())
  const texts = datesIn(form.values.dates)
  const write = (all: readonly string[]) => form.change({ dates: all.join(' ') })
  const add = (more: readonly string[]) => write([...new Set([...texts, ...more])])
  const toggle = (day: UtcDay) => write(toggleDate(texts, dateText(day)))
  const { timeZone, timeBookingStartTimestamp: start } = booking
  const isOffered = (day: UtcDay) => readDates(booking, dateText(day), Date.now()).dates.length > 0
  const wrong = problems.map(({ text, problem }: { text: string; problem: ProblemKey }) => `${text}: ${t(problem)}`)
  return (
    <BookingForm
      title={t('booking.recurring.title', { id: booking.id })}
      action={t('booking.recurring.do')}
      form={form}
      onClose={onClose}
      isBlocked={dates.length === 0}
    >
      <ByWeekday start={start} timeZone={timeZone} onAdd={add} />
      <Calendar
        label={t('fields.recurringDates')}
        from={dayOf(Math.max(start, Date.now()), timeZone)}
        isPicked={(day) => dates.includes(dateText(day))}
        isOffered={isOffered}
        onPick={toggle}
      />
      <Textarea
        size="sm"
        rows={3}
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
      <ChangedHours dates={dates} start={start} timeZone={timeZone} />
    </BookingForm>
  )
}

export default RecurringBookings
