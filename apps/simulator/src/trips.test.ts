import { rowsOf } from '@parada/db/database'
import { putRequest, trips } from '@parada/db/queries/trips'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type House, startHouse } from './testing-simulator.ts'

// A server, a database and a simulator have to start, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const patience = { timeout: 90_000, interval: 100 }
const demo = { id: 1, subdomain: 'demo' }

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

const count = async (text: string) => {
  const rows = await house.database.inTenant(demo.id, (tx) => rowsOf<{ n: number }>(tx, { text, values: [] }))
  return rows[0]?.n ?? 0
}

it('parks cars, rents vehicles, sells tickets and records routes by the suppliers’ API alone, and fulfils a desk’s request', async () => {
  const args = ['--speed', '600', '--faults', '0', '--calls-per-minute', '6']
  const suppliers = await house.simulate([], args, [13, 22, 1, 41])
  const ended = (table: string, supplier: string, status: number) =>
    `select count(*)::int as n from ${table} where reference like '${supplier}-%' and status = ${status}
       and price_customer > 0 and version > 1`
  await vi.waitFor(async () => {
    expect(await count(ended('parking_booking', 'P13', 30))).toBeGreaterThan(0)
    expect(await count(ended('mobility_booking', 'M22', 4))).toBeGreaterThan(0)
    expect(await count(ended('ticket', 'T1', 2))).toBeGreaterThan(0)
    // At this speed most routes are faster than any car and need a review. The demo's own routes have six-digit
    // numbers.
    const measured = `select count(*)::int as n from route_tracking r join route_path p on p.id_route = r.id
      where reference like 'R41-%' and reference !~ '^R41-[0-9]{6}$' and status in (-200, 200, 300) and distance_meters > 0`
    expect(await count(measured)).toBeGreaterThan(0)
  }, patience)

  // At this speed a vehicle is seldom free for long, so requests are repeated until one succeeds.
  const statuses: number[] = []
  await vi.waitFor(async () => {
    const asked = await house.database.inTenant(demo.id, async (tx) => {
      const work = { tx, tenant: demo, by: { who: 'Test' }, now: new Date() }
      const { sign } = await tx
        .selectFrom('free_vehicle')
        .select('sign')
        .where('id_supplier', '=', 22)
        .orderBy('at', 'desc')
        .executeTakeFirstOrThrow()
      const trip = await trips.mobility.insert(work, 'book', {
        ...{ status: 1, idSupplier: 22, idWhiteLabel: 1, vehicleSign: sign, timeInit: Date.now(), entryChannel: 20 },
      })
      putRequest(work, { idSupplier: 22, mode: 'mobility', idTrip: trip.id, what: 'reserve' })
      return trip.id
    })
    await vi.waitFor(async () => {
      const trip = await house.database.inTenant(demo.id, (tx) => trips.mobility.read(tx, demo.id, asked))
      expect(trip?.reference).toMatch(/^M22-/)
      statuses.push(trip?.status ?? 0)
    }, patience)
    expect(statuses).not.toEqual(statuses.filter((status) => status === 5))
  }, patience)
  expect(suppliers.said()).not.toContain('warning')
})
