import { NativeSelect, Switch } from '@mantine/core'
import { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { preDispatchMinutes } from '@parada/domain/booking/dispatch'
import { destinationProblem, originProblem } from '@parada/domain/booking/places'
import { dispatchInfoStart, startProblem, startWindow } from '@parada/domain/booking/start'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { MomentField } from '../../kit/form/moment-field.tsx'
import { momentOf, momentText } from '../../kit/form/moment-text.ts'
import { changedNames } from '../../kit/form/take-over.ts'
import type { Problems } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/toast.tsx'
import type { Booking, BookingModalProps } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'
import { type Ends, PlaceFields } from './place-fields.tsx'
import ReplaceBooking from './replace.tsx'

type Values = Ends & { asap: boolean; start: string; timePreDispatch: string }

const typedOf = ({ origin, destination, asap, ...booking }: Booking): Values => ({
  origin,
  destination,
  asap,
  start: momentText(booking.timeBookingStartTimestamp, booking.timeZone),
  timePreDispatch: booking.timePreDispatch ? String(booking.timePreDispatch) : '',
})

/** An unchanged pickup time need not be far enough ahead. */
const isSameStart = (booking: Booking, typed: Values) =>
  typed.asap === booking.asap && typed.start === typedOf(booking).start

const dispatchInfoProblems = (booking: Booking, typed: Values, now: number): Problems<Values> => {
  const { timeZone, mandatoryDestination } = booking
  const start = momentOf(typed.start, timeZone) ?? Number.NaN
  return {
    origin: originProblem(typed),
    destination: destinationProblem({ ...typed, mandatoryDestination }),
    start: isSameStart(booking, typed)
      ? undefined
      : startProblem({ kind: 'dispatch-info', start, asap: typed.asap, now, timeZone }),
  }
}

/** The changed fields only; the booking keeps the rest. */
const dispatchInfoBody = (booking: Booking, typed: Values, now: number) => {
  const changed = changedNames(typedOf(booking), typed)
  const start = momentOf(typed.start, booking.timeZone) as number
  return {
    ...(changed.includes('origin') && { origin: typed.origin }),
    ...(changed.includes('destination') && { destination: typed.destination }),
    ...(!isSameStart(booking, typed) && {
      asap: typed.asap,
      timeBookingStart: dispatchInfoStart({ start, asap: typed.asap, now }),
    }),
    ...(changed.includes('timePreDispatch') && { timePreDispatch: Number(typed.timePreDispatch) }),
  }
}

/** Changes where and when while the booking waits for its taxi; once it is too late, offers to replace the booking. */
const DispatchInfo = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const client = useClient()
  const [refusal, setRefusal] = useState<string>()
  const { timeZone } = booking
  const form = useBookingForm<Values, AnswerOf<typeof services.dispatchInfo>>({
    booking,
    initial: () => typedOf(booking),
    follows: true,
    together: ['asap', 'start'],
    writes: (typed) => Object.keys(dispatchInfoBody(booking, typed, Date.now())),
    words: (name, value) => {
      if (name === 'start') return { label: t('fields.timeBookingStart'), value: String(value).replace('T', ' ') }
      if (name === 'asap') return { value: t(value ? 'common.yes' : 'common.no') }
      return undefined
    },
    problems: (typed) => dispatchInfoProblems(booking, typed, Date.now()),
    inputs: { timeBookingStart: 'start' },
    send: (typed, version) =>
      client(services.dispatchInfo, {
        params: { id: booking.id },
        body: { version, ...dispatchInfoBody(booking, typed, Date.now()) },
      }),
    onFailed: (failure) => {
      if (failure.status !== 416 || !(failure.meta.allowCancelAndCreate ?? booking.allowCancelAndCreate)) return false
      setRefusal(failure.message)
      return true
    },
    onDone: (answer) => {
      onClose(answer)
      toast(t('booking.toast.updated'), t('booking.which', { id: booking.id, name: booking.passengerName }))
    },
  })
  if (refusal !== undefined) {
    const { origin, destination, start, asap } = form.values
    const wanted = asap ? Date.now() : momentOf(start, timeZone)
    return (
      <ReplaceBooking
        booking={booking}
        onClose={onClose}
        reason={refusal}
        typed={{ origin, destination, ...(wanted !== undefined && { start: wanted }) }}
      />
    )
  }
  return (
    <BookingForm
      title={t('booking.dispatchInfo.title', { id: booking.id })}
      action={t('common.save')}
      form={form}
      onClose={onClose}
    >
      <PlaceFields near={booking.origin} ends={form.values} errorOf={form.errorOf} onChange={form.change} />
      <Switch
        label={t('fields.asap')}
        checked={form.values.asap}
        onChange={(event) => form.change({ asap: event.currentTarget.checked })}
      />
      <MomentField
        label={t('fields.timeBookingStart')}
        timeZone={timeZone}
        window={startWindow('dispatch-info', Date.now(), timeZone)}
        disabled={form.values.asap}
        {...form.text('start')}
      />
      <NativeSelect size="sm" label={t('fields.timePreDispatch')} {...form.text('timePreDispatch')}>
        <option value="">{t('booking.dispatch.now')}</option>
        {preDispatchMinutes.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t('booking.minutesBefore', { n: minutes })}
          </option>
        ))}
      </NativeSelect>
    </BookingForm>
  )
}

export default DispatchInfo
