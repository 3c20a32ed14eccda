import { onceBack } from '@parada/db/claims'
import type { Database } from '@parada/db/open'
import { lockBooking, readBooking } from '@parada/db/queries/booking-changes'
import { closeCircuit, type DispatchFleet, dispatchFleet } from '@parada/db/queries/supplier-links'
import {
  changeOrder,
  type DueMessage,
  readOrder,
  type StoredOrder,
  type SupplierMessage,
} from '@parada/db/queries/supplier-orders'
import { messageOf } from '@parada/domain/errors'
import { orderMessage } from './order-message.ts'
import { countFailure, giveUp, isLetThrough, markSent, type SentOrder, type SupplierWork } from './order-outcome.ts'
import { protocolKind, type Supplier, SupplierRefusal } from './port.ts'
import { mailedSupplier, type Reach, remoteSupplier } from './supplier-for.ts'

/** The outcome of a message: done, or to be retried after so many seconds. */
export type Outcome = 'done' | { again: number; reason: string }

type Letter = SentOrder & { fleet: DispatchFleet }
type Ready = { supplier: Supplier; letter: Letter }
type HeldMessage = { held: string }

const longestWait = 30
const waitAfter = (attempts: number) => Math.min(longestWait, 2 ** Math.min(attempts - 1, 6))
/**
 * Notes and changes are of no use to a fleet that was unreachable for ten minutes. A withdrawal is worth hours of
 * retries, since a taxi may be on its way to nobody. An order is retried until its time is over.
 */
const mostAttempts = { order: Number.POSITIVE_INFINITY, amend: 20, note: 20, withdraw: 500 }

const isLate = ({ what }: SupplierMessage, { state }: StoredOrder) => {
  if (what === 'order') return state !== 'waiting'
  return what === 'withdraw' ? false : state !== 'sent' && state !== 'accepted'
}

const deliver = (supplier: Supplier, message: SupplierMessage, { order, booking }: Letter) => {
  switch (message.what) {
    case 'withdraw':
      return supplier.withdraw({ idOrder: order.id, idBooking: booking.id, reason: message.reason })
    case 'note':
      return supplier.note(order.id, { id: message.idNote, text: message.text, at: message.at })
    default:
      return supplier[message.what](orderMessage(order, booking))
  }
}

const letterOf = async ({ tx, tenant }: SupplierWork, message: SupplierMessage): Promise<Letter | undefined> => {
  const [order, fleet] = await Promise.all([
    readOrder(tx, tenant.id, message.idOrder),
    dispatchFleet(tx, tenant.id, message.idFleet),
  ])
  // A mail is written in this transaction, and all writers lock the booking first.
  const isMailed = fleet && protocolKind(fleet.protocolDispatch) === 'email'
  const booking = order && (await (isMailed ? lockBooking : readBooking)(tx, tenant.id, order.idBooking))
  return order && fleet && booking && { order, fleet, booking }
}

const sendMail = async (work: SupplierWork, message: SupplierMessage, letter: Letter) => {
  const { order, fleet, booking } = letter
  try {
    await deliver(await mailedSupplier(work.tx, work.tenant, fleet, booking.id), message, letter)
    if (message.what === 'order') await markSent(work, letter)
  } catch (error) {
    if (!(error instanceof SupplierRefusal)) throw error
    if (message.what === 'order') await giveUp(work, order, 'refused', error.message)
  }
}

/** Sends one message to its fleet and records the outcome. */
export const sender = (database: Database, reach: Reach) => {
  const prepare = async (work: SupplierWork, message: SupplierMessage): Promise<Ready | HeldMessage | Outcome> => {
    const { tx, tenant } = work
    const now = work.now.getTime()
    const letter = await letterOf(work, message)
    if (!letter || isLate(message, letter.order)) return 'done'
    const { order, booking, fleet } = letter
    const isOrder = message.what === 'order'
    if (isOrder && order.dueAt > now) return { again: (order.dueAt - now) / 1_000, reason: 'Not due yet' }
    if (protocolKind(fleet.protocolDispatch) === 'email') {
      await sendMail(work, message, letter)
      return 'done'
    }
    if (!(await isLetThrough(work, fleet.link))) return { held: 'The fleet is not responding' }
    const timeout = (fleet.link?.orderTimeoutSeconds ?? 0) * 1_000
    const tried = { ...order, attempts: order.attempts + 1, answerBy: order.answerBy ?? now + timeout }
    if (isOrder) await changeOrder(tx, order.id, { attempts: tried.attempts, answerBy: tried.answerBy })
    const supplier = remoteSupplier(reach, tenant, fleet)
    if (supplier) return { supplier, letter: { order: tried, booking, fleet } }
    return isOrder ? { again: 5, reason: 'The fleet has no URL' } : 'done'
  }

  return async ({ tenantId, subdomain, payload: message, attempts }: DueMessage): Promise<Outcome> => {
    const isOrder = message.what === 'order'
    const within = <T>(run: (work: SupplierWork) => Promise<T>) =>
      database.inTenant(tenantId, (tx) => run({ tx, tenant: { id: tenantId, subdomain }, now: reach.now() }))
    const again = (reason: string): Outcome =>
      attempts >= mostAttempts[message.what] ? 'done' : { again: waitAfter(attempts), reason }

    const ready = await within((work) => prepare(work, message))
    if (ready === 'done' || 'again' in ready) return ready
    if ('held' in ready) {
      if (!isOrder) return again(ready.held)
      await within(async (work) => {
        const order = await readOrder(work.tx, tenantId, message.idOrder)
        if (order) await giveUp(work, order, 'failed', ready.held)
      })
      return 'done'
    }
    const { supplier, letter } = ready
    try {
      await deliver(supplier, message, letter)
    } catch (error) {
      const reason = messageOf(error)
      if (error instanceof SupplierRefusal) {
        if (isOrder) await within((work) => giveUp(work, letter.order, 'refused', reason))
        return 'done'
      }
      await within(async (work) => {
        await countFailure(work, message.idFleet)
        await changeOrder(work.tx, message.idOrder, { lastError: reason })
      })
      return again(reason)
    }
    // The fleet has the message now, so this waits while the database is down; otherwise it would be sent again.
    await onceBack(() =>
      within(async (work) => {
        await closeCircuit(work.tx, tenantId, message.idFleet)
        if (isOrder) await markSent(work, letter)
        if (message.what !== 'note') await changeOrder(work.tx, message.idOrder, { version: letter.booking.version })
      }),
    )
    return 'done'
  }
}
