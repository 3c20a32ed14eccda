import type { Zone } from '../booking/calendar.ts'
import type { ProblemKey } from '../problem/keys.ts'
import type { AuthorizationRecord } from './fields.ts'
import { authorizationStatus, mayChangeStatus } from './status.ts'
import { expirationOf } from './validity.ts'

/** So many authorizations are changed by one command. */
export const changedAtOnce = 200

type Outcome = { problem: ProblemKey } | { change: Partial<Pick<AuthorizationRecord, 'status' | 'expirationDate'>> }

/** Whoever is inactive already stays so, which is what was asked for. */
export const deactivated = ({ status }: Pick<AuthorizationRecord, 'status'>): Outcome => {
  if (status === authorizationStatus.inactive) return { change: {} }
  if (!mayChangeStatus(status, authorizationStatus.inactive)) return { problem: 'problems.authorizationChanged' }
  return { change: { status: authorizationStatus.inactive } }
}

/** Valid to the end of a later day: prolonging never shortens, and leaves alone whoever has no end. */
export const prolonged = (
  { validFromDate, expirationDate }: Pick<AuthorizationRecord, 'validFromDate' | 'expirationDate'>,
  until: number,
  timeZone: Zone,
): Outcome => {
  const end = expirationOf(until, timeZone)
  if (expirationDate === end) return { change: {} }
  if (expirationDate === null || expirationDate > end) return { problem: 'problems.validLonger' }
  if (validFromDate !== null && end < validFromDate) return { problem: 'problems.rangeReversed' }
  return { change: { expirationDate: end } }
}
