import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { taxiPositions } from './trajectories.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(`
    insert into tenant (id, subdomain, name) values (1, 'one', 'One'), (2, 'two', 'Two');
    insert into fleet (tenant_id, id, fleet_name, fleet_long_name, lat, lon)
      select tenant, id, 'Invented', 'Invented', 40, -3 from (values (1, 29), (1, 31), (2, 29)) as given (tenant, id);
    insert into booking (tenant_id, id, status, id_fleet, origin, asap, time_booking_start)
      select tenant, id, status, fleet, '{}', true, now()
      from (values (1, 11, 20, 29), (1, 12, 10, 31), (1, 13, 30, 29), (1, 14, 20, 29), (2, 21, 20, 29))
        as given (tenant, id, status, fleet);
    insert into trajectory (tenant_id, id_booking, at, lat, lon, eta_minutes)
      select tenant_id, id, '2026-11-15T08:00:00Z'::timestamptz + make_interval(mins => id::int), 40, -3, id
      from booking where id <> 14`)
  await owner.end()
})
afterAll(() => database.drop())

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 8, minute))
const all = 'all' as const

it.each([
  ['every taxi on a booking alive', 1, all, at(0), [11, 12]],
  ['those of some fleets', 1, new Set([29]), at(0), [11]],
  ['none without fleets', 1, new Set<number>(), at(0), []],
  ['those heard of since', 1, all, at(12), [12]],
  ['none of another tenant', 2, all, at(0), [21]],
])('returns %s', async (_, tenant, fleets, since, ids) => {
  const positions = await database.inTenant(tenant, (tx) => taxiPositions(tx, fleets, since))
  expect(positions.map(({ id }) => id)).toEqual(ids)
})

it('returns position, time and remaining minutes', async () => {
  const [first] = await database.inTenant(1, (tx) => taxiPositions(tx, all, at(0)))
  expect(first).toEqual({
    ...{ id: 11, lat: 40, lon: -3, etaMinutes: 11, at: at(11).getTime() },
    ...{ heading: null, idSupplierTaxi: null, statusDispatch: null },
  })
})
