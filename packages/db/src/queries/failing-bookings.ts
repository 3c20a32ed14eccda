import type { BookingRecord } from '@parada/domain/booking/fields'
import { fleetName, selectBooking } from '../booking-fields.ts'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

export type FailingBooking = BookingRecord & {
  /** What the supplier's price should have been, where that is known. */
  expected: number | null
}

type Wanted = {
  errors: readonly string[]
  from: Date
  to: Date
  fleets: 'all' | ReadonlySet<number>
  clientType?: string | undefined
  most: number
  /** They stay as they are until the transaction ends. */
  lock: boolean
}

const pricePart = (block: string) => `(d.${block} ->> 'estimatedPrice')::numeric`

/** Bookings of a period that are over and fail for one of these causes, the oldest first. */
export const findFailing = (tx: Tx, tenantId: number, wanted: Wanted) => {
  const { errors, from, to, fleets, clientType, most, lock } = wanted
  return rowsOf<FailingBooking>(tx, {
    text: `select ${selectBooking}, ${fleetName},
             (select coalesce(${pricePart('total_details_supplier')}, ${pricePart('estimation_details_supplier')})
              from price_detail d where d.tenant_id = b.tenant_id and d.id_booking = b.id) as expected
           from booking b
           where b.tenant_id = $1 and b.status in (30, -20, -40, -60) and not b.validated
             and b.validated_errors && $2::text[] and b.time_booking_start >= $3 and b.time_booking_start < $4
             and ($5::bigint[] is null or b.id_fleet = any($5)) and ($6::text is null or b.client_type = $6)
           order by b.time_booking_start, b.id limit $7${lock ? ' for update of b' : ''}`,
    values: [tenantId, errors, from, to, fleets === 'all' ? null : [...fleets], clientType ?? null, most],
  })
}
