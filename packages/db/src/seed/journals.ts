import { bookingStatus, dispatchStatus } from '@parada/domain/codes'
import { required } from '@parada/domain/objects'
import type { Author } from '../queries/booking-changes.ts'
import type { bookingsOf } from './bookings.ts'
import type { DemoFleet } from './fleets.ts'

type Alive = ReturnType<typeof bookingsOf>[number]
type Step = { after: number; action: string; by: Author; before: object; change: object }

const { created, requested, confirmed, unconfirmed } = bookingStatus

const asked = (booking: Alive) => ({
  status: created,
  passengerName: booking.passenger_name,
  phoneNumberPassenger: booking.phone_number_passenger,
  origin: booking.origin,
  ...(booking.destination && { destination: booking.destination }),
  timeBookingStart: booking.time_booking_start.getTime(),
  asap: booking.asap,
  paymentMethod: booking.payment_method,
  entryChannel: booking.entry_channel,
  ...(booking.notes !== '' && { notes: booking.notes }),
})

/** Journal steps that lead to the state of a live booking: how it was made, sent, and accepted or given up. */
const stepsOf = (booking: Alive, operator: Author, fleets: ReadonlyMap<number, DemoFleet>): Step[] => {
  const fleet = fleets.get(booking.id_fleet)
  const isByHand = fleet?.protocol === 0
  const maker = booking.id_user === null ? { who: booking.passenger_name } : operator
  const taker = isByHand || !fleet ? operator : { idFleet: fleet.id, who: fleet.name }
  const waiting = booking.status === requested || isByHand ? booking.status_dispatch : 949
  const dispatched = { idFleet: booking.id_fleet, status: requested, statusDispatch: waiting }
  const steps: Step[] = [
    { after: 0, action: 'create', by: maker, before: {}, change: asked(booking) },
    { after: 1, action: 'confirm', by: maker, before: { status: created }, change: dispatched },
  ]
  const taken = (status_dispatch: number | null): Step => ({
    after: 30,
    action: 'accept',
    by: taker,
    before: { status: requested, statusDispatch: waiting },
    change: { status: confirmed, ...(status_dispatch !== waiting && { statusDispatch: status_dispatch }) },
  })
  if (booking.status === unconfirmed)
    steps.push({
      after: 40,
      action: 'unconfirm',
      by: taker,
      before: { status: requested, statusDispatch: waiting },
      change: { status: unconfirmed, statusDispatch: null },
    })
  if (booking.status !== confirmed) return steps
  if (booking.status_dispatch !== dispatchStatus.clientOnBoard) return [...steps, taken(booking.status_dispatch)]
  return [
    ...steps,
    taken(dispatchStatus.assigned),
    {
      after: 50,
      action: 'board',
      by: taker,
      before: { statusDispatch: dispatchStatus.assigned },
      change: { statusDispatch: dispatchStatus.clientOnBoard },
    },
  ]
}

type JournalContext = { operator: Author; fleets: readonly DemoFleet[] }

/** The journals of the live bookings, and the bookings with the versions that their journals lead to. */
export const withJournals = (bookings: readonly Alive[], { operator, fleets }: JournalContext) => {
  const known = new Map(fleets.map((fleet) => [fleet.id, fleet]))
  const told = bookings.map((booking) => ({ booking, steps: stepsOf(booking, operator, known) }))
  const momentOf = (booking: Alive, { after }: Pick<Step, 'after'>) =>
    new Date(booking.created_at.getTime() + after * 1_000)
  return {
    alive: told.map(({ booking, steps }) => ({
      ...booking,
      version: steps.length,
      time_updated: momentOf(booking, required(steps.at(-1))),
    })),
    journal: told.flatMap(({ booking, steps }) =>
      steps.map(({ action, by, before, change, ...step }, index) => ({
        tenant_id: booking.tenant_id,
        id_booking: booking.id,
        version: index + 1,
        at: momentOf(booking, step),
        action,
        id_user: by.idUser ?? null,
        id_fleet: by.idFleet ?? null,
        who: by.who,
        before,
        after: change,
      })),
    ),
  }
}
