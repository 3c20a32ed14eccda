import type { TicketTitle } from '@parada/contract/calls/ticket-titles'
import type { TicketDetail, TicketRow } from '@parada/contract/calls/tickets'
import { type Work as TripWork, theHouse } from '@parada/db/queries/booking-changes'
import { trips } from '@parada/db/queries/trips'
import { ticketStatus } from '@parada/domain/trip/modes'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfTexts } from '../../deliveries/testing-pdf.ts'
import { qrIn } from '../../deliveries/testing-qr.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let owner: pg.Client
let everything: string

beforeAll(async () => {
  server = await testServer()
  owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  everything = await server.signInAs('everything')
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

const ask = <T>(path: string, token = everything) => server.ask<T>(`/api/transport/${path}`, { token })
const ofSuppliers = (value: string) => server.signInWith({ viewTicketToInvoiceBySupplier: value })

type TicketList = { tickets: TicketRow[] }

/** Up to three tickets of the demo tenant, as stored. */
const stored = async (where: string) =>
  (await owner.query(`select * from ticket where tenant_id = 1 and ${where} order by id limit 3`)).rows

describe('the tickets', () => {
  it('are listed under tickets with their account fields, by id, ten per page (L-080)', async () => {
    const { meta, response } = await ask<TicketList>('tickets/demo/')
    expect(meta.totalQueryCount).toBe(3_000)
    expect(response?.tickets.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => 100_001 + index))
    const [sold] = await stored(`booking_breaks <> '[]' and id_authorization is not null`)
    const { rows } = await owner.query('select * from customer_authorization where id = $1', [sold.id_authorization])
    const found = await ask<TicketList>(`tickets/demo/?id=${sold.id}`)
    expect(found.response?.tickets).toMatchObject([
      {
        id: Number(sold.id),
        locator: sold.locator,
        transportName: sold.transport_name,
        timeServiceStart: sold.time_service_start.getTime(),
        priceCustomer: Number(sold.price_customer),
        idTicketTitle: Number(sold.id_ticket_title),
        bookingBreakValue1: sold.booking_breaks[0].value,
        bookingBreakValue9: '',
        authorizationBreakValue1: rows[0].authorization_break1,
      },
    ])
  })

  it('can be filtered by user and by a range of at most 31 days', async () => {
    const [sold] = await stored('id_user is not null')
    const ofUser = await ask<TicketList>(`tickets/demo/?idUser=${sold.id_user}&resultsPerPage=100`)
    expect(new Set(ofUser.response?.tickets.map(({ idUser }) => idUser))).toEqual(new Set([Number(sold.id_user)]))
    const [from, day] = [sold.time_service_start.getTime(), 86_400_000]
    const month = await ask<TicketList>(`tickets/demo/?from=${from}&to=${from + 31 * day - 1}&resultsPerPage=100`)
    expect(month.status).toBe(200)
    for (const ticket of month.response?.tickets ?? []) {
      expect(ticket.timeServiceStart).toBeGreaterThanOrEqual(from)
      expect(ticket.timeServiceStart).toBeLessThan(from + 31 * day)
    }
    const refused = await ask(`tickets/demo/?from=${from}&to=${from + 40 * day}`)
    expect([refused.status, refused.meta.field]).toEqual([400, 'to'])
  })

  it('are returned one by one with their journal (L-081)', async () => {
    const [used] = await stored('status = 2')
    const { response } = await ask<{ ticketToInvoice: TicketDetail }>(`tickets/demo/${used.id}`)
    expect(response?.ticketToInvoice).toMatchObject({
      id: Number(used.id),
      code: used.code,
      reference: used.reference,
      status: 2,
      timeValidated: used.time_validated.getTime(),
      priceSupplier: Number(used.price_supplier),
      version: 2,
    })
    type Journal = { journal: { action: string; who: string; after: Record<string, unknown> }[] }
    const { response: told } = await ask<Journal>(`tickets/demo/${used.id}/journal`)
    expect(told?.journal).toMatchObject([
      { action: 'sold', who: used.transport_name, after: { status: 1 } },
      { action: 'used', who: used.transport_name, after: { status: 2 } },
    ])
  })

  it('can be downloaded as a PDF with the tenant and a QR code of the ticket (L-082)', async () => {
    const [sold] = await stored(`status = 1`)
    const { statusCode, headers, rawPayload } = await server.app.inject({
      url: `/api/transport/tickets/demo/${sold.id}/pdf`,
      headers: { token: everything },
    })
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toContain(`-${sold.locator}.pdf"`)
    expect(pdfTexts(rawPayload)).toEqual(expect.arrayContaining(['Radio Taxi Demo', sold.title, sold.transport_name]))
    expect(qrIn(rawPayload)).toBe(sold.code)
  })

  it.each([
    ['all', [true, true]],
    ['2,3', [false, true]],
    ['1', [true, false]],
    ['', [false, false]],
  ])('are visible with viewTicketToInvoiceBySupplier %j only if it includes their supplier', async (value, open) => {
    const token = await ofSuppliers(value)
    const [metro] = await stored('id_public_transport_supplier = 1')
    const [train] = await stored('id_public_transport_supplier = 2')
    for (const [index, { id }] of [metro, train].entries())
      for (const path of [`${id}`, `${id}/journal`, `${id}/pdf`]) {
        const { statusCode } = await server.app.inject({
          url: `/api/transport/tickets/demo/${path}`,
          headers: { token },
        })
        expect([path, statusCode]).toEqual([path, open[index] ? 200 : 404])
      }
    const { response } = await ask<TicketList>('tickets/demo/?resultsPerPage=100', token)
    const seen = new Set(response?.tickets.map(({ idPublicTransportSupplier }) => idPublicTransportSupplier))
    expect([seen.has(1), seen.has(2)]).toEqual(open)
  })

  it.each([
    ['tickets/demo/abc', 400],
    ['tickets/demo/0', 400],
    ['tickets/demo/999999999', 404],
    ['tickets/demo/999999999/pdf', 404],
    ['tickets/demo/999999999/journal', 404],
    // A ticket of another tenant.
    ['tickets/demo/200001', 404],
    ['tickettitle/demo/abc', 400],
    ['tickettitle/demo/201', 404],
  ])('respond to %s with %i', async (path, status) => expect((await ask(path)).status).toBe(status))

  it('can be found by the status that their supplier set', async () => {
    const [sold] = await stored(`status = 1`)
    const by = { ...theHouse, who: 'Metro', idSupplier: Number(sold.id_public_transport_supplier) }
    await server.database.inTenant(1, async (tx) => {
      const work: TripWork = { tx, tenant: { id: 1, subdomain: 'demo' }, by, now: server.clock.now }
      const before = await trips.ticket.lock(tx, 1, Number(sold.id))
      if (before) await trips.ticket.change(work, 'cancelled', before, { status: ticketStatus.cancelled })
    })
    const { response } = await ask<TicketList>(`tickets/demo/?id=${sold.id}&status=-20`)
    expect(response?.tickets).toHaveLength(1)
  })
})

describe('the ticket titles', () => {
  it('are listed under ticketTitles, by id, ten per page (L-089)', async () => {
    const { meta, response } = await ask<{ ticketTitles: TicketTitle[] }>('tickettitle/demo/list/')
    expect(meta.totalQueryCount).toBe(11)
    expect(response?.ticketTitles.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => 101 + index))
    const found = await ask<{ ticketTitles: TicketTitle[] }>('tickettitle/demo/list/?name=sencillo&passType=1')
    expect(found.response?.ticketTitles.map(({ name }) => name)).toEqual([
      'Billete sencillo',
      'Sencillo combinado',
      'Cercanías sencillo',
    ])
  })

  it('are returned one by one with their tags (L-090)', async () => {
    const { response } = await ask<{ ticketTitle: TicketTitle }>('tickettitle/demo/107')
    expect(response?.ticketTitle).toEqual({
      id: 107,
      name: 'Abono de fin de semana',
      internalDescription: 'Viajes sin límite el sábado y el domingo',
      priceSupplier: 8.4,
      availableValidations: 0,
      numberOfPasses: 0,
      requiredValidationBeforeMinutes: 0,
      status: 1,
      passType: 3,
      expirationTicketMinutes: 3_210,
      internalCode: 'TP-007',
      startH: 0,
      startM: 0,
      endH: 23,
      endM: 59,
      enabledDays: '1000001',
      notes: '',
      idPublicTransportSuppliers: [1, 3],
      tags: ['turista', 'fin de semana'],
    })
  })

  it('have suppliers with an id and a name (L-091)', async () => {
    const { response } = await ask<{ transportSuppliers: unknown[] }>('transportSupplier/demo')
    expect(response?.transportSuppliers).toEqual([
      { id: 1, transportName: 'Metro' },
      { id: 2, transportName: 'Cercanías' },
      { id: 3, transportName: 'Autobús urbano' },
    ])
  })

  it('require viewTicketTitles', async () => {
    const token = await ofSuppliers('all')
    for (const path of ['tickettitle/demo/list/', 'tickettitle/demo/101', 'transportSupplier/demo'])
      expect((await ask(path, token)).status).toBe(403)
  })
})
