import type { DateRange } from '@parada/domain/list/date-range'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

/**
 * Finished bookings of one currency and one authorization state, payment method or entry channel; the other two fields
 * are null.
 */
export type ReportLine = {
  currency: string
  hasAuthorization: boolean | null
  paymentMethod: number | null
  entryChannel: number | null
  count: number
  priceSupplierSum: number
}

/**
 * A fleet's finished rides that started in the range, ends included, and what it is paid for them; euros come first.
 */
export const supplierReportLines = (tx: Tx, tenantId: number, idFleet: number, { from, to }: DateRange) =>
  rowsOf<ReportLine>(tx, {
    name: 'supplier_report',
    text: `
      select currency, "hasAuthorization", "paymentMethod", "entryChannel", count(*)::int as count,
        coalesce(sum(price), 0) as "priceSupplierSum"
      from (
        select price_customer_currency as currency, id_authorization is not null as "hasAuthorization",
          payment_method as "paymentMethod", entry_channel as "entryChannel", price_supplier_total as price
        from booking
        where tenant_id = $1 and id_fleet = $2 and status = 30 and time_booking_start between $3 and $4
      ) finished
      group by currency, grouping sets ("hasAuthorization", "paymentMethod", "entryChannel")
      order by currency <> 'EUR', currency, "paymentMethod", "entryChannel"`,
    values: [tenantId, idFleet, new Date(from), new Date(to)],
  })
