import { minutes } from '@parada/domain/booking/duration'
import type { ValidatedErrorKey } from '@parada/domain/booking/edit'
import type { StoredPlace } from '@parada/domain/booking/fields'
import { customerTotal, priceCustomerType } from '@parada/domain/booking/price'
import { rideDistanceMetres } from '@parada/domain/places/geo'
import type { BookingChange } from '../queries/booking-changes.ts'
import { channels, notes } from './bookings.ts'
import type { HistoryTenant, Rider } from './history-people.ts'
import type { Plan } from './history-plans.ts'
import type { Random } from './random.ts'
import { userOfBooking } from './users.ts'

const day = 24 * 60 * 60_000
/** Bookings younger than this may still wait for somebody to look at them. */
const settledAfter = 42 * day

const clientTypes = ['other', 'events', 'clinicaltrial', 'partners', 'PYME', 'Asistencia']
const breakValues = ['Comercial', 'Compras', 'Formación', 'Visita a cliente', 'Obra 12', 'Obra 27', 'Viaje de empresa']

export type Ride = { tenant: HistoryTenant; plan: Plan; rider: Rider; random: Random; now: number }

export const isYoung = ({ now }: Pick<Ride, 'now'>, moment: number) => now - moment < settledAfter

export const drawRider = ({ authorized, riders, ridersOfFirst }: HistoryTenant, { chance, pick }: Random) => {
  if (authorized.length > 0 && chance(0.3)) return pick(authorized)
  return chance(0.3) && ridersOfFirst.length > 0 ? pick(ridersOfFirst) : pick(riders)
}

/** Mornings go from home to work and evenings back; other rides connect home or work with other places. */
const drawRoute = ({ plan: { hour }, rider, random: { chance, pick } }: Ride): [StoredPlace, StoredPlace] => {
  const { home, work, haunts, fleet } = rider
  const isRoutine = chance(0.55)
  if (isRoutine && hour >= 5 && hour < 11) return [home, work]
  if (isRoutine && hour >= 15 && hour < 21) return [work, home]
  const from = chance(0.7) ? home : work
  const to = chance(0.6) ? pick(haunts) : pick(fleet.places)
  if (to.addressField === from.addressField) return [home, work]
  return chance(0.6) ? [from, to] : [to, from]
}

const breaksFor = ({ tenant, random }: Ride, account: number | null) =>
  (tenant.breaksOf.get(account ?? 0) ?? []).map((one) => ({ ...one, value: random.pick(breakValues) }))

const paymentFor = ({ tenant, rider, random: { chance, pick } }: Ride) => {
  if (rider.authorization) {
    const { id, ...rest } = rider.authorization
    return { ...rest, idAuthorization: id, paymentMethod: pick([50, 50, 60]) }
  }
  const account = chance(tenant.authorized.length > 0 ? 0.06 : 0.3) ? pick(tenant.accounts).id : null
  return { idPaymentAccount: account, paymentMethod: account ? pick([50, 60]) : pick([11, 11, 11, 10, 12, 13, 14]) }
}

const drawFeatures = ({ tenant, random: { between, chance, pick } }: Ride) => {
  if (!chance(0.25)) return ''
  const wanted = new Set(Array.from({ length: between(1, 2) }, () => pick(tenant.features)))
  return [...wanted].sort((a, b) => a - b).join(',')
}

/** What was requested, as the wizard or an app recorded it. */
export const drawRequest = (ride: Ride) => {
  const { tenant, plan, rider, random } = ride
  const { chance, pick, between, digits } = random
  const { mandatoryDestination, showBookingReference } = tenant.tenant.frontConfig
  const [origin, destination] = drawRoute(ride)
  const channel = rider.authorization ? pick([20, 20, 20, 11, 12]) : pick(channels)
  const payment = paymentFor(ride)
  const isFlight = rider.fleet.airports.has(origin.addressField) && chance(0.6)
  return {
    idFleet: rider.fleet.id,
    fleetsFiltered: rider.fleet.near
      .slice(0, plan.turn ? between(2, 3) : between(1, 3))
      .map(({ id }) => id)
      .join(','),
    origin,
    // The route is known even if the passenger did not give a destination beforehand.
    destination: mandatoryDestination || chance(0.88) ? destination : null,
    asap: plan.asap,
    timeZone: rider.fleet.timeZone ?? 'Europe/Madrid',
    timeBookingStart: plan.start,
    passengerName: rider.name,
    phoneNumberPassenger: rider.phone,
    entryChannel: channel,
    taxiFeatures: drawFeatures(ride),
    clientType: chance(payment.idPaymentAccount ? 0.4 : 0.04) ? pick(clientTypes) : 'normal',
    notes: pick(notes),
    mandatoryDestination,
    idCaller: rider.idCaller,
    idUser: channel === 20 ? tenant.operator.idUser : userOfBooking(tenant.tenant.id, channel, rider.idCaller),
    bookingReference: showBookingReference ? `${tenant.tenant.subdomain.slice(0, 1).toUpperCase()}-${plan.id}` : '',
    flightNumber: isFlight ? `ZZ${digits(4)}` : '',
    ...payment,
    bookingBreaks: breaksFor(ride, payment.idPaymentAccount),
    metres: rideDistanceMetres(origin, destination),
    way: destination,
  } satisfies BookingChange & { metres: number; way: StoredPlace }
}
export type Request = ReturnType<typeof drawRequest>

