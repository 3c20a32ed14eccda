import { constants } from '@parada/domain/constants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BookingAnswer, type Desk, fleets, minutes, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

type Fields = Record<string, unknown>

const newKey = () => crypto.randomUUID()
const under = (key: string) => ({ 'undo-key': key })
const because = { cancellationReasonCode: 'client_cancelled', comment: 'The passenger rang' }

const cancel = (id: number, key: string, body: object = because) =>
  desk.ask('PUT', `/services/demo/${id}/cancel`, body, 'operator', under(key))
const dispatch = (id: number, key: string, change: object = {}) =>
  desk.act('dispatch', { id, ...change }, { headers: under(key) })
const redispatch = (id: number, key: string) => desk.act('redispatch', { id }, { headers: under(key) })
const sms = (id: number, key: string) =>
  desk.ask('POST', `/services/demo/${id}/sendSmsCustomer`, { text: 'Su taxi espera' }, 'everything', under(key))
const undo = (key: string, as: Parameters<Desk['get']>[1] = 'operator') =>
  desk.ask<{ bookings: BookingAnswer[] }>('POST', '/services/demo/undo', { key }, as)

/** Everything stored about a booking, except its version and the time of its last change. */
const whole = async (id: number) => {
  const { version, time_updated, ...booking } = await desk.stored(id)
  const of = (table: string, columns = '*', order = '1') =>
    desk.rows(`select ${columns} from ${table} where id_booking = $1 order by ${order}`, [id])
  return {
    booking,
    open: await of('supplier_order', 'id, id_fleet, state, answered_at', 'id').then((orders) =>
      orders.filter(({ state }) => state !== 'withdrawn'),
    ),
    messages: await of('booking_message'),
    deliveries: await of('delivery'),
    prices: await of('price_detail'),
    path: await of('trajectory'),
  }
}

const all = async (ids: readonly number[]) => {
  const found = []
  for (const id of ids) found.push(await whole(id))
  return found
}

const held = (key: string) =>
  desk.rows<{ kind: string; due_at: Date; payload: Record<string, unknown> }>(
    'select kind, due_at, payload from outbox where hold = $1 order by id',
    [key],
  )

/** A booking whose fleet has the order, with a taxi if wanted. */
const sent = async (change: Fields = {}, columns: Fields = {}) => {
  const booking = await desk.book({ asap: true, timeBookingStart: desk.now(), fleetsFiltered: '29,31,87', ...change })
  await desk.rows(
    `update supplier_order set state = 'sent', attempts = 1, sent_at = now(), answer_by = now() + interval '1 hour'
     where id_booking = $1`,
    [booking.id],
  )
  await desk.rows(
    `insert into trajectory (tenant_id, id_booking, at, lat, lon, eta_minutes, path) values (1, $1, now(), 40, -3, 4, '[[40,-3,1]]')`,
    [booking.id],
  )
  if (Object.keys(columns).length > 0) await desk.become(booking.id, columns)
  return booking
}
const withTaxi = { status: 20, status_dispatch: 2000, id_supplier_taxi: 7, supplier_taxi_description: 'Škoda' }

