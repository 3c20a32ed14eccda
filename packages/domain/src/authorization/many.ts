import type { Zone } from '../booking/calendar.ts'
import type { ProblemKey } from '../problem/keys.ts'
import type { AuthorizationRecord } from './fields.ts'
import { authorizationStatus, mayChangeStatus } from './status.ts'
import { expirationOf } from './validity.ts'

/** The most authorizations that one request may change. */
export const changedAtOnce = 200

type Outcome = { problem: ProblemKey } | { change: Partial<Pick<AuthorizationRecord, 'status' | 'expirationDate'>> }

/** An authorization that is already inactive stays so, which counts as success. */
export const deactivated = ({ status }: Pick<AuthorizationRecord, 'status'>): Outcome => {
  if (status === authorizationStatus.inactive) return { change: {} }
  if (!mayChangeStatus(status, authorizationStatus.inactive)) return { problem: 'problems.authorizationChanged' }
  return { change: { status: authorizationStatus.inactive } }
}

/** Extends validity to the end of a later day. Never shortens it, and refuses an authorization without an end. */
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
