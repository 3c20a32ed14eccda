import type { AliveBooking } from '@parada/contract/calls/services'
import { hours, minutes } from '@parada/domain/booking/duration'
import { bookingStatus, dispatchStatus } from '@parada/domain/codes'
import { makeRandom, seedOf } from './random.ts'

/** `look` is for a booking without a fleet: the reason is in its conversation. */
export type Chore = 'confirm' | 'finish' | 'dispatch' | 'look' | 'cancelForClient' | 'cancelForFleet'

type ChoreWorld = {
  /** The protocol of the booking's fleet. */
  protocol: number | undefined
  now: number
  seed: number
  faults: number
}

type Live = Pick<AliveBooking, 'id' | 'status' | 'statusDispatch' | 'timeBookingStartTimestamp' | 'asap'>

/** A fleet without a system of its own, which is reached by phone or mail. */
const isByHand = (protocol: number | undefined) => protocol === 0 || protocol === 1

/** How long after its start a booking that nobody ended gets in the way of people who read the list. */
const forgottenAfter = hours(4)
const hopelessAfter = minutes(20)

/** When the operator confirms a booking. Some are left to the demo's own users, but not indefinitely. */
const confirmedAt = (start: number, asap: boolean, random: ReturnType<typeof makeRandom>) => {
  const [isLeft, early, late] = [
    random.chance(0.3),
    random.between(0, minutes(15)),
    random.between(minutes(1), minutes(4)),
  ]
  if (isLeft) return start + minutes(15)
  return asap ? start + late : start - early
}

/** What an operator who works through the list would do about a booking now, if anything. */
export const choreFor = (booking: Live, { protocol, now, seed, faults }: ChoreWorld): Chore | undefined => {
  const { id, status, statusDispatch, asap, timeBookingStartTimestamp: start } = booking
  const random = makeRandom(seedOf(seed, 'chore', id))
  const confirmAt = confirmedAt(start, asap, random)
  const ridesFor = random.between(minutes(15), minutes(35))
  const [isCancelled, mind] = [random.chance(0.04 * faults), random.between(minutes(1), minutes(9))]

  if (status === bookingStatus.unconfirmed) {
    if (now > start + hopelessAfter) return 'look'
    return now > start - minutes(30) ? 'look' : undefined
  }
  if (statusDispatch === dispatchStatus.locked && status === bookingStatus.requested) {
    if (now > start + hopelessAfter) return 'cancelForFleet'
    return now > start - minutes(20) ? 'dispatch' : undefined
  }
  if (isByHand(protocol)) {
    if (status === bookingStatus.requested) return now > confirmAt ? 'confirm' : undefined
    return now > Math.max(start, confirmAt) + ridesFor ? 'finish' : undefined
  }
  if (now > start + forgottenAfter) return status === bookingStatus.confirmed ? 'finish' : 'cancelForFleet'
  const changesMindAt = asap ? start + mind : start - mind
  const isWaiting = statusDispatch === null || statusDispatch < dispatchStatus.clientOnBoard
  return isCancelled && isWaiting && now > changesMindAt && now < changesMindAt + minutes(10)
    ? 'cancelForClient'
    : undefined
}

/** The share of calls that become bookings, so that the list is neither empty nor endless. */
export const bookedShare = (alive: number) => {
  if (alive < 150) return 0.95
  if (alive < 275) return 0.6
  return alive < 375 ? 0.25 : 0
}
