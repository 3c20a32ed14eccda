import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Desk, fleets, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

type Kind = 'operator' | 'dispatcher' | 'business' | 'supplier'
const add = (id: number, idFleet: number, as: Kind = 'operator') =>
  desk.ask('PUT', `/services/demo/${id}/addFleet/${idFleet}`, undefined, as)

it('adds a fleet to those that the booking may be handed to, once (P-135, B-166)', async () => {
  const { id } = await desk.book()
  const path = `/services/demo/${id}/addFleet/31`
  const events = await desk.eventsOf(async () => {
    expect((await desk.put(path, {})).meta.code).toBe(400)
    const { response } = await desk.ask<{ booking: object }>('PUT', path)
    expect(response?.booking).toMatchObject({ fleetsFiltered: '29,31', idFleet: 29 })
    expect((await desk.ask('PUT', path)).status).toBe(200)
  })
  expect(events).toEqual([['fleet.29', 10]])
  expect(desk.bookingOf(await desk.act('redispatch', { id }))).toMatchObject({ idFleet: 31 })
  expect((await desk.ask('PUT', path)).status).toBe(409)
})

it('addFleetByPA allows adding fleets to bookings of the named accounts, whatever their fleet (P-029)', async () => {
  const named = await desk.book({ idPaymentAccount: 101 })
  const other = await desk.book({ idPaymentAccount: 103 })
  const none = await desk.book()
  expect((await add(named.id, 36, 'business')).status).toBe(200)
  expect(await desk.stored(named.id)).toMatchObject({ fleets_filtered: '29,36' })
  expect((await add(other.id, 36, 'business')).status).toBe(404)
  expect((await add(none.id, 36, 'business')).status).toBe(404)
})

it('an unreadable addFleetByPA allows nothing and is logged (P-030)', async () => {
  const { id } = await desk.book({ idPaymentAccount: 101 })
  await desk.permit('business', 'addFleetByPA', 'all')
  desk.server.logged.length = 0
  expect((await add(id, 36, 'business')).status).toBe(404)
  expect(desk.server.logged.join('')).toContain('addFleetByPA')
  await desk.permit('business', 'addFleetByPA', '{"paymentAccounts":[{"id":101}]}')
  expect((await add(id, 36, 'business')).status).toBe(200)
})

it('addFleet applies to the bookings that the user may see', async () => {
  const { id } = await desk.book()
  expect((await add(id, 36, 'dispatcher')).status).toBe(403)
  await desk.permit('dispatcher', 'addFleet', 'true')
  expect((await add(id, 36, 'dispatcher')).status).toBe(200)
  const other = await desk.book({ idFleet: fleets.others })
  expect((await add(other.id, 29, 'dispatcher')).status).toBe(404)
  expect((await add(id, 36, 'supplier')).status).toBe(403)
})

it('refuses a user who may see the booking but add fleets only for other accounts', async () => {
  const { id } = await desk.book({ idPaymentAccount: 103 })
  await desk.permit('business', 'viewServiceByFleet', '29')
  expect((await add(id, 36, 'business')).status).toBe(403)
})

it('refuses a fleet that is unknown, inactive or of another tenant', async () => {
  const { id } = await desk.book()
  await desk.owner.query('update fleet set status = 0 where tenant_id = 1 and id = 44')
  for (const idFleet of [999_999, 61, 44])
    expect((await add(id, idFleet)).meta).toMatchObject({ code: 400, field: 'idFleet' })
  expect((await add(999_999_999, 31)).status).toBe(404)
})
