import { SimpleGrid, TextInput } from '@mantine/core'
import { type FleetBreak, fleetBreaks } from '@parada/contract/calls/bookings'
import { bookingBreakNumbers } from '@parada/domain/booking/breaks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { toFailure, useClient } from '../../kit/client.ts'
import { log } from '../../kit/log.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { toast } from '../../kit/toast.tsx'
import { type BookingModalProps, bookingKey } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'

const names = bookingBreakNumbers.map((n) => `break${n}` as const)
type Values = Record<(typeof names)[number], string>
type FleetBreakRecord = z.output<typeof FleetBreak>

const FleetBreaksForm = ({ booking, onClose, known }: BookingModalProps & { known: FleetBreakRecord | undefined }) => {
  const { t } = useTranslation()
  const client = useClient()
  const repeatKey = useRepeatKey()
  const form = useBookingForm<Values, { fleetBreak: FleetBreakRecord }>({
    booking,
    remember: 'fleetBreaks',
    initial: () => Object.fromEntries(names.map((name) => [name, known?.[name] ?? ''])) as Values,
    send: (typed) => {
      if (known) return client(fleetBreaks.update, { params: { id: known.id }, body: typed })
      const body = { ...typed, idBooking: booking.id }
      return client(fleetBreaks.create, { body, headers: repeatKey(body) })
    },
    onDone: ({ fleetBreak }) => {
      onClose(fleetBreak)
      toast(t('booking.toast.fleetBreaksSaved'), t('booking.which', { id: booking.id, name: booking.passengerName }))
    },
    onFailed: (failure) => {
      log(failure.message, failure)
      onClose({})
      return true
    },
  })
  return (
    <BookingForm
      title={t('booking.fleetBreaks.title', { id: booking.id })}
      action={t('common.save')}
      form={form}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="xs">
        {names.map((name, at) => (
          <TextInput
            key={name}
            size="sm"
            autoComplete="off"
            maxLength={200}
            label={t('fields.fleetBreak', { n: at + 1 })}
            {...(at === 0 && { 'data-autofocus': true })}
            {...form.text(name)}
          />
        ))}
      </SimpleGrid>
    </BookingForm>
  )
}

/** The fleet's own fields of the booking. If loading fails, the form starts empty. */
const FleetBreaks = (props: BookingModalProps) => {
  const { id } = props.booking
  const client = useClient()
  const { data, isPending } = useQuery({
    queryKey: [...bookingKey(id), 'fleetBreaks'],
    queryFn: async ({ signal }) => {
      try {
        return (await client(fleetBreaks.list, { query: { idBooking: id }, signal })).fleetBreaks
      } catch (failure) {
        log(toFailure(failure).message, failure)
        return []
      }
    },
    gcTime: 0,
  })
  return isPending ? null : <FleetBreaksForm {...props} known={data?.[0]} />
}

export default FleetBreaks
