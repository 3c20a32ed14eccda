import { statusDispatchAtStart } from '@parada/domain/booking/dispatch'
import { minutes } from '@parada/domain/booking/duration'
import { priceCustomerType } from '@parada/domain/booking/price'
import { bookingStatus, dispatchStatus } from '@parada/domain/codes'
import { type Author, type BookingChange, theHouse } from '../queries/booking-changes.ts'
import type { HistoryFleet } from './history-people.ts'
import { drawPrices, isYoung, type Request, type Ride, rideMinutes, settledAt } from './history-rides.ts'

/** A line of the journal: what somebody changed. */
export type Step = { at: number; action: string; by: Author; change: BookingChange }

/** One booking of a ride; a second one has another fleet or another start. */
export type Leg = {
  ride: Ride
  id: number
  fleet: HistoryFleet
  request: Request
  start: number
  begun: number
  first: Step[]
}

export const seconds = (count: number) => count * 1_000
const pathsKept = 30 * 24 * minutes(60)

const models = ['Toyota Corolla', 'Skoda Octavia', 'Dacia Lodgy', 'Kia Niro', 'Toyota Prius', 'Seat Toledo']
const reasons = [
  ['fleet_no_free_vehicle', 'No hay vehículo libre'],
  ['fleet_client_not_presented', 'El cliente no se presentó'],
  ['other', 'El pasajero llamó para anular la reserva'],
] as const

const fleetAuthor = ({ id, name }: HistoryFleet): Author => ({ idFleet: id, who: name })

const orderOf = (leg: Leg, at: number): BookingChange => {
  const { protocol } = leg.fleet
  const statusDispatch = Number(statusDispatchAtStart({ protocolDispatch: protocol }))
  return {
    statusDispatch,
    timeServiceDispatched: at,
    ...(protocol > 1 && { idSupplierService: `${leg.fleet.id}-${leg.id}` }),
  }
}

/** The order is sent at once, or as long before the start as the fleet wants. */
const dispatchedAt = ({ ride, fleet, start, begun }: Leg) =>
  ride.plan.asap ? begun + seconds(2) : Math.max(begun + seconds(2), start - minutes(fleet.timePreDispatch))

const accept = (leg: Leg, at: number): Step => {
  const { fleet, request } = leg
  const { below, between, pick } = leg.ride.random
  const taxi = between(1, 240)
  const eta = between(2, 14)
  const away = () => (below(400) - 200) / 20_000
  return {
    at,
    action: 'accept',
    by: fleet.protocol === 0 ? leg.ride.tenant.operator : fleetAuthor(fleet),
    change: {
      status: bookingStatus.confirmed,
      ...(fleet.protocol > 0 && { statusDispatch: dispatchStatus.assigned }),
      idSupplierTaxi: taxi,
      supplierTaxiDescription: `Taxi ${taxi}, ${pick(models)}`,
      phoneNumberSupplier: `600001${String(taxi).padStart(3, '0')}`,
      timeServiceConfirmed: at,
      vehicleConfirmationLat: Math.round((request.origin.lat + away()) * 1e6) / 1e6,
      vehicleConfirmationLon: Math.round((request.origin.lon + away()) * 1e6) / 1e6,
      vehicleConfirmationETA: eta,
      promisedArrival: Math.max(leg.start, at + minutes(eta)),
    },
  }
}

const ordered = (leg: Leg): { steps: Step[]; at: number } => {
  const at = dispatchedAt(leg)
  const change = orderOf(leg, at)
  const [last] = leg.first.slice(-1)
  // Confirming also sends the order, unless it is too early for that.
  if (last?.action === 'confirm' && at - last.at <= seconds(2)) {
    const joined = { ...last, at, change: { ...last.change, ...change } }
    return { steps: [...leg.first.slice(0, -1), joined], at }
  }
  return { steps: [...leg.first, { at, action: 'dispatch', by: theHouse, change }], at }
}

const zeroed = { priceSupplierTotal: 0, priceCustomerTotal: 0, toll: 0 } as const

export const cancelledByUser = (leg: Leg): Step[] => {
  const { random } = leg.ride
  const { steps, at: dispatched } = ordered(leg)
  const hasTaxi = random.chance(0.6)
  const taken = hasTaxi ? [accept(leg, dispatched + seconds(random.between(20, 200)))] : []
  const at = dispatched + seconds(random.between(210, 420))
  const taxi = taken[0]?.change
  const isUnseen = isYoung(leg.ride, at) && random.chance(0.5)
  const change = {
    ...zeroed,
    status: bookingStatus.cancelledByUser,
    cancellationReasonCode: 'other',
    cancellationReasonDescription: 'Anulada por el pasajero',
    timeServiceCancelled: at,
    ...(taxi && {
      vehicleCancellationLat: taxi.vehicleConfirmationLat ?? null,
      vehicleCancellationLon: taxi.vehicleConfirmationLon ?? null,
      vehicleCancellationETA: random.between(1, 9),
    }),
    validated: !isUnseen,
    validatedErrors: isUnseen ? ['cancelledByUser'] : [],
  }
  return [...steps, ...taken, { at, action: 'cancel', by: { who: leg.ride.rider.name }, change }]
}

