import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let tokens: Record<'operator' | 'supplier' | 'dispatcher' | 'everything', string>

beforeAll(async () => {
  server = await testServer()
  tokens = {
    operator: await server.signInAs('operator'),
    supplier: await server.signInAs('supplier'),
    dispatcher: await server.signInAs('dispatcher'),
    everything: await server.signInAs('everything'),
  }
})
afterAll(() => server.stop())

const day = 86_400_000
const ride = () => ({
  status: 30,
  entryChannel: 20,
  paymentMethod: 11,
  timeBookingStart: server.clock.now.getTime() - 3 * day,
  asap: false,
  origin: { addressField: 'Puerta del Sol, Madrid', lat: 40.4169, lon: -3.7035 },
  destination: { addressField: 'Estación de Atocha, Madrid', lat: 40.4066, lon: -3.6906 },
  idFleet: 29,
  passengerName: 'Ana Ruiz',
  phoneNumberPassenger: '600000001',
  priceSupplierTotal: 9.5,
})

type Answer = { booking: Record<string, unknown> & { id: number; version: number } }
const register = (resource: string, token: string, change: object = {}, headers: Record<string, string> = {}) =>
  server.ask<Answer>(`/api/${resource}/demo`, {
    method: 'POST',
    token,
    headers,
    body: { booking: { ...ride(), ...change } },
  })

describe('a service recorded after it was driven', () => {
  it.each([
    ['servicehistorical', 'operator'],
    ['servicetoinvoice', 'operator'],
    ['servicetoinvoice', 'supplier'],
  ] as const)('is registered at %s by the %s, finished and priced (P-134, L-036)', async (resource, user) => {
    const { status, meta, response } = await register(resource, tokens[user])
    expect([status, meta.code]).toEqual([201, 201])
    expect(response?.booking).toMatchObject({
      status: 30,
      priceSupplierTotal: 9.5,
      idFleet: 29,
      passengerName: 'Ana Ruiz',
    })
  })

  it('is registered once under the same key (L-036)', async () => {
    const headers = { 'idempotency-key': 'same ride'.replace(' ', '-') }
    const first = await register('servicehistorical', tokens.operator, { timeBookingStart: 1_700_000_000_000 }, headers)
    const again = await register('servicehistorical', tokens.operator, { timeBookingStart: 1_700_000_000_000 }, headers)
    expect(again.response?.booking.id).toBe(first.response?.booking.id)
  })

  it('is not live, and the errors of its price are returned', async () => {
    const { response } = await register('servicehistorical', tokens.operator, { priceSupplierTotal: 250 })
    expect(response?.booking.validatedErrors).toEqual(expect.arrayContaining(['priceTooHigh']))
    const alive = await server.ask<{ services: { id: number }[] }>('/api/services/demo/alive/fleet', {
      token: tokens.operator,
    })
    expect(alive.response?.services.map(({ id }) => id)).not.toContain(response?.booking.id)
  })

  it.each([
    ['tomorrow', 'timeBookingStart', () => ({ timeBookingStart: server.clock.now.getTime() + 2 * day })],
    ['without a fleet', 'fleet', () => ({ idFleet: null })],
    ['without a start', 'timeBookingStart', () => ({ timeBookingStart: null })],
    ['without an origin', 'origin', () => ({ origin: null })],
    ['with half an origin', 'origin', () => ({ origin: { addressField: 'Sol', lat: 0, lon: 0 } })],
    ['with a negative price', 'priceSupplierTotal', () => ({ priceSupplierTotal: -1 })],
    ['with an unknown fleet', 'idFleet', () => ({ idFleet: 999_999 })],
  ])('is refused %s (B-032)', async (_, field, change) => {
    for (const resource of ['servicehistorical', 'servicetoinvoice']) {
      const { status, meta } = await register(resource, tokens.operator, change())
      expect([status, meta.field]).toEqual([400, field])
    }
  })

  it('requires permission for its fleet, and for a customer price', async () => {
    expect((await register('servicehistorical', tokens.supplier)).status).toBe(403)
    const { rows } = await server.database.inTenant(1, async (tx) => ({
      rows: await tx.selectFrom('fleet').select('id').orderBy('id', 'desc').limit(1).execute(),
    }))
    expect((await register('servicetoinvoice', tokens.supplier, { idFleet: rows[0]?.id })).status).toBe(403)
    expect((await register('servicehistorical', tokens.dispatcher, { idFleet: rows[0]?.id })).status).toBe(403)
    expect((await register('servicehistorical', tokens.operator, { priceCustomerTotal: 5 })).status).toBe(403)
    expect((await register('servicehistorical', tokens.everything, { priceCustomerTotal: 5 })).status).toBe(201)
  })
})
