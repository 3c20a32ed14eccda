import { endBookings } from '@parada/db/testing/ended-bookings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchText, type TestServer, testServer } from '../../testing/server.ts'

type Row = {
  id: number
  idService: number
  version: number
  idSupplier: number
  status?: number
  statusInvoicing: number
  modifications: { reason: number; price: number | null; comment: string; who: string } | null
  priceCustomer: number | null
  tollCustomer: number | null
  timeServiceStart: number
  bookingBreakValue1: string
  idUser: number | null
}

let server: TestServer
let everything: string
const day = 86_400_000

beforeAll(async () => {
  server = await testServer()
  await endBookings(server.database.ownerUrl, 1, 200, server.clock.now)
  everything = await server.signInAs('everything')
})
afterAll(() => server.stop())

const span = () => ({ from: server.clock.now.getTime() - 30 * day, to: server.clock.now.getTime() })

const list = async (path: string, query: Record<string, unknown> = {}, token = everything) => {
  const search = searchText({ ...span(), resultsPerPage: 200, ...query })
  const { status, meta, response } = await server.ask<{ services: Row[] }>(`/api/${path}?${search}`, { token })
  return { status, meta, rows: response?.services ?? [] }
}
const toInvoice = 'servicetoinvoice/demo/cc/withFleetBreaks'
const historic = 'servicehistorical/demo/cc/withFleetBreaks'
const cancelled = 'serviceafterlife/demo/cc/canceled'

describe('services', () => {
  it('to invoice are finished and validated, under any invoice type (L-035)', async () => {
    const { status, rows } = await list(toInvoice)
    expect(status).toBe(200)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ id, idService }) => id === idService)).toBe(true)
    expect((await list('servicetoinvoice/demo/any-word/withFleetBreaks')).rows).toEqual(rows)
    expect((await list('servicetoinvoice/demo/no%20word/withFleetBreaks')).status).toBe(400)
    const driven = await list(historic)
    expect(driven.rows.length).toBeGreaterThan(rows.length)
    expect(rows.every(({ bookingBreakValue1 }) => bookingBreakValue1.startsWith('CC-'))).toBe(true)
  })

  it('that were cancelled are listed under both spellings of the path (L-049, L-050)', async () => {
    const { rows } = await list(cancelled)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([-20, -40, -60]))
    expect((await list('serviceafterlife/demo/cc/cancelled')).rows).toEqual(rows)
  })

  it('can be filtered by user', async () => {
    const { rows } = await list(toInvoice)
    const idUser = rows.find((row) => row.idUser !== null)?.idUser
    const found = await list(toInvoice, { idUser })
    expect(new Set(found.rows.map((row) => row.idUser))).toEqual(new Set([idUser]))
  })

  it('cannot be listed for more than 32 days', async () => {
    const { to } = span()
    for (const path of [toInvoice, historic, cancelled])
      expect(await list(path, { from: to - 34 * day })).toMatchObject({ status: 400, meta: { field: 'to' } })
  })

  it('hide the customer’s price from users who may not see it', async () => {
    const { rows } = await list(toInvoice, {}, await server.signInWith({ editServiceToInvoiceByFleet: 'all' }))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ priceCustomer, tollCustomer }) => priceCustomer !== null || tollCustomer !== null)).toEqual(
      [],
    )
  })
})

type Answer = {
  booking: { version: number; statusInvoicing: number; modifications: Row['modifications']; status: number }
}
const put = (id: number, body: object, token = everything) =>
  server.ask<Answer>(`/api/servicetoinvoice/demo/${id}`, { method: 'PUT', token, body })

const aFree = async () => {
  const { rows } = await list(toInvoice, { statusInvoicing: 1 })
  const [row] = rows
  if (!row) throw new Error('No service is free')
  return row
}

describe('a request to change a service', () => {
  it('can be made for a free service and taken back again (L-037)', async () => {
    const { id, version } = await aFree()
    const asked = await put(id, {
      version,
      statusInvoicing: 0,
      modifications: { reason: 1, price: 9.5, comment: ' Pactado ' },
    })
    expect(asked.status).toBe(200)
    expect(asked.response?.booking).toMatchObject({
      statusInvoicing: 0,
      modifications: { reason: 1, price: 9.5, comment: 'Pactado', who: 'Félix Marín' },
    })
    expect((await list(toInvoice, { statusInvoicing: 0 })).rows.map((row) => row.id)).toContain(id)
    const back = await put(id, { version: asked.response?.booking.version, statusInvoicing: 1 })
    expect(back.response?.booking).toMatchObject({ statusInvoicing: 1, modifications: null })
  })

  it.each([
    ['reason 2', { reason: 2 }, 'modifications.reason'],
    ['a wrong price without the right one', { reason: 1 }, 'modifications.price'],
    ['a price below nothing', { reason: 1, price: -1 }, 'modifications.price'],
  ])('is rejected for %s', async (_, modifications, field) => {
    const { id, version } = await aFree()
    const { status, meta } = await put(id, { version, statusInvoicing: 0, modifications })
    expect([status, meta.field]).toEqual([400, field])
  })

  it('is refused for another fleet, another tenant and a stale version', async () => {
    const { id, version, idSupplier } = await aFree()
    const body = { version, statusInvoicing: 0, modifications: { reason: 0 } }
    const other = await server.signInWith({ editServiceToInvoiceByFleet: String(idSupplier + 1) })
    expect((await put(id, body, other)).status).toBe(404)
    expect((await put(id, body, await server.signInAs('everything', 'costa'))).status).toBe(401)
    expect((await put(id, { ...body, version: version - 1 })).status).toBe(409)
  })
})

it('mails the receipt of a service (L-038)', async () => {
  const { id } = await aFree()
  await server.database.inTenant(1, (tx) =>
    tx.updateTable('booking').set({ email_passenger: 'ana@example.com' }).where('id', '=', id).execute(),
  )
  const { status, response } = await server.ask(`/api/servicetoinvoice/demo/${id}/receipt`, { token: everything })
  expect([status, response]).toEqual([200, { receipt: { recipient: 'ana@example.com' } }])
  const sent = await server.database.inTenant(1, (tx) =>
    tx.selectFrom('delivery').select(['template', 'recipient']).where('id_booking', '=', id).execute(),
  )
  expect(sent).toContainEqual({ template: 'receipt', recipient: 'ana@example.com' })
})

it('cancels a historic service, which then costs nothing and is listed as cancelled (L-042)', async () => {
  const { rows } = await list(historic)
  const { id, version } = rows[0] ?? { id: 0, version: 0 }
  const { status, response } = await server.ask<Answer>(`/api/servicehistorical/demo/${id}/cancelService`, {
    method: 'PUT',
    token: everything,
    body: { version },
  })
  expect(status).toBe(200)
  expect(response?.booking).toMatchObject({ status: -40, priceSupplierTotal: 0, priceCustomerTotal: 0 })
  expect((await list(cancelled)).rows.map((row) => row.id)).toContain(id)
  expect((await list(historic)).rows.map((row) => row.id)).not.toContain(id)
})

it('lets users who only invoice see a finished service but not a live one', async () => {
  const { id, idSupplier } = await aFree()
  const token = await server.signInWith({ viewServiceToInvoiceByFleet: String(idSupplier) })
  expect((await server.ask(`/api/services/demo/${id}`, { token })).status).toBe(200)
  const alive = await server.ask<{ services: { id: number }[] }>('/api/services/demo/alive/fleet', {
    token: everything,
  })
  expect((await server.ask(`/api/services/demo/${alive.response?.services[0]?.id}`, { token })).status).toBe(404)
})
