import { bookingStatus, isAlive } from '../codes.ts'
import type { Language } from '../constants.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { dispatchStateOf } from './dispatch.ts'
import { minutes } from './duration.ts'
import { hourWords } from './texts.ts'

/** How a caller learns that a promise is renewed. */
export const promiseChannels = ['call', 'sms'] as const
export type PromiseChannel = (typeof promiseChannels)[number]

/** What a promise is judged by; the alive list holds all of it. */
export type PromisedBooking = {
  status: number
  statusDispatch?: number | null | undefined
  timeBookingStartTimestamp: number
  asap?: boolean | null | undefined
  promisedArrival?: number | null | undefined
  promisedPrice?: number | null | undefined
  /** What the customer's price comes to as the booking stands. */
  priceEstimated?: number | null | undefined
  /** Kept when the ride has ended. */
  priceCustomerTotal?: number | null | undefined
  timeServiceArrival?: number | null | undefined
}

/** What a taxi said last: when, and how long it would still take. */
export type TaxiSaid = { at: number; etaMinutes: number | null }

type Situation = {
  position?: TaxiSaid | null | undefined
  now: number
  /** How long the fleet usually takes to answer. */
  usualAnswerMs?: number | undefined
  /** The tenant's limit for a taxi as soon as possible of which nobody was told a time. */
  asapLimitMinutes?: number | undefined
}

export type PromiseState = {
  /** When the taxi has to be there. */
  due: number
  /** When it will be there as things stand, or was; null where nobody can tell. */
  expected: number | null
  arrival: 'kept' | 'risk' | 'broken' | 'none'
  /** Whole minutes of delay, as expected or as already passed. */
  lateMinutes: number
  price: 'kept' | 'risk' | 'none'
  /** Somebody has to be told, and can still be told in time. */
  isRising: boolean
}

/** A minute either way is nobody's delay, and a cent nobody's price. */
const grace = minutes(1)
const cent = 0.011

/** How long a taxi usually takes that has yet to be found. */
const unfoundTaxi = minutes(8)

/** What a tenant and a fleet that say nothing of their own are measured by. */
const usualLimitMinutes = 15
const usualAnswer = minutes(2)

export const isPickedUp = ({ status, statusDispatch, timeServiceArrival }: PromisedBooking) =>
  !isAlive(status) ||
  timeServiceArrival != null ||
  ['onBoard', 'pricePending', 'trajectory'].some((state) => state === dispatchStateOf(statusDispatch))

/** Alive, and no taxi has said yes: neither through its fleet nor through a person who rang it. */
export const isUnassigned = ({ status, statusDispatch }: Pick<PromisedBooking, 'status' | 'statusDispatch'>) =>
  isAlive(status) &&
  status !== bookingStatus.confirmed &&
  !['committed', 'assigned', 'onBoard'].some((state) => state === dispatchStateOf(statusDispatch))

/** A booking as soon as possible starts when it is requested. */
const dueOf = ({ promisedArrival, asap, timeBookingStartTimestamp }: PromisedBooking, asapLimitMinutes?: number) =>
  promisedArrival ?? timeBookingStartTimestamp + (asap ? minutes(asapLimitMinutes ?? usualLimitMinutes) : 0)

/** Nobody doubts a promise while its fleet takes no longer than usual to answer; one on hold is at no fleet. */
const mayStillAnswer = (booking: PromisedBooking, { now, usualAnswerMs = usualAnswer }: Situation) =>
  booking.asap === true &&
  isUnassigned(booking) &&
  ['searching', 'searchingCommitment'].some((state) => state === dispatchStateOf(booking.statusDispatch)) &&
  now <= booking.timeBookingStartTimestamp + usualAnswerMs

const expectedArrival = (booking: PromisedBooking, { position, now }: Situation) => {
  if (booking.timeServiceArrival != null) return booking.timeServiceArrival
  if (isPickedUp(booking)) return null
  // Nobody comes earlier than a scheduled booking starts because nobody was found yet.
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
 * What the caller was told, beside what is coming. A taxi is due when it was promised; else when a scheduled booking
 * starts, or as long after the request of another as the tenant allows. It is expected when it says so itself; one that
 * has yet to be found takes some minutes more. The promise is at risk once the taxi is expected more than a minute late,
 * unless its fleet may still answer in its usual time, and broken once it is due more than a minute ago. The price is
 * at risk when the estimate, or what was settled, is dearer than what was told. Once the taxi has arrived or the ride
 * has ended nothing rises: there is nobody left to warn.
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

/** Its taxi should have been there by now. */
export const isLate = (booking: PromisedBooking, known: Situation) =>
  !isPickedUp(booking) && arrivalOf(booking, dueOf(booking, known.asapLimitMinutes), null, known) === 'broken'

/** Whole minutes that somebody who wants a taxi as soon as possible has waited; none once it is there. */
export const waitingMinutes = (booking: PromisedBooking, now: number) =>
  booking.asap && !isPickedUp(booking)
    ? Math.max(0, Math.floor((now - booking.timeBookingStartTimestamp) / minutes(1)))
    : 0

/** What the caller is told next: the whole minute that is expected, or what a taxi takes of which nobody can tell. */
export const arrivalToTell = ({ expected }: Pick<PromiseState, 'expected'>, now: number) =>
  Math.ceil((expected ?? now + unfoundTaxi) / minutes(1)) * minutes(1)

/** As far as the clocks of desks and server may differ. */
const clockGrace = minutes(2)

/** Why nobody can be told this arrival. */
export const arrivalProblem = (arrival: number | null | undefined, now: number): ProblemKey | undefined => {
  if (arrival == null) return 'problems.timeRequired'
  return arrival < now - clockGrace ? 'problems.dateInPast' : undefined
}

/** What the price comes to, where that is more than was told. */
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

/** The SMS that renews a promise, on the clock of the booking's place; the price only where that is another one, too. */
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