/** A kilometre takes longer in town than outside. */
export const rideMinutes = (metres: number, { below }: Random) => {
  const km = metres / 1_000
  return Math.round(4 + Math.min(km, 12) * 2.2 + Math.max(km - 12, 0) * 1.1) + below(5)
}

const cents = (amount: number) => Math.round(amount * 100) / 100

const honestFare = (metres: number, hour: number, { below }: Random) => {
  const isNight = hour < 6 || hour >= 22
  const fare = (2.9 + (1.2 * metres) / 1_000) * (isNight ? 1.2 : 1) * (0.94 + below(13) / 100)
  return Math.max(4, Math.round(fare * 20) / 20)
}

type Fare = { total: number | null; toll: number }

/** Meter readings that make each validation fail. */
const misread: Partial<Record<ValidatedErrorKey, (fare: { total: number; toll: number }) => Fare>> = {
  priceTooLow: ({ total, toll }) => ({ total: cents(total * 0.3), toll }),
  priceTooHigh: ({ total, toll }) => ({ total: cents(total * 2.4), toll }),
  priceTollTooHigh: ({ total }) => ({ total, toll: 38.5 }),
  priceOutOfRange: ({ total, toll }) => ({ total: cents(310 + total), toll }),
  priceMissing: ({ toll }) => ({ total: null, toll }),
  fixedPriceSupplier: ({ toll }) => ({ total: 30, toll }),
}

const drawError = ({ clientType }: Request, { chance, pick }: Random): ValidatedErrorKey =>
  clientType !== 'normal' && chance(0.5)
    ? 'specialCustomer'
    : pick<ValidatedErrorKey>([
        'priceTooLow',
        'priceTooLow',
        'priceTooHigh',
        'priceTooHigh',
        'priceTollTooHigh',
        'priceOutOfRange',
        'priceMissing',
        'fixedPriceSupplier',
        'other',
      ])

/** A ride's prices as settled at its end, with what is wrong with them. */
export const drawPrices = (ride: Ride, request: Request, finish: number) => {
  const { tenant, plan, random } = ride
  const { below, chance } = random
  const hasError = chance(isYoung(ride, finish) ? 0.3 : 0.08)
  const errors = hasError ? [drawError(request, random)] : []
  const honest = {
    total: honestFare(request.metres, plan.hour, random),
    toll: request.metres > 12_000 && chance(0.12) ? cents(1.8 + below(50) / 10) : 0,
  }
  const { total, toll } = (errors[0] && misread[errors[0]]?.(honest)) ?? honest
  const multiplier = tenant.accountById.get(request.idPaymentAccount ?? 0)?.customer_price_multiplier ?? null
  return {
    priceSupplierTotal: total,
    priceCustomerTotal: total === null ? null : customerTotal(total, multiplier),
    priceCustomerMultiplier: multiplier,
    priceSupplierType: priceCustomerType.supplier,
    priceCustomerType: multiplier === null ? priceCustomerType.supplier : priceCustomerType.automatic,
    toll,
    tollCustomer: toll,
    tollSupplier: toll,
    validated: errors.length === 0,
    validatedErrors: errors,
  } satisfies BookingChange
}
export type Prices = ReturnType<typeof drawPrices>

/** When a person settled what was wrong with a booking; undefined if nobody has yet. */
export const settledAt = ({ now, random }: Ride, finish: number) => {
  const at = finish + minutes(random.between(90, 4_000))
  const isLooked = random.chance(isYoung({ now }, finish) ? 0.25 : 0.9)
  return isLooked && at < now ? at : undefined
}
