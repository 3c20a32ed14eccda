import { isFoundBy, type SearchTerms, searchTerms, searchText } from '@parada/domain/booking/search'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { searchBookings, searchStatement } from './booking-search.ts'

let database: TestDatabase
let owner: pg.Client

const old = 20_000
const booking = (id: number, change: string) => `
  insert into booking (tenant_id, id, status, id_fleet, origin, asap, time_booking_start, passenger_name,
    phone_number_passenger, booking_reference, supplier_taxi_description, id_supplier_taxi)
  values (1, ${id}, ${change})`

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(`
    insert into tenant (id, subdomain, name) values (1, 'one', 'One'), (2, 'two', 'Two');
    insert into fleet (tenant_id, id, fleet_name, fleet_long_name, lat, lon)
      select tenant, id, 'Invented', 'Invented', 40, -3 from (values (1, 29), (1, 31), (2, 29)) as given (tenant, id);
    insert into booking (tenant_id, id, status, id_fleet, origin, asap, time_booking_start, passenger_name,
        phone_number_passenger, booking_reference, supplier_taxi_description)
      select 1 + n % 2, n, 30, 29, '{"addressField": "Sol"}', true, now(), 'Invented Person ' || n,
        '6' || lpad((n * 37 % 100000000)::text, 8, '0'), 'R' || n, lpad((n % 10000)::text, 4, '0') || '-KLM'
      from generate_series(1, ${old}) n;
    ${booking(30_001, `20, 29, '{"addressField": "Atocha"}', true, now(), 'María Núñez-Soto', '+34 712 345 678', 'EXP-2026/77', '4821 XYZ', 93`)};
    ${booking(30_002, `-40, 31, '{"addressField": "Atocha"}', true, now(), 'Maria Nunez', '0034-712345679', '', '', null`)};
    ${booking(30_003, `5, 29, '{"addressField": "Atocha"}', true, now(), 'María Wizard', '712345670', '', '', null`)}`)
  await owner.query('vacuum analyze')
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const terms = (typed: string) => searchTerms(typed) as SearchTerms
const found = async (typed: string, fleets: 'all' | ReadonlySet<number> = 'all', tenant = 1) =>
  (await database.inTenant(tenant, (tx) => searchBookings(tx, tenant, fleets, terms(typed)))).map(({ id }) => id)

describe('a booking of any age is found by', () => {
  it.each([
    ['its id', '30001', [30_001]],
    ['its reference', 'exp 2026-77', [30_001]],
    ['its phone number with the country code', '+34 712 345 678', [30_001]],
    ['the start of its phone number', '712 34', [30_002, 30_001]],
    ['its passenger without accents, newest first', 'nunez mar', [30_002, 30_001]],
    ['its plate', '4821-xyz', [30_001]],
    ['its taxi number and passenger', 'maria 93', [30_001]],
  ])('%s', async (_, typed, ids) => expect(await found(typed)).toEqual(ids))
})

it('lists the booking with the typed id before newer ones', async () => {
  const [first, ...others] = await found('2346')
  expect([first, others.length > 0, others.every((id) => id > 2346)]).toEqual([2346, true, true])
})

it('returns at most eight bookings', async () => expect(await found('invented person')).toHaveLength(8))

it('returns the fields that tell bookings apart', async () => {
  const [row] = await database.inTenant(1, (tx) => searchBookings(tx, 1, 'all', terms('30001')))
  expect(row).toEqual({
    ...{ id: 30_001, status: 20, statusDispatch: null, timeZone: 'Europe/Madrid', origin: 'Atocha' },
    ...{ passengerName: 'María Núñez-Soto', phoneNumberPassenger: '+34 712 345 678', bookingReference: 'EXP-2026/77' },
    ...{ plate: '4821 XYZ · 93', timeBookingStartTimestamp: expect.any(Number) },
  })
})

describe('a booking is not found', () => {
  it.each([
    ['by a desk of another fleet', '30001', new Set([31]), 1],
    ['by a desk of another fleet that searches for its passenger', 'núñez-soto', new Set([31]), 1],
    ['by a desk without fleets', '30001', new Set<number>(), 1],
    ['by another tenant', '30001', 'all', 2],
    ['by another tenant that searches for its phone number', '712345678', 'all', 2],
    ['while it is a draft', 'wizard', 'all', 1],
    ['by its id while it is a draft', '30003', 'all', 1],
  ] as const)('%s', async (_, typed, fleets, tenant) => expect(await found(typed, fleets, tenant)).toEqual([]))
})

it('finds a changed booking by its new values and no longer by the old ones', async () => {
  await owner.query(booking(40_001, `5, 29, '{}', true, now(), 'Gustavo Primero', '', '', '', null`))
  expect(await found('gustavo')).toEqual([])
  await owner.query("update booking set status = 10, passenger_name = 'Gustavo Segundo' where id = 40001")
  expect(await found('gustavo')).toEqual([40_001])
  await owner.query("update booking set id_fleet = 31, supplier_taxi_description = '9999 ZZZ' where id = 40001")
  expect(await found('gustavo', new Set([29]))).toEqual([])
  expect(await found('9999zzz', new Set([31]))).toEqual([40_001])
  expect(await found('primero')).toEqual([])
})

it('stores the same search text that the desk uses for its own list', async () => {
  const { rows } = await owner.query(`
    select s.text, b.id, b.passenger_name as "passengerName", b.phone_number_passenger as "phoneNumberPassenger",
      b.booking_reference as "bookingReference", b.supplier_taxi_description as "supplierTaxiDescription",
      b.id_supplier_taxi as "idSupplierTaxi"
    from booking_search s join booking b on b.tenant_id = s.tenant_id and b.id = s.id_booking where b.id > 30000`)
  for (const { text, ...row } of rows) expect(searchText(row)).toBe(text)
  expect(rows.filter((row) => isFoundBy(terms('712 34'), row))).toHaveLength(2)
})

it.each(['712 34', 'nunez mar', '4821-xyz', 'invented 1999'])(
  'uses the text index for %j under row-level security',
  async (typed) => {
    const { text, values } = searchStatement(1, new Set([29, 31]), terms(typed))
    const client = await database.pool.connect()
    await client.query("begin; set local parada.tenant = '1'")
    const { rows } = await client.query(`explain ${text}`, values as unknown[])
    await client.query('rollback')
    client.release()
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('booking_search_text')
    expect(plan).not.toContain('Seq Scan')
  },
)
