import { changeBooking, lockBooking, theHouse, type Work } from '@parada/db/queries/booking-changes'
import { holdOfOrder } from '@parada/db/queries/holds'
import { lockLink, type SupplierLink, setCircuit } from '@parada/db/queries/supplier-links'
import { changeOrder, lockOrder, putMessage, type StoredOrder } from '@parada/db/queries/supplier-orders'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { afterFailure, askCircuit, onTrial } from './breaker.ts'
import { type LostBecause, moveOn } from './next-fleet.ts'
import { orderMessage } from './order-message.ts'

/** The context of work for a supplier: transaction, tenant and current time. */
export type SupplierWork = Pick<Work, 'tx' | 'tenant' | 'now'>

/** Locks the booking before its order, like all code that changes both. */
const lockBoth = async ({ tx, tenant }: SupplierWork, { id, idBooking }: Pick<StoredOrder, 'id' | 'idBooking'>) => {
  const booking = await lockBooking(tx, tenant.id, idBooking)
  return { booking, order: await lockOrder(tx, tenant.id, id) }
}

/** An order that was sent, with the booking as the fleet was told of it. */
export type SentOrder = { order: StoredOrder; booking: BookingRecord }

/** Whether the fleet would be told something else now. */
const isOutdated = ({ order, booking }: SentOrder, now: BookingRecord) =>
  JSON.stringify(orderMessage(order, now)) !== JSON.stringify({ ...orderMessage(order, booking), version: now.version })

/** Marks an order as sent; it now waits for its answer. */
export const markSent = async (work: SupplierWork, sent: SentOrder) => {
  const { tx, tenant, now } = work
  const { booking, order } = await lockBoth(work, sent.order)
  if (!booking || !order || order.state === 'accepted' || order.state === 'done') return
  if (order.state !== 'waiting') {
    // Withdrawn while it was being sent: the withdrawal may have reached the fleet before the order, so it is repeated.
    const { id: idOrder, idFleet } = order
    const hold = await holdOfOrder(tx, tenant.id, idOrder, now)
    putMessage(tx, tenant.id, { what: 'withdraw', idOrder, idFleet, reason: 'Withdrawn' }, { hold })
    return
  }
  await changeOrder(tx, order.id, { state: 'sent', sentAt: now.getTime(), lastError: '' })
  // Changed while it was being sent, when the fleet could not be told of changes yet.
  if (isOutdated(sent, booking)) putMessage(tx, tenant.id, { what: 'amend', idOrder: order.id, idFleet: order.idFleet })
  if (booking.timeServiceDispatched === null && booking.idFleet === order.idFleet)
    await changeBooking({ ...work, by: theHouse }, 'dispatch', booking, {
      timeServiceDispatched: now.getTime(),
    })
}

/** Moves an unanswered order on to the next fleet; one answered in the meantime is left alone. */
export const giveUp = async (
  work: SupplierWork,
  given: Pick<StoredOrder, 'id' | 'idBooking'>,
  because: LostBecause,
  reason: string,
) => {
  const { tx } = work
  const { booking, order } = await lockBoth(work, given)
  if (!booking || !order || (order.state !== 'waiting' && order.state !== 'sent')) return
  await changeOrder(tx, order.id, { lastError: reason || order.lastError })
  await moveOn({ ...work, by: theHouse }, booking, order, because)
}

/** Whether the circuit lets a message through; after a pause, one message at a time is tried. */
export const isLetThrough = async ({ tx, tenant, now }: SupplierWork, link: SupplierLink | null) => {
  if (!link || askCircuit(link, now.getTime()) === 'closed') return true
  const held = await lockLink(tx, tenant.id, link.idFleet)
  const answer = held ? askCircuit(held, now.getTime()) : 'closed'
  if (held && answer === 'trial') {
    const { failures, openUntil } = onTrial(held, now.getTime())
    await setCircuit(tx, held.idFleet, failures, openUntil)
  }
  return answer !== 'open'
}

export const countFailure = async ({ tx, tenant, now }: SupplierWork, idFleet: number) => {
  const link = await lockLink(tx, tenant.id, idFleet)
  if (!link) return
  const { failures, openUntil } = afterFailure(link, now.getTime())
  await setCircuit(tx, idFleet, failures, openUntil)
}
