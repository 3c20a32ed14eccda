import type { FoundBooking, TaxiPosition } from '@parada/contract/booking'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, minutes, openDesk } from '../../testing/desk.ts'

let desk: Desk
let id: number
let foreign: number

const taxi = { status: 20, supplier_taxi_description: '9182 ÑXB', id_supplier_taxi: 517 }
/** Eastward, then a movement too small to count as a turn. */
const driven = [
  [40.4, -3.71, 1],
  [40.40001, -3.7, 2],
]
beforeAll(async () => {
  desk = await openDesk()
  const passenger = { passengerName: 'Casilda Ibáñez-Rey', phoneNumberPassenger: '+34 699 123 987' }
  const own = await desk.book({ ...passenger, bookingReference: 'ZX-77/2026' })
  const other = await desk.book({ ...passenger, idFleet: fleets.others })
  id = own.id
  foreign = other.id
  await desk.become(id, taxi)
  await desk.become(foreign, { status: 20 })
  await desk.rows(
    `insert into trajectory (tenant_id, id_booking, at, lat, lon, eta_minutes, path)
     select 1, unnest($1::bigint[]), $2, 40.4, -3.7, 6, $3`,
    [[id, foreign], new Date(desk.now() - minutes(5)), JSON.stringify(driven)],
  )
})
afterAll(() => desk.stop())

type Kind = 'operator' | 'dispatcher' | 'newcomer'
const search = async (text: string, as: Kind = 'operator') =>
  desk.get<{ bookings: FoundBooking[] }>(`/services/demo/search?text=${encodeURIComponent(text)}`, as)
const ids = async (text: string, as?: Kind) => (await search(text, as)).response?.bookings.map((one) => one.id)

describe('a search', () => {
  it.each([
    ['an id', () => String(id), () => [id]],
    ['a reference', () => 'zx 77', () => [id]],
    ['a telephone', () => '+34699123987', () => [foreign, id]],
    ['a passenger', () => 'ibanez cas', () => [foreign, id]],
    ['a plate', () => '9182-nxb', () => [id]],
  ])('finds by %s', async (_, text, found) => expect(await ids(text())).toEqual(found()))

  it('returns the fields that identify a booking', async () => {
    expect((await search('zx-77/2026')).response?.bookings).toEqual([
      {
        ...{ id, status: 20, statusDispatch: expect.any(Number), timeBookingStartTimestamp: expect.any(Number) },
        ...{ timeZone: 'Europe/Madrid', passengerName: 'Casilda Ibáñez-Rey', phoneNumberPassenger: '+34 699 123 987' },
        ...{ bookingReference: 'ZX-77/2026', plate: '9182 ÑXB · 517', origin: 'Puerta del Sol, Madrid' },
      },
    ])
  })

  it('finds no booking of another fleet, none of another tenant and none for a user without fleets', async () => {
    expect(await ids('casilda', 'dispatcher')).toEqual([id])
    expect(await ids(String(foreign), 'dispatcher')).toEqual([])
    expect(await ids(String(id), 'newcomer')).toEqual([])
    const token = await desk.server.signInAs('operator', 'costa')
    for (const text of [String(id), 'casilda', '699123987']) {
      const { response } = await desk.server.ask<{ bookings: FoundBooking[] }>(
        `/api/services/costa/search?text=${text}`,
        { token },
      )
      expect(response?.bookings).toEqual([])
    }
  })

  it('does not find drafts', async () => {
    const { id: draft } = await desk.create({ passengerName: 'Wizarda Draft' })
    expect([await ids(String(draft)), await ids('wizarda')]).toEqual([[], []])
  })

  it.each(['', 'ab', '  ', '%%%', '_-_', 'x'.repeat(61)])('rejects %j, naming the field', async (text) => {
    const { status, meta } = await search(text)
    expect([status, meta.field]).toEqual([400, 'text'])
  })

  it('needs a token and a text', async () => {
    expect((await desk.server.ask('/api/services/demo/search?text=casilda')).status).toBe(401)
    const { status, meta } = await desk.get('/services/demo/search')
    expect([status, meta.field]).toEqual([400, 'text'])
  })

  it('finds nothing for an id too long for a number', async () => {
    expect(await ids('9'.repeat(60))).toEqual([])
  })
})

describe('the positions', () => {
  const positions = async (query = '', as: Kind = 'operator') =>
    (await desk.get<{ positions: TaxiPosition[]; now: number }>(`/services/demo/alive/positions${query}`, as)).response
  const seen = async (query?: string, as?: Kind) =>
    (await positions(query, as))?.positions.map((one) => one.id).filter((one) => [id, foreign].includes(one))

  it('give the last place of every taxi on a live booking, and the start of the next request', async () => {
    const answer = await positions()
    expect(answer?.now).toBe(desk.now())
    expect(answer?.positions.find((one) => one.id === id)).toEqual({
      ...{ id, lat: 40.4, lon: -3.7, etaMinutes: 6, at: desk.now() - minutes(5) },
      ...{ heading: 90, idSupplierTaxi: 517, statusDispatch: expect.any(Number) },
    })
  })

  it('are those of the user’s fleets', async () => {
    expect(await seen()).toEqual([id, foreign])
    expect(await seen('', 'dispatcher')).toEqual([id])
    expect(await seen('', 'newcomer')).toEqual([])
    const token = await desk.server.signInAs('operator', 'costa')
    const { response } = await desk.server.ask<{ positions: TaxiPosition[] }>('/api/services/costa/alive/positions', {
      token,
    })
    expect(response?.positions.filter((one) => [id, foreign].includes(one.id))).toEqual([])
  })

  it('can be limited to those reported since a time, with an allowance for late reports', async () => {
    expect(await seen(`?since=${desk.now() - minutes(6)}`)).toEqual([id, foreign])
    expect(await seen(`?since=${desk.now() - minutes(4.6)}`)).toEqual([id, foreign])
    expect(await seen(`?since=${desk.now() - minutes(4)}`)).toEqual([])
  })

  it.each(['soon', '-1', '1e99'])('reject %s as the start', async (since) => {
    const { status, meta } = await desk.get(`/services/demo/alive/positions?since=${since}`)
    expect([status, meta.field]).toEqual([400, 'since'])
  })
})
