import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atocha, type BookingAnswer, type Desk, hours, minutes, openDesk, sol } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

const change = (id: number, body: object, as?: 'dispatcher') =>
  desk.put<{ booking: BookingAnswer }>(`/services/demo/${id}/dispatchInfo`, body, as)

describe('an edit of the dispatch info', () => {
  it('changes route, start and terms, and reschedules the waiting order (B-163)', async () => {
    const { id, version } = await desk.book({ timePreDispatch: 30 })
    const start = desk.now() + hours(5)
    const chamberi = { addressField: 'Plaza de Chamberí, Madrid', lat: 40.4349, lon: -3.6974 }
    const events = await desk.eventsOf(async () => {
      const { response } = await change(id, {
        version,
        timeBookingStart: start,
        asap: false,
        origin: chamberi,
        destination: sol,
        stops: '40.42,-3.7',
        taxiFeatures: '3',
        timePreDispatch: 60,
      })
      expect(response?.booking).toMatchObject({
        version: version + 1,
        timeBookingStart: start,
        origin: chamberi,
        destination: sol,
        stops: '40.42,-3.7',
        taxiFeatures: '3',
        timePreDispatch: 60,
      })
    })
    expect(events).toEqual([['fleet.29', 10]])
    expect((await desk.orders(id))[0]?.due_at.getTime()).toBe(start - minutes(60))
  })

  it('is sent to a fleet that already has the order', async () => {
    const { id } = await desk.book({ timeBookingStart: desk.now(), asap: true })
    await desk.owner.query(`update supplier_order set state = 'sent', attempts = 1 where id_booking = $1`, [id])
    await change(id, { destination: sol })
    const told = await desk.rows(
      `select 1 from outbox o join supplier_order s on s.id::text = o.payload ->> 'idOrder'
       where s.id_booking = $1 and o.payload ->> 'what' = 'amend'`,
      [id],
    )
    expect(told).toHaveLength(1)
  })

  it('sets the start to now when it becomes asap', async () => {
    const { id } = await desk.book()
    expect((await change(id, { asap: true })).response?.booking).toMatchObject({
      asap: true,
      timeBookingStart: desk.now(),
    })
  })

  it.each([
    ['14 minutes ahead', minutes(14), 'problems.dateTooEarly'],
    ['exactly 15 minutes ahead', minutes(15), 'problems.dateTooEarly'],
    ['31 days ahead', 31 * hours(24), 'problems.startOutOfRange'],
  ])('refuses a start %s and writes nothing', async (_, ahead, problem) => {
    const { id } = await desk.book()
    const before = await desk.written()
    const { meta } = await change(id, { timeBookingStart: desk.now() + ahead })
    expect(meta).toMatchObject({ code: 400, field: 'timeBookingStart', problem })
    expect(await desk.written()).toBe(before)
  })

  it('allows a start 16 minutes ahead', async () => {
    const { id } = await desk.book()
    expect((await change(id, { timeBookingStart: desk.now() + minutes(16) })).status).toBe(200)
  })

  it('does not check a start that stays the same', async () => {
    const { id, timeBookingStart } = await desk.book({ timeBookingStart: desk.now() + minutes(20) })
    await desk.become(id, { time_booking_start: new Date(desk.now() + minutes(5)) })
    expect(timeBookingStart).toBe(desk.now() + minutes(20))
    const same = { timeBookingStart: desk.now() + minutes(5), asap: false, destination: sol }
    expect((await change(id, same)).response?.booking.destination).toMatchObject(sol)
  })

  it.each([
    ['origin', { origin: null }, 'origin'],
    ['half an origin', { origin: { ...sol, lon: null } }, 'origin'],
    ['half a destination', { destination: { ...atocha, lat: 0 } }, 'destination'],
    ['stops', { stops: 'x' }, 'stops'],
    ['features', { taxiFeatures: 'x' }, 'taxiFeatures'],
    ['lead', { timePreDispatch: 361 }, 'timePreDispatch'],
    ['field', { idFleet: 31 }, 'idFleet'],
  ])('refuses an invalid value: %s', async (_, body, field) => {
    const { id } = await desk.book()
    expect((await change(id, body)).meta).toMatchObject({ code: 400, field })
  })
})

describe('status 416', () => {
  it.each([
    ['assigned', { status: 20, status_dispatch: 955 }, true],
    ['on its way', { status: 20, status_dispatch: 2000 }, true],
    ['on board', { status: 20, status_dispatch: 2500 }, false],
    ['waiting for its price', { status: 20, status_dispatch: 2800 }, false],
    ['finished', { status: 30 }, false],
    ['cancelled', { status: -40 }, false],
  ])('is returned for an edit of a booking that is %s (B-163)', async (_, columns, allowCancelAndCreate) => {
    const { id } = await desk.book()
    await desk.become(id, columns)
    const before = await desk.written()
    expect((await change(id, { destination: sol })).meta).toMatchObject({
      code: 416,
      errorMessage: expect.any(String),
      allowCancelAndCreate,
    })
    expect(await desk.written()).toBe(before)
    expect((await desk.get(`/services/demo/${id}`)).response?.booking.allowCancelAndCreate).toBe(allowCancelAndCreate)
  })

  it('is returned once the start is more than 30 minutes ago', async () => {
    const { id } = await desk.book()
    await desk.become(id, { time_booking_start: new Date(desk.now() - minutes(30)) })
    expect((await change(id, { destination: sol })).status).toBe(200)
    await desk.become(id, { time_booking_start: new Date(desk.now() - minutes(31)) })
    expect((await change(id, { destination: atocha })).meta).toMatchObject({ code: 416, allowCancelAndCreate: true })
  })

  it('is not returned to a user who may not see the booking', async () => {
    const { id } = await desk.book({ idFleet: 36 })
    await desk.become(id, { status: 30 })
    expect((await change(id, { destination: sol }, 'dispatcher')).status).toBe(404)
  })
})