export const cancelledByDesk = (leg: Leg): Step[] => {
  const { random, tenant } = leg.ride
  const { steps, at: dispatched } = ordered(leg)
  const [code, label] = random.pick(reasons)
  const at = dispatched + seconds(random.between(240, 900))
  const isUnseen = code !== 'other' && isYoung(leg.ride, at) && random.chance(0.5)
  const change = {
    ...zeroed,
    toll: null,
    idSupplierTaxi: 0,
    status: bookingStatus.cancelledByCallCentre,
    cancellationReasonCode: code,
    cancellationReasonDescription: label,
    timeServiceCancelled: at,
    validated: !isUnseen,
    validatedErrors: isUnseen ? ['cancelledOrRejectedBySupplier'] : [],
  }
  return [...steps, { at, action: 'cancel', by: tenant.operator, change }]
}

const byOperator = { priceSupplierType: priceCustomerType.operator, priceCustomerType: priceCustomerType.operator }

/** A person looks at what was wrong with it, and leaves a reason if the price is high. */
const settled = (leg: Leg, prices: BookingChange, finish: number): Step[] => {
  const at = prices.validated ? undefined : settledAt(leg.ride, finish)
  if (at === undefined) return []
  const isHigh = (prices.priceSupplierTotal ?? 0) >= 301
  const amount = prices.priceSupplierTotal ?? 12.5
  const change = {
    ...byOperator,
    priceSupplierTotal: amount,
    priceCustomerTotal: prices.priceCustomerTotal ?? amount,
    validated: true,
    validatedErrors: [],
    ...(isHigh && { keyValidationReason: 'other', additionalReason: 'Viaje con esperas que pidió el cliente' }),
  }
  return [{ at, action: 'edit', by: leg.ride.tenant.operator, change }]
}

/** The taxi came but nobody was there: finished, with a cancellation charge. */
const charged = (leg: Leg, steps: Step[], arrival: number): Step[] => {
  const { random, tenant } = leg.ride
  const at = arrival + minutes(random.between(6, 12))
  const isUnseen = isYoung(leg.ride, at) && random.chance(0.5)
  const change = {
    ...byOperator,
    status: bookingStatus.finished,
    cancelledWithCharge: true,
    cancellationReasonCode: 'fleet_client_not_presented',
    cancellationReasonDescription: 'El cliente no se presentó',
    timeServiceCancelled: at,
    timeBookingArrival: arrival,
    timeServiceArrival: arrival,
    timeBookingFinish: at,
    priceSupplierTotal: 6.5,
    priceCustomerTotal: 6.5,
    toll: 0,
    validated: !isUnseen,
    validatedErrors: isUnseen ? ['cancelledByUser'] : [],
  }
  return [...steps, { at, action: 'edit', by: tenant.operator, change }]
}

export const finished = (leg: Leg): Step[] => {
  const { ride, fleet, request, start } = leg
  const { random } = ride
  const { steps, at: dispatched } = ordered(leg)
  const accepted = accept(leg, dispatched + seconds(random.between(15, 240)))
  const soonest = accepted.at + minutes(accepted.change.vehicleConfirmationETA ?? 2)
  const arrival = Math.min(
    Math.max(start, soonest) + seconds(random.between(0, 300)),
    start + minutes(ride.plan.asap ? 119 : 29),
  )
  const taken = [...steps, accepted]
  if (random.chance(0.015)) return charged(leg, taken, arrival)
  const boarded = arrival + seconds(random.between(30, 240))
  const finish = boarded + minutes(rideMinutes(request.metres, random))
  const prices = drawPrices(ride, request, finish)
  const isManual = fleet.protocol === 0
  const onBoard: Step = {
    at: boarded,
    action: 'board',
    by: fleetAuthor(fleet),
    change: { statusDispatch: dispatchStatus.clientOnBoard, timeServiceArrival: arrival },
  }
  const hasPath = !isManual && ride.now - finish < pathsKept
  const change = {
    ...prices,
    status: bookingStatus.finished,
    ...(hasPath && { statusDispatch: dispatchStatus.trajectoryAvailable }),
    destination: request.way,
    distanceMeters: request.metres,
    timeBookingArrival: arrival,
    timeServiceArrival: arrival,
    timeBookingFinish: finish,
  }
  const end: Step = { at: finish, action: 'finish', by: isManual ? ride.tenant.operator : fleetAuthor(fleet), change }
  return [...taken, ...(isManual ? [] : [onBoard]), end, ...settled(leg, prices, finish)]
}

/** How the first booking ends if nobody of its fleet came or the passenger wanted something else. */
export const turned = (leg: Leg, how: 'handedOver' | 'replaced', at: number): Step[] => {
  const { random, tenant } = leg.ride
  if (how === 'replaced') {
    const change = { ...zeroed, status: bookingStatus.replaced, timeServiceCancelled: at, validated: true }
    const waiting = dispatchedAt(leg) < at ? ordered(leg).steps : leg.first
    return [...waiting, { at, action: 'replace', by: tenant.operator, change }]
  }
  const { steps, at: dispatched } = ordered(leg)
  const gone = Math.max(dispatched + seconds(1), at - seconds(random.between(5, 60)))
  return [
    ...steps,
    { at: gone, action: 'unconfirm', by: fleetAuthor(leg.fleet), change: { status: bookingStatus.unconfirmed } },
    { at: Math.max(at, gone), action: 'redispatch', by: tenant.operator, change: { status: bookingStatus.handedOver } },
  ]
}
