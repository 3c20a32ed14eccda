import type { AccountDraw, Invoice } from '@parada/contract/calls/invoices'
import { theHouse } from '@parada/db/queries/booking-changes'
import { nextNumber } from '@parada/db/queries/invoices'
import type { UserKind } from '@parada/db/seed/demo-users'
import { monthOf } from '@parada/domain/invoice/period'
import { invoiceStanding } from '@parada/domain/invoice/standing'
import readExcel from 'read-excel-file/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pdfPages, pdfTexts } from '../../deliveries/testing-pdf.ts'
import { drawInvoices } from '../../invoices/draw.ts'
import { type Desk, openDesk } from '../../testing/desk.ts'
import { accounts, lastMonth, ridesOnAccount } from '../../testing/rides-on-account.ts'

let desk: Desk
let month: string

beforeEach(async () => {
  desk = await openDesk()
  month = monthOf(lastMonth(desk.server.clock.now), 'Europe/Madrid')
})
afterEach(() => desk.stop())

type DrawResult = { accounts: AccountDraw[] }
const draw = (more: object = {}, as: UserKind = 'administrator', headers?: Record<string, string>) =>
  desk.ask<DrawResult>('POST', '/invoices/demo/draw', { month, preview: false, ...more }, as, headers)
const drawn = async (more: object = {}) => (await draw(more)).response?.accounts ?? []

const listed = async (query = '', as: UserKind = 'administrator') =>
  desk.ask<{ invoices: { id: number; invoiceCode: string; idPaymentAccount: number; totalAmount: number }[] }>(
    'GET',
    `/invoices/demo/${query}`,
    undefined,
    as,
  )
const read = async (id: number, as: UserKind = 'administrator') =>
  desk.ask<{ invoice: Invoice }>('GET', `/invoices/demo/${id}`, undefined, as)

const numbers = async () =>
  (await desk.rows<{ number: number }>('select number from invoice where tenant_id = 1 order by number')).map(
    ({ number }) => number,
  )

