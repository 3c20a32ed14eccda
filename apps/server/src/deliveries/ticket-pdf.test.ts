import type { TicketRecord } from '@parada/domain/trip/records'
import { expect, it } from 'vitest'
import type { Locale } from '../words/words.ts'
import { pdfPages, pdfTexts } from './testing-pdf.ts'
import { qrIn } from './testing-qr.ts'
import { ticketFile } from './ticket-pdf.ts'

const ticket: TicketRecord = {
  id: 7,
  version: 1,
  reference: '1-7',
  status: 1,
  idPublicTransportSupplier: 1,
  locator: 'T12345678',
  transportName: 'Metro',
  title: 'Billete sencillo',
  description: 'Un viaje, zona A',
  idTicketTitle: 101,
  timeServiceStart: Date.UTC(2026, 2, 12, 9, 30),
  code: 'PT1:1:T12345678:00112233',
  timeValidated: null,
  bookingBreaks: [],
  idUser: 100_001,
  idAuthorization: null,
  idPaymentAccount: null,
  priceSupplier: 1.5,
  priceCustomer: 1.65,
  paymentMethod: 13,
  entryChannel: 11,
  cancelReason: '',
}

const fileOf = async (change: Partial<TicketRecord> = {}, locale: Locale = 'es') => {
  const { name, content } = await ticketFile({
    tenant: 'Taxis Demo',
    color: '#1f3fa8',
    locale,
    timeZone: 'Europe/Madrid',
    ticket: { ...ticket, ...change },
  })
  return { name, content, texts: pdfTexts(content) }
}

it.each([
  ['es' as const, 'billete-T12345678.pdf', ['Billete T12345678', 'Válido desde', '12/03/2026 10:30', '1,65 €']],
  ['en' as const, 'ticket-T12345678.pdf', ['Ticket T12345678', 'Valid from', '12/03/2026 10:30', '€1.65']],
])('writes one page in %s with the tenant, the title, its price and its times', async (locale, name, said) => {
  const file = await fileOf({}, locale)
  expect(file.name).toBe(name)
  expect(file.content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdfPages(file.content)).toBe(1)
  expect(file.texts).toEqual(expect.arrayContaining(['Taxis Demo', 'Billete sencillo', 'Metro', '1-7', ...said]))
})

it.each([
  ['a short code', 'PT1:1:T12345678:00112233'],
  ['figures alone', '00112233445566778899'],
  ['a long code', `PT1:${'abcDEF0189/'.repeat(45)}`],
  ['signs beyond the alphabet', 'Código ñ €'],
])('draws %s as a QR code that scans back to the same text', async (_, code) => {
  const { content } = await fileOf({ code })
  expect(qrIn(content)).toBe(code)
  expect(pdfPages(content)).toBe(1)
})

it.each([
  [1, []],
  [2, ['Estado', 'Usado']],
  [-1, ['Estado', 'Caducado']],
  [-20, ['Estado', 'Anulado']],
  [77, ['Estado', '77']],
])('shows the state of a ticket with status %i, unless it is active', async (status, said) => {
  const { texts } = await fileOf({ status })
  expect(texts.filter((text) => ['Estado', ...said].includes(text))).toEqual(said)
})

it('says so if there is no code yet', async () => {
  const { texts } = await fileOf({ code: '' }, 'en')
  expect(texts).toContain('The supplier has not sent the code of this ticket yet.')
})

it('stays on one page with texts of any length, and has a safe file name', async () => {
  const { name, content } = await fileOf({
    locator: '../T 1/ñ',
    title: 'Billete '.repeat(60),
    description: 'x'.repeat(500),
    reference: 'y'.repeat(100),
    code: 'z'.repeat(500),
  })
  expect(name).toBe('billete-..-T-1-ñ.pdf')
  expect(pdfPages(content)).toBe(1)
  expect(qrIn(content)).toBe('z'.repeat(500))
})
