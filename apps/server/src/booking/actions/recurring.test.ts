import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BookingAnswer, type Desk, fleets, hours, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

type Series = { services: { id: number; timeBookingStartTimestamp: number }[] }
type Kind = 'operator' | 'dispatcher' | 'business'
const repeat = (idCopyFrom: number | null, recurringDates: string[], as: Kind = 'operator') =>
  desk.ask<Series>('POST', '/services/demo/recurring', { idCopyFrom, recurringDates }, as)
const cancelAll = (id: number, as: Kind = 'operator') =>
  desk.put<{ cancelled: number[] }>(
    `/services/demo/${id}/cancelRecurring`,
    { cancellationReasonCode: 'client_cancelled' },
    as,
  )

/** The date that many days from now in Madrid, in the desk's format. */
const dayIn = (days: number, separator = '-') => {
  const [year, month, date] = new Date(desk.now() + days * hours(24))
    .toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
    .split('-')
  return [date, month, year].join(separator)
}

const dayAfterTomorrow = async () => (await desk.book({ timeBookingStart: desk.now() + hours(48) })).id

it('a booking says whether it belongs to a series', async () => {
  const isSeries = async (id: number) => (await desk.get(`/services/demo/${id}`)).response?.booking.isSeries
  const { id } = await desk.book()
  expect(await isSeries(id)).toBe(false)
  const made = (await repeat(id, [dayIn(2)])).response?.services ?? []
  expect(await Promise.all([id, made[0]?.id ?? 0].map(isSeries))).toEqual([true, true])
})

describe('repeating', () => {
  it('makes a separate booking for each date, at the time of day of the first (B-164, L-253)', async () => {
    const first = await desk.book({ passengerName: 'Lucía Invented', promisedPrice: 9 })
    let made: Series['services'] = []
    const events = await desk.eventsOf(async () => {
      made = (await repeat(first.id, [dayIn(2), dayIn(9, '/')])).response?.services ?? []
    })
    expect(made).toHaveLength(2)
    const clock = (moment: number) => new Date(moment).toLocaleTimeString('es', { timeZone: 'Europe/Madrid' })
    for (const { id, timeBookingStartTimestamp } of made) {
      expect(clock(timeBookingStartTimestamp)).toBe(clock(first.timeBookingStart))
      expect(await desk.stored(id)).toMatchObject({
        status: 10,
        id_copy_from: String(first.id),
        passenger_name: 'Lucía Invented',
        promised_price: null,
        asap: false,
      })
      expect(await desk.orders(id)).toMatchObject([{ id_fleet: 29, state: 'waiting' }])
    }
    expect(events.filter(([topic]) => topic === 'fleet.29').length).toBeGreaterThanOrEqual(2)
    expect((await desk.journal(made[0]?.id ?? 0)).map(({ action }) => action)).toEqual(['repeat', 'dispatch'])
  })

  it('a finished ride makes a fresh booking, without its prices, times and errors', async () => {
    const { id } = await desk.book()
    await desk.become(id, {
      status: 30,
      price_supplier_total: 20,
      price_customer_total: 22,
      toll: 3,
      validated_errors: ['priceTooLow'],
      time_booking_finish: new Date(desk.now()),
      cancelled_with_charge: true,
      id_supplier_taxi: 7,
      registered_as: 'historic',
    })
    const made = await repeat(id, [dayIn(3)])
    expect(await desk.stored(made.response?.services[0]?.id ?? 0)).toMatchObject({
      status: 10,
      price_supplier_total: null,
      price_customer_total: null,
      toll: null,
      validated_errors: [],
      time_booking_finish: null,
      cancelled_with_charge: false,
      id_supplier_taxi: null,
      registered_as: '',
    })
  })

  it.each([
    ['no booking', () => repeat(null, [dayIn(2)]), 'idCopyFrom'],
    ['no dates', async () => repeat((await desk.book()).id, []), 'recurringDates'],
    ['an invalid date', async () => repeat((await desk.book()).id, [dayIn(2), '31-02-2027']), 'recurringDates.1'],
    ['a date in the past', async () => repeat((await desk.book()).id, ['01-01-2020']), 'recurringDates.0'],
    ['a date twice', async () => repeat((await desk.book()).id, [dayIn(2), dayIn(2)]), 'recurringDates.1'],
    ['the day of the booking itself', async () => repeat(await dayAfterTomorrow(), [dayIn(2)]), 'recurringDates.0'],
    ['a date too far away', async () => repeat((await desk.book()).id, [dayIn(400)]), 'recurringDates.0'],
    ['a date of another length', async () => repeat((await desk.book()).id, ['1-1-2027']), 'recurringDates.0'],
  ])('refuses %s', async (_, ask, field) => {
    expect((await ask()).meta).toMatchObject({ code: 400, field })
  })

  it('makes no copies at all when one date is wrong', async () => {
    const { id } = await desk.book()
    const before = await desk.written()
    expect((await repeat(id, [dayIn(2), '99-99-9999'])).status).toBe(400)
    expect(await desk.written()).toBe(before)
  })

  it('requires the permission, the right to send to the fleet, and a confirmed booking', async () => {
    const { id } = await desk.book()
    expect((await repeat(id, [dayIn(2)], 'dispatcher')).status).toBe(403)
    await desk.permit('dispatcher', 'addRecurringBookings', 'true')
    expect((await repeat(id, [dayIn(2)], 'dispatcher')).status).toBe(200)
    const other = await desk.book({ idFleet: fleets.others })
    expect((await repeat(other.id, [dayIn(2)], 'dispatcher')).status).toBe(404)
    await desk.permit('dispatcher', 'editServiceByFleet', '36')
    expect((await repeat(other.id, [dayIn(2)], 'dispatcher')).status).toBe(403)
    expect((await repeat((await desk.create()).id, [dayIn(2)])).status).toBe(409)
  })

  it('spends one use of the authorization for each copy, and makes none when too few are left', async () => {
    const [authorization] = await desk.rows<{ id: string }>(
      `update customer_authorization set status = 1, valid_from_date = null, expiration_date = null,
         available_times_left = 2 where tenant_id = 1 and id = 10001 returning id`,
    )
    const { id } = await desk.book({ idAuthorization: Number(authorization?.id) })
    expect((await repeat(id, [dayIn(2), dayIn(3)])).meta).toMatchObject({ code: 400, field: 'idAuthorization' })
    expect((await repeat(id, [dayIn(2)])).status).toBe(200)
  })
})

