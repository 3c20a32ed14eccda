import { heldOrdersUntil, holdOfOrder } from '@parada/db/queries/holds'
import { refuse } from '../../http/problem.ts'
import type { SupplierWork } from '../../suppliers/order-outcome.ts'

const later = (until: Date, now: Date) =>
  refuse.later(
    'The order is being withdrawn, which may still be undone: try again in a moment',
    Math.ceil((until.getTime() - now.getTime()) / 1_000),
  )

/**
 * The desk has taken the order back, the fleet has not heard of it, and the desk may yet change its mind: what the fleet
 * reports meanwhile is neither taken nor refused for good.
 */
export const refuseWhileHeld = async ({ tx, tenant, now }: SupplierWork, idOrder: string) => {
  const hold = await holdOfOrder(tx, tenant.id, idOrder, now)
  if (hold) throw later(hold.until, now)
}

/** A fleet that starts anew must not forget an order that may be its own again in a moment. */
export const refuseListWhileHeld = async ({ tx, tenant, now }: SupplierWork, idFleet: number) => {
  const until = await heldOrdersUntil(tx, tenant.id, idFleet, now)
  if (until) throw later(until, now)
}
