import { journalOf } from '@parada/db/queries/booking-changes'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { refuse } from '../../http/problem.ts'
import type { ActingUser } from '../access.ts'
import { shownLines } from './customer-price.ts'

/**
 * Refuses a change based on an outdated version, with what others have changed since. Without a version nothing is
 * checked.
 */
export const checkVersion = async (
  { tx, tenant, user }: ActingUser,
  { id, version }: BookingRecord,
  seen: number | null | undefined,
) => {
  if (seen == null || seen === version) return
  const lines = shownLines(await journalOf(tx, tenant.id, id, seen), user.grants)
  const changes = lines.flatMap(({ before, after, who, at }) =>
    Object.entries(after).map(([field, value]) => ({ field, before: before[field] ?? null, after: value, who, at })),
  )
  throw refuse.state('problems.bookingChanged', { version, changes })
}
