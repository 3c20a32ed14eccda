import type { SupplierReport } from '@parada/contract/calls/fleets'
import { reportRange } from '@parada/domain/supplier-report'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let supplier: string
let range: { from: number; to: number }

beforeAll(async () => {
  server = await testServer()
  supplier = await server.signInAs('supplier')
  range = reportRange('lastMonth', server.clock.now.getTime(), 'Europe/Madrid')
  const authorization = await server.database.inTenant(1, (tx) =>
    tx.selectFrom('customer_authorization').select('id').executeTakeFirstOrThrow(),
  )
  await finish(
    Array.from({ length: 120 }, (_, at) => ({
      time_booking_start: new Date(range.from + at * 5_000_000),
      id_fleet: at % 3 === 0 ? 31 : 29,
      id_authorization: at % 4 === 0 ? authorization.id : null,
      payment_method: [11, 11, 13, 50, 60][at % 5],
      entry_channel: [20, 20, 20, 1, 10, 12, 5][at % 7],
      price_supplier_total: at % 11 === 0 ? null : 4 + at * 0.37,
    })),
  )
})
afterAll(() => server.stop())

type Answer = { supplierReport: SupplierReport; otherCurrencies: SupplierReport[] }
const day = 86_400_000

const finish = (rides: readonly object[]) =>
  server.database.inTenant(1, (tx) =>
    tx
      .insertInto('booking')
      .values(
        rides.map((ride) => ({
          ...{ tenant_id: 1, status: 30, asap: true, time_booking_start: new Date(), id_fleet: 29 },
          ...{ origin: JSON.stringify({ addressField: 'Calle Mayor, 1', lat: 40.4, lon: -3.7 }) },
          ...ride,
        })),
      )
      .execute(),
  )

const ask = (idFleet: number | string, query: object = range, token = supplier, tenant = 'demo') =>
  server.ask<Answer>(`/api/fleets/${tenant}/${idFleet}/report?${new URLSearchParams(Object.entries(query))}`, { token })

const reportOf = async (...given: Parameters<typeof ask>) => {
  const { status, response } = await ask(...given)
  if (!response) throw new Error(`Answered ${status}`)
  return response
}

/** The finished bookings, for the test to add up itself. */
const bookingsOf = (idFleet: number, { from, to } = range) =>
  server.database.inTenant(1, (tx) =>
    tx
      .selectFrom('booking')
      .select(['id', 'id_authorization', 'payment_method', 'entry_channel', 'price_supplier_total'])
      .where('id_fleet', '=', idFleet)
      .where('status', '=', 30)
      .where('time_booking_start', '>=', new Date(from))
      .where('time_booking_start', '<=', new Date(to))
      .execute(),
  )
type Row = Awaited<ReturnType<typeof bookingsOf>>[number]

const cents = (rows: readonly Row[]) =>
  rows.reduce((sum, { price_supplier_total }) => sum + Math.round(Number(price_supplier_total ?? 0) * 100), 0)
const inCents = (amount: number) => Math.round(amount * 100)

