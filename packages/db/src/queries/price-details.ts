import type { PriceDetails } from '@parada/domain/pricing/settle'
import { rowsOf, sendAlong } from '../database.ts'
import type { Tx } from '../open.ts'

const json = (block: unknown) => (block ? JSON.stringify(block) : null)

/** Stores the given blocks; those not given keep their earlier values. */
export const putPriceDetails = (tx: Tx, tenantId: number, idBooking: number, details: PriceDetails) =>
  sendAlong(tx, {
    name: 'price_detail_put',
    text: `insert into price_detail as d (tenant_id, id_booking, estimation_details_customer, estimation_details_supplier,
             total_details_customer, total_details_supplier)
           values ($1, $2, $3, $4, $5, $6)
           on conflict (tenant_id, id_booking) do update set
             estimation_details_customer = coalesce(excluded.estimation_details_customer, d.estimation_details_customer),
             estimation_details_supplier = coalesce(excluded.estimation_details_supplier, d.estimation_details_supplier),
             total_details_customer = coalesce(excluded.total_details_customer, d.total_details_customer),
             total_details_supplier = coalesce(excluded.total_details_supplier, d.total_details_supplier)`,
    values: [
      tenantId,
      idBooking,
      json(details.estimationDetailsCustomer),
      json(details.estimationDetailsSupplier),
      json(details.totalDetailsCustomer),
      json(details.totalDetailsSupplier),
    ],
  })

export const findPriceDetails = async (tx: Tx, tenantId: number, idBooking: number) => {
  const [found] = await rowsOf<Required<PriceDetails>>(tx, {
    name: 'price_detail_find',
    text: `select estimation_details_customer as "estimationDetailsCustomer",
             estimation_details_supplier as "estimationDetailsSupplier",
             total_details_customer as "totalDetailsCustomer", total_details_supplier as "totalDetailsSupplier"
           from price_detail where tenant_id = $1 and id_booking = $2`,
    values: [tenantId, idBooking],
  })
  return found
}
