import { connect } from '../connect.ts'

const day = `interval '1 day'`

/** Columns that differ between copies of a booking; all others are copied from their source. */
const own: Record<string, string> = {
  id: `nextval(pg_get_serial_sequence('booking', 'id'))`,
  status:
    'case when n % 4 < 2 then 30 when n % 8 = 2 then -20 when n % 8 = 3 then -40 when n % 8 = 6 then -60 else 30 end',
  status_dispatch: 'case when n % 3 = 0 then null else 3000 end',
  id_fleet: 'fleets.ids[1 + n % cardinality(fleets.ids)]',
  time_booking_start: `date_trunc('second', $3::timestamptz) - ${day} * (1 + n % 20) - interval '7 minutes' * n`,
  time_booking_arrival: `$3::timestamptz - ${day} * (1 + n % 20) - interval '7 minutes' * n + interval '3 minutes'`,
  time_booking_finish: `$3::timestamptz - ${day} * (1 + n % 20) - interval '7 minutes' * n + interval '20 minutes'`,
  time_service_confirmed: `$3::timestamptz - ${day} * (1 + n % 20) - interval '7 minutes' * n - interval '5 minutes'`,
  time_service_cancelled: `case when n % 8 in (2, 3, 6) then $3::timestamptz - ${day} * (n % 20) end`,
  created_at: `$3::timestamptz - ${day} * (2 + n % 20)`,
  booking_reference: `'REF-' || n`,
  passenger_name: `'Pasajera ' || n`,
  id_supplier_service: `'S-' || n`,
  id_supplier_taxi: '1 + n % 30',
  pickup_zone: `'Zona ' || n % 3`,
  whitelabel: `'demo'`,
  client_type: `(array['normal', 'events', 'PYME'])[1 + n % 3]`,
  validated: 'n % 5 <> 0',
  validated_errors: `case when n % 5 = 0 then array[(array['priceTooLow', 'priceTooHigh', 'priceTollTooHigh', 'priceMissing',
    'priceOutOfRange', 'specialCustomer', 'cancelledByUser', 'cancelledOrRejectedBySupplier', 'fixedPriceSupplier',
    'other'])[1 + n / 5 % 10]] else '{}'::text[] end`,
  price_supplier_total: 'case when n % 8 in (2, 3, 6) then 0 else 5 + n * 0.35 end',
  price_customer_total: 'case when n % 8 in (2, 3, 6) then 0 else 6 + n * 0.35 end',
  price_customer_multiplier: '12.5',
  toll: '1.5',
  toll_customer: '1.5',
  toll_supplier: '1.5',
  driver_expenses: '2.25',
  voucher_code: `'V-' || n`,
  distance_meters: '1000 + n',
  cancellation_reason_description: `case when n % 8 in (2, 3, 6) then 'El cliente no se presentó' else '' end`,
  vehicle_confirmation_eta: '4',
  vehicle_cancellation_eta: '2',
  payment_method: '(array[11, 50, 60])[1 + n % 3]',
  id_payment_account: 'case when n % 3 = 0 then null else accounts.ids[1 + n % cardinality(accounts.ids)] end',
  booking_breaks: `jsonb_build_array(jsonb_build_object('id', 1, 'value', 'CC-' || n))`,
  id_previous: 'null',
  id_copy_from: 'null',
}

/** Adds ended bookings to a tenant, for tests of the books: of every fleet, outcome and cause. */
export const endBookings = async (ownerUrl: string, tenantId: number, count: number, now: Date) => {
  const owner = await connect(ownerUrl, 'test')
  try {
    const { rows } = await owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'booking'::regclass and attnum > 0 and not attisdropped`,
    )
    const names = rows.map(({ name }) => name)
    await owner.query(
      `with source as (select *, row_number() over (order by id) - 1 as nth from booking where tenant_id = $1),
         size as (select count(*) as total from source),
         fleets as (select array_agg(id order by id) as ids from fleet where tenant_id = $1),
         accounts as (select array_agg(id order by id) as ids from payment_account where tenant_id = $1)
       insert into booking (${names.join(', ')})
       select ${names.map((name) => own[name] ?? `b.${name}`).join(', ')}
       from generate_series(1, $2::int) n, size, fleets, accounts, source b where b.nth = n % size.total`,
      [tenantId, count, now],
    )
  } finally {
    await owner.end()
  }
}
