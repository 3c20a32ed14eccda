import type { BookingRecord } from '@parada/domain/booking/fields'
import { fleetName, selectBooking } from '../booking-fields.ts'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

export type BookingToDecide = BookingRecord & {
  /** The expected supplier price, if known. */
  expected: number | null
}

const pricePart = (block: string) => `(d.${block} ->> 'estimatedPrice')::numeric`

/** These bookings, oldest first; with `lock`, locked until the transaction ends. */
export const bookingsToDecide = (tx: Tx, tenantId: number, ids: readonly number[], { lock }: { lock: boolean }) =>
  rowsOf<BookingToDecide>(tx, {
    text: `select ${selectBooking}, ${fleetName},
             (select coalesce(${pricePart('total_details_supplier')}, ${pricePart('estimation_details_supplier')})
              from price_detail d where d.tenant_id = b.tenant_id and d.id_booking = b.id) as expected
           from booking b where b.tenant_id = $1 and b.id = any($2::bigint[])
           order by b.time_booking_start, b.id${lock ? ' for update of b' : ''}`,
    values: [tenantId, ids],
  })
