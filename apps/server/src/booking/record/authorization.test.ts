import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

describe('an authorization', () => {
  const bookable = async (subscriberCode: string) => {
    const [found] = await desk.rows<{ id: string; pa: string }>(
      `update customer_authorization set status = 1, valid_from_date = null, expiration_date = null,
         available_times_left = null where tenant_id = 1 and id = (select min(id) from customer_authorization
           where tenant_id = 1 and subscriber_code = $1) returning id, id_payment_account as pa`,
      [subscriberCode],
    )
    return { id: Number(found?.id), account: Number(found?.pa) }
  }

  it('gives the booking its account and subscriber code, and code 6400 makes it shared (B-005)', async () => {
    const plain = await bookable('6101')
    const alone = await desk.create({ idAuthorization: plain.id, idPaymentAccount: 107 })
    expect(alone).toMatchObject({ idPaymentAccount: plain.account, subscriberCode: '6101', shared: false })
    const { id } = await bookable('6400')
    expect(await desk.create({ idAuthorization: id })).toMatchObject({ subscriberCode: '6400', shared: true })
  })

  it('leaves nothing behind when the wizard removes it', async () => {
    const { id: idAuthorization } = await bookable('6400')
    const { id } = await desk.create({ idAuthorization })
    const sent = { id, idAuthorization: null, idPaymentAccount: null, idFleet: 29, phoneNumberPassenger: '600000001' }
    expect((await desk.act('confirm', sent)).response?.booking).toMatchObject({
      idAuthorization: null,
      subscriberCode: '',
      userNumber: '',
      shared: false,
    })
  })

  it('loses one use on confirmation, and is refused when none are left', async () => {
    const { id: idAuthorization } = await bookable('6103')
    await desk.rows('update customer_authorization set available_times_left = 1 where tenant_id = 1 and id = $1', [
      idAuthorization,
    ])
    const first = await desk.create({ idAuthorization })
    const second = await desk.create({ idAuthorization })
    const sent = { idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
    expect((await desk.act('confirm', { ...sent, id: first.id })).status).toBe(200)
    expect((await desk.act('confirm', { ...sent, id: second.id })).meta).toMatchObject({
      code: 400,
      field: 'idAuthorization',
      problem: 'problems.authorizationUsedUp',
    })
    expect(await desk.stored(second.id)).toMatchObject({ status: 5 })
  })

  describe('gets its use back', () => {
    const left = async (id: number) => {
      const [row] = await desk.rows<{ times: number; count: number }>(
        `select available_times_left as times, count_services as count from customer_authorization
         where tenant_id = 1 and id = $1`,
        [id],
      )
      return [Number(row?.times), Number(row?.count)]
    }
    const booked = async () => {
      const { id: idAuthorization } = await bookable('6103')
      await desk.rows('update customer_authorization set available_times_left = 2, count_services = 5 where id = $1', [
        idAuthorization,
      ])
      const booking = await desk.book({ idAuthorization })
      expect(await left(idAuthorization)).toEqual([1, 6])
      return { idAuthorization, booking }
    }
    const reason = { cancellationReasonCode: 'client_cancelled' }

    it('when the booking is cancelled, and loses it again on undo', async () => {
      const { idAuthorization, booking } = await booked()
      const key = randomUUID()
      const path = `/services/demo/${booking.id}/cancel`
      expect((await desk.ask('PUT', path, reason, 'operator', { 'undo-key': key })).status).toBe(200)
      expect(await left(idAuthorization)).toEqual([2, 5])
      expect((await desk.ask('POST', '/services/demo/undo', { key })).status).toBe(200)
      expect(await left(idAuthorization)).toEqual([1, 6])
    })

    it('when an edit ends the booking without a charge, but not with one', async () => {
      const free = await booked()
      const edit = (booking: { id: number; version: number }, change: object) =>
        desk.put(`/services/demo/${booking.id}`, { booking: { version: booking.version, status: -40, ...change } })
      expect((await edit(free.booking, {})).status).toBe(200)
      expect(await left(free.idAuthorization)).toEqual([2, 5])
      const charged = await booked()
      expect((await edit(charged.booking, { priceSupplierTotal: 6.5 })).status).toBe(200)
      expect(await left(charged.idAuthorization)).toEqual([1, 6])
    })

    it('but not when only the fleet is withdrawn', async () => {
      const { idAuthorization, booking } = await booked()
      await desk.put(`/services/demo/${booking.id}/cancel`, { ...reason, cancellationDispatch: true })
      expect(await left(idAuthorization)).toEqual([1, 6])
    })
  })

  it('is refused on an account that the user may not book for', async () => {
    await desk.permit('business', 'viewAllAuthorizations', null)
    await desk.permit('business', 'confirmBookingByFleet', '29')
    const { id } = await bookable('6108')
    expect((await desk.act('create', desk.draft({ idAuthorization: id }), { as: 'business' })).status).toBe(403)
    expect((await desk.act('create', desk.draft({ idPaymentAccount: 108 }), { as: 'business' })).status).toBe(403)
    expect((await desk.act('create', desk.draft({ idPaymentAccount: 101 }), { as: 'business' })).status).toBe(200)
  })
})
