import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BookingAnswer, type Desk, fleets, hours, minutes, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

type Kind = 'operator' | 'dispatcher' | 'everything' | 'business'
const finish = (id: number, booking: object, as: Kind = 'operator', more: object = {}) =>
  desk.put<{ booking: BookingAnswer }>(`/bookings/demo/${id}/finish`, { booking, ...more }, as)

/** A ride that began two hours ago. */
const ride = async (asap = true) => {
  const { id } = await desk.book()
  const start = desk.now() - hours(2)
  await desk.become(id, { status: 20, status_dispatch: 2500, asap, time_booking_start: new Date(start) })
  return { id, start }
}

describe('finishing', () => {
  it('stores times and prices, closes the order and notifies the desks (B-176)', async () => {
    const { id, start } = await ride()
    const events = await desk.eventsOf(async () => {
      const sent = {
        timeBookingArrivalTimestamp: start + minutes(5),
        timeBookingFinish: start + minutes(30),
        priceSupplierTotal: 12,
        toll: 1.5,
      }
      const { response } = await finish(id, sent, 'operator', { messages: [{ message: 'Paid in cash' }] })
      expect(response?.booking).toMatchObject({
        status: 30,
        timeBookingArrivalTimestamp: start + minutes(5),
        timeBookingFinish: start + minutes(30),
        timeBookingFinishDate: start + minutes(30),
        priceSupplierTotal: 12,
        priceSupplierType: 4,
        toll: 1.5,
      })
    })
    expect(events).toEqual([['fleet.29', 30]])
    expect(await desk.orders(id)).toMatchObject([{ state: 'done' }])
    expect(await desk.messages(id)).toMatchObject([{ message: 'Paid in cash' }])
    expect((await finish(id, {})).status).toBe(409)
  })

  it('uses the start and the current time when no times are entered', async () => {
    const { id, start } = await ride()
    expect((await finish(id, {})).response?.booking).toMatchObject({
      timeBookingArrivalTimestamp: start,
      timeBookingFinish: desk.now(),
    })
  })

  it('lists what is wrong with the price', async () => {
    const { id } = await ride()
    const { response } = await finish(id, { priceSupplierTotal: 290 })
    expect(response?.booking).toMatchObject({ validated: false })
    expect(response?.booking.validatedErrors).toEqual(expect.arrayContaining(['priceTooHigh', 'priceOutOfRange']))
  })

  const arrival = 'timeBookingArrivalTimestamp'
  it.each([
    ['an arrival before the start (B-091)', true, { [arrival]: -minutes(1) }, arrival],
    ['a finish before the start (B-091)', true, { timeBookingFinish: -minutes(1) }, 'timeBookingFinish'],
    [
      'a finish 24 hours and a minute after the start (B-091)',
      true,
      { timeBookingFinish: hours(24) + minutes(1) },
      'timeBookingFinish',
    ],
    [
      'an arrival 2 hours and a minute after an asap start (B-092)',
      true,
      { [arrival]: minutes(121), timeBookingFinish: hours(3) },
      arrival,
    ],
    ['an arrival 31 minutes after a scheduled start (B-092)', false, { [arrival]: minutes(31) }, arrival],
    [
      'a finish before the arrival',
      true,
      { [arrival]: minutes(20), timeBookingFinish: minutes(10) },
      'timeBookingFinish',
    ],
  ])('refuses %s and writes nothing', async (_, asap, times, field) => {
    const { id, start } = await ride(asap)
    const before = await desk.written()
    const sent = Object.fromEntries(Object.entries(times).map(([name, after]) => [name, start + after]))
    expect((await finish(id, sent)).meta).toMatchObject({ code: 400, field, problem: expect.any(String) })
    expect(await desk.written()).toBe(before)
  })

  it.each([
    ['24 hours after the start (B-091)', true, { timeBookingFinish: hours(24) }],
    ['2 hours after an asap start (B-092)', true, { [arrival]: hours(2), timeBookingFinish: hours(2) }],
    ['30 minutes after a scheduled start (B-092)', false, { [arrival]: minutes(30) }],
  ])('allows times up to %s', async (_, asap, times) => {
    const { id, start } = await ride(asap)
    const sent = Object.fromEntries(Object.entries(times).map(([name, after]) => [name, start + after]))
    expect((await finish(id, sent)).status).toBe(200)
  })

  it.each(['priceSupplierTotal', 'priceCustomerTotal', 'toll', 'tollCustomer', 'tollSupplier'])(
    'refuses a %s that is negative or too high for any ride',
    async (name) => {
      const { id } = await ride()
      for (const amount of [-1, 100_000])
        expect((await finish(id, { [name]: amount }, 'everything')).meta).toMatchObject({ code: 400, field: name })
    },
  )

  it('sets the customer’s price only with the permission for it', async () => {
    const { id } = await ride()
    expect((await finish(id, { priceCustomerTotal: 12 })).status).toBe(403)
    expect((await finish(id, { tollCustomer: 12 })).status).toBe(403)
    expect((await finish(id, { priceCustomerTotal: null, tollCustomer: null })).status).toBe(200)
  })

  it('keeps the customer’s price as entered, whatever the price type', async () => {
    for (const type of [1, 3, 4, 5]) {
      const { id } = await ride()
      await desk.become(id, { price_customer_type: type })
      const typed = { priceSupplierTotal: 12, priceCustomerTotal: 19.4 }
      expect((await finish(id, typed, 'everything')).response?.booking).toMatchObject({
        ...typed,
        priceCustomerType: 4,
      })
    }
    const { id } = await ride()
    expect((await finish(id, { priceCustomerTotal: 17 }, 'everything')).response?.booking.priceCustomerTotal).toBe(17)
  })

  it('flags a total of 301 or more as too high until a reason is given (B-084)', async () => {
    const { id } = await ride()
    const finished = await finish(id, { priceSupplierTotal: 301 })
    const errors = finished.response?.booking.validatedErrors ?? []
    expect(errors).toContain('priceTooHigh')
    const unexplained = await desk.save(id, { validatedErrors: [] }, 'everything')
    expect(unexplained.meta).toMatchObject({ code: 400, field: 'keyValidationReason' })
    const explained = { validatedErrors: [], keyValidationReason: 'other', additionalReason: 'Agreed beforehand' }
    expect((await desk.save(id, explained, 'everything')).response?.booking.validated).toBe(true)
  })

  it('is allowed only to users of the booking’s fleet, and refused for a booking in the wizard', async () => {
    const { id } = await ride()
    await desk.become(id, { id_fleet: fleets.others })
    expect((await finish(id, {}, 'business')).status).toBe(403)
    expect((await finish(id, {}, 'dispatcher')).status).toBe(404)
    const inWizard = await desk.create({ timeBookingStart: desk.now() })
    expect((await finish(inWizard.id, {})).status).toBe(409)
  })
})

describe('finishing on the night of the autumn clock change', () => {
  it('counts elapsed time, not clock time', () =>
    desk.at(Date.parse('2027-10-31T08:00:00+01:00'), async () => {
      const { id } = await desk.book()
      const start = Date.parse('2027-10-31T02:50:00+02:00')
      await desk.become(id, { asap: false, time_booking_start: new Date(start) })
      const at = (text: string) => ({ timeBookingArrivalTimestamp: Date.parse(text) })
      expect((await finish(id, at('2027-10-31T02:25:00+01:00'))).meta.field).toBe('timeBookingArrivalTimestamp')
      expect((await finish(id, at('2027-10-31T02:20:00+01:00'))).status).toBe(200)
    }))
})