describe('cancelling the series', () => {
  const series = async () => {
    const first = await desk.book({ fleetsFiltered: '29,31,36' })
    const made = (await repeat(first.id, [dayIn(2), dayIn(3)])).response?.services ?? []
    return { first, copies: made.map(({ id }) => id) }
  }

  it('ends all its live bookings, including the first, and leaves those that are over (B-165)', async () => {
    const { first, copies } = await series()
    const [driven, waiting] = copies as [number, number]
    await desk.become(driven, { status: 30 })
    const { response } = await cancelAll(first.id)
    expect(response?.cancelled).toEqual([first.id, waiting])
    expect(await desk.stored(driven)).toMatchObject({ status: 30 })
    expect(await desk.stored(waiting)).toMatchObject({ status: -40, cancellation_reason_code: 'client_cancelled' })
    expect(await desk.messages(waiting)).toMatchObject([{ type: 55, code: 176 }])
    expect((await cancelAll(first.id)).status).toBe(409)
  })

  it('works from any of its bookings', async () => {
    const { first, copies } = await series()
    expect((await cancelAll(copies[1] ?? 0)).response?.cancelled).toEqual([first.id, ...copies])
  })

  it('includes bookings that took over from others', async () => {
    const { first, copies } = await series()
    const handed = desk.bookingOf(await desk.act('redispatch', { id: first.id })) as BookingAnswer
    const { response } = await cancelAll(first.id)
    expect(response?.cancelled).toEqual([...copies, handed.id])
  })

  it('cancels nothing when one of its bookings is with a fleet that the user has no rights to', async () => {
    const { first, copies } = await series()
    await desk.permit('dispatcher', 'editServiceByFleet', '29')
    desk.bookingOf(await desk.act('redispatch', { id: copies[0], idFleet: fleets.others }))
    const before = await desk.written()
    expect((await cancelAll(first.id, 'dispatcher')).status).toBe(403)
    expect(await desk.written()).toBe(before)
  })
})

describe('when the clocks change', () => {
  it.each([
    ['March', '2027-03-26T08:30:00+01:00', '29-03-2027', '2027-03-29T08:30:00+02:00'],
    ['October', '2027-10-29T08:30:00+02:00', '01-11-2027', '2027-11-01T08:30:00+01:00'],
    ['the hour that March leaves out', '2027-03-26T02:30:00+01:00', '28-03-2027', '2027-03-28T03:30:00+02:00'],
    ['the hour that October has twice', '2027-10-29T02:30:00+02:00', '31-10-2027', '2027-10-31T02:30:00+02:00'],
  ])('a copy keeps its local start time: %s', async (_, start, date, expected) => {
    const made = await desk.at(Date.parse(start) - hours(2), async () => {
      const { id } = await desk.book({ timeBookingStart: Date.parse(start) })
      return repeat(id, [date])
    })
    expect(made.response?.services[0]?.timeBookingStartTimestamp).toBe(Date.parse(expected))
  })

  it('the first and the last bookable days are whole days', () =>
    desk.at(Date.parse('2027-10-31T12:00:00+01:00'), async () => {
      const bookedAt = async (start: string, asap = false) =>
        (await desk.act('create', desk.draft({ timeBookingStart: Date.parse(start), asap }))).status
      expect(await bookedAt('2027-10-30T00:00:00+02:00', true)).toBe(200)
      expect(await bookedAt('2027-10-29T23:59:00+02:00', true)).toBe(400)
      expect(await bookedAt('2028-10-30T23:59:00+01:00')).toBe(200)
      expect(await bookedAt('2028-10-31T00:00:00+01:00')).toBe(400)
    }))

  it.each([
    ['March', '2027-03-28T01:50:00+01:00', '2027-03-28T03:20:00+02:00', '2027-03-28T03:05:00+02:00'],
    ['October', '2027-10-31T02:50:00+02:00', '2027-10-31T02:20:00+01:00', '2027-10-31T02:05:00+01:00'],
  ])('in %s the pre-dispatch time of an order counts elapsed minutes', (_, now, start, due) =>
    desk.at(Date.parse(now), async () => {
      const { id } = await desk.book({ timeBookingStart: Date.parse(start), timePreDispatch: 15 })
      expect((await desk.orders(id))[0]?.due_at.getTime()).toBe(Date.parse(due))
    }),
  )
})
