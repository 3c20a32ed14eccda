import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { moneyText, printable } from '../deliveries/receipt-pdf.ts'
import { isoWall } from './clock.ts'
import { currencyIn, type FileColumn, isNothing, type Row, type Table } from './table.ts'

const edge = 36
const size = 7.5
const lineHeight = 11
const mostLines = 2

const languages = { en: 'en-GB', es: 'es-ES' } as const

const dayFirst = (wall: number) => {
  const text = isoWall(wall)
  return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11, 16)}`
}

const textOf = ({ language, clock }: Table) => {
  const decimals = new Intl.NumberFormat(languages[language], { maximumFractionDigits: 6 })
  return (column: FileColumn, row: Row) => {
    const value = row[column.at]
    if (isNothing(value)) return ''
    if (column.kind === 'time') return dayFirst(clock(Number(value)))
    if (column.kind === 'money') return moneyText(language, Number(value), currencyIn(row, column))
    if (column.kind === 'decimal') return decimals.format(Number(value))
    return column.kind === 'number' ? String(value) : column.text(value)
  }
}

const isNumeric = ({ kind }: FileColumn) => kind === 'number' || kind === 'decimal' || kind === 'money'

/** A table on landscape paper: what it is of and by which filters first, the headings on every page. */
export const listPdf = (table: Table): Readable => {
  const { title, tenant, language, say, about, columns, count, batches } = table
  const write = textOf(table)
  const paper = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: edge,
    lang: language,
    displayTitle: true,
    autoFirstPage: false,
    info: { Title: printable(title), Author: printable(tenant) },
  })
  const inner = 841.89 - 2 * edge
  const bottom = 595.28 - edge - 14
  let pages = 0
  let widths: number[] = []

  const lineOf = (texts: readonly string[], top: number, isHeading: boolean) => {
    paper.font(isHeading ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    let left = edge
    texts.forEach((text, at) => {
      const width = widths[at] ?? 0
      const column = columns[at]
      const align = column && isNumeric(column) ? 'right' : 'left'
      if (text !== '')
        paper.text(printable(text), left + 2, top, {
          width: width - 4,
          height: lineHeight * mostLines - 2,
          ellipsis: true,
          align,
        })
      left += width
    })
  }
  const heightOf = (texts: readonly string[], isHeading: boolean) => {
    paper.font(isHeading ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    const most = Math.max(
      ...texts.map((text, at) => paper.heightOfString(printable(text), { width: (widths[at] ?? 0) - 4 })),
    )
    return Math.min(mostLines, Math.max(1, Math.round(most / (size * 1.15)))) * lineHeight
  }
  const headings = columns.map(({ heading }) => heading)
  const headLine = (top: number) => {
    const height = heightOf(headings, true)
    paper.rect(edge, top - 3, inner, height + 2).fill('#eeeeee')
    paper.fillColor('#111111')
    lineOf(headings, top, true)
    return top + height + 2
  }
  const newPage = () => {
    paper.addPage()
    pages += 1
    paper.font('Helvetica').fontSize(size).fillColor('#555555')
    paper.text(`${pages}`, edge, 595.28 - edge - 4, { width: inner, align: 'right', lineBreak: false })
    paper.fillColor('#111111')
    if (pages > 1) return headLine(edge)
    paper.font('Helvetica-Bold').fontSize(14).text(printable(tenant), edge, edge)
    paper.fontSize(11).text(printable(title))
    paper.font('Helvetica').fontSize(8).fillColor('#555555')
    for (const line of [...about, say('list.results', { n: count })]) paper.text(printable(line), { width: inner })
    paper.fillColor('#111111')
    return headLine(paper.y + 8)
  }

  /** Wider where the first rows have more to say, within reason. */
  const measure = (sample: readonly Row[]) => {
    const wanted = columns.map((column) => {
      const lengths = sample.map((row) => write(column, row).length)
      const longest = lengths.reduce((most, length) => Math.max(most, length), column.heading.length)
      return Math.min(40, Math.max(6, longest))
    })
    const all = wanted.reduce((sum, one) => sum + one, 0)
    return wanted.map((one) => (one / all) * inner)
  }

  const draw = async () => {
    let top = 0
    for await (const rows of batches) {
      if (pages === 0) {
        widths = measure(rows)
        top = newPage()
      }
      for (const row of rows) {
        const texts = columns.map((column) => write(column, row))
        const height = heightOf(texts, false)
        if (top + height > bottom) top = newPage()
        lineOf(texts, top, false)
        top += height
      }
      // The document takes whatever it is given: it waits here until somebody has read it.
      while (paper.readableLength > paper.readableHighWaterMark && !paper.destroyed)
        await new Promise((resolve) => setTimeout(resolve, 5))
      if (paper.destroyed) return
    }
    paper.end()
  }
  draw().catch((error: Error) => paper.destroy(error))
  return paper as unknown as Readable
}
