import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, openDesk } from '../../testing/desk.ts'

let desk: Desk
/** Three account fields: 'Visita' shows and requires the second, anything else hides it; the third is mandatory. */
const account = 106

beforeAll(async () => {
  desk = await openDesk()
  const dependencies = [
    { value: 'Visita', dependencies: [{ idBreak: 2, visible: true, mandatory: true }] },
    { value: '$else', dependencies: [{ idBreak: 2, visible: false }] },
  ]
  await desk.owner.query(
    `insert into booking_break_config (tenant_id, id_payment_account, id, label, mandatory, value_dependencies)
     values (1, $1, 1, 'Motivo', false, $2), (1, $1, 2, 'Cliente', false, '[]'), (1, $1, 3, 'Centro', true, '[]')`,
    [account, JSON.stringify(dependencies)],
  )
})
afterAll(() => desk.stop())

type Break = { id: number; value: string; visible: boolean; required: boolean }
type Breaks = { bookingBreaks: Break[] }
const read = (id: number, as?: 'dispatcher' | 'business') => desk.get<Breaks>(`/bookings/demo/${id}/bookingBreaks`, as)
const save = (id: number, values: Record<number, string | null>, as?: 'dispatcher' | 'business') =>
  desk.put<Breaks>(
    `/bookings/demo/${id}/bookingBreaks`,
    { bookingBreaks: Object.entries(values).map(([break_, value]) => ({ id: Number(break_), value })) },
    as,
  )
const filled = { bookingBreaks: [{ id: 3, value: 'Norte' }] }
const book = (change: object = {}) => desk.book({ idPaymentAccount: account, ...filled, ...change })

describe('the account fields of a booking', () => {
  it('are returned with the account’s settings and the booking’s values (B-167)', async () => {
    const { id } = await book()
    expect((await read(id)).response?.bookingBreaks).toMatchObject([
      { id: 1, label: 'Motivo', mandatory: false, value: '', visible: true, required: false },
      { id: 2, label: 'Cliente', value: '', visible: false },
      { id: 3, label: 'Centro', mandatory: true, value: 'Norte', visible: true, required: true },
    ])
    expect((await read((await desk.book()).id)).response).toEqual({ bookingBreaks: [] })
  })

  it('are saved, and their values decide which others are shown and required (B-168, B-117)', async () => {
    const { id } = await book()
    expect((await save(id, { 1: 'Visita', 2: 'Seguros Ejemplo', 3: 'Sur' })).response?.bookingBreaks).toMatchObject([
      { id: 1, value: 'Visita' },
      { id: 2, value: 'Seguros Ejemplo', visible: true, required: true },
      { id: 3, value: 'Sur' },
    ])
    expect((await desk.get(`/services/demo/${id}`)).response?.booking.bookingBreaks).toEqual([
      { id: 1, value: 'Visita', label: 'Motivo' },
      { id: 2, value: 'Seguros Ejemplo', label: 'Cliente' },
      { id: 3, value: 'Sur', label: 'Centro' },
    ])
  })

  it('lose their value when they become hidden (B-118, B-119)', async () => {
    const { id } = await book()
    await save(id, { 1: 'Visita', 2: 'Seguros Ejemplo', 3: 'Sur' })
    const events = await desk.eventsOf(() => save(id, { 1: 'Otra cosa', 2: 'Seguros Ejemplo', 3: 'Sur' }))
    expect(events).toEqual([['fleet.29', 10]])
    expect((await read(id)).response?.bookingBreaks.map(({ value }) => value)).toEqual(['Otra cosa', '', 'Sur'])
  })

  it.each([
    ['a mandatory one that is empty (B-115)', { 3: ' ' }, 'bookingBreaks.3'],
    ['a mandatory one that is missing (B-115)', { 1: 'x' }, 'bookingBreaks.3'],
    ['one that another value requires', { 1: 'Visita', 3: 'Sur' }, 'bookingBreaks.2'],
    ['one that the account does not ask for', { 3: 'Sur', 4: 'x' }, 'bookingBreaks.4'],
    ['a tenth', { 3: 'Sur', 10: 'x' }, 'bookingBreaks.1.id'],
    ['one longer than 200 characters', { 3: 'x'.repeat(201) }, 'bookingBreaks.0.value'],
  ])('are rejected for %s, and nothing is written', async (_, values, field) => {
    const { id } = await book()
    const before = await desk.written()
    expect((await save(id, values as unknown as Record<number, string>)).meta).toMatchObject({ code: 400, field })
    expect(await desk.written()).toBe(before)
  })

  it('are required when the booking is confirmed', async () => {
    const { id } = await desk.create({ idPaymentAccount: account })
    const sent = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
    expect((await desk.act('confirm', sent)).meta).toMatchObject({ code: 400, field: 'bookingBreaks.3' })
    expect(await desk.stored(id)).toMatchObject({ status: 5 })
    expect((await desk.act('confirm', { ...sent, ...filled })).status).toBe(200)
  })

  it('are available only to users of the booking’s fleet', async () => {
    const { id } = await book({ idFleet: fleets.others })
    expect((await read(id, 'dispatcher')).status).toBe(404)
    expect((await save(id, { 3: 'x' }, 'dispatcher')).status).toBe(404)
    expect((await read(id, 'business')).status).toBe(403)
    expect((await save(id, { 3: 'x' }, 'business')).status).toBe(403)
  })
})