describe('the report of a fleet', () => {
  it('counts and sums its finished bookings of the range, to the cent (L-222, L-223, P-153)', async () => {
    for (const idFleet of [29, 31]) {
      const rows = await bookingsOf(idFleet)
      expect(rows.length).toBeGreaterThan(10)
      const { supplierReport: report, otherCurrencies } = await reportOf(idFleet)
      expect(otherCurrencies).toEqual([])
      const authorized = rows.filter(({ id_authorization }) => id_authorization !== null)
      const others = rows.filter(({ id_authorization }) => id_authorization === null)
      expect(report).toMatchObject({
        currency: 'EUR',
        servicesWithAuthorizationCount: authorized.length,
        servicesWithoutAuthorizationCount: others.length,
        servicesWithAuthorizationPriceSupplierSum: cents(authorized) / 100,
        servicesWithoutAuthorizationPriceSupplierSum: cents(others) / 100,
      })
      const lines = [
        ...report.serviceStatsByPaymentMethodList.map(({ paymentMethod, ...line }) => ({
          ...line,
          rows: rows.filter(({ payment_method }) => payment_method === paymentMethod),
        })),
        ...report.serviceStatsByEntryChannelList.map(({ entryChannel, ...line }) => ({
          ...line,
          rows: rows.filter(({ entry_channel }) => entry_channel === entryChannel),
        })),
      ]
      for (const { count, priceSupplierSum, rows } of lines)
        expect([count, priceSupplierSum]).toEqual([rows.length, cents(rows) / 100])
      for (const list of [report.serviceStatsByPaymentMethodList, report.serviceStatsByEntryChannelList]) {
        expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
        expect(list.reduce((sum, { priceSupplierSum }) => sum + inCents(priceSupplierSum), 0)).toBe(cents(rows))
      }
    }
  })

  it('includes both ends of the range, leaves out unfinished bookings and adds nothing for a missing price', async () => {
    const start = new Date(range.from - 400 * day)
    const at = (milliseconds: number) => ({ time_booking_start: new Date(start.getTime() + milliseconds) })
    const noon = at(day / 2)
    await finish([
      { ...at(0), price_supplier_total: 0.1 },
      { ...at(day), price_supplier_total: 0.2 },
      { ...noon, price_supplier_total: null },
      { ...noon, price_supplier_total: 7, price_customer_currency: 'GBP' },
      { ...at(-1), price_supplier_total: 1 },
      { ...at(day + 1), price_supplier_total: 1 },
      { ...noon, price_supplier_total: 1, status: -40 },
      { ...noon, price_supplier_total: 1, id_fleet: 31 },
    ])
    const { supplierReport, otherCurrencies } = await reportOf(29, {
      from: start.getTime(),
      to: start.getTime() + day,
    })
    expect(supplierReport).toEqual({
      currency: 'EUR',
      servicesWithAuthorizationCount: 0,
      servicesWithoutAuthorizationCount: 3,
      servicesWithAuthorizationPriceSupplierSum: 0,
      servicesWithoutAuthorizationPriceSupplierSum: 0.3,
      serviceStatsByPaymentMethodList: [{ paymentMethod: 11, count: 3, priceSupplierSum: 0.3 }],
      serviceStatsByEntryChannelList: [{ entryChannel: 20, count: 3, priceSupplierSum: 0.3 }],
    })
    expect(otherCurrencies).toMatchObject([
      { currency: 'GBP', servicesWithoutAuthorizationCount: 1, servicesWithoutAuthorizationPriceSupplierSum: 7 },
    ])
  })

  it('has zeros and empty lists for a period without rides', async () => {
    const { supplierReport, otherCurrencies } = await reportOf(29, { from: 0, to: day })
    expect(otherCurrencies).toEqual([])
    expect(supplierReport).toEqual({
      currency: 'EUR',
      servicesWithAuthorizationCount: 0,
      servicesWithoutAuthorizationCount: 0,
      servicesWithAuthorizationPriceSupplierSum: 0,
      servicesWithoutAuthorizationPriceSupplierSum: 0,
      serviceStatsByPaymentMethodList: [],
      serviceStatsByEntryChannelList: [],
    })
  })

  it('is returned for the fleets of viewReportByFleet, with 404 for any other id', async () => {
    const statuses = async (token: string, ids: number[]) =>
      Promise.all(ids.map(async (id) => (await ask(id, range, token)).status))
    const ids = [29, 31, 36, 41, 44, 52, 87, 134, 140, 1, 999_999]
    expect(await statuses(supplier, ids)).toEqual(ids.map((id) => (id === 29 || id === 31 ? 200 : 404)))
    // An operator has the permissions for bookings but not viewReportByFleet.
    expect(await statuses(await server.signInAs('operator'), [29])).toEqual([404])
    expect(await statuses(await server.signInWith({ viewReportByFleet: 'all' }), [134, 140])).toEqual([200, 404])
    expect(await statuses(await server.signInWith({ viewReportByFleet: '140' }), [140, 29])).toEqual([404, 404])
    expect(await statuses(await server.signInWith({}), [29])).toEqual([404])
  })

  it('requires a token of the tenant', async () => {
    expect((await ask(29, range, supplier, 'costa')).status).toBe(401)
    expect((await ask(29, range, await server.signInAs('supplier', 'costa'))).status).toBe(401)
    expect((await ask(29, range, '')).status).toBe(401)
  })

  it.each<[string, () => object, string]>([
    ['from after to', () => ({ from: range.to, to: range.from }), 'to'],
    ['more than 62 days', () => ({ from: range.from, to: range.from + 63 * day }), 'to'],
    ['no end', () => ({ from: range.from }), 'to'],
    ['no start', () => ({ to: range.to }), 'from'],
    ['a start that is not a number', () => ({ from: 'yesterday', to: range.to }), 'from'],
    ['a start beyond all calendars', () => ({ from: 9e15, to: 9e15 }), 'from'],
    ['an unknown filter', () => ({ ...range, status: 10 }), 'status'],
  ])('returns 400 for %s, naming the field', async (_, query, field) => {
    const { status, meta } = await ask(29, query())
    expect([status, meta.field]).toEqual([400, field])
  })

  it('accepts two months of 31 days', async () =>
    expect((await ask(29, { from: range.from, to: range.from + 62 * day })).status).toBe(200))

  it('rejects an invalid id', async () => {
    for (const id of ['x', '0', '-29', '29.5', '1e99']) expect((await ask(id)).meta.field).toBe('idFleet')
  })
})
