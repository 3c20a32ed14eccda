import type { Readable } from 'node:stream'
import { clockIn } from '../exports/clock.ts'
import { excelFile } from '../exports/excel.ts'
import type { FileColumn, Row } from '../exports/table.ts'
import { textsIn } from '../exports/texts.ts'
import { words } from '../words/words.ts'
import type { InvoiceDocument } from './document.ts'

/** One row per invoice line, as accounting software imports them, with the invoice's totals below. */
export const invoiceExcel = async (document: InvoiceDocument): Promise<Readable> => {
  const { locale, invoiceCode, currency, lines, issuer, timeZone, taxPercent } = document
  const say = words[locale]
  const text = String
  const headings: [heading: string, kind: FileColumn['kind']][] = [
    [say.invoice.code, 'text'],
    [say.date, 'time'],
    [say.booking, 'number'],
    [say.invoice.ride, 'text'],
    [say.passenger, 'text'],
    [say.reference, 'text'],
    [say.invoice.taxPercent, 'decimal'],
    [say.invoice.net, 'money'],
    [say.invoice.tax, 'money'],
    [say.total, 'money'],
  ]
  const currencyAt = headings.length
  const rows: Row[] = [
    ...lines.map((line) => [
      invoiceCode,
      line.date,
      line.idBooking,
      line.text,
      line.passenger,
      line.reference,
      taxPercent,
      line.net,
      line.tax,
      line.total,
      currency,
    ]),
    [say.total, '', '', '', '', '', '', document.net, document.tax, document.totalAmount, currency],
  ]
  async function* batches() {
    yield rows
  }
  return excelFile({
    title: invoiceCode,
    tenant: issuer.name,
    language: locale,
    say: textsIn(locale),
    clock: clockIn(timeZone),
    about: [],
    columns: headings.map(([heading, kind], at) => ({ heading, kind, at, currencyAt, text })),
    currencies: [],
    count: rows.length,
    batches: batches(),
  })
}
