import type { Tx } from '@parada/db/open'
import { type InvoiceLayout, type InvoiceRecord, type LineRecord, linesOfInvoice } from '@parada/db/queries/invoices'
import { wallTime } from '@parada/domain/booking/calendar'
import { tellHour } from '@parada/domain/booking/texts'
import { isoWall } from '../exports/clock.ts'
import { type Locale, localeOf } from '../words/words.ts'

/** Everything that an invoice document shows; none of it changes once the invoice is issued. */
export type InvoiceDocument = InvoiceRecord & Omit<InvoiceLayout, 'locale'> & { locale: Locale; lines: LineRecord[] }

export const invoiceDocument = async (
  tx: Tx,
  tenantId: number,
  invoice: InvoiceRecord & InvoiceLayout,
): Promise<InvoiceDocument> => ({
  ...invoice,
  locale: localeOf(invoice.locale),
  lines: await linesOfInvoice(tx, tenantId, invoice.id),
})

/** A date as 31/10/2026, in the tenant's time zone. */
export const dayText = (moment: number, timeZone: string) => {
  const [year, month, day] = isoWall(wallTime(moment, timeZone)).slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

export const hourText = (moment: number, timeZone: string, locale: Locale) =>
  tellHour(isoWall(wallTime(moment, timeZone)).slice(11, 16), moment, { timeZone, language: locale, length: 'short' })

/** A month as October 2026, in the invoice's language. */
export const monthText = (period: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale === 'es' ? 'es-ES' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${period}-01T00:00Z`))

export const percentText = (percent: number, locale: Locale) =>
  `${new Intl.NumberFormat(locale === 'es' ? 'es-ES' : 'en-GB', { maximumFractionDigits: 2 }).format(percent)} %`

const files = {
  pdf: { extension: 'pdf', type: 'application/pdf', load: async () => (await import('./invoice-pdf.ts')).invoicePdf },
  excel: {
    extension: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    load: async () => (await import('./invoice-excel.ts')).invoiceExcel,
  },
} as const

type InvoiceFormat = keyof typeof files

/** The file of an invoice, named after its code. */
export const invoiceFile = async (document: InvoiceDocument, format: InvoiceFormat) => {
  const { extension, type, load } = files[format]
  const write = await load()
  return { name: `${document.invoiceCode}.${extension}`, type, content: await write(document) }
}
