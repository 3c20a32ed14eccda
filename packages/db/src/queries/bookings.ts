import { sql } from 'kysely'
import { fleetName, selectBooking } from '../booking-fields.ts'
import type { BookingRecord } from '../booking-record.ts'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

type StoredAddress = { addressField: string; lat: number; lon: number; isPoi?: boolean }

type Fleets = 'all' | ReadonlySet<number>

const bookings = (tx: Tx) =>
  tx
    .selectFrom('booking as b')
    .leftJoin('fleet as f', (join) => join.onRef('f.tenant_id', '=', 'b.tenant_id').onRef('f.id', '=', 'b.id_fleet'))
    .select([
      'b.id',
      'b.version',
      'b.status',
      'b.status_dispatch as statusDispatch',
      sql<number>`(extract(epoch from b.time_booking_start) * 1000)::bigint`.as('timeBookingStartTimestamp'),
      'b.time_zone as timeZone',
      'b.asap',
      'b.passenger_name as passengerName',
      'b.phone_number_passenger as phoneNumberPassenger',
      sql<StoredAddress>`b.origin`.as('origin'),
      sql<StoredAddress | null>`b.destination`.as('destination'),
      'b.id_fleet as idFleet',
      sql<string>`coalesce(f.fleet_long_name, '')`.as('fleet'),
      'b.fleets_filtered as fleetsFiltered',
      'b.payment_method as paymentMethod',
      'b.entry_channel as entryChannel',
      'b.taxi_features as taxiFeatures',
      'b.booking_reference as bookingReference',
      'b.notes',
      'b.id_user as idUser',
      'b.id_caller as idCaller',
      'b.id_payment_account as idPaymentAccount',
    ])

/** Bookings alive (document 1, section 4) with one of these fleets, in the order they start; read from their own index. */
export const aliveBookings = (tx: Tx, fleets: Fleets) => {
  const alive = bookings(tx)
    .where(sql<boolean>`b.status in (10, 20, -30)`)
    .orderBy('b.time_booking_start')
    .orderBy('b.id')
    .limit(5_000)
  if (fleets === 'all') return alive.execute()
  return fleets.size === 0 ? Promise.resolve([]) : alive.where('b.id_fleet', 'in', [...fleets]).execute()
}

/** One booking whole, whatever its state. */
export const readBooking = async (tx: Tx, tenantId: number, id: number): Promise<BookingRecord | undefined> => {
  const [found] = await rowsOf<BookingRecord>(tx, {
    name: 'booking_read',
    text: `select ${selectBooking}, ${fleetName} from booking b where b.tenant_id = $1 and b.id = $2`,
    values: [tenantId, id],
  })
  return found
}