describe('issuing the invoices of a month', () => {
  it('charges each account for its rides, with net, tax and total that add up to the cent', async () => {
    const ids = await ridesOnAccount(desk.owner, [
      { price_customer_total: 1 },
      { price_customer_total: 1.05, passenger_name: 'Ana Prueba', booking_reference: 'R-1' },
      { price_customer_total: 1, payment_method: 60 },
      { price_customer_total: 20, id_payment_account: accounts.clinica },
      { price_customer_total: 30, payment_method: 11 },
      { price_customer_total: 30, id_payment_account: null },
    ])
    const result = await drawn()
    expect(result).toMatchObject([
      { idPaymentAccount: accounts.clinica, count: 1, total: 20, blockedCount: 0, isFailed: false },
      { idPaymentAccount: accounts.seguros, count: 3, total: 3.05, blockedCount: 0, isFailed: false },
    ])
    const { invoice } = (await read(result[1]?.invoice?.id ?? 0)).response ?? {}
    expect(invoice).toMatchObject({
      period: month,
      currency: 'EUR',
      net: 2.77,
      taxPercent: 10,
      tax: 0.28,
      totalAmount: 3.05,
      numRows: 3,
      issuer: { name: 'Radio Taxi Demo, S. Coop.', taxId: 'F00000000' },
      customer: { name: 'Seguros Ejemplo, S.A.' },
    })
    expect(invoice?.lines.map(({ idBooking, net, tax, total }) => [idBooking, net, tax, total])).toEqual([
      [ids[0], 0.91, 0.09, 1],
      [ids[1], 0.95, 0.1, 1.05],
      [ids[2], 0.91, 0.09, 1],
    ])
    expect(invoice?.lines[1]).toMatchObject({ passenger: 'Ana Prueba', reference: 'R-1', position: 2 })
  })

  it('marks each ride with its invoice in a new version and in its journal, and locks it against edits', async () => {
    const [id = 0] = await ridesOnAccount(desk.owner, [{}])
    const before = await desk.stored(id)
    const [account] = await drawn()
    const after = await desk.stored(id)
    expect(after).toMatchObject({ status_invoicing: 2, version: Number(before.version) + 1 })
    expect(Number(after.id_invoice)).toBe(account?.invoice?.id)
    expect((await desk.journal(id)).at(-1)).toMatchObject({
      action: 'invoice',
      version: after.version,
      before: { statusInvoicing: 1 },
      after: { statusInvoicing: 2, idInvoice: account?.invoice?.id },
    })
    const refused = await desk.put(
      `/services/demo/${id}`,
      { booking: { version: after.version, notes: 'x' } },
      'everything',
    )
    expect(refused.meta.problem).toBe('problems.alreadyInvoiced')
  })

  it('previews the sums and the blocked rides without writing anything', async () => {
    await ridesOnAccount(desk.owner, [{}, {}, { validated: false, price_customer_total: 7 }])
    const before = await desk.written()
    expect(await drawn({ preview: true })).toEqual([
      {
        idPaymentAccount: accounts.seguros,
        paymentAccount: 'Seguros Ejemplo',
        currency: 'EUR',
        count: 2,
        total: 22,
        blockedCount: 1,
        blockedTotal: 7,
        invoice: null,
        isFailed: false,
        isChanged: false,
      },
    ])
    expect(await desk.written()).toBe(before)
    expect(await numbers()).toEqual([])
  })

  it('issues what was previewed and skips an account whose rides have changed since', async () => {
    const [, late = 0] = await ridesOnAccount(desk.owner, [{}, { validated: false }])
    const sums = await drawn({ preview: true })
    const seen = sums.map(({ idPaymentAccount, currency, count, total }) => ({
      idPaymentAccount,
      currency,
      count,
      total,
    }))
    await desk.become(late, { validated: true })
    expect(await drawn({ seen })).toMatchObject([{ count: 2, invoice: null, isChanged: true, isFailed: false }])
    expect(await drawn({ seen: [] })).toMatchObject([{ count: 2, invoice: null, isChanged: true }])
    expect(await numbers()).toEqual([])
    const now = seen.map((sum) => ({ ...sum, count: 2, total: 22 }))
    expect(await drawn({ seen: now })).toMatchObject([{ count: 2, total: 22, isChanged: false }])
    expect(await numbers()).toEqual([1])
  })

  it('issues nothing new when repeated, and another invoice for rides that are no longer blocked', async () => {
    const [, late = 0] = await ridesOnAccount(desk.owner, [{}, { validated: false }])
    expect((await drawn())[0]?.invoice).not.toBeNull()
    expect(await drawn()).toMatchObject([{ count: 0, blockedCount: 1, invoice: null }])
    await desk.become(late, { validated: true })
    expect(await drawn()).toMatchObject([{ count: 1, total: 11 }])
    expect(await numbers()).toEqual([1, 2])
  })

  it('invoices each ride once when several requests run at the same time', async () => {
    await ridesOnAccount(
      desk.owner,
      Array.from({ length: 30 }, (_, index) => ({ id_payment_account: accounts.seguros + (index % 3) })),
    )
    const answers = await Promise.all([drawn(), drawn(), drawn(), drawn()])
    expect(answers.flat().filter(({ invoice }) => invoice !== null)).toHaveLength(3)
    expect(await numbers()).toEqual([1, 2, 3])
    const lines = await desk.rows(
      'select count(*)::int as n, count(distinct id_booking)::int as rides from invoice_line',
    )
    expect(lines).toEqual([{ n: 30, rides: 30 }])
  })

  it('keeps the other invoices when one account fails, and issues the missing one when repeated', async () => {
    await ridesOnAccount(desk.owner, [
      {},
      { id_payment_account: accounts.clinica },
      { id_payment_account: accounts.viajes },
    ])
    await desk.owner.query(
      `alter table invoice add constraint broken check (id_payment_account <> ${accounts.seguros})`,
    )
    expect((await drawn()).map(({ isFailed, invoice }) => [isFailed, invoice !== null])).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ])
    expect(await numbers()).toEqual([1, 2])
    await desk.owner.query('alter table invoice drop constraint broken')
    expect((await drawn()).map(({ idPaymentAccount }) => idPaymentAccount)).toEqual([accounts.seguros])
    expect(await numbers()).toEqual([1, 2, 3])
  })

  it('numbers invoices without gaps, even after a rollback, and from 1 each year', async () => {
    const { inTenant } = desk.server.database
    const undone = inTenant(1, async (tx) => {
      expect(await nextNumber(tx, 1, 2026)).toBe(1)
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    await ridesOnAccount(desk.owner, [{}, { id_payment_account: accounts.clinica }])
    const drawer = { database: desk.server.database, tenant: { id: 1, subdomain: 'demo' }, by: theHouse }
    await drawInvoices({ ...drawer, now: new Date('2026-12-31T22:59Z') }, { month, accounts: [accounts.seguros] })
    await drawInvoices({ ...drawer, now: new Date('2026-12-31T23:00Z') }, { month, accounts: [accounts.clinica] })
    expect(await desk.rows('select invoice_code as code from invoice order by id')).toEqual([
      { code: 'F2026-00001' },
      { code: 'F2027-00001' },
    ])
  })

  it('issues one invoice per currency', async () => {
    await ridesOnAccount(desk.owner, [{}, { price_customer_currency: 'GBP', price_customer_total: 5 }, {}])
    expect(await drawn()).toMatchObject([
      { currency: 'EUR', count: 2, total: 22 },
      { currency: 'GBP', count: 1, total: 5 },
    ])
    const { response, meta } = await listed()
    expect(response?.invoices).toHaveLength(2)
    expect(meta.totals).toEqual([
      { currency: 'EUR', amounts: { totalAmount: 22 } },
      { currency: 'GBP', amounts: { totalAmount: 5 } },
    ])
  })

  it('takes the rides of the month in the tenant’s time zone, to the minute', async () => {
    const [, next = 0] = await ridesOnAccount(desk.owner, [
      { time_booking_start: new Date('2026-09-30T22:00Z') },
      { time_booking_start: new Date('2026-09-30T21:59Z') },
    ])
    month = '2026-10'
    expect(await drawn()).toMatchObject([{ count: 1 }])
    expect((await desk.stored(next)).status_invoicing).toBe(1)
  })

  it('is for administrators who see the account, and returns the same result for the same Idempotency-Key', async () => {
    await ridesOnAccount(desk.owner, [{}, { id_payment_account: accounts.clinica }])
    expect((await draw({}, 'business')).status).toBe(403)
    expect((await draw({}, 'operator')).status).toBe(403)
    await desk.permit('administrator', 'viewInvoiceByIP', `${accounts.clinica}`)
    expect((await draw({ idPaymentAccount: accounts.seguros })).status).toBe(404)
    const key = { 'idempotency-key': 'draw-1' }
    const first = await draw({}, 'administrator', key)
    expect(first.response?.accounts).toMatchObject([{ idPaymentAccount: accounts.clinica, count: 1 }])
    expect((await draw({}, 'administrator', key)).response).toEqual(first.response)
    expect(await numbers()).toEqual([1])
  })

  it.each(['2026-13', '2026-1', 'October', ''])('rejects the month "%s", naming the field', async (wrong) => {
    const { status, meta } = await draw({ month: wrong })
    expect([status, meta.field]).toEqual([400, 'month'])
  })
})

