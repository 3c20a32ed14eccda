import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BookingAnswer, type Desk, fleets, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

const cancel = (id: number, body: object, as?: 'dispatcher' | 'business') =>
  desk.put<{ booking: BookingAnswer }>(`/services/demo/${id}/cancel`, body, as)
const because = { cancellationReasonCode: 'client_cancelled' }
const noShow = { cancellationReasonCode: 'fleet_client_not_presented', comment: 'Nobody at the door' }

describe('cancelling', () => {
  it('ends the booking, withdraws its order and notifies the desks (B-175)', async () => {
    const { id } = await desk.book()
    const events = await desk.eventsOf(async () => {
      const { response } = await cancel(id, noShow)
      expect(response?.booking).toMatchObject({
        status: -40,
        cancellationReasonCode: 'fleet_client_not_presented',
        validated: false,
        validatedErrors: ['cancelledOrRejectedBySupplier'],
      })
    })
    expect(events).toEqual([
      ['fleet.29', -40],
      ['cancelledBookingNotifications.fleet.29', -40],
    ])
    expect(await desk.orders(id)).toMatchObject([{ state: 'withdrawn' }])
    const { response } = await desk.get<{ metadata: object }>(`/services/demo/${id}/metadata`)
    expect(response?.metadata).toMatchObject({
      timeServiceCancelled: desk.now(),
      cancellationReasonDescription: 'El pasajero no se presentó',
    })
    expect((await cancel(id, because)).status).toBe(409)
  })

  it('notifies the desks how many of the fleet’s cancelled bookings still await validation', async () => {
    const told = async () => {
      const [event] = await desk.rows<{ count: number; fleet: string }>(
        `select message #>> '{notification,toValidate,fleet}' as fleet,
           (message #>> '{notification,toValidate,count}')::int as count
         from outbox, jsonb_extract_path(payload, 'message') as message
         where payload ->> 'destination' like '%cancelledBookingNotifications.fleet.29' order by id desc limit 1`,
      )
      return event
    }
    const first = await desk.book()
    await cancel(first.id, because)
    const before = await told()
    expect(before).toMatchObject({ fleet: expect.stringMatching(/./), count: expect.any(Number) })
    await desk.rows('update booking set validated = true, validated_errors = array[]::text[] where id = $1', [first.id])
    for (const { id } of [await desk.book(), await desk.book()]) await cancel(id, because)
    expect((await told())?.count).toBe(Number(before?.count) + 1)
  })

  it('stores a cancellation message, with the sender’s text if there is one (B-089)', async () => {
    const plain = await desk.book()
    await cancel(plain.id, noShow)
    expect(await desk.messages(plain.id)).toMatchObject([
      {
        readers: '60,80,90',
        type: 55,
        code: 176,
        sender: 80,
        message: 'El pasajero no se presentó: Nobody at the door',
      },
    ])
    const worded = await desk.book()
    await cancel(worded.id, { ...because, message: { message: 'The passenger took the bus', readers: '50', type: 22 } })
    expect(await desk.messages(worded.id)).toMatchObject([
      { readers: '60,80,90', type: 55, code: 176, message: 'The passenger took the bus' },
    ])
  })

  it.each([
    ['an unknown reason', { cancellationReasonCode: 'bored' }, 'cancellationReasonCode'],
    ['no reason', { cancellationReasonCode: '' }, 'cancellationReasonCode'],
    ['a comment of 9 characters (B-087)', { ...because, comment: 'ninechars' }, 'comment'],
    ['a no-show without a comment (B-088)', { cancellationReasonCode: 'fleet_client_not_presented' }, 'comment'],
    [
      'no free vehicle without a comment (B-088)',
      { cancellationReasonCode: 'fleet_no_free_vehicle', comment: ' ' },
      'comment',
    ],
    ['another reason without its words', { cancellationReasonCode: 'other' }, 'comment'],
    ['a comment longer than a message', { ...because, comment: 'x'.repeat(257) }, 'comment'],
    ['an unknown field', { ...because, status: 30 }, 'status'],
  ])('refuses %s and writes nothing', async (_, body, field) => {
    const { id } = await desk.book()
    const before = await desk.written()
    expect((await cancel(id, body)).meta).toMatchObject({ code: 400, field })
    expect(await desk.written()).toBe(before)
  })

  it('stores the comment as the description when the reason is other (B-088)', async () => {
    const { id } = await desk.book()
    await cancel(id, { cancellationReasonCode: 'other', comment: 'The street is flooded' })
    expect(await desk.stored(id)).toMatchObject({ cancellation_reason_description: 'The street is flooded' })
  })

  it.each([
    ['costa', 19, 400],
    ['costa', 20, 200],
    ['norte', 5, 200],
  ] as const)(
    'applies the minimum comment length of %s: %i characters give %i (B-087)',
    async (subdomain, length, status) => {
      const token = await desk.server.signInAs('everything', subdomain)
      const [found] = await desk.rows<{ id: string }>(
        `select min(b.id) as id from booking b join tenant t on t.id = b.tenant_id where t.subdomain = $1 and b.status = 10`,
        [subdomain],
      )
      const path = `/api/services/${subdomain}/${found?.id}/cancel`
      const body = { ...because, comment: 'x'.repeat(length) }
      expect((await desk.server.ask(path, { method: 'PUT', token, body })).status).toBe(status)
    },
  )

  it('does not notify the desks when a booking in the wizard is abandoned', async () => {
    const { id } = await desk.create({ idFleet: fleets.madrid })
    expect(await desk.eventsOf(() => cancel(id, because))).toEqual([])
    expect(await desk.stored(id)).toMatchObject({ status: -40, validated_errors: [] })
  })

  it('lists its reasons (B-215)', async () => {
    const { response } = await desk.get<{ cancelList: { code: string; label: string }[] }>(
      '/services/demo/cancelReasons',
    )
    expect(response?.cancelList.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['fleet_client_not_presented', 'fleet_no_free_vehicle', 'other']),
    )
    expect(response?.cancelList.every(({ label }) => label)).toBe(true)
  })
})

