import { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { bookings } from '@parada/contract/calls/bookings'
import { type AliveBooking, services } from '@parada/contract/calls/services'
import { minutes } from '@parada/domain/booking/duration'
import { messageOf } from '@parada/domain/errors'
import type { Point } from '@parada/domain/places/geo'
import { type Chore, choreFor } from './chores.ts'
import { Refused, type User } from './client.ts'
import { fareOf, metresOf, priceMistakes, ratesOf, typedPrice } from './meter.ts'
import { makeRandom, seedOf } from './random.ts'
import type { Tally } from './tally.ts'

type Desk = {
  user: User
  /** By fleet id. */
  protocols: ReadonlyMap<number, number>
  /** Number of live bookings at the start. */
  alive: number
  seed: number
  faults: number
  tally: Tally
}

/** Limited, because a person does one thing at a time. */
const mostPerSweep = 6
const kmh = 22
const notPresented = 'fleet_client_not_presented'

const reasons = {
  client: { code: 'client_cancelled', comment: 'El pasajero ha llamado: ya no necesita el taxi' },
  absent: { code: notPresented, comment: 'El taxi ha esperado y no se ha presentado nadie' },
  fleet: { code: 'fleet_no_free_vehicle', comment: 'Ninguna flota tiene un vehículo libre' },
}

const pointOf = (place: { lat?: number | null; lon?: number | null } | null): Point | undefined =>
  place?.lat != null && place.lon != null ? { lat: place.lat, lon: place.lon } : undefined

/** The automatic operator of a tenant, who keeps its list in order as a person would, by public API calls. */
export const openDesk = ({ user, protocols, alive: atFirst, seed, faults, tally }: Desk) => {
  let alive = atFirst
  /** Bookings that just failed are not retried in the next sweep. */
  let refused = new Set<number>()

  const cancel = ({ id, version }: AliveBooking, { code, comment }: { code: string; comment: string }) =>
    user.ask(services.cancel, { params: { id }, body: { version, cancellationReasonCode: code, comment } })

  const dispatch = ({ id, version }: AliveBooking) =>
    user.ask(services.act, { params: { action: 'dispatch' }, body: { booking: { id, version } } })

  /** Records the times and the price that a driver would report by telephone. */
  const finish = (booking: AliveBooking) => {
    const { id, version, idFleet, timeZone, timeBookingStartTimestamp: start } = booking
    const random = makeRandom(seedOf(seed, 'finish', id))
    const from = pointOf(booking.origin)
    const to = pointOf(booking.destination) ?? from
    const metres = from && to ? metresOf(from, to) : 0
    const arrival = start + random.between(0, minutes(6))
    const mistake = random.chance(0.1 * faults) ? random.pick(priceMistakes) : undefined
    const ride = from && to && { from, to, start, timeZone, kmh, detour: random.between(0.95, 1.1) }
    const { price, toll } = typedPrice(ride ? fareOf(ratesOf(idFleet ?? 0), ride) : 0, mistake)
    const body = {
      booking: {
        version,
        timeBookingArrivalTimestamp: Math.round(arrival),
        timeBookingFinish: Math.round(
          Math.min(Date.now(), arrival + minutes(4) + minutes((metres / 1_000 / kmh) * 60)),
        ),
        priceSupplierTotal: price,
        ...(toll !== undefined && { toll }),
      },
    }
    return user.ask(bookings.finish, { params: { id }, body })
  }

  const confirm = ({ id, version }: AliveBooking) => {
    const idSupplierTaxi = makeRandom(seedOf(seed, 'taxi', id)).whole(1, 400)
    return user.ask(services.act, { params: { action: 'confirm' }, body: { booking: { id, version, idSupplierTaxi } } })
  }

  /** A passenger who did not show up needs no other taxi; any other gets one while there is hope. */
  const look = async (booking: AliveBooking) => {
    const { messages } = await user.ask(bookingContacts.extras, { params: { id: booking.id } })
    if (messages.some(({ message }) => message.startsWith(notPresented))) return cancel(booking, reasons.absent)
    const isHopeless = Date.now() > booking.timeBookingStartTimestamp + minutes(20)
    return isHopeless ? cancel(booking, reasons.fleet) : dispatch(booking)
  }

  const perform: Record<Chore, (booking: AliveBooking) => Promise<unknown>> = {
    confirm,
    finish,
    dispatch,
    look,
    cancelForClient: (booking) => cancel(booking, reasons.client),
    cancelForFleet: (booking) => cancel(booking, reasons.fleet),
  }

  return {
    alive: () => alive,
    /** Works through the list once. */
    sweep: async () => {
      const { services: list } = await user.ask(services.alive)
      alive = list.length
      const now = Date.now()
      const due = list
        .filter(({ id }) => !refused.has(id))
        .map((booking) => {
          const protocol = protocols.get(booking.idFleet ?? 0)
          return { booking, chore: choreFor(booking, { protocol, now, seed, faults }) }
        })
        .filter((one): one is { booking: AliveBooking; chore: Chore } => one.chore !== undefined)
      refused = new Set()
      for (const { booking, chore } of due.slice(0, mostPerSweep)) {
        try {
          await perform[chore](booking)
          tally.count(`desk ${chore}`)
        } catch (error) {
          refused.add(booking.id)
          // On a conflict somebody else was faster, which is just as good.
          if (!(error instanceof Refused && error.status === 409))
            tally.warn(`${user.subdomain} ${booking.id}, ${chore}: ${messageOf(error)}`)
        }
      }
    },
  }
}
export type OpenDesk = ReturnType<typeof openDesk>
