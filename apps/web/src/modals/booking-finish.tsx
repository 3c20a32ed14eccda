import { Group, TextInput } from '@mantine/core'
import { bookings } from '@parada/contract/calls/bookings'
import type { AnswerOf } from '@parada/contract/kit'
import { isGranted } from '@parada/domain/access/permissions'
import { finishProblems } from '@parada/domain/booking/finish'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { amountOf } from '../kit/form/amount.ts'
import { MomentField } from '../kit/form/moment-field.tsx'
import { momentOf, momentText } from '../kit/form/moment-text.ts'
import type { Problems } from '../kit/form/use-form.ts'
import { toast } from '../kit/toast.tsx'
import { useSessionState } from '../session/use-session.ts'
import { BookingForm, useBookingForm } from './booking-form.tsx'
import type { Booking, BookingModalProps } from './booking-record.ts'

type Typed = { arrival: string; finish: string; priceSupplierTotal: string; priceCustomerTotal: string; toll: string }

/** Nothing typed is nothing wrong: the price may come later, from the supplier. */
export const amountProblem = (text: string) => {
  const amount = amountOf(text)
  return amount === null || amount >= 0 ? undefined : 'problems.priceNegative'
}

export const finishFormProblems = (booking: Booking, typed: Typed): Problems<Typed> => {
  const { timeZone, asap } = booking
  const broken = finishProblems({
    start: booking.timeBookingStartTimestamp,
    arrival: momentOf(typed.arrival, timeZone) ?? Number.NaN,
    finish: momentOf(typed.finish, timeZone) ?? Number.NaN,
    asap,
  })
  return {
    arrival: broken.find((problem) => problem.startsWith('problems.arrival')),
    finish: broken.find((problem) => problem.startsWith('problems.finish')),
    priceSupplierTotal: amountProblem(typed.priceSupplierTotal),
    priceCustomerTotal: amountProblem(typed.priceCustomerTotal),
    toll: amountProblem(typed.toll),
  }
}

const minute = 60_000
/** Times are typed to the minute; one that is cut must not fall before the start. */
const wholeMinute = (moment: number) => Math.ceil(moment / minute) * minute

const initialOf = ({ timeBookingStartTimestamp: start, timeServiceArrival, timeZone }: Booking, now: number): Typed => {
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
  const { t } = useTranslation()
  const client = useClient()
  const seesCustomerPrice = useSessionState(({ grants }) => !!grants && isGranted(grants, 'editPriceCustomer'))
  const { timeZone } = booking
  const form = useBookingForm<Typed, AnswerOf<typeof bookings.finish>>({
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
      toast(t('booking.toast.updated'))
    },
  })
  const amount = (name: 'priceSupplierTotal' | 'priceCustomerTotal' | 'toll') => (
    <TextInput
      size="sm"
      inputMode="decimal"
      autoComplete="off"
      label={t(`booking.fields.${name}`)}
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
        <MomentField
          isFirst
          label={t('booking.fields.timeBookingArrival')}
          timeZone={timeZone}
          {...form.text('arrival')}
        />
        <MomentField label={t('booking.fields.timeBookingFinish')} timeZone={timeZone} {...form.text('finish')} />
      </Group>
      <Group gap="sm" align="flex-start" grow>
        {amount('priceSupplierTotal')}
        {seesCustomerPrice && amount('priceCustomerTotal')}
        {amount('toll')}
      </Group>
    </BookingForm>
  )
}

export default FinishBooking
