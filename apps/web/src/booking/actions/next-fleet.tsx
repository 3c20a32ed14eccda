import { Text } from '@mantine/core'
import type { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { nextFleet } from '@parada/domain/booking/dispatch'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type BookingModalProps, useReloadBooking } from '../record/booking-record.ts'
import { FleetChoice, fleetProblem, isAtWork, useFleetsToChoose } from './fleet-choice.tsx'
import { BookingForm, useBookingForm } from './form.tsx'
import { useServiceAction } from './service-action.ts'
import { useUndo } from './undo.ts'

type Values = { idFleet: number | null }

/** Ends the booking as handed over and continues with its successor at the next fleet, or at a chosen one. */
const NextFleet = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const router = useRouter()
  const reload = useReloadBooking()
  const act = useServiceAction('redispatch')
  const undoing = useUndo()
  const open = (id: number) => router.navigate({ to: '/services/$id', params: { id: String(id) } })
  const next = nextFleet(booking.fleetsFiltered, booking.idFleet)
  const fleets = useFleetsToChoose(booking, 'dispatchServiceByFleet')
  const others = (fleets.data?.fleets ?? []).filter((fleet) => isAtWork(fleet) && fleet.id !== booking.idFleet)
  const form = useBookingForm<Values, AnswerOf<typeof services.act>>({
    booking,
    initial: () => ({ idFleet: next ?? null }),
    problems: ({ idFleet }) => ({ idFleet: fleetProblem(others, idFleet) }),
    inputs: { fleet: 'idFleet', fleetsFiltered: 'idFleet' },
    send: ({ idFleet }, version) => {
      const body = { booking: { id: booking.id, version, idFleet } }
      return act(body, undoing.header(body))
    },
    onDone: (answer) => {
      onClose(answer)
      reload(booking.id)
      const { id: next, fleet } = answer.booking
      undoing.toast(t('booking.toast.acted', { action: t('booking.acted.redispatch') }), {
        ids: [booking.id, next],
        detail: t('booking.toast.actedDetail.redispatch', { id: booking.id, next, fleet }),
        // A user still on the successor's page is taken back to the restored booking.
        onUndone: () => {
          if (router.state.location.pathname === `/services/${next}`) void open(booking.id)
        },
      })
      void open(next)
    },
  })
  return (
    <BookingForm
      title={t('booking.nextFleet.title', { id: booking.id })}
      action={t('booking.nextFleet.do')}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">{t('booking.nextFleet.text', { fleet: booking.fleet })}</Text>
      <FleetChoice
        booking={booking}
        label={t('fields.idFleet')}
        fleets={others}
        isLoading={fleets.isPending || fleets.isPlaceholderData}
        failure={fleets.error?.message}
        value={form.values.idFleet}
        error={form.errorOf('idFleet')}
        onChange={(idFleet) => form.change({ idFleet })}
      />
    </BookingForm>
  )
}

export default NextFleet
