import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

describe('an update', () => {
  it('saves the booking and its messages, and notifies the fleet and the desks (B-161)', async () => {
    const { id } = await desk.book({ timeBookingStart: desk.now(), asap: true })
    await desk.owner.query(`update supplier_order set state = 'sent', attempts = 1 where id_booking = $1`, [id])
    const events = await desk.eventsOf(async () => {
      const change = {
        passengerName: 'Lucía Invented',
        notes: 'Ring twice',
        flightNumber: 'XX123',
        tags: ['vip'],
        idCard: 101,
      }
      const { response } = await desk.save(id, change, 'operator', { messages: [{ message: 'Changed the name' }] })
      expect(response?.booking).toMatchObject({ ...change, version: 3, status: 10 })
    })
    expect(events).toEqual([['fleet.29', 10]])
    expect(await desk.messages(id)).toMatchObject([{ message: 'Changed the name' }])
    const [told] = await desk.rows<{ what: string }>(
      `select payload ->> 'what' as what from outbox where kind = 'order' order by id desc limit 1`,
    )
    expect(told?.what).toBe('amend')
  })

  it('changes nothing and notifies nobody when a booking is sent back as it was read', async () => {
    const { id } = await desk.book()
    const { response } = await desk.get(`/services/demo/${id}`)
    const before = await desk.written()
    expect((await desk.put(`/services/demo/${id}`, { booking: response?.booking })).meta).toEqual({ code: 200 })
    expect(await desk.written()).toBe(before)
  })

  it('clears fields that are sent as null, except those that cannot be empty', async () => {
    const { id } = await desk.book({ notes: 'Ring twice', emailPassenger: 'lucia@demo.example' })
    const { response } = await desk.save(id, {
      notes: null,
      emailPassenger: null,
      paymentMethod: null,
      clientType: null,
      tags: null,
    })
    expect(response?.booking).toMatchObject({
      notes: '',
      emailPassenger: '',
      paymentMethod: 11,
      clientType: 'normal',
      tags: [],
    })
  })

  it.each([
    ['card', { idCard: 999_999 }, 'idCard'],
    ['card of no number', { idCard: 0 }, 'idCard'],
    ['telephone', { phoneNumberPassenger: ' ' }, 'phoneNumberPassenger'],
    ['payment method', { paymentMethod: 1 }, 'paymentMethod'],
    ['client type', { clientType: 'nobody' }, 'clientType'],
    ['e-mail', { emailPassenger: '@' }, 'emailPassenger'],
    ['version', { version: null }, 'version'],
    ['price on a live booking', { priceSupplierTotal: 12 }, 'status'],
    ['taxi on a live booking', { idSupplierTaxi: 12 }, 'status'],
    ['message', {}, 'messages.0.message', { messages: [{ message: '\n' }] }],
  ])('refuses a wrong %s and writes nothing', async (_, change, field, more: object = {}) => {
    const { id } = await desk.book()
    const before = await desk.written()
    expect((await desk.save(id, change, 'operator', more)).meta).toMatchObject({ code: 400, field })
    expect(await desk.written()).toBe(before)
  })

  it('does not change fleet, account, route or start, which have API calls of their own', async () => {
    const { id } = await desk.book()
    const before = await desk.stored(id)
    await desk.save(id, {
      idFleet: 31,
      idPaymentAccount: 101,
      timeBookingStart: 0,
      origin: null,
      statusDispatch: 3000,
      idUser: 1,
    })
    expect(await desk.stored(id)).toEqual(before)
  })
})

describe('editing a booking', () => {
  it('requires rights to its fleet, and once it has ended the permission for ended bookings', async () => {
    const live = await desk.book()
    const other = await desk.book({ idFleet: fleets.others })
    const dead = await desk.bookEnded()
    expect((await desk.save(live.id, { notes: 'a' }, 'dispatcher')).status).toBe(200)
    expect((await desk.save(other.id, { notes: 'a' }, 'dispatcher')).status).toBe(404)
    expect((await desk.save(live.id, { notes: 'a' }, 'business')).status).toBe(403)
    expect((await desk.save(dead, { notes: 'a' }, 'dispatcher')).status).toBe(403)
    await desk.permit('dispatcher', 'editServiceDeadByFleet', '29')
    expect((await desk.save(dead, { notes: 'a' }, 'dispatcher')).status).toBe(200)
    await desk.permit('dispatcher', 'editServiceByFleet', '31')
    expect((await desk.save(live.id, { notes: 'b' }, 'dispatcher')).status).toBe(403)
  })
})
