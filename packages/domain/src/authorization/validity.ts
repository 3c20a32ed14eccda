import { startOfDay, type Zone } from '../booking/calendar.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { authorizationStatus } from './status.ts'

/** Epoch milliseconds; null where the authorization is open at that end. */
export type Validity = { validFromDate: number | null; expirationDate: number | null }

/** 23:59:59 of the day that holds the moment, as the clocks of the zone show it. */
export const expirationOf = (moment: number, timeZone: Zone) => startOfDay(moment, timeZone, 1) - 1_000

/** The dates as they are kept: to the end of the last day, and neither of two that contradict each other. */
export const validityOf = ({ validFromDate, expirationDate }: Validity, timeZone: Zone): Validity => {
  if (expirationDate === null) return { validFromDate, expirationDate }
  const expires = expirationOf(expirationDate, timeZone)
  if (validFromDate !== null && expires < validFromDate) return { validFromDate: null, expirationDate: null }
  return { validFromDate, expirationDate: expires }
}

export type Bookable = Validity & { status: number; availableTimesLeft: number | null }

/** Why nobody may book under the authorization at this moment; undefined when they may. */
export const bookingProblem = (
  { status, validFromDate, expirationDate, availableTimesLeft }: Bookable,
  now: number,
): ProblemKey | undefined => {
  if (status !== authorizationStatus.active) return 'problems.authorizationNotActive'
  if (validFromDate !== null && now < validFromDate) return 'problems.authorizationNotYetValid'
  if (expirationDate !== null && now > expirationDate) return 'problems.authorizationExpired'
  if (availableTimesLeft !== null && availableTimesLeft <= 0) return 'problems.authorizationUsedUp'
  return undefined
}
