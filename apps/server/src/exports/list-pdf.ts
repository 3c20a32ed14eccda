import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { moneyText, printable } from '../deliveries/receipt-pdf.ts'
import { isoWall } from './clock.ts'
import { type CellKind, currencyIn, type FileColumn, isNothing, type Row, type Table } from './table.ts'

const edge = 36
const size = 7.5
const lineHeight = 11
const mostLines = 2
/** More characters than any cell has room for. */
const longestText = 400

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

const numeric = new Set<CellKind | undefined>(['number', 'decimal', 'money'])
const isNumeric = (column: FileColumn | undefined) => numeric.has(column?.kind)

type Font = 'Helvetica' | 'Helvetica-Bold'

/**
 * Adds up cached character widths: letting the document wrap its text would take a second for every few hundred cells.
 */
const measurer = (paper: PDFKit.PDFDocument, font: Font) => {
  const known = new Map<string, number>()
  const widthOf = (sign: string) => {
    const width = known.get(sign) ?? paper.font(font).fontSize(size).widthOfString(sign)
    known.set(sign, width)
    return width
  }
  return (text: string) => {
    let width = 0
    for (const sign of text) width += widthOf(sign)
    return width
  }
}
type Measure = ReturnType<typeof measurer>

/** The part of the text that fits the width, broken at a space if there is one. */
const partThatFits = (text: string, width: number, measure: Measure) => {
  let used = 0
  let blank = -1
  for (let at = 0; at < text.length; at++) {
    used += measure(text[at] ?? '')
    if (used > width) return text.slice(0, blank > 0 ? blank : Math.max(1, at))
    if (text[at] === ' ') blank = at
  }
  return text
}

/** Wraps the text into the lines of a row; the last one ends in an ellipsis if there is more. */
const linesOf = (text: string, width: number, measure: Measure) => {
  const lines: string[] = []
  for (let rest = text.replaceAll(/\s+/g, ' ').trim(); rest !== ''; ) {
    if (lines.length === mostLines) {
      lines[mostLines - 1] = `${partThatFits(lines[mostLines - 1] ?? '', width - measure('…'), measure)}…`
      return lines
    }
    const line = partThatFits(rest, width, measure)
    lines.push(line)
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}

/** A table on landscape paper: tenant, title and filters first, headings on every page. */
export const listPdf = (table: Table): Readable => {
  const { title, tenant, language, say, about, columns, count, batches } = table
  const write = textOf(table)
  const paper = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margins: { top: edge, left: edge, right: edge, bottom: 0 },
    lang: language,
    displayTitle: true,
    autoFirstPage: false,
    info: { Title: printable(title), Author: printable(tenant) },
  })
  const [paperWidth, paperHeight] = [841.89, 595.28]
  const inner = paperWidth - 2 * edge
  const bottom = paperHeight - edge - 14
  const measures = { Helvetica: measurer(paper, 'Helvetica'), 'Helvetica-Bold': measurer(paper, 'Helvetica-Bold') }
  let pages = 0
  let widths: number[] = []

  const cut = (texts: readonly string[], font: Font) =>
    texts.map((text, at) => linesOf(printable(text.slice(0, longestText)), (widths[at] ?? 0) - 4, measures[font]))
  const heightOf = (cells: readonly string[][]) => Math.max(1, ...cells.map(({ length }) => length)) * lineHeight
  const put = (cells: readonly string[][], top: number, font: Font) => {
    paper.font(font).fontSize(size)
    let left = edge
    cells.forEach((lines, at) => {
      const width = widths[at] ?? 0
      const isAtEnd = isNumeric(columns[at])
      lines.forEach((line, below) => {
        const x = isAtEnd ? left + width - 2 - measures[font](line) : left + 2
        paper.text(line, x, top + below * lineHeight, { lineBreak: false })
      })
      left += width
    })
  }
  const headLine = (top: number) => {
    const cells = cut(
      columns.map(({ heading }) => heading),
      'Helvetica-Bold',
    )
    const height = heightOf(cells)
    paper.rect(edge, top - 3, inner, height + 2).fill('#eeeeee')
    paper.fillColor('#111111')
    put(cells, top, 'Helvetica-Bold')
    return top + height + 2
  }
  const newPage = () => {
    paper.addPage()
    pages += 1
    paper.font('Helvetica').fontSize(size).fillColor('#555555')
    paper.text(`${pages}`, edge, paperHeight - edge, { width: inner, align: 'right' })
    paper.fillColor('#111111')
    if (pages > 1) return headLine(edge)
    paper.font('Helvetica-Bold').fontSize(14).text(printable(tenant), edge, edge)
    paper.fontSize(11).text(printable(title))
    paper.font('Helvetica').fontSize(8).fillColor('#555555')
    for (const line of [...about, say('list.results', { n: count })]) paper.text(printable(line), { width: inner })
    paper.fillColor('#111111')
    return headLine(paper.y + 8)
  }

  /** Column widths in proportion to the longest values of the first rows, within limits. */
  const share = (sample: readonly Row[]) => {
    const wanted = columns.map((column) => {
      const lengths = sample.map((row) => write(column, row).length)
      const longest = lengths.reduce((most, length) => Math.max(most, length), column.heading.length)
      return Math.min(40, Math.max(6, longest))
    })
    const all = wanted.reduce((sum, one) => sum + one, 0)
    return wanted.map((one) => (one / all) * inner)
  }

  const output = new PassThrough()
  /** Yields to other work, then waits until the output has been drained. False once nobody reads it any more. */
  const whenTaken = async () => {
    await turn()
    if (output.writableNeedDrain && !output.destroyed)
      await Promise.race([once(output, 'drain'), once(output, 'close')])
    return !output.destroyed
  }
  const draw = async () => {
    let top = 0
    for await (const rows of batches) {
      if (pages === 0) {
        widths = share(rows)
        top = newPage()
      }
      for (const row of rows) {
        const cells = cut(
          columns.map((column) => write(column, row)),
          'Helvetica',
        )
        const height = heightOf(cells)
        if (top + height > bottom) {
          if (!(await whenTaken())) return
          top = newPage()
        }
        put(cells, top, 'Helvetica')
        top += height
      }
    }
    paper.end()
  }
  paper.pipe(output)
  draw().catch((error: Error) => output.destroy(error))
  return output
}