describe('invoices', () => {
  it('are listed by date, newest first, with their amounts added up (L-073)', async () => {
    await ridesOnAccount(desk.owner, [{}, { id_payment_account: accounts.clinica, price_customer_total: 30 }, {}])
    await drawn({ idPaymentAccount: accounts.seguros })
    desk.server.clock.now = new Date(desk.now() + 60_000)
    await drawn()
    const { response, meta } = await listed()
    expect(response?.invoices).toMatchObject([
      { invoiceCode: expect.stringMatching(/^F\d{4}-00002$/), totalAmount: 30, numRows: 1 },
      { invoiceCode: expect.stringMatching(/^F\d{4}-00001$/), totalAmount: 22, numRows: 2 },
    ])
    expect([meta.totalQueryCount, meta.totalAmount]).toEqual([2, 52])
  })

  it('are visible only to users who may see their account', async () => {
    await ridesOnAccount(desk.owner, [{}, { id_payment_account: 108 }])
    const [other, own] = await drawn()
    expect(own?.idPaymentAccount).toBe(accounts.seguros)
    expect((await listed('', 'business')).response?.invoices.map(({ id }) => id)).toEqual([own?.invoice?.id])
    expect((await read(own?.invoice?.id ?? 0, 'business')).status).toBe(200)
    expect((await read(other?.invoice?.id ?? 0, 'business')).status).toBe(404)
    expect((await read(own?.invoice?.id ?? 0, 'operator')).status).toBe(403)
    expect((await read(999_999)).status).toBe(404)
    const token = await desk.server.signInAs('everything', 'costa')
    expect((await desk.server.ask(`/api/invoices/costa/${own?.invoice?.id}`, { token })).status).toBe(404)
  })

  it('cannot be changed once issued, even by the database owner', async () => {
    await ridesOnAccount(desk.owner, [{}])
    await drawn()
    for (const attack of [
      'update invoice set total_amount = 1, net = 1, tax = 0',
      'delete from invoice',
      "update invoice_line set text = ''",
      'delete from invoice_line',
    ])
      await expect(desk.owner.query(attack)).rejects.toThrow('An invoice never changes once it is issued')
    await expect(
      desk.owner.query('update booking set id_invoice = null where id_invoice is not null'),
    ).rejects.toThrow()
  })
})

