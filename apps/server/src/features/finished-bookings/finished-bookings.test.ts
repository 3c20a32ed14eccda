import { connect } from '@parada/db/connect'
import { endBookings } from '@parada/db/testing/ended-bookings'
import { validationFilters } from '@parada/domain/booking/validation-filters'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchText, type TestServer, testServer } from '../../testing/server.ts'

type Row = {
  id: number
  version: number
  status: number
  idSupplier: number
  validated: boolean
  validatedErrors: string[]
  clientType: string
  priceSupplierTotal: number | null
  priceCustomerTotal: number | null
  priceEstimated: number | null
  timeBookingStart: number
}

let server: TestServer
let everything: string
let operator: string
const day = 86_400_000

beforeAll(async () => {
  server = await testServer()
  await endBookings(server.database.ownerUrl, 1, 200, server.clock.now)
  everything = await server.signInAs('everything')
  operator = await server.signInAs('operator')
})
afterAll(() => server.stop())

const span = () => ({ from: server.clock.now.getTime() - 30 * day, to: server.clock.now.getTime() })

const read = async (query: Record<string, unknown> = {}, token = everything) => {
  const search = searchText({ ...span(), resultsPerPage: 200, ...query })
  const { status, meta, response } = await server.ask<{ services: Row[] }>(`/api/servicedead/demo/?${search}`, {
    token,
  })
  return { status, meta, rows: response?.services ?? [] }
}

type DecisionResult = { id: number; version: number; problem?: string }
type Decision = {
  found: number
  validated: number
  sums: { currency: string; before: number; after: number }[]
  results: DecisionResult[]
  hasMore: boolean
}

const ask = (body: object, headers: Record<string, string> = {}, token = everything) =>
  server.ask<Decision>('/api/servicedead/demo/decide', { method: 'POST', token, headers, body: { ...span(), ...body } })

/** Previews a decision, as a user would, and then takes it for exactly those bookings. */
const decide = async (body: object, headers: Record<string, string> = {}, token = everything) => {
  const { response } = await ask(body, {}, token)
  const bookings = response?.results.map(({ id, version }) => ({ id, version })) ?? []
  return ask({ ...body, bookings }, headers, token)
}

describe('finished bookings', () => {
  it('are listed with the latest start first and their total amount (L-068)', async () => {
    const { status, meta, rows } = await read()
    expect(status).toBe(200)
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set([30, -20, -40, -60]))
    const starts = rows.map(({ timeBookingStart }) => timeBookingStart)
    expect(starts).toEqual(starts.toSorted((a, b) => b - a))
    const cents = rows.reduce((sum, row) => sum + Math.round((row.priceSupplierTotal ?? 0) * 100), 0)
    expect(meta.totalQueryCount).toBe(rows.length)
    expect(Math.round((meta.totalAmount ?? 0) * 100)).toBe(cents)
  })

  it('hide the customer’s price in rows, sums and filters from users who may not see it', async () => {
    const { rows, meta } = await read({}, operator)
    expect(rows.length).toBeGreaterThan(0)
    expect(
      rows.filter(({ priceCustomerTotal, priceEstimated }) => priceCustomerTotal !== null || priceEstimated !== null),
    ).toEqual([])
    expect(meta.totals?.map(({ amounts }) => Object.keys(amounts))).toEqual([['priceSupplierTotal']])
    expect((await read({ priceCustomerTotal: '0..1000' }, operator)).rows).toEqual([])
    expect((await read({ priceCustomerTotal: '0..1000' })).rows.length).toBeGreaterThan(0)
  })

  it('cannot be listed for more than 367 days or with from after to', async () => {
    const { from, to } = span()
    expect(await read({ from: to - 369 * day })).toMatchObject({ status: 400, meta: { field: 'to' } })
    expect(await read({ from: to, to: from })).toMatchObject({ status: 400, meta: { field: 'to' } })
    expect(await read({ from: 8.64e15, to: 8.64e15 })).toMatchObject({ status: 400, meta: { field: 'from' } })
    expect(await read({ from: 8.64e15 - 1, to: 8.64e15 - 1 })).toMatchObject({ status: 200, rows: [] })
  })
})

