import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, minutes, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

describe('confirming', () => {
  it.each([
    ['phoneNumberPassenger', 'phoneNumberPassenger', '   '],
    ['fleet', 'idFleet', null],
    ['id', 'id', undefined],
    ['origin', 'origin', null],
    ['paymentMethod', 'paymentMethod', null],
  ])('is refused without %s, and the booking stays in the wizard (B-018)', async (name, sent, value) => {
    const { id } = await desk.create()
    const before = await desk.written()
    const booking = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001', [sent]: value }
    const { meta } = await desk.act('confirm', booking)
    expect(meta).toMatchObject({ code: 400, field: name, errorMessage: expect.stringMatching(name) })
    expect(await desk.written()).toBe(before)
  })

  it('sends the order, stores the messages and notifies the desks', async () => {
    const { id } = await desk.create({ timeBookingStart: desk.now(), passengerName: 'Lucía Invented' })
    const events = await desk.eventsOf(async () => {
      const sent = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001', fleetsFiltered: '29,31' }
      const more = { messages: [{ message: 'Two suitcases', readers: '70,80,90' }] }
      const { response } = await desk.act('confirm', sent, { more })
      expect(response?.booking).toMatchObject({
        status: 10,
        version: 2,
        idFleet: fleets.madrid,
        fleetsFiltered: '29,31',
        passengerName: 'Lucía Invented',
        asap: true,
        allowCancelAndCreate: true,
        metadata: { timeServiceDispatched: desk.now() },
      })
      expect(response?.booking.distanceMeters).toBeGreaterThan(1_000)
    })
    expect(events).toEqual([['fleet.29', 10]])
    expect(await desk.orders(id)).toMatchObject([{ id_fleet: 29, state: 'waiting' }])
    expect(await desk.messages(id)).toMatchObject([
      { message: 'Two suitcases', readers: '70,80,90', sender: 80, user_name: 'Ana Pérez', id_supplier: '29' },
    ])
    const { response } = await desk.get<{ services: { id: number }[] }>('/services/demo/alive/fleet')
    expect(response?.services.find((one) => one.id === id)).toMatchObject({ status: 10, fleet: expect.any(String) })
  })

  it('lets a user who may add fleets for an account book with any fleet, for that account only', async () => {
    const [own, other] = await desk.server.database.inTenant(1, (tx) =>
      Promise.all(
        [101, 103].map((account) =>
          tx
            .insertInto('customer_authorization')
            .values({
              tenant_id: 1,
              id_payment_account: account,
              subscriber_code: '6199',
              user_number: String(account),
              status: 1,
            })
            .returning('id')
            .executeTakeFirstOrThrow(),
        ),
      ),
    )
    await desk.permit('business', 'addFleetByPA', '{"paymentAccounts":[{"id":101}]}')
    const confirm = async (idAuthorization: number | undefined) => {
      const { id } = await desk.create({ idAuthorization }, 'business')
      const sent = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
      return (await desk.act('confirm', sent, { as: 'business' })).meta.code
    }
    expect([await confirm(own?.id), await confirm(other?.id), await confirm(undefined)]).toEqual([200, 403, 403])
    const listed = async (account: number) =>
      (
        await desk.get<{ fleets: object[] }>(
          `/fleets/demo/permission/addFleetByPA?idPaymentAccount=${account}`,
          'business',
        )
      ).response?.fleets.length ?? 0
    expect(await listed(101)).toBeGreaterThan(0)
    expect(await listed(103)).toBe(0)
  })

  it('stores the customer’s price that a user enters, if they have the permission', async () => {
    const sent = { idFleet: fleets.madrid, phoneNumberPassenger: '600000001', priceCustomerTotal: 25 }
    const refused = await desk.act('confirm', { ...sent, id: (await desk.create()).id })
    expect(refused.meta.code).toBe(403)
    const { id } = await desk.create({}, 'everything')
    const negative = await desk.act('confirm', { ...sent, id, priceCustomerTotal: -1 }, { as: 'everything' })
    expect(negative.meta).toMatchObject({ code: 400, field: 'priceCustomerTotal' })
    const { response } = await desk.act('confirm', { ...sent, id }, { as: 'everything' })
    expect(response?.booking).toMatchObject({ priceCustomerTotal: 25, priceCustomerType: 4 })
  })

  it('delays the order until the requested pre-dispatch time, or else the fleet’s default', async () => {
    const asked = await desk.book({ timePreDispatch: 40 })
    expect((await desk.orders(asked.id))[0]?.due_at.getTime()).toBe(asked.timeBookingStart - minutes(40))
    expect(asked).toMatchObject({ metadata: { timeServiceDispatched: null } })
    const plain = await desk.book()
    expect(plain.timePreDispatch).toBe(15)
    expect((await desk.orders(plain.id))[0]?.due_at.getTime()).toBe(plain.timeBookingStart - minutes(15))
  })

  it('is allowed only to the user who is making the booking', async () => {
    const { id } = await desk.create()
    const sent = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
    expect((await desk.act('confirm', sent, { as: 'everything' })).status).toBe(404)
    expect((await desk.act('confirm', sent, { as: 'dispatcher' })).status).toBe(404)
    expect((await desk.act('confirm', sent)).status).toBe(200)
  })

  it('is refused a second time from the wizard, because it names no taxi', async () => {
    const { id } = await desk.book()
    const again = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
    expect((await desk.act('confirm', again)).meta).toMatchObject({ code: 400, field: 'idSupplierTaxi' })
    expect(await desk.stored(id)).toMatchObject({ status: 10, version: 2 })
  })

  it.each([
    ['policy', { fleetFilterPolicy: 'LIMOUSINE' }, 'fleetFilterPolicy'],
    ['promise', { promisedPrice: -1 }, 'promisedPrice'],
  ])('refuses an invalid %s', async (_, change, field) => {
    const { id } = await desk.create()
    const sent = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001', ...change }
    expect((await desk.act('confirm', sent)).meta).toMatchObject({ code: 400, field })
  })

  it('keeps policy, promise and features as they were sent', async () => {
    const promise = { promisedArrival: desk.now() + minutes(10), promisedPrice: 14.5 }
    const booking = await desk.book({
      fleetFilterPolicy: 'VTC_TAXI',
      taxiFeatures: '3,5',
      stops: '40.41,-3.7',
      ...promise,
    })
    expect(booking).toMatchObject({
      fleetFilterPolicy: 'VTC_TAXI',
      taxiFeatures: '3,5',
      stops: '40.41,-3.7',
      ...promise,
    })
  })
})

