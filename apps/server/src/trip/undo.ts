import type { Work } from '@parada/db/queries/booking-changes'
import type { Change } from '@parada/db/queries/holds'
import { dropRequests, tripJournal, trips } from '@parada/db/queries/trips'
import { type Mode, vainStatus } from '@parada/domain/trip/modes'
import { refuse } from '../http/problem.ts'
import { checkTripVersion } from './version.ts'

/** The versions of one trip that an action made. */
type TripChange = { mode: Mode; id: number; isNew: boolean; before: number; after: number }

const changedBy = (changes: readonly Change[]): TripChange[] => {
  const ofTrips = changes.flatMap(({ mode, ...rest }) => (mode === undefined ? [] : [{ mode, ...rest }]))
  return [...Map.groupBy(ofTrips, ({ mode, id }) => `${mode} ${id}`).values()].flatMap((lines) => {
    const [first] = lines
    const versions = lines.map(({ version }) => version)
    const isNew = lines.some((line) => line.isNew)
    return first ? [{ ...first, isNew, before: Math.min(...versions) - 1, after: Math.max(...versions) }] : []
  })
}

/**
 * Gives a trip its old values back. One that the action created was never requested from its supplier and ends as
 * cancelled.
 */
const restore = async <M extends Mode>(work: Work, { mode, id, isNew, before, after }: TripChange & { mode: M }) => {
  const { tx, tenant } = work
  const store = trips[mode]
  const trip = await store.lock(tx, tenant.id, id)
  if (!trip) throw refuse.notFound()
  await checkTripVersion(work, mode, trip, after)
  const lines = await tripJournal(tx, tenant.id, mode, id, before)
  const values = isNew
    ? { status: vainStatus[mode] }
    : Object.assign({}, ...lines.toReversed().map((line) => line.before))
  await store.change(work, 'undo', trip as never, values)
}

/**
 * Undoes what an action changed in trips, unless somebody else has changed one of them since. Its requests to suppliers
 * are dropped.
 */
export const undoTrips = async (work: Work, key: string, changes: readonly Change[]) => {
  const changed = changedBy(changes)
  if (changed.length === 0) return
  await dropRequests(work.tx, work.tenant.id, key)
  for (const one of changed) await restore(work, one)
}