describe('the validation filters', () => {
  const counts = async (query: object) => {
    const search = searchText(query)
    const { response } = await server.ask<Record<string, number>>(`/api/servicedead/demo/validations?${search}`, {
      token: everything,
    })
    return response ?? {}
  }

  it('are counted for a period and a client type, matching the lists under each filter', async () => {
    const counted = await counts({ ...span(), clientType: 'PYME' })
    expect(Object.keys(counted).sort()).toEqual([...validationFilters].sort())
    const { rows } = await read({ clientType: 'PYME' })
    expect(counted.validated).toBe(rows.filter(({ validated }) => validated).length)
    expect(counted.notValidated).toBe(rows.filter(({ validated }) => !validated).length)
    const tooHigh = await read({
      clientType: 'PYME',
      validated: false,
      validatedErrors: 'priceTooHigh,priceTollTooHigh',
    })
    expect(counted.priceTooHigh).toBe(tooHigh.rows.length)
    expect(tooHigh.rows.length).toBeGreaterThan(0)
  })

  it('reject an unknown parameter', async () => {
    const { status, meta } = await server.ask('/api/servicedead/demo/validations?fleet=3', { token: everything })
    expect([status, meta.field]).toEqual([400, 'fleet'])
  })
})

describe('a finished booking', () => {
  const failing = async (error: string) => {
    const { rows } = await read({ validated: false, validatedErrors: error })
    const [row] = rows
    if (!row) throw new Error(`No booking fails for ${error}`)
    return row
  }

  it('returns its price (L-069)', async () => {
    const { id, priceSupplierTotal, validatedErrors } = await failing('priceTooLow')
    const { response } = await server.ask(`/api/servicedead/demo/price/${id}`, { token: everything })
    expect(response).toMatchObject({ price: { priceSupplierTotal, validated: false, validatedErrors } })
  })

  it('can be changed under its version with permission to edit finished bookings (L-070)', async () => {
    const { id, version } = await failing('priceTooLow')
    const put = (token: string, booking: object) =>
      server.ask<{ booking: Row }>(`/api/servicedead/demo/${id}`, { method: 'PUT', token, body: { booking } })
    const change = { id, version, priceSupplierTotal: 18.4, validatedErrors: [] }
    expect((await put(await server.signInWith({ editServiceByFleet: 'all' }), change)).status).toBe(403)
    const { status, response } = await put(everything, change)
    expect(status).toBe(200)
    expect(response?.booking).toMatchObject({ validated: true, validatedErrors: [], priceSupplierTotal: 18.4 })
    expect((await put(everything, change)).status).toBe(409)
  })
})

