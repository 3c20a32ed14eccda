import { followBack } from '@parada/db/queries/assistance'
import {
  type BookingChange,
  changeBooking,
  journalOf,
  lockBooking,
  readBooking,
  type Work,
} from '@parada/db/queries/booking-changes'
import { holdOfOrder } from '@parada/db/queries/holds'
import { putMessage } from '@parada/db/queries/supplier-orders'
import {
  dropHeld,
  lockHeld,
  lockUndo,
  markUndone,
  restoreBefore,
  restoreOrders,
  type StoredUndo,
  versionsUndone,
} from '@parada/db/queries/undo'
import { mayUseBooking } from '@parada/domain/access/bookings'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { bookingStatus, isAlive } from '@parada/domain/codes'
import { refuse } from '../../http/problem.ts'
import { undoTrips } from '../../trip/undo.ts'
import { type ActingPerson, type ActingUser, bookingFor, workOf } from '../access.ts'
import { spendOne } from '../record/authorization.ts'
import { moveTo } from '../record/move.ts'
import { tellDesks } from '../record/tell.ts'
import { checkVersion } from '../record/version.ts'

type Versions = { id: number; isNew: boolean; before: number; after: number }
type Restoration = { booking: BookingRecord; change: BookingChange }

/** For each booking, its version before the action and after it; the two are equal where only an order changed. */
const versionsOf = ({ before, changes }: StoredUndo): Versions[] => {
  const found = before.map((one) => ({ ...one, isNew: false }))
  const ofBookings = changes.filter(({ mode }) => mode === undefined)
  const made = ofBookings.flatMap((one) => [one, { ...one, version: one.version - 1 }])
  return [...Map.groupBy([...found, ...made], ({ id }) => id)]
    .map(([id, lines]) => ({
      id,
      isNew: lines.some(({ isNew }) => isNew),
      before: Math.min(...lines.map(({ version }) => version)),
      after: Math.max(...lines.map(({ version }) => version)),
    }))
    .sort((a, b) => a.id - b.id)
}

/**
 * Ends a booking that the action created as handed over and never dispatched, so that no report counts it as cancelled.
 */
const endChange = (booking: BookingRecord): BookingChange => ({
  ...moveTo(booking, 'redispatch'),
  timeServiceDispatched: null,
})

/**
 * The booking and the change that restores it. Refused if somebody else has changed it since or the user may no longer
 * work on it.
 */
const restorationOf = async (
  acting: ActingUser,
  act: StoredUndo,
  { id, isNew, before, after }: Versions,
): Promise<Restoration> => {
  const { tx, tenant, user } = acting
  const booking = await lockBooking(tx, tenant.id, id)
  if (!booking) throw refuse.notFound()
  const lines = await journalOf(tx, tenant.id, id, before)
  const undone = booking.version > after ? await versionsUndone(tx, tenant.id, act.at) : []
  const isUndone = (version: number) => undone.some((one) => one.id === id && one.version === version)
  if (lines.some(({ version }) => version > after && !isUndone(version))) await checkVersion(acting, booking, after)
  if (isNew) return { booking, change: endChange(booking) }
  const change: BookingChange = Object.assign({}, ...lines.toReversed().map((line) => line.before))
  if (!mayUseBooking(user, 'work', { ...booking, ...change })) throw refuse.notFound()
  return { booking, change }
}

/** Queues orders again that had not left yet, because their own messages may have been used up in the meantime. */
const sendAgain = async ({ tx, tenant, now }: Work, key: string) => {
  for (const { id: idOrder, idFleet, dueAt } of await restoreOrders(tx, tenant.id, key, now)) {
    const message = { what: 'order', idOrder, idFleet } as const
    putMessage(tx, tenant.id, message, {
      dueAt: new Date(Math.max(dueAt, now.getTime())),
      hold: await holdOfOrder(tx, tenant.id, idOrder, now),
    })
  }
}

const turnBack = async (work: Work, { booking, change }: Restoration) => {
  // Cancelling the booking gave one use back to the authorization.
  const isRevived = booking.status === bookingStatus.cancelledByCallCentre && isAlive(change.status)
  if (isRevived) await spendOne(work, booking)
  const after = await changeBooking(work, 'undo', booking, change)
  if (after.version === booking.version) await tellDesks(work, after)
  return after
}

const wireBookings = (acting: ActingUser, bookings: readonly (BookingRecord | undefined)[]) =>
  bookings.filter((booking) => booking !== undefined).filter((booking) => mayUseBooking(acting.user, 'see', booking))

const isUntouched = (restorations: readonly Restoration[], id: number) =>
  restorations.every(({ booking }) => booking.id !== id)

/**
 * Undoes what this user did under a key: all of it, or nothing if something has been sent or somebody else has changed
 * a booking since. Repeating it changes nothing and returns the same bookings.
 */
export const undoAct = async (acting: ActingPerson, key: string): Promise<BookingRecord[]> => {
  const { tx, tenant, user } = acting
  const act = await lockUndo(tx, tenant.id, user.id, key)
  if (!act) throw refuse.notFound('Nothing to undo for this key')
  const versions = versionsOf(act)
  if (act.undoneAt)
    return wireBookings(acting, await Promise.all(versions.map(({ id }) => readBooking(tx, tenant.id, id))))
  const work: Work = { ...workOf(acting), hold: { key, until: act.until } }
  if (act.until <= work.now) throw refuse.state('problems.undoTooLate')

  const restorations: Restoration[] = []
  for (const one of versions) restorations.push(await restorationOf(acting, act, one))
  const held = await lockHeld(tx, tenant.id, key)
  if (held.some(({ isTaken }) => isTaken)) throw refuse.state('problems.undoTooLate')
  for (const id of new Set(held.flatMap(({ idBooking }) => idBooking ?? [])))
    if (isUntouched(restorations, id)) restorations.push({ booking: await bookingFor(acting, id), change: {} })

  await dropHeld(tx, tenant.id, key)
  await markUndone(tx, tenant.id, key, work.now)
  await sendAgain(work, key)
  await restoreBefore(tx, tenant.id, key)
  const bookings: BookingRecord[] = []
  for (const { id, isNew } of versions) if (isNew) await followBack(work, { id })
  for (const one of restorations) bookings.push(await turnBack(work, one))
  await undoTrips(work, key, act.changes)
  return wireBookings(acting, bookings)
}
