import type { suppliers } from '@parada/contract/calls/suppliers'
import type { Tx } from '@parada/db/open'
import { dispatchFleet } from '@parada/db/queries/supplier-links'
import { openOrdersOfFleet } from '@parada/db/queries/supplier-orders'
import { refuseListWhileHeld } from '../../booking/reports/refuse-while-held.ts'
import { takeReport } from '../../booking/reports/take-report.ts'
import type { Handlers } from '../../http/context.ts'
import { orderMessage } from '../../suppliers/order-message.ts'
import { claimedSender, sha256 } from '../../suppliers/signature.ts'
import { checkSigned, type SignedMessage } from './signed.ts'

const mostOrders = 2_000

/**
 * The fleet whose secret signed the message. Without that proof the response reveals nothing, not even which fleets
 * exist.
 */
const fleetOf = async (
  tx: Tx,
  { tenant, headers, now }: SignedMessage,
  content: { method: string; path: string; bodySha256: string },
) => {
  const idFleet = claimedSender(headers, 'fleet')
  const fleet = idFleet === undefined ? undefined : await dispatchFleet(tx, tenant.id, idFleet)
  return checkSigned(fleet, fleet?.link?.secret, { headers, now }, content)
}

export const supplierHandlers: Handlers<typeof suppliers> = {
  report: async (context) => {
    const { body, bodySha256, inTenant, now, tenant } = context
    const content = { method: 'POST', path: `/suppliers/${context.params.sd}/reports`, bodySha256 }
    return inTenant(async (tx) => takeReport({ tx, tenant, now }, await fleetOf(tx, context, content), body))
  },
  orders: async (context) => {
    const { inTenant, now, tenant } = context
    const content = { method: 'GET', path: `/suppliers/${context.params.sd}/orders`, bodySha256: sha256('') }
    return inTenant(async (tx) => {
      const fleet = await fleetOf(tx, context, content)
      await refuseListWhileHeld({ tx, tenant, now }, fleet.id)
      const open = await openOrdersOfFleet(tx, tenant.id, fleet.id, mostOrders)
      const orders = open.map(({ order, booking }) => ({
        state: order.state,
        statusDispatch: booking.statusDispatch,
        idSupplierTaxi: booking.idSupplierTaxi,
        order: orderMessage({ ...order, idFleet: fleet.id }, booking),
      }))
      return { orders }
    })
  },
}
