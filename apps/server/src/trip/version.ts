import type { Tx } from '@parada/db/open'
import { tripJournal } from '@parada/db/queries/trips'
import type { Mode } from '@parada/domain/trip/modes'
import { refuse } from '../http/problem.ts'

/** Refuses a change based on an outdated version, with what others have changed since. */
export const checkTripVersion = async (
  { tx, tenant }: { tx: Tx; tenant: { id: number } },
  mode: Mode,
  { id, version }: { id: number; version: number },
  seen: number,
) => {
  if (seen === version) return
  const lines = await tripJournal(tx, tenant.id, mode, id, seen)
  const changes = lines.flatMap(({ before, after, who, at }) =>
    Object.entries(after).map(([field, value]) => ({ field, before: before[field] ?? null, after: value, who, at })),
  )
  throw refuse.state('problems.bookingChanged', { version, changes })
}
