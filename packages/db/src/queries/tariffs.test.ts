import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { fleetTariffs } from './tariffs.ts'

// biome-ignore format: a ring reads better in one line
const centre = { name: 'Centre', ring: [[0, 0], [1, 0], [1, 1]] }
// biome-ignore format: a ring reads better in one line
const airport = { name: 'Airport', ring: [[2, 2], [3, 2], [3, 3]] }
const run = { name: 'Run', from: centre, to: airport, bothWays: true, price: 30 }
const bridge = { name: 'Bridge', from: centre, to: null, bothWays: true, price: 1.35 }
const night = {
  concept: 'night',
  fromMinute: 1320,
  toMinute: 360,
  weekdays: [],
  onHolidays: false,
  flagFall: 3,
  perKm: 1.3,
  perMinute: 0,
  minimum: 0,
  percent: 12.5,
}

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(`
    insert into tenant (id, subdomain, name) values (1, 'one', 'One');
    insert into fleet (tenant_id, id, fleet_name, fleet_long_name, lat, lon)
      select 1, n, 'Fleet', 'Fleet', 40, -3 from generate_series(1, 200) n;
    insert into tariff (tenant_id, id, id_fleet, area, name, valid_from, valid_to, flag_fall, per_km, airport_supplement)
      values (1, 1, 1, null, 'Old', '2025-01-01', '2026-01-01', 2, 1, 0),
             (1, 2, 1, null, 'New', '2026-01-01', null, 2.55, 1.15, 5.5),
             (1, 3, 1, '${JSON.stringify(airport)}', 'Airport', '2026-01-01', null, 3, 1.2, 0);
    update tariff set special_rates = '${JSON.stringify([night])}', airports = '${JSON.stringify([airport])}',
      fixed_routes = '${JSON.stringify([run])}', tolls = '${JSON.stringify([bridge])}' where id = 2;
    insert into tariff_holiday (tenant_id, id_fleet, day)
      values (1, 1, '2026-03-01'), (1, 1, '2026-03-02'), (1, 1, '2026-03-04'), (1, 1, '2026-12-25'), (1, 2, '2026-03-02');
    insert into tariff (tenant_id, id, id_fleet, name, valid_from)
      select 1, f * 1000 + n, f, 'Many', date '2000-01-01' + n from generate_series(2, 200) f, generate_series(1, 50) n;
    analyze;`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const tariffsAt = (time: string) => database.inTenant(1, (tx) => fleetTariffs(tx, [1, 999], Date.parse(time)))

it('returns a fleet’s whole tariffs, with the holidays around the day', async () => {
  const [fleet, ...others] = await tariffsAt('2026-03-02T23:30:00Z')
  expect(others).toEqual([])
  expect(fleet).toMatchObject({ idFleet: 1, timeZone: 'Europe/Madrid', priceProtocol: 1, estimatedMinPrice: null })
  expect(fleet?.tariffs).toEqual([
    {
      area: null,
      validFrom: '2026-01-01',
      validTo: null,
      currency: 'EUR',
      rates: { flagFall: 2.55, perKm: 1.15, perMinute: 0, minimum: 0, percent: 0 },
      specialRates: [night],
      holidays: ['2026-03-01', '2026-03-02'],
      airportSupplement: 5.5,
      airports: [airport],
      fixedRoutes: [run],
      tolls: [bridge],
    },
    expect.objectContaining({ area: airport, specialRates: [], fixedRoutes: [], tolls: [] }),
  ])
})

it('returns both tariffs where one replaces the other, since the local day may be either', async () => {
  const names = async (time: string) => (await tariffsAt(time))[0]?.tariffs.map(({ validFrom }) => validFrom)
  expect(await names('2025-12-31T23:30:00Z')).toEqual(['2026-01-01', '2026-01-01', '2025-01-01'])
  expect(await names('2025-12-01T12:00:00Z')).toEqual(['2025-01-01'])
  expect(await names('2024-06-01T12:00:00Z')).toEqual([])
})

it('finds tariffs by index among those of many fleets', async () => {
  const { rows } = await owner.query(
    `explain select from tariff where tenant_id = 1 and id_fleet = 7 and valid_from <= '2000-02-01'`,
  )
  expect(JSON.stringify(rows)).toContain('tariff_of_fleet')
})

it.each([
  ['a rate', 'special_rates', [{ ...night, perKm: -1 }]],
  ['a fixed price', 'fixed_routes', [{ ...run, price: -1 }]],
  ['a toll', 'tolls', [{ ...bridge, price: -0.01 }]],
])('rejects %s below zero', async (_, column, value) => {
  const negative = owner.query(`update tariff set ${column} = $1 where id = 2`, [JSON.stringify(value)])
  await expect(negative).rejects.toThrow(/violates check constraint/)
})
