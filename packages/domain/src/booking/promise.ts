import { bookingStatus, isAlive } from '../codes.ts'
import type { Language } from '../constants.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { dispatchStateOf } from './dispatch.ts'
import { minutes } from './duration.ts'
import { hourWords } from './texts.ts'

/** How the caller is told about a renewed promise. */
export const promiseChannels = ['call', 'sms'] as const
export type PromiseChannel = (typeof promiseChannels)[number]

/** The fields that a promise is judged by; the list of alive bookings has them all. */
export type PromisedBooking = {
  status: number
  statusDispatch?: number | null | undefined
  timeBookingStartTimestamp: number
  asap?: boolean | null | undefined
  promisedArrival?: number | null | undefined
  promisedPrice?: number | null | undefined
  /** The customer's price as currently estimated for the booking. */
  priceEstimated?: number | null | undefined
  /** Typed by an operator, or settled when the ride has ended. */
  priceCustomerTotal?: number | null | undefined
  timeServiceArrival?: number | null | undefined
}

/** The taxi's last report: when it came, and how many minutes the taxi still needed. */
export type TaxiSaid = { at: number; etaMinutes: number | null }

type Situation = {
  position?: TaxiSaid | null | undefined
  now: number
  /** How long the fleet usually takes to answer. */
  usualAnswerMs?: number | undefined
  /** The tenant's limit for bookings as soon as possible without a promised time. */
  asapLimitMinutes?: number | undefined
}

export type PromiseState = {
  /** When the taxi has to arrive. */
  due: number
  /** When the taxi is expected, or arrived; null if unknown. */
  expected: number | null
  arrival: 'kept' | 'risk' | 'broken' | 'none'
  /** Whole minutes of delay, expected or already passed. */
  lateMinutes: number
  price: 'kept' | 'risk' | 'none'
  /** Whether the booking rises to the top of the list, because the caller has to be told and still can be in time. */
  isRising: boolean
}

/** Differences of up to a minute or a cent do not count. */
const grace = minutes(1)
const cent = 0.011

/** How long a taxi that is still to be found usually takes. */
const unfoundTaxi = minutes(8)

/** Defaults for tenants and fleets without figures of their own. */
const usualLimitMinutes = 15
const usualAnswer = minutes(2)

const isPickedUp = ({ status, statusDispatch, timeServiceArrival }: PromisedBooking) =>
  !isAlive(status) ||
  timeServiceArrival != null ||
  ['onBoard', 'pricePending', 'trajectory'].some((state) => state === dispatchStateOf(statusDispatch))

/** Alive, without a taxi confirmed by the fleet or by a person. */
export const isUnassigned = ({ status, statusDispatch }: Pick<PromisedBooking, 'status' | 'statusDispatch'>) =>
  isAlive(status) &&
  status !== bookingStatus.confirmed &&
  !['committed', 'assigned', 'onBoard'].some((state) => state === dispatchStateOf(statusDispatch))

/** The start of a booking as soon as possible is the time of its request. */
const dueOf = ({ promisedArrival, asap, timeBookingStartTimestamp }: PromisedBooking, asapLimitMinutes?: number) =>
  promisedArrival ?? timeBookingStartTimestamp + (asap ? minutes(asapLimitMinutes ?? usualLimitMinutes) : 0)

/**
 * A promise is not in doubt while its fleet takes no longer than usual to answer. A booking on hold is with no fleet.
 */
const mayStillAnswer = (booking: PromisedBooking, { now, usualAnswerMs = usualAnswer }: Situation) =>
  booking.asap === true &&
  isUnassigned(booking) &&
  ['searching', 'searchingCommitment'].some((state) => state === dispatchStateOf(booking.statusDispatch)) &&
  now <= booking.timeBookingStartTimestamp + usualAnswerMs

const expectedArrival = (booking: PromisedBooking, { position, now }: Situation) => {
  if (booking.timeServiceArrival != null) return booking.timeServiceArrival
  if (isPickedUp(booking)) return null
  // A taxi still to be found is not expected before a scheduled start.
  if (isUnassigned(booking)) return Math.max(now + unfoundTaxi, booking.asap ? 0 : booking.timeBookingStartTimestamp)
  return position?.etaMinutes == null ? null : Math.max(now, position.at + minutes(position.etaMinutes))
}

const arrivalOf = (booking: PromisedBooking, due: number, expected: number | null, known: Situation) => {
  if (isPickedUp(booking)) {
    if (expected === null) return 'none'
    return expected > due + grace ? 'broken' : 'kept'
  }
  if (known.now > due + grace) return 'broken'
  if (mayStillAnswer(booking, known)) return 'kept'
  return expected !== null && expected > due + grace ? 'risk' : 'kept'
}

