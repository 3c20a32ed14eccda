import { Text } from '@mantine/core'
import { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { destinationProblem, originProblem } from '@parada/domain/booking/places'
import { startNotPast, startProblem, startWindow } from '@parada/domain/booking/start'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { MomentField } from '../../kit/form/moment-field.tsx'
import { momentOf, momentText } from '../../kit/form/moment-text.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { type BookingModalProps, useReloadBooking } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'
import { type Ends, PlaceFields } from './place-fields.tsx'
import { useUndo } from './undo.ts'

type Values = Ends & { start: string }
/** `typed` takes over the values of the form that could not be saved. */
type Props = BookingModalProps & { typed?: Partial<Ends> & { start?: number }; reason?: string }

/** Ends the booking as replaced and creates a new one with another route or pickup time (document 2, section 8). */
const ReplaceBooking = ({ booking, onClose, typed, reason }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const router = useRouter()
  const open = (which: number) => router.navigate({ to: '/services/$id', params: { id: String(which) } })
  const reload = useReloadBooking()
  const repeatKey = useRepeatKey()
  const undoing = useUndo()
  const { id, timeZone, mandatoryDestination } = booking
  const form = useBookingForm<Values, AnswerOf<typeof services.cancelAndCreate>>({
    booking,
    initial: () => ({
      origin: typed?.origin ?? booking.origin,
      destination: typed?.destination === undefined ? booking.destination : typed.destination,
      start: momentText(typed?.start ?? booking.timeBookingStartTimestamp, timeZone),
    }),
    problems: ({ origin, destination, start }) => ({
      origin: originProblem({ origin }),
      destination: destinationProblem({ destination, mandatoryDestination }),
      start: startProblem({
        kind: 'cancel-and-create',
        start: momentOf(start, timeZone) ?? Number.NaN,
        now: Date.now(),
        timeZone,
      }),
    }),
    inputs: { timeBookingStart: 'start' },
    send: ({ origin, destination, start }) => {
      const body = {
        id,
        origin: origin as NonNullable<Ends['origin']>,
        destination,
        timeBookingStart: startNotPast(momentOf(start, timeZone) as number, Date.now()),
      }
      const typedIn = { origin, destination, start }
      return client(services.cancelAndCreate, {
        body,
        headers: { ...repeatKey(typedIn), ...undoing.header(typedIn) },
      })
    },
    onDone: (answer) => {
      onClose(answer)
      reload(id)
      const { id: next } = answer.service
      undoing.toast(t('booking.toast.created'), {
        ids: [id, next],
        detail: t('booking.which', { id: next, name: booking.passengerName }),
        // A user still on the new booking's page is taken back to the restored one.
        onUndone: () => {
          if (router.state.location.pathname === `/services/${next}`) void open(id)
        },
      })
      void open(next)
    },
  })
  return (
    <BookingForm
      title={t('booking.replace.title', { id })}
      action={t('booking.replace.do')}
      form={form}
      onClose={() => onClose(form.failure === undefined ? undefined : { errorMessage: form.failure })}
    >
      {reason && (
        <Text size="sm" role="alert">
          {t('booking.replace.notPossible', { reason })}
        </Text>
      )}
      <Text size="sm">{t('booking.replace.text')}</Text>
      <PlaceFields near={booking.origin} ends={form.values} errorOf={form.errorOf} onChange={form.change} />
      <MomentField
        label={t('fields.timeBookingStart')}
        timeZone={timeZone}
        window={startWindow('cancel-and-create', Date.now(), timeZone)}
        {...form.text('start')}
      />
    </BookingForm>
  )
}

export default ReplaceBooking