describe('fleet fields', () => {
  type Row = { id: number; idBooking: number; break1: string; break9: string }
  const list = (id: number, as?: 'dispatcher' | 'business') =>
    desk.get<{ fleetBreaks: Row[] }>(`/fleetbreaks/demo/?idBooking=${id}`, as)
  type Kind = 'operator' | 'dispatcher' | 'business'
  const create = (idBooking: number, values: object = {}, as: Kind = 'operator') =>
    desk.ask<{ fleetBreak: Row }>('POST', '/fleetbreaks/demo', { idBooking, ...values }, as)

  it('are created for a booking and read with it (B-181, B-183, L-252)', async () => {
    const { id } = await desk.book()
    expect((await list(id)).response).toEqual({ fleetBreaks: [] })
    const made = await create(id, { break1: 'Turno 2', break9: 'Noche' })
    expect(made).toMatchObject({ status: 201, meta: { code: 201 } })
    expect((await list(id)).response?.fleetBreaks).toMatchObject([
      { id: made.response?.fleetBreak.id, idBooking: id, break1: 'Turno 2', break2: '', break9: 'Noche' },
    ])
    expect((await create(id)).status).toBe(409)
  })

  it('are updated (B-182, L-251)', async () => {
    const { id } = await desk.book()
    const row = (await create(id, { break1: 'Turno 2', break2: 'A' })).response?.fleetBreak
    const saved = await desk.put<{ fleetBreak: Row }>(`/fleetbreaks/demo/${row?.id}`, {
      ...row,
      break1: 'Turno 3',
      break2: '',
    })
    expect(saved.meta).toEqual({ code: 200 })
    expect((await list(id)).response?.fleetBreaks).toEqual([{ ...row, break1: 'Turno 3', break2: '' }])
    const moved = await desk.put<{ fleetBreak: Row }>(`/fleetbreaks/demo/${row?.id}`, { idBooking: 1, break1: 'x' })
    expect(moved.response?.fleetBreak.idBooking).toBe(id)
  })

  it.each([
    ['no booking', () => desk.ask('POST', '/fleetbreaks/demo', { break1: 'x' }), 400, 'idBooking'],
    ['an unknown booking', () => create(999_999_999), 404, undefined],
    ['an unknown field', () => create(1, { break10: 'x' }), 400, 'break10'],
    ['a value of 201 characters', () => create(1, { break1: 'x'.repeat(201) }), 400, 'break1'],
    ['a list of no booking', () => desk.get('/fleetbreaks/demo/'), 400, 'idBooking'],
    ['an unknown row', () => desk.put('/fleetbreaks/demo/999999999', { break1: 'x' }), 404, undefined],
  ])('reject %s', async (_, ask, code, field) => {
    expect((await ask()).meta).toMatchObject({ code, ...(field && { field }) })
  })

  it('are available only to users of the booking’s fleet', async () => {
    const { id } = await desk.book({ idFleet: fleets.others })
    const row = (await create(id)).response?.fleetBreak
    const before = await desk.written()
    expect((await list(id, 'dispatcher')).status).toBe(404)
    expect((await create(id, {}, 'dispatcher')).status).toBe(404)
    expect((await desk.put(`/fleetbreaks/demo/${row?.id}`, { break1: 'x' }, 'dispatcher')).status).toBe(404)
    expect((await list(id, 'business')).status).toBe(403)
    expect((await create(id, {}, 'business')).status).toBe(403)
    expect(await desk.written()).toBe(before)
  })
})

describe('a card', () => {
  it('is read by its id (B-173, P-154)', async () => {
    const { meta, response } = await desk.get('/card/demo/101')
    expect(meta).toEqual({ code: 200 })
    expect(response).toEqual({
      card: { id: 101, cardAlias: expect.any(String), paymentMethod: 12, idUser: expect.any(Number) },
    })
  })

  it('returns 404 for an unknown card or one of another tenant', async () => {
    expect((await desk.get('/card/demo/201')).status).toBe(404)
    expect((await desk.get('/card/demo/999999999')).status).toBe(404)
    expect((await desk.get('/card/demo/none')).meta).toMatchObject({ code: 400, field: 'idCard' })
    expect((await desk.get('/card/demo/101', 'business')).status).toBe(403)
  })
})
