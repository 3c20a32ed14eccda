import { randomUUID } from 'node:crypto'
import type { otherWays } from '@parada/contract/calls/other-ways'
import type { AnswerOf } from '@parada/contract/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { atocha, type Desk, fleets, minutes, openDesk, sol } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
  await desk.rows("update trip_supplier set secret = repeat('x', 40)")
  await desk.rows(
    `insert into ticket_title (tenant_id, id, name, price_supplier, enabled_days, id_public_transport_suppliers)
     values (1, 9001, 'Billete de prueba', 0.01, '1111111', '{1}'), (1, 9002, 'Nunca', 0.01, '0000000', '{1}')`,
  )
})
afterAll(() => desk.stop())

const north = (metres: number) => sol.lat + metres / 111_195
beforeEach(async () => {
  await desk.rows('delete from free_vehicle')
  await desk.rows('delete from trip_request')
  await desk.rows(
    `insert into free_vehicle (tenant_id, id_supplier, sign, kind, lat, lon, battery, price_start, price_minute, at)
     values (1, 22, 'NEAR', 'scooter', $1, $4, 80, 1, 0.19, $5), (1, 22, 'NEARER', 'bike', $2, $4, null, 1, 0.1, $5),
       (1, 22, 'FAR', 'scooter', $3, $4, 80, 1, 0.19, $5), (1, 22, 'GONE', 'scooter', $2, $4, 80, 1, 0.19, $6)`,
    [north(300), north(100), north(900), sol.lon, new Date(desk.now()), new Date(desk.now() - minutes(11))],
  )
})

type Kind = 'operator' | 'dispatcher' | 'business' | 'newcomer' | 'everything'
const lost = async (change: object = {}) => {
  const { id } = await desk.book({ asap: true, timeBookingStart: desk.now(), ...change })
  await desk.rows('update booking set status = -30, status_dispatch = null where id = $1', [id])
  await desk.rows('delete from outbox')
  const [row] = await desk.rows<{ version: number }>('select version from booking where id = $1', [id])
  return { id, version: row?.version ?? 0 }
}
const offers = (id: number, as: Kind = 'everything') =>
  desk.ask<AnswerOf<typeof otherWays.offers>>('GET', `/services/demo/${id}/otherWays`, undefined, as)
const take = (id: number, body: object, as: Kind = 'everything', headers?: Record<string, string>) =>
  desk.ask<AnswerOf<typeof otherWays.take>>(
    'POST',
    `/services/demo/${id}/otherWays`,
    { sms: null, ...body },
    as,
    headers,
  )
const near = { kind: 'vehicle', idSupplier: 22, sign: 'NEAR' }
const messages = async () =>
  (await desk.rows<{ payload: { text: string } }>("select payload from outbox where kind = 'sms'")).map(
    ({ payload }) => payload.text,
  )

