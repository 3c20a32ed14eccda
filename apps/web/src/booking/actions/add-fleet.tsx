import { fleets as fleetCalls } from '@parada/contract/calls/fleets'
import { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { isGranted } from '@parada/domain/access/permissions'
import { parseFleetsFiltered } from '@parada/domain/booking/texts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { toast } from '../../kit/toast.tsx'
import { useSessionState } from '../../session/use-session.ts'
import type { BookingModalProps } from '../record/booking-record.ts'
import { FleetChoice, fleetProblem, isAtWork, useFleetsToChoose } from './fleet-choice.tsx'
import { BookingForm, useBookingForm } from './form.tsx'

/** A tenant may have many fleets. */
const pageSize = 20

/** Adds a fleet to the hand-over list: any of the tenant's that the booking does not have yet. */
const AddFleet = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const client = useClient()
  const { data, error, isPending } = useQuery({
    queryKey: ['fleets', 'all'],
    queryFn: ({ signal }) => client(fleetCalls.withGeoArea, { signal }),
  })
  // Fleets' phone numbers are only for users who work with every fleet.
  const mayCall = useSessionState(({ grants }) => !!grants && isGranted(grants, 'addFleet'))
  const reached = useFleetsToChoose(booking, 'addFleet', { enabled: mayCall })
  const phoneOf = new Map(reached.data?.fleets.map(({ id, contactPhone }) => [id, contactPhone]))
  const listed = parseFleetsFiltered(booking.fleetsFiltered)
  const others = (data?.fleets ?? [])
    .filter((fleet) => isAtWork(fleet) && !listed.includes(fleet.id))
    .map((fleet) => ({ ...fleet, contactPhone: phoneOf.get(fleet.id) }))
  const form = useBookingForm<{ idFleet: number | null }, AnswerOf<typeof services.addFleet>>({
    booking,
    initial: () => ({ idFleet: null }),
    problems: ({ idFleet }) => ({ idFleet: fleetProblem(others, idFleet) }),
    send: ({ idFleet }) => client(services.addFleet, { params: { idBooking: booking.id, idFleet: idFleet as number } }),
    onDone: (answer, { idFleet }) => {
      onClose(answer)
      const fleet = others.find(({ id }) => id === idFleet)?.fleetLongName
      toast(t('booking.toast.fleetAdded'), t('booking.toast.fleetAddedDetail', { id: booking.id, fleet }))
    },
  })
  return (
    <BookingForm
      title={t('booking.addFleet.title', { id: booking.id })}
      action={t('booking.actions.addFleet')}
      form={form}
      onClose={onClose}
    >
      <FleetChoice
        booking={booking}
        label={t('fields.idFleet')}
        fleets={others}
        pageSize={pageSize}
        isLoading={isPending}
        failure={error?.message}
        value={form.values.idFleet}
        error={form.errorOf('idFleet')}
        onChange={(idFleet) => form.change({ idFleet })}
      />
    </BookingForm>
  )
}

export default AddFleet