describe('undo within its time', () => {
  it.each<[string, Fields, Fields, (id: number, key: string) => Promise<{ status: number }>]>([
    ['cancelled, not yet ordered', {}, { asap: false }, (id, key) => cancel(id, key)],
    ['cancelled, with its fleet', {}, {}, (id, key) => cancel(id, key)],
    ['cancelled, with a taxi on the way', withTaxi, {}, (id, key) => cancel(id, key)],
    ['withdrawn', {}, {}, (id, key) => cancel(id, key, { ...because, cancellationDispatch: true })],
    ['dispatched anew', {}, {}, (id, key) => dispatch(id, key)],
    ['dispatched to another system', {}, {}, (id, key) => dispatch(id, key, { idFleet: fleets.corredor })],
    ['dispatched by mail', {}, {}, (id, key) => dispatch(id, key, { idFleet: fleets.byMail })],
    ['dispatched to a telephone', {}, {}, (id, key) => dispatch(id, key, { idFleet: fleets.manual })],
    ['locked', {}, {}, (id, key) => desk.act('dispatch', { id }, { headers: under(key), more: { isBlocked: true } })],
    ['handed to the next fleet', withTaxi, {}, redispatch],
  ])('restores a booking that was %s', async (what, columns, change, act) => {
    // The journal records changes of the booking, and a new order to the same fleet changes none of its fields.
    const action = what === 'dispatched anew' ? 'confirm' : 'undo'
    const { id } = await sent(change, columns)
    const before = await whole(id)
    const key = newKey()
    expect((await act(id, key)).status).toBe(200)
    expect(await whole(id)).not.toEqual(before)
    const until = desk.now() + constants.undoMs
    expect((await held(key)).filter(({ due_at }) => due_at.getTime() < until)).toEqual([])

    const events = await desk.eventsOf(async () => expect((await undo(key)).status).toBe(200))
    expect(await whole(id)).toEqual(before)
    expect(await held(key)).toEqual([])
    expect(events.map(([topic]) => topic)).toContain('fleet.29')
    expect((await desk.journal(id)).at(-1)).toMatchObject({ action, who: 'Ana Pérez' })
  })

  it('stops an SMS: it is not sent, not shown and not in the journal', async () => {
    const { id } = await desk.book()
    const before = await whole(id)
    const lines = await desk.journal(id)
    const key = newKey()
    expect((await sms(id, key)).status).toBe(200)
    expect(await held(key)).toMatchObject([{ kind: 'sms' }])
    const events = await desk.eventsOf(async () => expect((await undo(key, 'everything')).status).toBe(200))
    expect(events).toEqual([['fleet.29', 10]])
    expect(await whole(id)).toEqual(before)
    expect(await desk.journal(id)).toEqual(lines)
  })

  it('restores a whole series', async () => {
    const first = await desk.book()
    const dates = [2, 3].map((days) => new Date(desk.now() + minutes(days * 1_440)).toISOString().slice(0, 10))
    const written = dates.map((date) => date.split('-').toReversed().join('/'))
    const made = await desk.ask<{ services: { id: number }[] }>(
      'POST',
      '/services/demo/recurring',
      { idCopyFrom: first.id, recurringDates: written },
      'everything',
    )
    const ids = [first.id, ...(made.response?.services ?? []).map(({ id }) => id)]
    expect(ids).toHaveLength(3)
    const before = await all(ids)
    const key = newKey()
    const path = `/services/demo/${first.id}/cancelRecurring`
    expect((await desk.ask('PUT', path, because, 'operator', under(key))).status).toBe(200)
    const { response } = await undo(key)
    expect(response?.bookings.map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 10]))
    expect(await all(ids)).toEqual(before)
  })

  it('ends the successor as handed over and withdraws its order', async () => {
    const { id } = await sent()
    const key = newKey()
    const next = desk.bookingOf(await redispatch(id, key))
    const { response } = await undo(key)
    expect(response?.bookings.map((one) => [one.id, one.status])).toEqual([
      [id, 10],
      [next.id, -10],
    ])
    expect(await desk.orders(next.id)).toMatchObject([{ state: 'withdrawn' }])
    const again = desk.bookingOf(await redispatch(id, newKey()))
    expect(again.idFleet).toBe(next.idFleet)
  })

  it('sends a scheduled order at its original time', async () => {
    const { id } = await desk.book()
    const [order] = await desk.orders(id)
    const key = newKey()
    await cancel(id, key)
    await desk.rows(`update outbox set done_at = now() where kind = 'order' and done_at is null`)
    await undo(key)
    const again = await desk.rows(
      `select due_at, payload ->> 'what' as what from outbox where kind = 'order' and done_at is null`,
    )
    expect(again).toEqual([{ what: 'order', due_at: order?.due_at }])
  })

  it('gives the fleet as much time to answer as it had before', async () => {
    const { id } = await sent()
    const answerBy = async () =>
      (await desk.rows<{ at: Date }>('select answer_by as at from supplier_order where id_booking = $1', [id]))[0]?.at
    const before = await answerBy()
    const key = newKey()
    await cancel(id, key)
    await desk.at(desk.now() + 3_000, () => undo(key))
    expect(await answerBy()).toEqual(new Date((before as Date).getTime() + 3_000))
  })

  it('takes back two actions on one booking one after the other, the last one first', async () => {
    const { id } = await sent()
    const before = await whole(id)
    const [first, second] = [newKey(), newKey()]
    await dispatch(id, first, { idFleet: fleets.corredor })
    const between = await whole(id)
    await cancel(id, second)
    expect((await undo(first)).status).toBe(409)
    expect((await undo(second)).status).toBe(200)
    expect(await whole(id)).toEqual(between)
    expect(await held(first)).toMatchObject([
      { payload: { what: 'withdraw', idFleet: 29 } },
      { payload: { what: 'order', idFleet: 31 } },
      { payload: { what: 'order', idFleet: 31 } },
    ])
    expect((await undo(first)).status).toBe(200)
    expect(await whole(id)).toEqual(before)
  })

  it('takes back several actions under one key together', async () => {
    const { id } = await sent()
    const before = await whole(id)
    const key = newKey()
    await dispatch(id, key, { idFleet: fleets.corredor })
    await dispatch(id, key, { idFleet: fleets.byMail })
    await cancel(id, key)
    expect((await undo(key)).status).toBe(200)
    expect(await whole(id)).toEqual(before)
  })

  it('changes nothing more when it is repeated', async () => {
    const { id } = await sent()
    const key = newKey()
    await cancel(id, key)
    const first = await undo(key)
    const written = await desk.written()
    const again = await undo(key)
    expect([again.status, again.response]).toEqual([200, first.response])
    expect(await desk.written()).toBe(written)
  })
})

