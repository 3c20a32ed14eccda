import { startOfDay, type Zone } from '../booking/calendar.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { authorizationStatus } from './status.ts'

/** Epoch milliseconds; null for no limit at that end. */
type Validity = { validFromDate: number | null; expirationDate: number | null }

/** 23:59:59 of the moment's day, in the given time zone. */
export const expirationOf = (moment: number, timeZone: Zone) => startOfDay(moment, timeZone, 1) - 1_000

/** The dates to store: extended to the end of the last day, and both cleared if they contradict each other. */
export const validityOf = ({ validFromDate, expirationDate }: Validity, timeZone: Zone): Validity => {
  if (expirationDate === null) return { validFromDate, expirationDate }
  const expires = expirationOf(expirationDate, timeZone)
  if (validFromDate !== null && expires < validFromDate) return { validFromDate: null, expirationDate: null }
  return { validFromDate, expirationDate: expires }
}

export type Bookable = Validity & { status: number; availableTimesLeft: number | null }

/** Why the authorization cannot be used for a booking now; undefined if it can. */
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
