import { lineOf } from '@parada/domain/pricing/estimate'
import { expect, it } from 'vitest'
import type { Locale } from '../words/words.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { receiptLines } from './receipts.ts'
import { finishedBooking } from './testing-booking.ts'
import { pdfPages, pdfTexts } from './testing-pdf.ts'

const issued = new Date('2026-03-12T11:00:00Z')
const receipt = (locale: Locale, change: Partial<typeof finishedBooking> = {}, color = '#1f3fa8') => {
  const booking = { ...finishedBooking, ...change }
  const lines = receiptLines(locale, booking, undefined)
  return receiptPdf({ tenant: 'Taxis Demo', color, locale, booking, lines, issued })
}

it.each([
  [
    'es' as const,
    [
      'Recibo 4711',
      'Emitido: 12/03/2026 12:00',
      'Recogida',
      '12/03/2026 10:30',
      '12/03/2026 10:55',
      'Efectivo',
      '1234,50 €',
    ],
  ],
  [
    'en' as const,
    ['Receipt 4711', 'Issued: 12/03/2026 12:00', 'Pickup', '12/03/2026 10:30', '12/03/2026 10:55', 'Cash', '€1,234.50'],
  ],
])(
  'writes one page in %s with the tenant, the ride, its times, the price and the payment method',
  async (locale, texts) => {
    const pdf = await receipt(locale)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdfPages(pdf)).toBe(1)
    const drawn = pdfTexts(pdf)
    expect(drawn).toEqual(
      expect.arrayContaining(['Taxis Demo', 'Lucía Ibáñez', 'Calle de Alcalá 1, Madrid', 'REF-9', ...texts]),
    )
  },
)

it('stays on one legible page with texts of any length and alphabet', async () => {
  const pdf = await receipt('es', {
    passengerName: 'Łucja Dvořáková 田中 '.repeat(40),
    origin: { ...finishedBooking.origin, addressField: 'Calle '.repeat(300) },
    destination: { addressField: '\u0007\ud800😀', lat: 0, lon: 0 },
    bookingReference: 'x'.repeat(500),
    fleet: '',
  })
  expect(pdfPages(pdf)).toBe(1)
  expect(pdfTexts(pdf).join(' ')).toContain('?ucja Dvoráková')
})

it('produces the same file for the same receipt', async () => {
  expect((await receipt('es')).equals(await receipt('es'))).toBe(true)
})

const block = (...amounts: number[]) => ({
  estimationLines: amounts.map((amount) => lineOf('distance', amount)),
  tollLines: [lineOf('toll', 2.5, 'R-2')],
  minimumLine: null,
  totalLine: lineOf('total', 12.5),
  estimatedPrice: 12.5,
  realPrice: 12.5,
})

it.each([
  [
    'the lines that the price was reckoned from',
    12.5,
    null,
    block(10),
    [
      ['Distancia', 10],
      ['Peaje: R-2', 2.5],
    ],
  ],
  [
    'the ride and its toll where the lines no longer make up the total',
    13,
    2.5,
    block(10),
    [
      ['Viaje', 10.5],
      ['Peaje', 2.5],
    ],
  ],
  ['the ride alone without a toll', 13, null, undefined, [['Viaje', 13]]],
  ['nothing to pay for a ride without a price', null, null, undefined, [['Viaje', 0]]],
])('lists %s', (_, priceCustomerTotal, tollCustomer, lines, expected) => {
  const booking = { ...finishedBooking, priceCustomerTotal, tollCustomer }
  expect(receiptLines('es', booking, lines).map(({ label, amount }) => [label, amount])).toEqual(expected)
})
