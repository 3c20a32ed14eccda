import type { services } from '@parada/contract/calls/services'
import type { BodyOf } from '@parada/contract/kit'
import { type BookingChange, changeBooking } from '@parada/db/queries/booking-changes'
import { hasTaxi, mayCancelDispatch } from '@parada/domain/booking/dispatch'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { dispatchInfoStart, isDispatchEditLocked, startProblem } from '@parada/domain/booking/start'
import { isAlive } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import { required } from '@parada/domain/objects'
import { refuse } from '../../http/problem.ts'
import { amendOrder } from '../../suppliers/orders.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { checkFields, checkPlaces, fieldsFrom, keptPlace } from '../record/fields.ts'
import { keepEstimate } from '../record/prices.ts'
import { checkVersion } from '../record/version.ts'

type Info = BodyOf<typeof services.dispatchInfo>

/** A booking may be replaced until its passenger is on board (document 2, section 8). */
export const mayCancelAndCreate = ({ status, statusDispatch }: Pick<BookingRecord, 'status' | 'statusDispatch'>) =>
  isAlive(status) && (statusDispatch ?? 0) < constants.CLIENT_ON_BOARD

const checkPossible = (before: BookingRecord, now: number) => {
  const allow = mayCancelAndCreate(before)
  if (!isAlive(before.status)) throw refuse.notPossible('problems.bookingEnded', allow)
  if (hasTaxi(before.statusDispatch) || !mayCancelDispatch(before.statusDispatch))
    throw refuse.notPossible('problems.hasTaxi', allow)
  if (isDispatchEditLocked(before.timeBookingStart, now)) throw refuse.notPossible('problems.startedLongAgo', allow)
}

const startOf = (before: BookingRecord, { timeBookingStart, asap }: Info, now: number): BookingChange => {
  const isSame = (timeBookingStart ?? before.timeBookingStart) === before.timeBookingStart
  if (isSame && (asap ?? before.asap) === before.asap) return {}
  const asked = { start: timeBookingStart ?? before.timeBookingStart, asap: asap ?? before.asap, now }
  const problem = startProblem({ kind: 'dispatch-info', ...asked, timeZone: before.timeZone })
  if (problem) throw refuse.rule(problem, 'timeBookingStart')
  return { timeBookingStart: dispatchInfoStart(asked), asap: asked.asap }
}

/** Changes the route and start of a booking that has no taxi yet, and tells its fleet. */
export const updateDispatchInfo = async (acting: ActingUser, id: number, info: Info) => {
  const work = workOf(acting)
  const now = work.now.getTime()
  const before = await bookingFor(acting, id, { lock: true })
  await checkVersion(acting, before, info.version)
  checkPossible(before, now)
  checkFields(info)
  const ends = {
    origin: info.origin === undefined ? before.origin : info.origin,
    destination: info.destination === undefined ? before.destination : info.destination,
    mandatoryDestination: before.mandatoryDestination,
  }
  checkPlaces(ends)
  const change: BookingChange = {
    ...fieldsFrom(info, ['stops', 'taxiFeatures', 'enableCommitment', 'timePreDispatch']),
    ...startOf(before, info, now),
    ...(info.origin && { origin: required(keptPlace(info.origin)) }),
    ...(info.destination !== undefined && { destination: keptPlace(info.destination) }),
  }
  const priced = { ...change, ...(await keepEstimate(work, { ...before, ...change })) }
  const amended = await amendOrder(work, { ...before, ...priced })
  return changeBooking(work, 'dispatchInfo', before, { ...priced, ...amended })
}