const priceOf = ({ promisedPrice, priceEstimated, priceCustomerTotal }: PromisedBooking) => {
  const coming = priceCustomerTotal ?? priceEstimated
  if (promisedPrice == null || coming == null) return 'none'
  return coming > promisedPrice + cent ? 'risk' : 'kept'
}

/**
 * Compares what the caller was told with what is expected. A taxi is due when promised; without a promise, at the start
 * of a scheduled booking, or within the tenant's limit after a request as soon as possible. It is expected when it
 * reports; one still to be found takes some minutes more. The promise is at risk once the taxi is expected more than a
 * minute late, unless its fleet may still answer in its usual time, and broken once the taxi is more than a minute
 * overdue. The price is at risk when the estimate, or the settled price, is higher than promised. Once the taxi has
 * arrived or the ride has ended the booking no longer rises, because there is nobody left to warn.
 */
export const promiseOf = (booking: PromisedBooking, known: Situation): PromiseState => {
  const { now } = known
  const due = dueOf(booking, known.asapLimitMinutes)
  const expected = expectedArrival(booking, known)
  const arrival = arrivalOf(booking, due, expected, known)
  const price = priceOf(booking)
  const comes = expected ?? (arrival === 'broken' ? now : null)
  const delay = comes === null ? 0 : Math.max(0, Math.round((comes - due) / minutes(1)))
  const isRising = !isPickedUp(booking) && (arrival === 'risk' || arrival === 'broken' || price === 'risk')
  return { due, expected, arrival, lateMinutes: delay, price, isRising }
}

/** Whether the taxi is overdue. */
export const isLate = (booking: PromisedBooking, known: Situation) =>
  !isPickedUp(booking) && arrivalOf(booking, dueOf(booking, known.asapLimitMinutes), null, known) === 'broken'

/** Whole minutes waited for a taxi as soon as possible; 0 for other bookings and once the taxi is there. */
export const waitingMinutes = (booking: PromisedBooking, now: number) =>
  booking.asap && !isPickedUp(booking)
    ? Math.max(0, Math.floor((now - booking.timeBookingStartTimestamp) / minutes(1)))
    : 0

/**
 * The arrival to tell next: the expected time rounded up to the minute, or, if unknown, what a taxi still to be found
 * usually takes.
 */
export const arrivalToTell = ({ expected }: Pick<PromiseState, 'expected'>, now: number) =>
  Math.ceil((expected ?? now + unfoundTaxi) / minutes(1)) * minutes(1)

/** How far the clocks of desks and server may differ. */
const clockGrace = minutes(2)

/** Why this arrival cannot be told to the caller. */
export const arrivalProblem = (arrival: number | null | undefined, now: number): ProblemKey | undefined => {
  if (arrival == null) return 'problems.timeRequired'
  return arrival < now - clockGrace ? 'problems.dateInPast' : undefined
}

/** The current price, if it is higher than promised. */
export const priceToTell = (booking: PromisedBooking) =>
  priceOf(booking) === 'risk' ? (booking.priceCustomerTotal ?? booking.priceEstimated ?? null) : null

const smsWords = {
  es: {
    arrival: (time: string) => `su taxi llegará sobre las ${time}. Disculpe la espera.`,
    price: (price: string) => `El precio estimado es ahora de ${price}.`,
  },
  en: {
    arrival: (time: string) => `your taxi will arrive at about ${time}. Sorry for the wait.`,
    price: (price: string) => `The estimated price is now ${price}.`,
  },
} satisfies Record<Language, Record<string, (value: string) => string>>

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type PromiseFormat = { timeZone?: string | null | undefined; priceCustomerCurrency?: string | null | undefined }

/** The SMS that renews a promise, in the booking's local time; it names the price only if one is given. */
export const promiseSms = (
  { timeZone, priceCustomerCurrency }: PromiseFormat,
  expected: number,
  locale: Language,
  { tenant, price }: { tenant?: string | undefined; price?: number | null | undefined } = {},
) => {
  const say = smsWords[locale]
  const time = hourWords({ timeBookingStartTimestamp: expected, timeZone: timeZone ?? null }, locale)
  const currency = priceCustomerCurrency || 'EUR'
  const money = price == null ? '' : new Intl.NumberFormat(locale, { style: 'currency', currency }).format(price)
  const arrival = say.arrival(time)
  return [tenant ? `${tenant}: ${arrival}` : capital(arrival), money && say.price(money)].filter(Boolean).join(' ')
}
