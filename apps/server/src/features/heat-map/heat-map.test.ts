import type { HeatMap } from '@parada/contract/calls/heat-map'
import { heatStatement } from '@parada/db/queries/heat'
import type { UserKind } from '@parada/db/seed/demo-users'
import { enoughOnWeekday, heatHours } from '@parada/domain/places/heat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, hours, minutes, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
  // Keeps the demo's own past out of the counts.
  await desk.rows("update booking set time_booking_start = time_booking_start - interval '1 year'")
  await desk.rows("delete from supplier_order where state in ('refused', 'silent')")
})
afterAll(() => desk.stop())

const day = hours(24)
/** Half past the current hour, the given number of days ago. */
const daysAgo = (count: number) => (heatHours(desk.now()).starts[count - 1]?.at ?? 0) + minutes(30)
const place = (lat: number, lon: number) => JSON.stringify({ addressField: 'Somewhere', lat, lon })

type Past = {
  at: number
  lat?: number
  lon?: number
  idFleet?: number
  status?: number
  tenant?: number
  times?: number
}
const putBookings = ({
  at,
  lat = 40.41,
  lon = -3.7,
  idFleet = fleets.madrid,
  status = 30,
  tenant = 1,
  times = 1,
}: Past) =>
  desk.rows<{ id: number }>(
    `insert into booking (tenant_id, status, id_fleet, origin, asap, time_booking_start)
     select $1, $2, $3, $4, true, $5 from generate_series(1, $6) returning id`,
    [tenant, status, idFleet, place(lat, lon), new Date(at), times],
  )
const putRefusal = async ({ state = 'refused', ...past }: Past & { state?: string }) => {
  const [booking] = await putBookings({ ...past, at: past.at - 400 * day })
  await desk.rows(
    `insert into supplier_order (tenant_id, id_booking, id_fleet, state, due_at, answered_at) values (1, $1, $2, $3, $4, $4)`,
    [booking?.id, past.idFleet ?? fleets.madrid, state, new Date(past.at)],
  )
}

/** Moves the clock on, because answers are cached for some minutes. */
const letPass = () => {
  desk.server.clock.now = new Date(desk.now() + minutes(6))
}
const ask = async (kind: string, as: UserKind = 'operator') => desk.get<HeatMap>(`/services/demo/heat/${kind}`, as)
const cellsOf = async (kind: string, as?: UserKind) => (await ask(kind, as)).response?.cells
const total = async (kind: string, as?: UserKind) =>
  (await cellsOf(kind, as))?.reduce((sum, { count }) => sum + count, 0)

