import type { Ids } from '@parada/domain/access/values'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { fleetName, selectBooking } from '../booking-fields.ts'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

const columns = { caller: 'id_caller', authorization: 'id_authorization', user: 'id_user' } as const

/**
 * The bookings of a caller, an authorization or a user with these fleets, latest start first, read from an index of
 * their own. Drafts are left out, and so are bookings whose ride another booking took over.
 */
export const lastServices = (tx: Tx, tenantId: number, of: keyof typeof columns, id: number, fleets: Ids, most = 20) =>
  rowsOf<BookingRecord>(tx, {
    name: `last_services_${of}`,
    text: `select ${selectBooking}, ${fleetName} from booking b
           where b.tenant_id = $1 and b.${columns[of]} = $2 and b.status not in (5, -10, -60)
             and ($4::bigint[] is null or b.id_fleet = any($4))
           order by b.time_booking_start desc, b.id desc limit $3`,
    values: [tenantId, id, most, fleets === 'all' ? null : [...fleets]],
  })

/** The live bookings under these authorizations, as far as they belong to these accounts, earliest start first. */
export const liveUnder = (tx: Tx, tenantId: number, ids: readonly number[], accounts: Ids, most = 50) =>
  rowsOf<BookingRecord & { total: number }>(tx, {
    text: `select ${selectBooking}, ${fleetName}, count(*) over () as total
           from booking b
           where b.tenant_id = $1 and b.status in (10, 20, -30) and b.id_authorization = any(array(
             select a.id from customer_authorization a where a.tenant_id = $1 and a.id = any($2::bigint[])
               and ($4::bigint[] is null or a.id_payment_account = any($4))))
           order by b.time_booking_start, b.id limit $3`,
    values: [tenantId, ids, most, accounts === 'all' ? null : [...accounts]],
  })