describe('cancelling the dispatch', () => {
  it.each([
    ['nothing', 10, null, 10],
    ['searching', 10, 949, 10],
    ['committed', 10, 1300, 10],
    ['a taxi assigned', 20, 955, -30],
    ['manual', 20, -8000, -30],
    ['locked', 10, -9999, 10],
  ])('withdraws a booking from its fleet and keeps it alive: %s (B-072)', async (_, status, statusDispatch, after) => {
    const { id } = await desk.book()
    await desk.become(id, { status, status_dispatch: statusDispatch, id_supplier_taxi: 7 })
    const { response } = await cancel(id, { ...because, cancellationDispatch: true })
    expect(response?.booking).toMatchObject({
      status: after,
      statusDispatch: -9999,
      cancellationDispatch: true,
      idSupplierTaxi: null,
      cancellationReasonCode: '',
    })
    expect(await desk.orders(id)).toMatchObject([{ state: 'withdrawn' }])
    expect((await desk.act('dispatch', { id })).response?.booking).toMatchObject({
      status: 10,
      statusDispatch: 1200,
      cancellationDispatch: false,
    })
    expect(await desk.stored(id)).toMatchObject({ time_service_cancelled: null })
  })

  it.each([2000, 2500, 2800, 3000])('is refused at dispatch status %i (B-072)', async (statusDispatch) => {
    const { id } = await desk.book()
    await desk.become(id, { status: 20, status_dispatch: statusDispatch })
    const before = await desk.written()
    expect((await cancel(id, { ...because, cancellationDispatch: true })).status).toBe(409)
    expect(await desk.written()).toBe(before)
  })
})

describe('a user who works for some fleets', () => {
  it('can cancel only the bookings of those fleets', async () => {
    const own = await desk.book()
    const other = await desk.book({ idFleet: fleets.others })
    const seen = await desk.book({ idFleet: fleets.manual })
    expect((await cancel(other.id, because, 'dispatcher')).status).toBe(404)
    expect((await cancel(seen.id, because, 'dispatcher')).status).toBe(404)
    expect((await cancel(own.id, because, 'business')).status).toBe(403)
    expect((await cancel(own.id, because, 'dispatcher')).status).toBe(200)
  })
})