describe('one decision for all bookings that fail for the same cause', () => {
  it('can be previewed without changing anything', async () => {
    const before = await read({ validated: false, validatedErrors: 'specialCustomer' })
    const { response } = await ask({ cause: 'specialCustomer', decision: 'accept' })
    expect(response).toMatchObject({ found: before.rows.length, validated: before.rows.length, hasMore: false })
    expect(response?.sums.every((sum) => sum.before === sum.after)).toBe(true)
    expect((await read({ validated: false, validatedErrors: 'specialCustomer' })).rows).toEqual(before.rows)
  })

  it('validates each of them, returns the same result when repeated, and can be undone', async () => {
    const before = await read({ validated: false, validatedErrors: 'specialCustomer' })
    expect(before.rows.length).toBeGreaterThan(1)
    const key = crypto.randomUUID()
    const headers = { 'undo-key': key, 'idempotency-key': key }
    const asked = { cause: 'specialCustomer', decision: 'accept' }
    const bookings = before.rows.map(({ id, version }) => ({ id, version }))
    const first = await ask({ ...asked, bookings }, headers)
    expect(first.response?.results).toHaveLength(before.rows.length)
    expect((await read({ validated: false, validatedErrors: 'specialCustomer' })).rows).toEqual([])
    expect((await ask({ ...asked, bookings }, headers)).response).toEqual(first.response)
    const undone = await server.ask('/api/services/demo/undo', { method: 'POST', token: everything, body: { key } })
    expect(undone.status).toBe(200)
    const after = await read({ validated: false, validatedErrors: 'specialCustomer' })
    expect(after.rows.map(({ id, validated }) => [id, validated])).toEqual(
      before.rows.map(({ id, validated }) => [id, validated]),
    )
  })

  it('skips bookings it cannot decide, giving the reason', async () => {
    const { rows } = await read({ validated: false, validatedErrors: 'priceTooHigh,priceTollTooHigh' })
    const { response } = await decide({ cause: 'priceTooHigh', decision: 'accept' })
    const expected = rows.map(({ id, validatedErrors }) => [
      id,
      validatedErrors.includes('priceTooHigh') ? 'problems.validationReasonRequired' : undefined,
    ])
    expect(new Set(expected.map(([, problem]) => problem)).size).toBe(2)
    expect(new Map(response?.results.map(({ id, problem }) => [id, problem]))).toEqual(new Map(expected as []))
    const explained = await decide({ cause: 'priceTooHigh', decision: 'accept', reason: 'Huelga' })
    expect(explained.response?.results.every(({ problem }) => problem === undefined)).toBe(true)
  })

  it('applies to the filtered or chosen bookings and to no others', async () => {
    const { rows } = await read({ validated: false, validatedErrors: 'other' })
    const [first] = rows
    const narrowed = await ask({ cause: 'other', decision: 'accept', id: String(first?.id) })
    expect(narrowed.response?.results.map(({ id }) => id)).toEqual([first?.id])
    const bookings = [{ id: first?.id, version: first?.version }]
    expect((await ask({ cause: 'other', decision: 'accept', bookings })).response).toMatchObject({ validated: 1 })
    const left = await read({ validated: false, validatedErrors: 'other' })
    expect(left.rows.map(({ id }) => id)).toEqual(rows.slice(1).map(({ id }) => id))
    expect((await ask({ cause: 'other', decision: 'accept', password: '1' })).meta.field).toBe('password')
  })

  it('decides a booking that is sent twice only once', async () => {
    const { rows } = await read({ validated: false, validatedErrors: 'other' })
    const bookings = rows.slice(0, 1).flatMap(({ id, version }) => [
      { id, version },
      { id, version },
    ])
    const { response } = await ask({ cause: 'other', decision: 'accept', bookings })
    expect([response?.validated, response?.results.length]).toEqual([1, 1])
  })

  it('skips a booking that has changed since it was seen', async () => {
    const { rows } = await read({ validated: false, validatedErrors: 'other' })
    const [one] = rows
    const bookings = [{ id: one?.id, version: Number(one?.version) - 1 }]
    const { response } = await ask({ cause: 'other', decision: 'accept', bookings })
    expect(response).toMatchObject({ validated: 0, results: [{ id: one?.id, problem: 'problems.bookingChanged' }] })
  })

  it('reaches only fleets whose finished bookings the user may edit', async () => {
    const { rows } = await read({ validated: false, validatedErrors: 'other' })
    const [row] = rows
    const token = await server.signInWith({
      editServiceByFleet: 'all',
      editServiceDeadByFleet: String(row?.idSupplier),
    })
    const { response } = await decide({ cause: 'other', decision: 'accept' }, {}, token)
    const done = response?.results.filter(({ problem }) => problem === undefined).map(({ id }) => id) ?? []
    const own = rows.filter(({ idSupplier }) => idSupplier === row?.idSupplier).map(({ id }) => id)
    expect(done.sort()).toEqual(own.sort())
    expect(own.length).toBeLessThan(rows.length)
    const poor = await server.signInWith({})
    expect((await ask({ cause: 'other', decision: 'accept' }, {}, poor)).status).toBe(403)
  })
})

it('daily totals of finished bookings match the bookings after every kind of change', async () => {
  const totals = async (query: object = {}) => {
    const { meta } = await read({ resultsPerPage: 10, ...query })
    return [meta.totalQueryCount, meta.totalAmount, meta.totals]
  }
  const oneByOne = { id: '0..999999999' }
  const parts = { from: span().from + 5 * 3_600_000 + 7, to: span().to - day - 11 }
  const fleet = await server.signInWith({ editServiceByFleet: '29,31' })
  const client = await connect(server.database.ownerUrl, 'totals')
  const [before] = await totals()
  for (const change of [
    'update booking set price_supplier_total = price_supplier_total + 1.01 where status = 30 and id % 3 = 0',
    `update booking set status = 10, validated = false where status in (-20, -40) and id % 4 <> 1`,
    `update booking set time_booking_start = time_booking_start - interval '26 hours' where status = 30 and id % 5 = 0`,
    `update booking set id_fleet = (select max(id) from fleet where tenant_id = 1) where tenant_id = 1 and status = 30 and id % 7 = 0`,
    `update booking set price_customer_currency = 'GBP' where status = 30 and id % 11 = 0`,
    'select fold_counts()',
  ]) {
    await client.query(change)
    expect(await totals()).toEqual(await totals(oneByOne))
    expect(await totals(parts)).toEqual(await totals({ ...parts, ...oneByOne }))
    const [own, ownOneByOne] = await Promise.all([read({}, fleet), read(oneByOne, fleet)])
    expect(own.meta).toEqual(ownOneByOne.meta)
  }
  await client.end()
  expect((await totals())[0]).toBeLessThan(Number(before))
})