describe('the demand heat map', () => {
  it('counts the pickups of the last four weeks at this hour in cells of about 150 m', async () => {
    // Starts on the full hour, so that moving the clock on does not leave that hour.
    desk.server.clock.now = new Date(Math.floor(desk.now() / hours(1)) * hours(1))
    expect(await cellsOf('demand')).toEqual([])
    const near = { lat: 40.41, lon: -3.7 }
    await putBookings({ at: daysAgo(1), ...near })
    await putBookings({ at: daysAgo(28), ...near, status: 20 })
    await putBookings({ at: daysAgo(3), lat: 40.42, status: -40 })
    // Too early, too late, too long ago, handed over, replaced and still a draft.
    await putBookings({ at: daysAgo(2) - hours(1) })
    await putBookings({ at: daysAgo(2) + hours(1) })
    await putBookings({ at: daysAgo(28) - day })
    for (const status of [-10, -60, 5]) await putBookings({ at: daysAgo(2), status })
    letPass()
    const cells = await cellsOf('demand')
    expect(cells?.map(({ count }) => count)).toEqual([2, 1])
    const [fullest] = cells ?? []
    const metres = [((fullest?.lat ?? 0) - near.lat) * 111_195, ((fullest?.lon ?? 0) - near.lon) * 111_195 * 0.761]
    expect(Math.max(...metres.map(Math.abs))).toBeLessThanOrEqual(76)
    // The centre of the cell rather than somebody's pickup.
    expect(fullest).not.toMatchObject(near)
  })

  it('gives its hour, and its weekday once that has enough bookings', async () => {
    const { hour, weekday } = heatHours(desk.now())
    expect((await ask('demand')).response).toMatchObject({ hour, weekday: null, cellMetres: 150 })
    await putBookings({ at: daysAgo(7), times: enoughOnWeekday })
    letPass()
    const { response } = await ask('demand')
    expect(response).toMatchObject({ hour, weekday })
    // 28 days ago was the same weekday, so that booking counts too.
    expect(response?.cells.map(({ count }) => count)).toEqual([enoughOnWeekday + 1])
  })

  it('covers the fleets whose bookings the user may see', async () => {
    const before = (await total('demand')) ?? 0
    await putBookings({ at: daysAgo(7), idFleet: fleets.others, times: 3 })
    letPass()
    expect(await total('demand')).toBe(before + 3)
    expect(await total('demand', 'dispatcher')).toBe(before)
    expect(await total('demand', 'newcomer')).toBe(0)
  })

  it('is cached for some minutes', async () => {
    const before = await total('demand')
    await putBookings({ at: daysAgo(7) })
    expect(await total('demand')).toBe(before)
    letPass()
    expect(await total('demand')).toBe((before ?? 0) + 1)
  })

  it('stays within the tenant', async () => {
    const [fleet] = await desk.rows<{ id: number }>('select id::int from fleet where tenant_id = 2 limit 1')
    await putBookings({ at: daysAgo(7), tenant: 2, idFleet: fleet?.id ?? 0, times: 5, lat: 36.7, lon: -4.4 })
    letPass()
    expect((await cellsOf('demand'))?.filter(({ lat }) => lat < 37)).toEqual([])
    const token = await desk.server.signInAs('operator', 'costa')
    const { response } = await desk.server.ask<HeatMap>('/api/services/costa/heat/demand', { token })
    expect(response?.cells.filter(({ lat }) => lat > 40)).toEqual([])
    expect(response?.cells.find(({ lat }) => Math.abs(lat - 36.7) < 0.001)?.count).toBe(5)
  })
})

describe('the refusal heat map', () => {
  it('counts orders that fleets refused or left unanswered, at the time that happened', async () => {
    expect(await cellsOf('refusals')).toEqual([])
    await putRefusal({ at: daysAgo(1) })
    await putRefusal({ at: daysAgo(2), state: 'silent' })
    await putRefusal({ at: daysAgo(2), state: 'withdrawn' })
    await putRefusal({ at: daysAgo(2) + hours(2) })
    letPass()
    expect((await cellsOf('refusals'))?.map(({ count }) => count)).toEqual([2])
  })

  it('covers the user’s fleets', async () => {
    await putRefusal({ at: daysAgo(1), idFleet: fleets.others })
    letPass()
    expect(await total('refusals')).toBe(3)
    expect(await total('refusals', 'dispatcher')).toBe(2)
  })
})

it('rejects an unknown kind, naming the field, and users without access to the map', async () => {
  const { status, meta } = await ask('love')
  expect([status, meta.field]).toEqual([400, 'kind'])
  expect((await ask('demand', 'business')).status).toBe(403)
  expect((await desk.server.ask('/api/services/demo/heat/demand')).status).toBe(401)
})

it.each([
  ['demand', ['booking_alive', 'booking_by_start|booking_ended']],
  ['refusals', ['supplier_order_refused']],
] as const)('reads %s through the index on their time', async (kind, indexes) => {
  const client = await desk.server.database.pool.connect()
  try {
    await client.query("begin; set local parada.tenant = '1'; set local enable_seqscan = off")
    const { text, values } = heatStatement(1, kind, heatHours(desk.now()), new Set([fleets.madrid]))
    const { rows } = await client.query({ text: `explain ${text}`, values: [...values] })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const index of indexes) expect(plan).toMatch(new RegExp(`Index Scan.* (using|on) (${index})`))
    expect(plan).toMatch(/Index Cond: .*(time_booking_start|answered_at) >= h\.start/)
    expect(plan).not.toContain('Seq Scan')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