describe('a booking that cannot be served', () => {
  it('is offered free vehicles nearby, tickets valid now and later times, each with its SMS', async () => {
    const { id } = await lost()
    const { response } = await offers(id)
    expect(response?.vehicles.map(({ sign, metres }) => [sign, metres])).toEqual([
      ['NEARER', 100],
      ['NEAR', 300],
    ])
    expect(response?.vehicles[1]?.text).toBe(
      'Radio Taxi Demo: no hay taxi libre, disculpe. Le hemos reservado un patinete de Patinetes Rueda (NEAR) a 300 m.',
    )
    expect(response?.tickets[0]).toMatchObject({ idTicketTitle: 9001, supplier: 'Metro', price: 0.01 })
    expect(response?.tickets.map(({ title }) => title)).not.toContain('Nunca')
    expect(response?.times.map(({ at }) => at > desk.now())).toEqual([true, true])
  })

  it('is offered no vehicle when its pickup is 90 minutes away', async () => {
    const { id } = await lost({ asap: false, timeBookingStart: desk.now() + minutes(90) })
    const { response } = await offers(id)
    expect([response?.vehicles, response?.times.length]).toEqual([[], 2])
  })

  it('gets no offers once it is over, or for users who may not work on it', async () => {
    const { id } = await lost()
    expect((await offers(id, 'business')).status).toBe(403)
    await desk.rows('update booking set status = -40 where id = $1', [id])
    expect((await offers(id)).response).toEqual({ vehicles: [], tickets: [], times: [] })
    expect((await take(id, { version: 1, chosen: near })).status).toBe(409)
    const elsewhere = await lost({ origin: sol, destination: atocha, idFleet: fleets.others, fleetsFiltered: '36' })
    expect((await offers(elsewhere.id, 'dispatcher')).status).toBe(404)
  })

  it('can be replaced by a vehicle: the taxi is cancelled, the supplier gets a request and the passenger an SMS', async () => {
    const { id, version } = await lost()
    const { response } = await take(id, { version, chosen: near, sms: ' Le espera un patinete. ' })
    expect(response?.booking).toMatchObject({ status: -40, cancellationReasonCode: 'fleet_no_free_vehicle' })
    const [trip] = await desk.rows('select * from mobility_booking where id = $1', [response?.trip?.id])
    expect(trip).toMatchObject({
      ...{ status: 1, vehicle_sign: 'NEAR', customer_phone: '600000001', entry_channel: 20, reference: null },
    })
    expect(await desk.rows('select what, id_supplier::int, mode from trip_request')).toEqual([
      { what: 'reserve', id_supplier: 22, mode: 'mobility' },
    ])
    expect(await messages()).toEqual(['Le espera un patinete.'])
    expect((await offers((await lost()).id)).response?.vehicles.map(({ sign }) => sign)).toEqual(['NEARER'])
  })

  it('can be replaced by a ticket, which is requested from its supplier', async () => {
    const { id, version } = await lost()
    const { response } = await take(id, { version, chosen: { kind: 'ticket', idTicketTitle: 9001 } })
    const [ticket] = await desk.rows('select * from ticket where id = $1', [response?.trip?.id])
    expect(ticket).toMatchObject({ status: 1, title: 'Billete de prueba', transport_name: 'Metro' })
    expect(await desk.rows('select what, mode from trip_request')).toEqual([{ what: 'sell', mode: 'ticket' }])
    expect(await messages()).toEqual([])
  })

  it('can be dispatched again for a later time', async () => {
    const { id, version } = await lost()
    const at = (await offers(id)).response?.times[0]?.at ?? 0
    const { response } = await take(id, { version, chosen: { kind: 'time', at }, sms: 'Más tarde' })
    expect(response).toMatchObject({ trip: null, booking: { status: 10, timeBookingStart: at, asap: false } })
    expect(await messages()).toEqual(['Más tarde'])
  })

  it('is restored by undo: it looks for a taxi again, and neither the request nor the SMS is sent', async () => {
    const { id, version } = await lost()
    const key = randomUUID()
    const { response } = await take(id, { version, chosen: near, sms: 'Nunca llega' }, 'everything', {
      'undo-key': key,
    })
    const undone = await desk.ask('POST', '/services/demo/undo', { key }, 'everything')
    expect(undone.status).toBe(200)
    expect(await desk.rows('select status from booking where id = $1', [id])).toEqual([{ status: -30 }])
    expect(await desk.rows('select status from mobility_booking where id = $1', [response?.trip?.id])).toEqual([
      { status: 5 },
    ])
    expect([await messages(), await desk.rows('select from trip_request')]).toEqual([[], []])
  })

  it.each<[string, object, number, string | undefined]>([
    ['a vehicle that is gone', { chosen: { ...near, sign: 'NOBODY' } }, 409, undefined],
    ['a vehicle on the other side of town', { chosen: { ...near, sign: 'AWAY' } }, 409, undefined],
    ['a ticket that is not sold today', { chosen: { kind: 'ticket', idTicketTitle: 9002 } }, 409, undefined],
    ['a time that is over', { chosen: { kind: 'time', at: 1 } }, 400, 'at'],
    ['an empty SMS', { chosen: near, sms: ' ' }, 400, 'sms'],
    ['a version that others have changed', { version: 1, chosen: near }, 409, undefined],
    ['another kind', { chosen: { kind: 'sledge' } }, 400, 'chosen.kind'],
  ])('refuses %s, and nothing is written', async (_, wrong, status, field) => {
    await desk.rows(
      `insert into free_vehicle (tenant_id, id_supplier, sign, kind, lat, lon, price_start, price_minute, at)
       values (1, 22, 'AWAY', 'scooter', $1, $2, 1, 0.19, $3)`,
      [north(5_000), sol.lon, new Date(desk.now())],
    )
    const { id, version } = await lost()
    const answer = await take(id, { version, ...wrong })
    expect([answer.status, answer.meta.field]).toEqual([status, field])
    expect(await desk.rows('select status from booking where id = $1', [id])).toEqual([{ status: -30 }])
    expect(await desk.rows('select from trip_request')).toEqual([])
    expect(await desk.rows("select from free_vehicle where sign = 'AWAY'")).toHaveLength(1)
  })

  it('is refused a vehicle that another booking takes at the same moment', async () => {
    const both = [await lost(), await lost()]
    const answers = await Promise.all(both.map(({ id, version }) => take(id, { version, chosen: near })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