describe('the document of an invoice', () => {
  const file = async (id: number, format: string, as: UserKind = 'administrator') =>
    desk.server.app.inject({
      url: `/api/invoices/demo/${id}/${format}`,
      headers: { token: await desk.server.signInAs(as) },
    })
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      price_customer_total: 10 + index / 100,
      passenger_name: `Pasajero ${index + 1}`,
    }))

  it('is a PDF with both parties, every line, and totals that add up, on as many pages as it needs (L-074)', async () => {
    const ids = await ridesOnAccount(desk.owner, many(90))
    const [account] = await drawn()
    const { statusCode, headers, rawPayload } = await file(account?.invoice?.id ?? 0, 'pdf')
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toContain(`filename="${account?.invoice?.invoiceCode}.pdf"`)
    const texts = pdfTexts(rawPayload)
    for (const text of [
      `Factura ${account?.invoice?.invoiceCode}`,
      'Radio Taxi Demo, S. Coop.',
      'NIF: F00000000',
      'Seguros Ejemplo, S.A.',
      'NIF: A00001016',
      'Base imponible',
      'IVA (10 %)',
      '940,05 €',
      '854,59 €',
      '85,46 €',
    ])
      expect(texts).toContain(text)
    for (const id of ids) expect(texts).toContain(`${id}`)
    const pages = pdfPages(rawPayload)
    expect(pages).toBeGreaterThan(2)
    expect(texts.filter((text) => text === 'Trayecto')).toHaveLength(pages)
    expect(texts).toContain(`Página ${pages} de ${pages}`)
  })

  it('stays the same when the tenant or the account changes', async () => {
    await ridesOnAccount(desk.owner, many(3))
    const [account] = await drawn()
    const id = account?.invoice?.id ?? 0
    const before = await file(id, 'pdf')
    await desk.owner.query("update payment_account set name = 'Otra', legal_name = 'Otra', tax_id = 'X'")
    await desk.owner.query(`update tenant set front_config = '{"language": "en", "color": "#000000", "issuer": {}}'`)
    expect(pdfTexts((await file(id, 'pdf')).rawPayload)).toEqual(pdfTexts(before.rawPayload))
  })

  it('is an Excel sheet with a row for each line and the totals below (L-074)', async () => {
    const ids = await ridesOnAccount(desk.owner, [
      { price_customer_total: 1 },
      { price_customer_total: 1.05, passenger_name: '=cmd()' },
      { price_customer_total: 1 },
    ])
    const [account] = await drawn()
    const { headers, rawPayload } = await file(account?.invoice?.id ?? 0, 'excel')
    expect(headers['content-disposition']).toContain(`filename="${account?.invoice?.invoiceCode}.xlsx"`)
    const [sheet] = await readExcel(rawPayload)
    const [heading, ...rows] = sheet?.data ?? []
    expect(heading?.slice(-3)).toEqual(['Base imponible', 'IVA', 'Total'])
    expect(rows.map((row) => row.slice(-3))).toEqual([
      [0.91, 0.09, 1],
      [0.95, 0.1, 1.05],
      [0.91, 0.09, 1],
      [2.77, 0.28, 3.05],
    ])
    expect(rows.slice(0, 3).map((row) => row[2])).toEqual(ids)
    expect(rows[1]?.[4]).toBe('=cmd()')
    expect(rows[0]?.[1]).toBeInstanceOf(Date)
  })

  it('is refused for another account, another format and an unknown invoice', async () => {
    await ridesOnAccount(desk.owner, [{ id_payment_account: 108 }])
    const [account] = await drawn()
    const id = account?.invoice?.id ?? 0
    expect((await file(id, 'pdf', 'business')).statusCode).toBe(404)
    expect((await file(id, 'word')).statusCode).toBe(400)
    expect((await file(999_999, 'excel')).statusCode).toBe(404)
    expect((await file(id, 'pdf', 'operator')).statusCode).toBe(403)
  })
})