describe('a taxi confirmed by hand', () => {
  it('confirms the booking, for users who may confirm for its fleet', async () => {
    const { id } = await desk.book({ idFleet: fleets.manual })
    const taxi = { id, idSupplierTaxi: 77, phoneNumberSupplier: '600000077' }
    expect((await desk.act('confirm', taxi, { as: 'dispatcher' })).status).toBe(404)
    const events = await desk.eventsOf(() => desk.act('confirm', taxi))
    expect(events).toEqual([['fleet.134', 20]])
    expect((await desk.get(`/services/demo/${id}`)).response?.booking).toMatchObject({
      status: 20,
      idSupplierTaxi: 77,
      phoneNumberSupplier: '600000077',
    })
    expect((await desk.act('confirm', taxi)).status).toBe(409)
  })

  it.each([
    ['held back', fleets.madrid, { isBlocked: true }, -9999, 2000],
    ['sent to a fleet', fleets.madrid, {}, 1200, 2000],
    ['of a fleet that is rung by hand', fleets.manual, {}, -8000, -8000],
  ])('ends the wait for a taxi on a booking %s', async (_, idFleet, more, before, after) => {
    const booked = await desk.book({ idFleet }, more)
    expect(booked.statusDispatch).toBe(before)
    const { response } = await desk.act('confirm', { id: booked.id, idSupplierTaxi: 77 })
    expect(response?.booking).toMatchObject({ status: 20, statusDispatch: after })
  })

  it('is refused from a user who may only dispatch', async () => {
    const { id } = await desk.book({ idFleet: fleets.byMail })
    expect((await desk.act('confirm', { id, idSupplierTaxi: 77 }, { as: 'dispatcher' })).status).toBe(403)
  })
})
