import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BookingAnswer, type Desk, fleets, minutes, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

type Kind = 'operator' | 'dispatcher' | 'business' | 'newcomer' | 'everything'
/** A booking with a promise, and an empty outbox. */
const promised = async (change: object = {}) => {
  const promise = { asap: true, timeBookingStart: desk.now(), promisedArrival: desk.now() + minutes(5) }
  const booking = await desk.book({ ...promise, ...change })
  await desk.rows('delete from outbox')
  return booking
}
const tell = (id: number, body: object, as: Kind = 'everything', headers?: Record<string, string>) =>
  desk.ask<{ booking: BookingAnswer }>(
    'POST',
    `/services/demo/${id}/promise`,
    { promisedArrival: desk.now() + minutes(12), told: 'call', ...body },
    as,
    headers,
  )
const leaving = async () =>
  (await desk.rows<{ payload: { to: string; text: string } }>("select payload from outbox where kind = 'sms'")).map(
    ({ payload }) => payload,
  )

describe('a renewed promise', () => {
  it('told by phone is stored, notifies the desks and sends no SMS', async () => {
    const { id, version } = await promised({ promisedPrice: 9 })
    const promisedArrival = desk.now() + minutes(12)
    const events = await desk.eventsOf(async () => {
      const { meta, response } = await tell(id, { version, promisedPrice: 11.5 })
      expect([meta.code, response?.booking]).toMatchObject([
        200,
        { id, version: version + 1, promisedArrival, promisedPrice: 11.5 },
      ])
    })
    expect(events).toEqual([[`fleet.${fleets.madrid}`, 10]])
    expect(await leaving()).toEqual([])
    expect((await desk.journal(id)).at(-1)).toMatchObject({
      action: 'promise',
      before: { promisedArrival: desk.now() + minutes(5), promisedPrice: 9 },
      after: { promisedArrival, promisedPrice: 11.5 },
    })
  })

  it('keeps the price if none is given', async () => {
    const { id } = await promised({ promisedPrice: 9 })
    expect((await tell(id, {})).response?.booking).toMatchObject({ promisedPrice: 9 })
  })

  it('told by SMS sends the given text', async () => {
    const { id } = await promised()
    expect((await tell(id, { told: 'sms', text: ' Su taxi tarda. ' })).status).toBe(200)
    expect(await leaving()).toEqual([{ to: '+34600000001', text: 'Su taxi tarda.' }])
  })

  it('told by SMS without a text sends the default text, with the price if it has changed', async () => {
    const { id } = await promised({ promisedPrice: 9 })
    await tell(id, { told: 'sms', promisedPrice: 9 })
    await tell(id, { told: 'sms', promisedPrice: 14.5 })
    const [first, second] = (await leaving()).map(({ text }) => text.replaceAll(/\s/g, ' '))
    expect(first).toMatch(/: su taxi llegará sobre las \d\d:\d\d\. Disculpe la espera\.$/)
    expect(second).toContain('14,50 €')
  })

  it('repeated with its Idempotency-Key is stored and sent once', async () => {
    const { id, version } = await promised()
    const headers = { 'Idempotency-Key': 'told-once' }
    const body = { told: 'sms', text: 'Once' }
    const answers = [await tell(id, body, 'everything', headers), await tell(id, body, 'everything', headers)]
    expect(answers.map(({ response }) => response?.booking.version)).toEqual([version + 1, version + 1])
    expect(await leaving()).toHaveLength(1)
  })
})

describe('renewing a promise refuses, without writing anything:', () => {
  const refused = async (id: number, body: object, as?: Kind) => {
    const before = await desk.written()
    const { status, meta } = await tell(id, body, as)
    expect(await desk.written()).toBe(before)
    return [status, meta.field]
  }

  it.each([
    ['an arrival in the past', () => ({ promisedArrival: desk.now() - minutes(3) }), 'promisedArrival'],
    ['an arrival that is not a timestamp', () => ({ promisedArrival: 'soon' }), 'promisedArrival'],
    ['a missing arrival', () => ({ promisedArrival: undefined }), 'promisedArrival'],
    ['a negative price', () => ({ promisedPrice: -1 }), 'promisedPrice'],
    ['an unknown way of telling the caller', () => ({ told: 'letter' }), 'told'],
    ['a blank text', () => ({ told: 'sms', text: '  ' }), 'text'],
    ['a text that is too long', () => ({ told: 'sms', text: 'x'.repeat(641) }), 'text'],
    ['the default text without an arrival', () => ({ told: 'sms', promisedArrival: null }), 'promisedArrival'],
    ['an unknown field', () => ({ status: 30 }), 'status'],
  ])('%s', async (_, body, field) => {
    const { id } = await promised()
    expect(await refused(id, body())).toEqual([400, field])
  })

  it.each([
    ['a landline', '912345678'],
    ['no number', ''],
  ])('an SMS to %s', async (_, phone) => {
    const { id } = await promised()
    await desk.become(id, { phone_number_passenger: phone })
    expect(await refused(id, { told: 'sms' })).toEqual([400, 'phoneNumberPassenger'])
  })

  it('a version that others have changed since', async () => {
    const { id, version } = await promised()
    await tell(id, { version })
    expect(await refused(id, { version, promisedArrival: desk.now() + minutes(20) })).toEqual([409, undefined])
  })

  it('a booking that has ended', async () => {
    const { id } = await promised()
    await desk.become(id, { status: -40 })
    expect(await refused(id, {})).toEqual([409, undefined])
  })

  it('a booking of another fleet, an unknown booking, and a user without the right to work on it', async () => {
    const { id } = await promised({ idFleet: fleets.others })
    expect(await refused(id, {}, 'dispatcher')).toEqual([404, undefined])
    expect(await refused(999_999_999, {})).toEqual([404, undefined])
    expect(await refused(id, {}, 'newcomer')).toEqual([403, undefined])
  })

  it('an SMS from a user without the right to send one', async () => {
    const { id } = await promised()
    const token = await desk.server.signInWith({ editServiceByFleet: 'all' })
    const path = `/api/services/demo/${id}/promise`
    const ask = (told: string) =>
      desk.server.ask(path, { method: 'POST', token, body: { promisedArrival: desk.now() + minutes(9), told } })
    expect([(await ask('sms')).status, (await ask('call')).status]).toEqual([403, 200])
  })
})

describe('the estimated price of a booking', () => {
  const alive = async (as: Kind, id: number) =>
    (
      await desk.get<{ services: BookingAnswer[] }>('/services/demo/alive/fleet', as as 'operator')
    ).response?.services.find((one) => one.id === id)

  it('is stored with it, and shown only to users who may see the customer’s price', async () => {
    const { id } = await promised({ promisedPrice: 1 })
    const { price_estimated } = await desk.stored(id)
    expect(Number(price_estimated)).toBeGreaterThan(1)
    expect(await alive('everything', id)).toMatchObject({ priceEstimated: Number(price_estimated), promisedPrice: 1 })
    await desk.permit('operator', 'editPriceCustomer', 'false')
    expect(await alive('operator', id)).toMatchObject({ priceEstimated: null, promisedPrice: 1 })
    const { response } = await desk.get(`/services/demo/${id}`, 'operator')
    expect(response?.booking).toMatchObject({ priceEstimated: null })
  })
})