describe('the blocked rides of a month', () => {
  it('follow the same rule in the database as in the domain', async () => {
    type Columns = Record<string, unknown>
    const each = (values: unknown[], of: (value: unknown) => Columns) => values.map(of)
    const cross = (...sets: Columns[][]) =>
      sets.reduce((all, set) => all.flatMap((one) => set.map((more) => ({ ...one, ...more }))))
    const rides = cross(
      each([30, -20], (status) => ({ status })),
      each([true, false], (validated) => ({ validated })),
      each([0, 1], (one) => ({ status_invoicing: one, modifications: one === 0 ? { reason: 0 } : null })),
      each([accounts.seguros, null], (id) => ({ id_payment_account: id })),
      each([50, 60, 11], (method) => ({ payment_method: method })),
      each([null, 0, 0.01], (price) => ({ price_customer_total: price })),
    ).slice(0, 120)
    await ridesOnAccount(desk.owner, rides)
    const standing = await desk.rows<Record<string, unknown>>(`
      select status, validated, status_invoicing, id_payment_account::int, payment_method, price_customer_total::float8
      from booking where time_booking_start < now() - interval '5 days' and status in (30, -20)`)
    const causes = new Map<string, number>()
    for (const row of standing) {
      const known = invoiceStanding({
        status: Number(row.status),
        validated: row.validated === true,
        statusInvoicing: Number(row.status_invoicing),
        idPaymentAccount: row.id_payment_account === null ? null : Number(row.id_payment_account),
        paymentMethod: Number(row.payment_method),
        priceCustomerTotal: row.price_customer_total === null ? null : Number(row.price_customer_total),
      })
      if (known) causes.set(known, (causes.get(known) ?? 0) + 1)
    }
    const found = async (cause: string) =>
      (await desk.get(`/invoices/demo/blocked?cause=${cause}`, 'administrator')).meta.totalQueryCount
    for (const cause of ['notValidated', 'changeRequested', 'priceMissing'])
      expect([cause, await found(cause)]).toEqual([cause, causes.get(cause) ?? 0])
    expect((await drawn({ preview: true })).reduce((sum, { count }) => sum + count, 0)).toBe(causes.get('free'))
  })

  it('are listed with their sum, for a period and for the accounts that the user may see', async () => {
    const [first, second] = await ridesOnAccount(desk.owner, [
      { validated: false, price_customer_total: 5 },
      { status_invoicing: 0, modifications: { reason: 0 }, price_customer_total: 6 },
      { price_customer_total: null, id_payment_account: 108 },
      {},
    ])
    type BlockedRides = { services: { id: number; cause: string }[] }
    const all = await desk.get<BlockedRides>('/invoices/demo/blocked', 'administrator')
    expect(all.response?.services.map(({ cause }) => cause)).toEqual([
      'priceMissing',
      'changeRequested',
      'notValidated',
    ])
    expect(all.meta.totalAmount).toBe(11)
    const own = await desk.get<BlockedRides>('/invoices/demo/blocked', 'business')
    expect(own.response?.services.map(({ id }) => id)).toEqual([second, first])
    const later = await desk.get<BlockedRides>(`/invoices/demo/blocked?from=${desk.now()}`, 'administrator')
    expect(later.response?.services).toEqual([])
  })
})
