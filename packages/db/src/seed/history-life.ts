import { minutes } from '@parada/domain/booking/duration'
import { bookingStatus } from '@parada/domain/codes'
import type { Author } from '../queries/booking-changes.ts'
import { cancelledByDesk, cancelledByUser, finished, type Leg, type Step, seconds, turned } from './history-endings.ts'
import { drawRequest, type Request, type Ride } from './history-rides.ts'

export type Life = { ride: Ride; id: number; created: number; steps: Step[] }

const authorOf = ({ ride: { tenant, rider }, request }: Leg): Author => {
  if (request.entryChannel === 20) return tenant.operator
  return { who: rider.name }
}

const ending = ({ below }: Ride['random']) => {
  const drawn = below(1_000)
  if (drawn < 872) return finished
  return drawn < 947 ? cancelledByUser : cancelledByDesk
}

const making = (ride: Ride, request: Request, by: Author): Step[] => {
  const { metres, way, ...asked } = request
  const { created } = ride.plan
  return [
    { at: created, action: 'create', by, change: { ...asked, status: bookingStatus.created } },
    {
      at: created + seconds(1),
      action: 'confirm',
      by,
      change: {
        status: bookingStatus.requested,
        distanceMeters: asked.destination ? metres : null,
        timePreDispatch: ride.rider.fleet.timePreDispatch,
      },
    },
  ]
}

/** The booking that continues another one, as a copy with its own fleet or start. */
const successor = (leg: Leg, turn: NonNullable<Ride['plan']['turn']>): Leg => {
  const { ride, request, fleet } = leg
  const near = fleet.near.slice(0, request.fleetsFiltered.split(',').length)
  const isHandedOver = turn.how === 'handedOver'
  const next = (isHandedOver ? near[1] : undefined) ?? fleet
  const start = isHandedOver ? leg.start : Math.max(leg.start, turn.at) + minutes(ride.plan.asap ? 0 : 30)
  const copied = {
    ...request,
    idFleet: next.id,
    fleetsFiltered: isHandedOver ? [...near.slice(1).map(({ id }) => id)].join(',') : request.fleetsFiltered,
    timeBookingStart: start,
  }
  const { metres, way, ...asked } = copied
  const change = {
    ...asked,
    status: bookingStatus.requested,
    idPrevious: leg.id,
    distanceMeters: asked.destination ? metres : null,
    timePreDispatch: next.timePreDispatch,
  }
  const action = isHandedOver ? 'takeOver' : 'create'
  const first: Step[] = [{ at: turn.at, action, by: ride.tenant.operator, change }]
  return { ride, id: turn.id, fleet: next, request: copied, start, begun: turn.at, first }
}

/** The bookings of one ride, each with its whole history. */
export const livesOf = (ride: Ride): Life[] => {
  const { plan, rider, random } = ride
  const request = drawRequest(ride)
  const leg: Leg = {
    ride,
    id: plan.id,
    fleet: rider.fleet,
    request,
    start: plan.start,
    begun: plan.created + seconds(1),
    first: [],
  }
  leg.first = making(ride, request, authorOf(leg))
  const life = (one: Leg, created: number, steps: Step[]): Life => ({ ride, id: one.id, created, steps })
  if (!plan.turn) return [life(leg, plan.created, ending(random)(leg))]
  const next = successor(leg, plan.turn)
  return [
    life(leg, plan.created, turned(leg, plan.turn.how, plan.turn.at)),
    life(next, plan.turn.at, ending(random)(next)),
  ]
}
