import type { Party } from '@parada/db/queries/invoices'
import { newPaper } from '../deliveries/paper.ts'
import { moneyText, printable } from '../deliveries/receipt-pdf.ts'
import { onColor } from '../words/brand.ts'
import { words } from '../words/words.ts'
import { dayText, hourText, type InvoiceDocument, monthText, percentText } from './document.ts'

const edge = 48
const paperWidth = 595.28
const paperHeight = 841.89
const width = paperWidth - 2 * edge
const bottom = paperHeight - 72
/** Three lines are enough to recognise a ride. */
const mostHeight = 29
const grey = '#555555'
const black = '#111111'

/** Position, width and alignment of the columns of the invoice lines. */
const columns = [
  { left: 0, width: 62, align: 'left' },
  { left: 66, width: 46, align: 'left' },
  { left: 116, width: 170, align: 'left' },
  { left: 290, width: 76, align: 'left' },
  { left: 370, width: 43, align: 'right' },
  { left: 414, width: 36, align: 'right' },
  { left: 450, width: width - 450, align: 'right' },
] as const

/** As many pages as the lines need, each with the headings, and the totals after the last line. */
export const invoicePdf = async (document: InvoiceDocument): Promise<Buffer> => {
  const { issuer, customer, locale, color, timeZone, currency, lines } = document
  const say = words[locale]
  const title = `${say.invoice.title} ${document.invoiceCode}`
  const money = (amount: number) => printable(moneyText(locale, amount, currency))
  const amount = (value: number) =>
    value.toLocaleString(locale === 'es' ? 'es-ES' : 'en-GB', { minimumFractionDigits: 2, useGrouping: 'always' })
  const { paper, written } = await newPaper({
    // The footer of a page must not start another page.
    margins: { top: edge, left: edge, right: edge, bottom: 0 },
    lang: locale,
    bufferPages: true,
    info: { Title: printable(title), Author: printable(issuer.name), CreationDate: new Date(document.date) },
  })

  const party = (label: string, { name, taxId, address, email }: Party, left: number, top: number) => {
    const half = width / 2 - 12
    paper.font('Helvetica').fontSize(8).fillColor(grey).text(printable(label), left, top, { width: half })
    paper.font('Helvetica-Bold').fontSize(10).fillColor(black).text(printable(name), { width: half })
    paper.font('Helvetica').fontSize(9)
    const known = [taxId && `${say.invoice.taxId}: ${taxId}`, address, email].filter((text) => text !== '')
    for (const line of known) paper.text(printable(line), { width: half })
    return paper.y
  }

  const row = (cells: readonly string[], top: number) => {
    cells.forEach((cell, at) => {
      const column = columns[at]
      if (!column || cell === '') return
      const { left, width, align } = column
      paper.text(printable(cell), edge + left, top, { width, height: mostHeight, align, ellipsis: true })
    })
  }
  const heightOf = (cells: readonly string[]) => {
    const heights = cells.map((cell, at) => paper.heightOfString(printable(cell), { width: columns[at]?.width ?? 0 }))
    return Math.min(mostHeight, Math.max(...heights)) + 4
  }
  const rule = (top: number, stroke: string) =>
    paper
      .moveTo(edge, top)
      .lineTo(edge + width, top)
      .lineWidth(0.6)
      .stroke(stroke)

  const headings = [
    say.date,
    say.booking,
    say.invoice.ride,
    say.passenger,
    say.invoice.netShort,
    say.invoice.tax,
    say.total,
  ]
  const headLine = (top: number) => {
    paper.font('Helvetica-Bold').fontSize(8).fillColor(black)
    row(headings, top)
    rule(top + 13, color)
    paper.font('Helvetica').fontSize(8)
    return top + 18
  }
  /** Starts the next page, with the issuer, the invoice and the headings. */
  const nextPage = () => {
    paper.addPage()
    paper.font('Helvetica').fontSize(9).fillColor(grey)
    paper.text(printable(`${issuer.name} · ${title}`), edge, edge - 12, { width, height: 12, ellipsis: true })
    return headLine(edge + 10)
  }

  paper.rect(0, 0, paperWidth, 84).fill(color)
  paper.font('Helvetica-Bold').fontSize(18).fillColor(onColor(color))
  paper.text(printable(issuer.name), edge, 32, { width, height: 24, ellipsis: true })
  paper.fillColor(black).fontSize(16).text(printable(title), edge, 108)
  paper.font('Helvetica').fontSize(10)
  paper.text(printable(`${say.date}: ${dayText(document.date, timeZone)}`), edge, 130)
  paper.text(printable(`${say.invoice.period}: ${monthText(document.period, locale)}`), edge, 144)
  const below = Math.max(
    party(say.invoice.issuer, issuer, edge, 172),
    party(say.invoice.customer, customer, edge + width / 2 + 12, 172),
  )

  let top = headLine(below + 22)
  for (const line of lines) {
    const cells = [
      `${dayText(line.date, timeZone)} ${hourText(line.date, timeZone, locale)}`,
      String(line.idBooking),
      line.text,
      [line.passenger, line.reference].filter((text) => text !== '').join(' · '),
      amount(line.net),
      amount(line.tax),
      amount(line.total),
    ]
    const height = heightOf(cells)
    if (top + height > bottom) top = nextPage()
    row(cells, top)
    top += height
  }

  if (top + 76 > bottom) top = nextPage()
  rule(top + 4, color)
  top += 12
  const sum = (label: string, value: number, isTotal = false) => {
    paper.font(isTotal ? 'Helvetica-Bold' : 'Helvetica').fontSize(isTotal ? 12 : 10)
    paper.text(printable(label), edge + width - 300, top, { width: 190, align: 'right' })
    paper.text(money(value), edge + width - 104, top, { width: 104, align: 'right' })
    top += isTotal ? 20 : 16
  }
  sum(say.invoice.net, document.net)
  sum(`${say.invoice.tax} (${percentText(document.taxPercent, locale)})`, document.tax)
  sum(say.total, document.totalAmount, true)

  const { count } = paper.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    paper.switchToPage(page)
    paper.font('Helvetica').fontSize(8).fillColor(grey)
    paper.text(printable(say.invoice.page(page + 1, count)), edge, paperHeight - 44, { width, align: 'right' })
  }
  paper.end()
  return written
}
