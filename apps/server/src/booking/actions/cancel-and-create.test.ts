import { afterAll, beforeAll, expect, it } from 'vitest'
import { atocha, type Desk, fleets, hours, minutes, openDesk, sol } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

type Kind = 'operator' | 'dispatcher' | 'business'
const replace = (id: number, change: object = {}, as: Kind = 'operator') =>
  desk.ask<{ service: { id: number } }>(
    'POST',
    '/services/asistencia-cancel-create',
    { id, origin: atocha, destination: sol, timeBookingStart: desk.now() + hours(4), ...change },
    as,
  )

it('replaces a booking with a new one and returns its id (B-177, L-245)', async () => {
  const { id } = await desk.book({ passengerName: 'Lucía Invented' })
  await desk.become(id, { status: 20, status_dispatch: 2000, id_supplier_taxi: 7 })
  let made = 0
  const events = await desk.eventsOf(async () => {
    const { meta, response } = await replace(id)
    expect(meta).toEqual({ code: 200 })
    expect(response).toEqual({ service: { id: expect.any(Number) } })
    made = response?.service.id ?? 0
  })
  expect(await desk.stored(id)).toMatchObject({ status: -60, time_service_cancelled: new Date(desk.now()) })
  expect((await desk.get(`/services/demo/${made}`)).response?.booking).toMatchObject({
    status: 10,
    idPrevious: id,
    passengerName: 'Lucía Invented',
    origin: atocha,
    destination: sol,
    timeBookingStart: desk.now() + hours(4),
    idSupplierTaxi: null,
    version: 2,
  })
  expect(await desk.orders(id)).toMatchObject([{ state: 'withdrawn' }])
  expect(await desk.orders(made)).toMatchObject([{ state: 'waiting', id_fleet: 29 }])
  expect(events).toContainEqual(['fleet.29', -60])
  expect(events).toContainEqual(['fleet.29', 10])
})

it('starts the new booking now when the start is in the past (B-098)', async () => {
  const { id } = await desk.book()
  const { response } = await replace(id, { timeBookingStart: desk.now() - hours(5) })
  expect((await desk.get(`/services/demo/${response?.service.id}`)).response?.booking).toMatchObject({
    timeBookingStart: desk.now(),
    asap: true,
  })
})

it.each([
  ['a start 31 days ahead', { timeBookingStart: Date.now() + 32 * hours(24) }, 400, 'timeBookingStart'],
  ['half an origin', { origin: { ...sol, lat: 0 } }, 400, 'origin'],
  ['half a destination', { destination: { addressField: 'x' } }, 400, 'destination'],
  ['no origin', { origin: undefined }, 400, 'origin'],
  ['no start', { timeBookingStart: null }, 400, 'timeBookingStart'],
  ['another field', { idFleet: 31 }, 400, 'idFleet'],
])('refuses %s with a message and leaves the booking unchanged (B-177)', async (_, change, code, field) => {
  const { id } = await desk.book()
  const before = await desk.written()
  expect((await replace(id, change)).meta).toMatchObject({ code, field, errorMessage: expect.any(String) })
  expect(await desk.written()).toBe(before)
})

it.each([
  ['on board', { status: 20, status_dispatch: 2500 }],
  ['over', { status: 30 }],
])('refuses a booking that is %s', async (_, columns) => {
  const { id } = await desk.book()
  await desk.become(id, columns)
  expect((await replace(id)).status).toBe(409)
})

it('is allowed only to users with rights to the booking’s fleet, in the tenant of their token', async () => {
  const own = await desk.book()
  const other = await desk.book({ idFleet: fleets.others })
  expect((await replace(own.id, {}, 'business')).status).toBe(403)
  expect((await replace(other.id, {}, 'dispatcher')).status).toBe(404)
  const token = await desk.server.signInAs('everything', 'costa')
  const body = { id: own.id, origin: atocha, destination: sol, timeBookingStart: desk.now() + minutes(60) }
  expect(
    (await desk.server.ask('/api/services/asistencia-cancel-create', { method: 'POST', token, body })).status,
  ).toBe(404)
  expect((await replace(own.id, {}, 'dispatcher')).status).toBe(200)
})
