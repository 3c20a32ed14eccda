import type { TaxiPosition } from '@parada/contract/booking'
import type { AliveBooking } from '@parada/contract/calls/services'
import { type Grants, mayAccess } from '@parada/domain/access/permissions'
import { sideOfChange } from '@parada/domain/booking/calendar'
import { aliveStateLabels, dispatchStateOf, stateLabelKey } from '@parada/domain/booking/dispatch'
import { isLate, isUnassigned, promiseOf, waitingMinutes } from '@parada/domain/booking/promise'
import { dateTimeServiceStart, foreignZone, hourWords, placeOf } from '@parada/domain/booking/texts'
import { type StateColor, stateColor } from '@parada/domain/code-colors'
import { dispatchStatus } from '@parada/domain/codes'
import type { ListFormat } from '../../../kit/list/declare/columns.ts'
import type { Tone, View } from '../../../kit/list/declare/list-types.ts'

/** What the dashboard knows besides the bookings themselves. */
export type DashboardKnown = {
  /** Last reported taxi positions, by booking id. */
  positions: ReadonlyMap<number, TaxiPosition>
  /** Final status of bookings that ended while they were on screen, by booking id. */
  ended: ReadonlyMap<number, number>
  /** Ids of bookings that changed but could not be reloaded. */
  outdated: ReadonlySet<number>
  /** How long each fleet usually takes to answer, by fleet id. */
  usualAnswerMs: ReadonlyMap<number, number>
  asapLimitMinutes: number | undefined
  grants: Grants | undefined
  /** Whether the tenant works with booking references. */
  showsReference: boolean
  /** Whether the user has a fleet whose bookings could appear. */
  hasFleets: boolean
}

type DashboardFacts = {
  state: 'locked' | 'onBoard' | 'unassigned' | 'confirmed' | 'ended'
  /** The status it ended with: undefined while it is active, null if unknown. */
  endedAs: number | null | undefined
  isOutdated: boolean
  isLate: boolean
  isAtRisk: boolean
  isRising: boolean
  lateMinutes: number
  waitingMinutes: number
  /** When the taxi is expected, rounded to the minute. */
  expected: number | null
  isPriceAtRisk: boolean
  startsToday: boolean
  /** The time zone of its times if their clock differs from Madrid's, else empty. */
  zone: string
}

export type DashboardBooking = AliveBooking & DashboardFacts

const minute = 60_000
const toTheMinute = (moment: number | null) => (moment === null ? null : Math.round(moment / minute) * minute)

const dayIn = (moment: number, timeZone: string) =>
  dateTimeServiceStart({ timeBookingStartTimestamp: moment, timeZone })

/** Cached per quarter of an hour and time zone, since computing calendar days costs more than everything else here. */
const days = new Map<string, string>()
const dayOf = (moment: number, timeZone: string) => {
  const quarter = Math.floor(moment / (15 * minute))
  const key = `${quarter} ${timeZone}`
  const known = days.get(key) ?? dayIn(quarter * 15 * minute, timeZone)
  if (days.size > 5_000) days.clear()
  days.set(key, known)
  return known
}

const stateOf = (booking: AliveBooking, isGone: boolean): DashboardFacts['state'] => {
  if (isGone) return 'ended'
  const dispatched = dispatchStateOf(booking.statusDispatch)
  if (dispatched === 'locked') return 'locked'
  if (dispatched === 'onBoard' || dispatched === 'pricePending' || dispatched === 'trajectory') return 'onBoard'
  return isUnassigned(booking) ? 'unassigned' : 'confirmed'
}

type FactInput = { known: DashboardKnown; now: number; isGone: boolean }

/** What the dashboard shows about a booking; for one that has gone, only how it ended. */
export const dashboardFacts = (booking: AliveBooking, { known, now, isGone }: FactInput): DashboardFacts => {
  const situation = {
    now,
    position: known.positions.get(booking.id),
    usualAnswerMs: known.usualAnswerMs.get(booking.idFleet ?? 0),
    asapLimitMinutes: known.asapLimitMinutes,
  }
  const promise = promiseOf(booking, situation)
  const late = !isGone && isLate(booking, situation)
  return {
    state: stateOf(booking, isGone),
    endedAs: isGone ? (known.ended.get(booking.id) ?? null) : undefined,
    isOutdated: !isGone && known.outdated.has(booking.id),
    isLate: late,
    isAtRisk: !isGone && promise.isRising && !late,
    isRising: !isGone && promise.isRising,
    lateMinutes: !isGone && promise.isRising ? promise.lateMinutes : 0,
    waitingMinutes: isGone ? 0 : waitingMinutes(booking, now),
    expected: toTheMinute(promise.expected),
    isPriceAtRisk: !isGone && promise.isRising && promise.price === 'risk',
    zone: foreignZone(booking),
    startsToday: dayOf(booking.timeBookingStartTimestamp, booking.timeZone) === dayOf(now, booking.timeZone),
  }
}

