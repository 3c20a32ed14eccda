import { afterAll, beforeAll, expect, it } from 'vitest'
import { atocha, type Desk, fleets, minutes, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

it('takes a caller’s booking through dispatch, edit, confirmation and finish (P-133)', async () => {
  const { id } = await desk.book(
    { idCaller: 10_001, asap: true, timeBookingStart: desk.now(), idFleet: fleets.manual },
    { isBlocked: true },
  )
  const dispatched = desk.bookingOf(await desk.act('dispatch', { id }))
  expect(dispatched).toMatchObject({ status: 10, statusDispatch: -8000, idCaller: 10_001 })
  const wrapper = { booking: { version: dispatched.version, notes: 'At the back door' } }
  expect((await desk.put(`/services/demo/${id}`, wrapper)).response?.booking).toMatchObject({
    notes: 'At the back door',
  })
  expect((await desk.act('confirm', { id, idSupplierTaxi: 5 })).response?.booking).toMatchObject({ status: 20 })
  desk.server.clock.now = new Date(desk.now() + minutes(20))
  const finished = await desk.put(`/bookings/demo/${id}/finish`, { booking: { priceSupplierTotal: 12 } })
  expect(finished.response?.booking).toMatchObject({ status: 30, priceSupplierTotal: 12 })
  expect((await desk.journal(id)).map(({ action }) => action)).toEqual([
    'create',
    'confirm',
    'dispatch',
    'edit',
    'accept',
    'finish',
  ])
})

it('hands a booking on an authorization to another fleet and cancels it there (P-133)', async () => {
  const [authorization] = await desk.rows<{ id: string }>(
    `select min(id) as id from customer_authorization where tenant_id = 1 and status = 1 and subscriber_code = '6104'
       and valid_from_date is null and expiration_date is null and available_times_left is null`,
  )
  const first = await desk.book({ idAuthorization: Number(authorization?.id), fleetsFiltered: '29,31' })
  const next = desk.bookingOf(await desk.act('redispatch', { id: first.id }))
  expect(next).toMatchObject({ idFleet: 31, idAuthorization: Number(authorization?.id) })
  const cancelled = await desk.put(`/services/demo/${next.id}/cancel`, { cancellationReasonCode: 'client_cancelled' })
  expect(cancelled.response?.booking).toMatchObject({ status: -40 })
})

it('measures the distance through the stops', async () => {
  const straight = await desk.book({ destination: atocha })
  const around = await desk.book({ destination: atocha, stops: '40.45,-3.69' })
  expect(Number(around.distanceMeters)).toBeGreaterThan(Number(straight.distanceMeters))
})
