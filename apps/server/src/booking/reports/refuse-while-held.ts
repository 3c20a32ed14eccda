import { heldOrdersUntil, holdOfOrder } from '@parada/db/queries/holds'
import { refuse } from '../../http/problem.ts'
import type { SupplierWork } from '../../suppliers/order-outcome.ts'

const later = (until: Date, now: Date) =>
  refuse.later(
    'The order is being withdrawn, which may still be undone: try again in a moment',
    Math.ceil((until.getTime() - now.getTime()) / 1_000),
  )

/**
 * While a withdrawal can still be undone, the fleet has not been told of it. Its reports are then neither accepted nor
 * refused for good, but answered with Retry-After.
 */
export const refuseWhileHeld = async ({ tx, tenant, now }: SupplierWork, idOrder: string) => {
  const hold = await holdOfOrder(tx, tenant.id, idOrder, now)
  if (hold) throw later(hold.until, now)
}

/** A fleet's system that restarts must not drop an order that undo may give back to it in a moment. */
export const refuseListWhileHeld = async ({ tx, tenant, now }: SupplierWork, idFleet: number) => {
  const until = await heldOrdersUntil(tx, tenant.id, idFleet, now)
  if (until) throw later(until, now)
}