export const dashboardViews: readonly View<DashboardBooking>[] = [
  { key: 'all', label: 'dashboard.views.all' },
  { key: 'unassigned', label: 'dashboard.views.unassigned', includes: ({ state }) => state === 'unassigned' },
  { key: 'late', label: 'dashboard.views.late', includes: ({ isLate }) => isLate },
  { key: 'promise', label: 'dashboard.views.promise', includes: ({ isAtRisk }) => isAtRisk },
  { key: 'locked', label: 'dashboard.views.locked', includes: ({ state }) => state === 'locked' },
  { key: 'onboard', label: 'dashboard.views.onBoard', includes: ({ state }) => state === 'onBoard' },
]

/** The text key of an empty dashboard, by role. */
export const emptyDashboard = ({ grants, hasFleets }: DashboardKnown) => {
  if (grants && mayAccess(grants, ['dispatchServiceByFleet'])) return 'dashboard.empty'
  return hasFleets ? 'dashboard.emptyFleets' : 'dashboard.emptyNewcomer'
}

const tones = {
  late: { tone: 'bad', sign: '!' },
  risk: { tone: 'warning', sign: '!' },
  unassigned: { tone: 'plain', sign: '○' },
  outdated: { tone: 'faded', sign: '?' },
} as const satisfies Record<string, Tone>

export const dashboardTone = ({ isOutdated, isLate, isAtRisk, state }: DashboardBooking): Tone | undefined => {
  if (isOutdated) return tones.outdated
  if (isLate) return tones.late
  if (isAtRisk) return tones.risk
  return state === 'unassigned' ? tones.unassigned : undefined
}

/** The label of the state, marked if it may be outdated. */
export const stateWord = (booking: DashboardBooking, format: ListFormat) => {
  const { state, status, endedAs } = booking
  if (state === 'ended') return endedAs == null ? format.word('dashboard.gone') : format.code('bookingStatus', endedAs)
  const key = stateLabelKey(booking)
  const word = key ? format.word(key) : String(status)
  return booking.isOutdated ? `${word} · ${format.word('dashboard.outdated')}` : word
}

/** The same labels for the filter, limited to those that an active booking can have. */
export const stateChoices = aliveStateLabels().map(({ value, label }) => ({
  value,
  label,
  includes: (booking: DashboardBooking) => booking.state !== 'ended' && stateLabelKey(booking) === label,
}))

export const stateColorOf = ({ state, status, endedAs }: DashboardBooking): StateColor => {
  if (state === 'ended') return stateColor('bookingStatus', endedAs)
  if (state === 'locked') return stateColor('dispatchStatus', dispatchStatus.locked)
  if (state === 'onBoard') return 'violet'
  return state === 'unassigned' ? 'amber' : stateColor('bookingStatus', status)
}

type Length = 'short' | 'full'

/**
 * The hour if it is today, else day and hour; then the delay, and how long a caller has waited for a taxi as soon as
 * possible.
 */
export const startText = (booking: DashboardBooking, format: ListFormat, length: Length = 'short') => {
  const { startsToday, lateMinutes, waitingMinutes, zone } = booking
  const { language } = format
  const moment = [
    !startsToday && dateTimeServiceStart(booking),
    hourWords(booking, language, length),
    placeOf(zone, language),
  ]
  const late = lateMinutes > 0 ? ` +${lateMinutes}'` : ''
  const waiting = waitingMinutes > 0 ? ` · ${format.word('dashboard.waiting', { n: waitingMinutes })}` : ''
  return `${moment.filter(Boolean).join(' ')}${late}${waiting}`
}

/** Always with the day, and with the full name of a foreign time zone. */
export const wholeStart = (booking: DashboardBooking, format: ListFormat) => {
  const whole = `${dateTimeServiceStart(booking)} ${startText({ ...booking, startsToday: true }, format, 'full')}`
  return booking.zone ? `${whole} (${booking.timeZone})` : whole
}

/** What the caller was promised, followed by what is expected where that differs. */
export const promiseText = (booking: DashboardBooking, format: ListFormat, length: Length = 'short') => {
  const { promisedArrival, promisedPrice, priceEstimated, expected, isRising, isPriceAtRisk, timeZone, zone } = booking
  const hour = (moment: number) => hourWords({ timeBookingStartTimestamp: moment, timeZone }, format.language, length)
  const told = promisedArrival === null ? '' : `${hour(promisedArrival)}${zone && ` ${placeOf(zone, format.language)}`}`
  const comes = told && isRising && expected !== null ? ` → ${hour(expected)}` : ''
  const currency = booking.priceCustomerCurrency
  const price =
    isPriceAtRisk && promisedPrice !== null && priceEstimated !== null
      ? `${format.money(promisedPrice, currency)} → ${format.money(priceEstimated, currency)}`
      : ''
  return [`${told}${comes}`, price].filter(Boolean).join(' · ')
}

/** The promise in full, for a tooltip, if its hour occurs twice; else empty. */
export const wholePromise = (booking: DashboardBooking, format: ListFormat) => {
  const { promisedArrival, expected, timeZone } = booking
  const isMarked = [promisedArrival, expected].some((moment) => moment !== null && sideOfChange(moment, timeZone))
  return isMarked ? promiseText(booking, format, 'full') : ''
}

/** The taxi's number first, since that is what is said on the phone. */
export const taxiText = ({ supplierTaxiDescription, idSupplierTaxi }: AliveBooking) =>
  [idSupplierTaxi, supplierTaxiDescription].filter(Boolean).join(' · ')
