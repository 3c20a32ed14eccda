import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, minutes, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

describe('dispatching', () => {
  it.each([
    ['a fleet that is rung by a person', { idFleet: fleets.manual }, {}, -8000, []],
    ['a booking held back', { idFleet: fleets.madrid }, { isBlocked: true }, -9999, []],
    ['a manual booking held back', { idFleet: fleets.manual }, { isBlocked: true }, -9999, []],
    ['a fleet with a system', { idFleet: fleets.corredor, enableCommitment: false }, {}, 949, ['waiting']],
    ['a fleet that commits itself', { idFleet: fleets.corredor, enableCommitment: true }, {}, 1200, ['waiting']],
    ['a fleet that gets mail', { idFleet: fleets.byMail }, {}, 949, ['waiting']],
  ])('stores the dispatch status for %s (B-070)', async (_, change, more, statusDispatch, states) => {
    const booking = await desk.book(change, more)
    expect(booking.statusDispatch).toBe(statusDispatch)
    expect((await desk.orders(booking.id)).map(({ state }) => state)).toEqual(states)
  })

  it('releases a held booking to its fleet, or holds it again', async () => {
    const { id } = await desk.book({}, { isBlocked: true })
    expect((await desk.act('dispatch', { id }, { more: { isBlocked: true } })).response?.booking.statusDispatch).toBe(
      -9999,
    )
    const events = await desk.eventsOf(async () => {
      const { response } = await desk.act('dispatch', { id })
      expect(response?.booking).toMatchObject({ status: 10, idFleet: 29, statusDispatch: 1200 })
    })
    expect(events).toEqual([['fleet.29', 10]])
    expect(await desk.orders(id)).toMatchObject([{ id_fleet: 29, state: 'waiting' }])
  })

  it('to another fleet withdraws the order from the first and notifies the desks of both', async () => {
    const { id } = await desk.book({ fleetsFiltered: '29,31' })
    const events = await desk.eventsOf(() => desk.act('dispatch', { id, idFleet: 31 }))
    expect(events.toSorted()).toEqual([
      ['fleet.29', 10],
      ['fleet.31', 10],
    ])
    expect(await desk.orders(id)).toMatchObject([
      { id_fleet: 29, state: 'withdrawn' },
      { id_fleet: 31, state: 'waiting' },
    ])
    expect(await desk.stored(id)).toMatchObject({ id_fleet: '31', fleets_filtered: '29,31', price_customer_type: 3 })
  })

  it.each([
    ['on its way', { status: 10, status_dispatch: 2000 }],
    ['confirmed', { status: 20, status_dispatch: 955 }],
    ['over', { status: 30 }],
  ])('refuses a booking that is %s', async (_, columns) => {
    const { id } = await desk.book()
    await desk.become(id, columns)
    const before = await desk.written()
    expect((await desk.act('dispatch', { id })).status).toBe(409)
    expect(await desk.written()).toBe(before)
  })

  it('requires an existing booking, an active fleet and a valid pre-dispatch time', async () => {
    const { id } = await desk.book()
    await desk.owner.query('update fleet set status = 0 where tenant_id = 1 and id = 41')
    const wrong = async (booking: object) => (await desk.act('dispatch', { ...booking })).meta
    expect(await wrong({})).toMatchObject({ code: 400, field: 'id' })
    expect(await wrong({ id: 999_999_999 })).toMatchObject({ code: 404 })
    expect(await wrong({ id, idFleet: 41 })).toMatchObject({ code: 400, field: 'idFleet' })
    expect(await wrong({ id, idFleet: 61 })).toMatchObject({ code: 400, field: 'idFleet' })
    expect(await wrong({ id, timePreDispatch: -1 })).toMatchObject({ code: 400, field: 'timePreDispatch' })
  })
})

