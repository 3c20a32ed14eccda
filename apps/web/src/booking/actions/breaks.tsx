import { Loader, Text } from '@mantine/core'
import { bookings } from '@parada/contract/calls/bookings'
import type { AnswerOf } from '@parada/contract/kit'
import { breakProblems } from '@parada/domain/booking/breaks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { Modal } from '../../kit/modal.tsx'
import { toast } from '../../kit/toast.tsx'
import { type BookingModalProps, bookingKey, useReloadBooking } from '../record/booking-record.ts'
import { applyValues, type Break, BreakFields, type BreakValues } from '../record/break-fields.tsx'
import { BookingForm, useBookingForm } from './form.tsx'

/** Has an entry for every field, so that a field that becomes empty is saved as empty. */
const entriesOf = (breaks: readonly Break[], values: BreakValues): Record<string, string> =>
  Object.fromEntries(breaks.map(({ id }) => [id, values[id] ?? '']))

const BreaksForm = ({ booking, onClose, breaks }: BookingModalProps & { breaks: Break[] }) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadBooking()
  const form = useBookingForm<Record<string, string>, AnswerOf<typeof bookings.saveBreaks>>({
    booking,
    follows: true,
    words: (name) => ({
      label: breaks.find(({ id }) => String(id) === name)?.label || t('fields.bookingBreak', { n: name }),
    }),
    initial: () => Object.fromEntries(breaks.map(({ id, value }) => [id, value ?? ''])),
    problems: (values) =>
      Object.fromEntries(breakProblems(applyValues(breaks, values)).map(({ id, problem }) => [id, problem])),
    inputs: Object.fromEntries(breaks.map(({ id }) => [`bookingBreaks.${id}`, String(id)])),
    send: (values, version) =>
      client(bookings.saveBreaks, {
        params: { id: booking.id },
        body: {
          version,
          bookingBreaks: applyValues(breaks, values).map(({ id, value, label }) => ({ id, value, label })),
        },
      }),
    onDone: (answer) => {
      onClose(answer)
      reload(booking.id)
      toast(t('booking.toast.breaksUpdated'), t('booking.which', { id: booking.id, name: booking.passengerName }))
    },
  })
  return (
    <BookingForm
      title={t('booking.breaks.title', { id: booking.id })}
      action={t('common.save')}
      form={form}
      onClose={onClose}
      isBlocked={!form.isValid || !form.isChanged}
    >
      {breaks.length === 0 && <Text size="sm">{t('booking.breaks.none')}</Text>}
      <BreakFields
        breaks={breaks}
        values={form.values}
        errorOf={(id) => form.errorOf(String(id))}
        onChange={(values) => form.change(entriesOf(breaks, values))}
      />
    </BookingForm>
  )
}

/** The booking's account fields; the form knows which values call for which other fields. */
const BookingBreaks = (props: BookingModalProps) => {
  const { booking, onClose } = props
  const { t } = useTranslation()
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: [...bookingKey(booking.id), 'breaks'],
    queryFn: ({ signal }) => client(bookings.breaks, { params: { id: booking.id }, signal }),
    // Refetched on every opening, so that the form starts from current values.
    staleTime: 0,
    gcTime: 0,
  })
  if (data) return <BreaksForm {...props} breaks={data.bookingBreaks} />
  return (
    <Modal opened onClose={() => onClose()} title={t('booking.breaks.title', { id: booking.id })} size="md">
      {error ? (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      ) : (
        <Loader size="sm" aria-label={t('list.loadingMessage')} />
      )}
    </Modal>
  )
}

export default BookingBreaks
