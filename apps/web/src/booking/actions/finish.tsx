import { Group, SimpleGrid, TextInput } from '@mantine/core'
import { bookings } from '@parada/contract/calls/bookings'
import type { AnswerOf } from '@parada/contract/kit'
import { isGranted } from '@parada/domain/access/permissions'
import { needsExtraValidation } from '@parada/domain/booking/edit'
import { finishProblems } from '@parada/domain/booking/finish'
import { priceAlertThreshold } from '@parada/domain/booking/price'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { amountOf, amountProblem } from '../../kit/form/amount.ts'
import { MomentField } from '../../kit/form/moment-field.tsx'
import { momentOf, momentText } from '../../kit/form/moment-text.ts'
import { Notice } from '../../kit/form/notice.tsx'
import type { Problems } from '../../kit/form/use-form.ts'
import { formatsFor } from '../../kit/format.ts'
import { toast } from '../../kit/toast.tsx'
import { useSessionState } from '../../session/use-session.ts'
import type { Booking, BookingModalProps } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'

type Values = { arrival: string; finish: string; priceSupplierTotal: string; priceCustomerTotal: string; toll: string }

const finishFormProblems = (booking: Booking, typed: Values): Problems<Values> => {
  const { timeZone, asap } = booking
  const [arrival, finish] = [momentOf(typed.arrival, timeZone), momentOf(typed.finish, timeZone)]
  const broken = finishProblems({
    start: booking.timeBookingStartTimestamp,
    arrival: arrival ?? Number.NaN,
    finish: finish ?? Number.NaN,
    asap,
  })
  const brokenBy = (end: 'arrival' | 'finish', moment: number | undefined) =>
    moment === undefined ? 'problems.timeRequired' : broken.find((problem) => problem.startsWith(`problems.${end}`))
  return {
    arrival: brokenBy('arrival', arrival),
    finish: brokenBy('finish', finish),
    priceSupplierTotal: amountProblem(typed.priceSupplierTotal),
    priceCustomerTotal: amountProblem(typed.priceCustomerTotal),
    toll: amountProblem(typed.toll),
  }
}

const minute = 60_000
/** Times are entered to the minute; rounding up keeps them from falling before the start. */
const wholeMinute = (moment: number) => Math.ceil(moment / minute) * minute

const initialOf = (
  { timeBookingStartTimestamp: start, timeServiceArrival, timeZone }: Booking,
  now: number,
): Values => {
  const arrival = wholeMinute(timeServiceArrival ?? start)
  return {
    arrival: momentText(arrival, timeZone),
    finish: momentText(Math.max(arrival, wholeMinute(now)), timeZone),
    priceSupplierTotal: '',
    priceCustomerTotal: '',
    toll: '',
  }
}

/** Finishes a booking with the times and prices of the ride (document 2, section 5). */
const FinishBooking = ({ booking, onClose }: BookingModalProps) => {
  const { t, i18n } = useTranslation()
  const client = useClient()
  const seesCustomerPrice = useSessionState(({ grants }) => !!grants && isGranted(grants, 'editPriceCustomer'))
  const { timeZone, priceCustomerCurrency } = booking
  const form = useBookingForm<Values, AnswerOf<typeof bookings.finish>>({
    booking,
    initial: () => initialOf(booking, Date.now()),
    problems: (typed) => finishFormProblems(booking, typed),
    inputs: { timeBookingArrivalTimestamp: 'arrival', timeBookingFinish: 'finish' },
    send: (typed, version) => {
      const amounts = {
        priceSupplierTotal: amountOf(typed.priceSupplierTotal),
        toll: amountOf(typed.toll),
        ...(seesCustomerPrice && { priceCustomerTotal: amountOf(typed.priceCustomerTotal) }),
      }
      const given = Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== null))
      return client(bookings.finish, {
        params: { id: booking.id },
        body: {
          booking: {
            id: booking.id,
            version,
            timeBookingArrivalTimestamp: momentOf(typed.arrival, timeZone),
            timeBookingFinish: momentOf(typed.finish, timeZone),
            ...given,
          },
        },
      })
    },
    onDone: (answer) => {
      onClose(answer)
      toast(t('booking.toast.updated'), t('booking.which', { id: booking.id, name: booking.passengerName }))
    },
  })
  const totals = {
    priceSupplierTotal: amountOf(form.values.priceSupplierTotal),
    priceCustomerTotal: amountOf(form.values.priceCustomerTotal),
  }
  const { wholeMoney } = formatsFor(i18n.language)
  const amount = (name: 'priceSupplierTotal' | 'priceCustomerTotal' | 'toll') => (
    <TextInput
      size="sm"
      inputMode="decimal"
      autoComplete="off"
      label={t(`fields.${name}`)}
      {...(name === 'priceSupplierTotal' && { 'data-autofocus': true })}
      {...form.text(name)}
    />
  )
  return (
    <BookingForm
      title={t('booking.finish.title', { id: booking.id })}
      action={t('booking.actions.finish')}
      form={form}
      onClose={onClose}
    >
      <Group gap="sm" align="flex-start" wrap="wrap">
        <MomentField label={t('fields.timeBookingArrival')} timeZone={timeZone} {...form.text('arrival')} />
        <MomentField label={t('fields.timeBookingFinish')} timeZone={timeZone} {...form.text('finish')} />
      </Group>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
        {amount('priceSupplierTotal')}
        {seesCustomerPrice && amount('priceCustomerTotal')}
        {amount('toll')}
      </SimpleGrid>
      {needsExtraValidation(totals) && (
        <Notice>
          {t('booking.finish.tooHigh', { limit: wholeMoney(priceAlertThreshold, priceCustomerCurrency) })}
        </Notice>
      )}
    </BookingForm>
  )
}

export default FinishBooking