describe('the next fleet', () => {
  it('takes over with a new booking, and the old one ends as handed over (B-071, P-135)', async () => {
    const first = await desk.book({ fleetsFiltered: '29,31,87', notes: 'Ring twice' })
    await desk.become(first.id, {
      status: 20,
      status_dispatch: 955,
      id_supplier_taxi: 7,
      phone_number_supplier: '600000007',
    })
    let next = first
    const events = await desk.eventsOf(async () => {
      next = desk.bookingOf(await desk.act('redispatch', { id: first.id }))
    })
    expect(await desk.stored(first.id)).toMatchObject({ status: -10, id_supplier_taxi: 7 })
    expect(next).toMatchObject({
      status: 10,
      idFleet: 31,
      fleetsFiltered: '29,31,87',
      idPrevious: first.id,
      notes: 'Ring twice',
      statusDispatch: 1200,
      idSupplierTaxi: null,
      phoneNumberSupplier: '',
    })
    expect(await desk.orders(first.id)).toMatchObject([{ id_fleet: 29, state: 'withdrawn' }])
    expect(await desk.orders(next.id)).toMatchObject([{ id_fleet: 31, state: 'waiting' }])
    expect(events).toContainEqual(['fleet.29', -10])
    expect(events).toContainEqual(['fleet.31', 10])

    const last = desk.bookingOf(await desk.act('redispatch', { id: next.id }))
    expect(last.idFleet).toBe(87)
    expect((await desk.act('redispatch', { id: last.id })).meta).toMatchObject({ code: 400, field: 'fleetsFiltered' })
  })

  it('may be chosen, and is then added to the booking’s fleets', async () => {
    const { id } = await desk.book()
    const next = desk.bookingOf(await desk.act('redispatch', { id, idFleet: fleets.manual }))
    expect(next).toMatchObject({ idFleet: 134, statusDispatch: -8000, fleetsFiltered: '134,29' })
  })

  it('cannot take over once the passenger is on board or the ride is over', async () => {
    const { id } = await desk.book({ fleetsFiltered: '29,31' })
    await desk.become(id, { status: 20, status_dispatch: 2500 })
    expect((await desk.act('redispatch', { id })).status).toBe(409)
    await desk.become(id, { status: 30 })
    expect((await desk.act('redispatch', { id })).status).toBe(409)
  })

  it('keeps the pre-dispatch time and the promise of the booking it takes over', async () => {
    const first = await desk.book({ fleetsFiltered: '29,31', timePreDispatch: 45, promisedPrice: 9 })
    const next = desk.bookingOf(await desk.act('redispatch', { id: first.id }))
    expect(next).toMatchObject({ timePreDispatch: 45, promisedPrice: 9 })
    expect((await desk.orders(next.id))[0]?.due_at.getTime()).toBe(first.timeBookingStart - minutes(45))
  })
})

describe('a user who dispatches for some fleets', () => {
  it('can send bookings only to those fleets (B-155)', async () => {
    const { id } = await desk.book({ fleetsFiltered: '29,36' })
    expect((await desk.act('dispatch', { id, idFleet: fleets.others }, { as: 'dispatcher' })).status).toBe(403)
    expect((await desk.act('dispatch', { id, fleetsFiltered: '29,44' }, { as: 'dispatcher' })).status).toBe(403)
    expect((await desk.act('redispatch', { id }, { as: 'dispatcher' })).status).toBe(403)
    expect((await desk.act('dispatch', { id, idFleet: fleets.corredor }, { as: 'dispatcher' })).status).toBe(200)
  })

  it('may keep fleets in the list that others have added', async () => {
    const { id } = await desk.book({ fleetsFiltered: '29,36,31' })
    expect((await desk.act('dispatch', { id }, { as: 'dispatcher' })).response?.booking.fleetsFiltered).toBe('29,36,31')
  })

  it('does not see the bookings of other fleets', async () => {
    const { id } = await desk.book({ idFleet: fleets.others })
    expect((await desk.act('dispatch', { id, idFleet: fleets.madrid }, { as: 'dispatcher' })).status).toBe(404)
  })

  it('can send to any fleet with the permission for it', async () => {
    const { id } = await desk.book()
    await desk.permit('dispatcher', 'dispatchServiceToAnyFleet', 'true')
    expect((await desk.act('dispatch', { id, idFleet: fleets.others }, { as: 'dispatcher' })).status).toBe(200)
    await desk.permit('dispatcher', 'dispatchServiceToAnyFleet', null)
  })
})
