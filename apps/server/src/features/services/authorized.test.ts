import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, openDesk } from '../../testing-desk.ts'

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

  it('B-005 lends the booking its account and code, and one of code 6400 makes it shared', async () => {
    const plain = await bookable('6101')
    const alone = await desk.create({ idAuthorization: plain.id, idPaymentAccount: 107 })
    expect(alone).toMatchObject({ idPaymentAccount: plain.account, subscriberCode: '6101', shared: false })
    const { id } = await bookable('6400')
    expect(await desk.create({ idAuthorization: id })).toMatchObject({ subscriberCode: '6400', shared: true })
  })

  it('leaves nothing behind when the wizard goes on without it', async () => {
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

  it('is spent by confirming, and not beyond its last time', async () => {
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

  it('of an account that is not the user’s is refused', async () => {
    await desk.permit('business', 'viewAllAuthorizations', null)
    await desk.permit('business', 'confirmBookingByFleet', '29')
    const { id } = await bookable('6108')
    expect((await desk.act('create', desk.draft({ idAuthorization: id }), { as: 'business' })).status).toBe(403)
    expect((await desk.act('create', desk.draft({ idPaymentAccount: 108 }), { as: 'business' })).status).toBe(403)
    expect((await desk.act('create', desk.draft({ idPaymentAccount: 101 }), { as: 'business' })).status).toBe(200)
  })
})