describe('undo is refused', () => {
  const refused = async (key: string, status: number, as?: Parameters<typeof undo>[1]) => {
    const written = await desk.written()
    const answer = await undo(key, as)
    expect([answer.status, await desk.written()]).toEqual([status, written])
    return answer.meta
  }

  it('when its time is over', async () => {
    const { id } = await sent()
    const key = newKey()
    await cancel(id, key)
    await desk.at(desk.now() + constants.undoMs, () => refused(key, 409))
  })

  it('when part of it is already being sent', async () => {
    const { id } = await sent()
    const key = newKey()
    await dispatch(id, key, { idFleet: fleets.corredor })
    await desk.rows('update outbox set attempts = 1 where id = (select min(id) from outbox where hold = $1)', [key])
    expect((await refused(key, 409)).errorMessage).toBe('Too late to undo: already sent')
  })

  it('when somebody has changed the booking since, and the response shows what', async () => {
    const { id } = await sent()
    const key = newKey()
    const { version } = desk.bookingOf(await dispatch(id, key, { idFleet: fleets.corredor }))
    await desk.put(`/services/demo/${id}`, { booking: { version, notes: 'Ring twice' } }, 'everything')
    expect((await refused(key, 409)).conflict?.changes).toMatchObject([{ field: 'notes', after: 'Ring twice' }])
  })

  it('for another user, in this tenant or another, and for an unknown key', async () => {
    const { id } = await sent()
    const key = newKey()
    await cancel(id, key)
    await refused(key, 404, 'everything')
    await refused(newKey(), 404)
    const token = await desk.server.signInAs('operator', 'costa')
    const elsewhere = { method: 'POST', token, body: { key } } as const
    expect((await desk.server.ask('/api/services/costa/undo', elsewhere)).status).toBe(404)
    expect((await desk.server.ask('/api/services/demo/undo', elsewhere)).status).toBe(401)
    expect((await undo(key)).status).toBe(200)
  })

  it('when the user has lost the rights to the fleet since', async () => {
    const { id } = await sent()
    const key = newKey()
    const headers = under(key)
    expect((await desk.act('dispatch', { id }, { as: 'dispatcher', headers })).status).toBe(200)
    const permitted = ['dispatchServiceByFleet', 'editServiceByFleet']
    for (const permission of permitted) await desk.permit('dispatcher', permission, '31')
    await refused(key, 404, 'dispatcher')
    for (const permission of permitted) await desk.permit('dispatcher', permission, '29,31,87')
    expect((await undo(key, 'dispatcher')).status).toBe(200)
  })
})

describe('the Undo-Key', () => {
  it.each(['', 'mine', '0f8fad5b-d9cb-469f-a165'])('%j is refused with the name of the field', async (key) => {
    const { id } = await sent()
    const written = await desk.written()
    expect((await cancel(id, key)).meta).toMatchObject({ code: 400, field: 'undo-key' })
    expect(await desk.written()).toBe(written)
  })

  it('is refused if it belongs to another user or has already been undone', async () => {
    const [one, other] = [await sent(), await sent()]
    const key = newKey()
    await cancel(one.id, key)
    expect((await sms(other.id, key)).meta).toMatchObject({ code: 400, field: 'undo-key' })
    await undo(key)
    expect((await cancel(other.id, key)).meta).toMatchObject({ code: 400, field: 'undo-key' })
  })

  it('is refused for actions that cannot be undone', async () => {
    const headers = under(newKey())
    expect((await desk.act('create', desk.draft(), { headers })).meta).toMatchObject({ code: 400, field: 'undo-key' })
  })

  it('repeated with its Idempotency-Key returns the same response, even after its time', async () => {
    const { id } = await sent()
    const headers = { ...under(newKey()), 'idempotency-key': newKey() }
    const first = await desk.act('dispatch', { id }, { headers })
    const written = await desk.written()
    desk.server.clock.now = new Date(desk.now() + constants.undoMs)
    const again = await desk.act('dispatch', { id }, { headers })
    expect([again.response, await desk.written()]).toEqual([first.response, written])
  })

  it('is optional: without it nothing waits', async () => {
    const { id } = await sent()
    await desk.ask('PUT', `/services/demo/${id}/cancel`, because)
    const rows = await desk.rows(
      `select hold, due_at <= now() as "isDue" from outbox where kind = 'order' and payload ->> 'what' = 'withdraw'
       order by id desc limit 1`,
    )
    expect(rows).toEqual([{ hold: null, isDue: true }])
  })
})
