import { PassThrough, Readable } from 'node:stream'
import { columnLetter } from '@parada/domain/authorization/sheet/columns'
import { ZipFile } from 'yazl'
import { isoWall } from './clock.ts'
import { currencyIn, type FileColumn, isNothing, type Row, type Table } from './table.ts'

/** Limits of Excel: rows of a sheet including the heading, and characters of a cell. */
const rowsOfSheet = 1_048_576
const longestText = 32_767
const widest = 60

/** Characters that XML reserves or cannot hold, and the start of Excel's own escapes (_x0041_). */
const unsafe = /[&<>_\p{Cc}\p{Cs}\ufffe\uffff]/u
const unwritable = /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const xmlText = (text: string) => {
  const short = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
  if (!unsafe.test(short)) return short
  return short
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(unwritable, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')
}

/** Styles by their position in styles.xml; further currencies are appended. */
const styles = { plain: 0, heading: 1, whole: 2, time: 3, firstMoney: 4 } as const

const symbols: Record<string, string> = { EUR: '#,##0.00\\ [$€-1]', GBP: '[$£-809]#,##0.00', USD: '[$$-409]#,##0.00' }

const formatOf = (currency: string) => symbols[currency] ?? `#,##0.00\\ "${currency}"`

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const spread = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = (sheets: number) =>
  `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spread}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spread}.styles+xml"/>${Array.from(
    { length: sheets },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${spread}.worksheet+xml"/>`,
  ).join('')}</Types>`

const rootRelations = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** A sheet name that Excel accepts: at most 31 characters, none reserved for paths or references. */
const sheetName = (title: string, at: number) => {
  const number = at === 0 ? '' : ` ${at + 1}`
  const plain = title.replaceAll(/[[\]:*?/\\]/g, ' ').replaceAll(/^'+|'+$/g, '')
  return xmlText((plain.slice(0, 31 - number.length).trim() || 'List') + number).replaceAll('"', '&quot;')
}

const workbook = (title: string, sheets: number) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${Array.from(
    { length: sheets },
    (_, at) => `<sheet name="${sheetName(title, at)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  ).join('')}</sheets></workbook>`

const workbookRelations = (sheets: number) =>
  `${head}<Relationships xmlns="${packaged}/relationships">${Array.from(
    { length: sheets },
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  ).join('')}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`

const stylesXml = (currencies: readonly string[]) => {
  const formats = ['dd/mm/yyyy\\ hh:mm', ...currencies.map(formatOf)]
  const numbered = formats.map(
    (format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${xmlText(format).replaceAll('"', '&quot;')}"/>`,
  )
  const cell = (format: number, more = '') =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ''}${more}/>`
  const cells = [
    cell(0),
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    cell(1),
    cell(164),
    ...currencies.map((_, at) => cell(165 + at)),
  ]
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${numbered.length}">${numbered.join('')}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

const textCell = (ref: string, text: string, style = '') =>
  `<c r="${ref}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

const numberCell = (ref: string, value: number, style: number) => `<c r="${ref}" s="${style}"><v>${value}</v></c>`

const day = 86_400_000
/** Excel counts days from 1900 and believes that year had a 29 February. */
const daysBefore1970 = 25_569
const firstOfMarch1900 = 61
/** Added because programs round down: 8:00 might otherwise show as 7:59. */
const tenthOfMillisecond = 1e-9

type CellWriter = (ref: string, value: unknown, row: Row) => string

/** The style of each currency; new currencies are appended in the order in which they turn up. */
const moneyStyles = () => {
  const currencies = ['EUR', 'GBP', 'USD']
  const styleOf = (currency: string) => {
    const at = currencies.indexOf(currency)
    return styles.firstMoney + (at >= 0 ? at : currencies.push(currency) - 1)
  }
  return { currencies, styleOf }
}

const writerOf = (column: FileColumn, { clock }: Table, moneyStyle: (currency: string) => number): CellWriter => {
  const { kind, text } = column
  const number = (ref: string, value: unknown, style: number) =>
    Number.isFinite(Number(value)) ? numberCell(ref, Number(value), style) : textCell(ref, String(value))
  if (kind === 'number') return (ref, value) => number(ref, value, styles.whole)
  if (kind === 'decimal') return (ref, value) => number(ref, value, styles.plain)
  if (kind === 'money') return (ref, value, row) => number(ref, value, moneyStyle(currencyIn(row, column)))
  if (kind === 'text') return (ref, value) => textCell(ref, text(value))
  return (ref, value) => {
    const wall = clock(Number(value))
    const serial = wall / day + daysBefore1970
    if (serial < firstOfMarch1900) return textCell(ref, isoWall(wall))
    return `<c r="${ref}" s="${styles.time}"><v>${(serial + tenthOfMillisecond).toFixed(9)}</v></c>`
  }
}

const widthOf = (column: FileColumn, sample: readonly Row[]) => {
  if (column.kind === 'time') return 17
  const lengths = sample.map((row) => (isNothing(row[column.at]) ? 0 : column.text(row[column.at]).length))
  // The filter button needs room beside the heading.
  return Math.min(widest, Math.max(column.heading.length + 4, ...lengths.map((length) => length + 2)))
}

/** Reads the rows of all sheets in turn. `sample` holds the first of them. */
const rowReader = async (batches: Table['batches']) => {
  const reader = batches[Symbol.asyncIterator]()
  let waiting: readonly Row[] = []
  let isOver = false
  const readOn = async () => {
    const { done, value } = await reader.next()
    isOver = done === true
    waiting = value ?? []
  }
  await readOn()
  return {
    sample: waiting,
    hasRows: () => !isOver,
    take: async (most: number) => {
      const taken = waiting.slice(0, most)
      waiting = waiting.slice(taken.length)
      if (waiting.length === 0) await readOn()
      return taken
    },
    stop: async () => void (await reader.return?.()),
  }
}

/**
 * Writes the sheets itself and packs them with yazl, deflated at level 1 outside the main thread. Texts are always text
 * cells, so nothing that somebody typed becomes a formula. Rows are read only when the file has room for them.
 */
export const excelFile = async (table: Table, mostRows = rowsOfSheet): Promise<Readable> => {
  const { columns, count, title } = table
  const rows = await rowReader(table.batches)
  const money = moneyStyles()
  const writers = columns.map((column, at) => ({
    at: column.at,
    letter: columnLetter(at),
    write: writerOf(column, table, money.styleOf),
  }))
  const rowXml = (number: number, row: Row) => {
    let cells = ''
    for (const { at, letter, write } of writers) {
      const value = row[at]
      if (value !== null && value !== undefined && value !== '') cells += write(`${letter}${number}`, value, row)
    }
    return `<row r="${number}">${cells}</row>`
  }
  const widths = columns.map((column) => widthOf(column, rows.sample))
  const cols = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  const headings = columns.map(({ heading }, at) => textCell(`${columnLetter(at)}1`, heading, ` s="${styles.heading}"`))
  const opening = `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`

  async function* sheet() {
    yield Buffer.from(opening)
    let number = 1
    while (rows.hasRows() && number < mostRows) {
      const batch = await rows.take(mostRows - number)
      let text = ''
      for (const row of batch) text += rowXml(++number, row)
      yield Buffer.from(text)
    }
    const last = `${columnLetter(columns.length - 1)}${number}`
    yield Buffer.from(`</sheetData><autoFilter ref="A1:${last}"/></worksheet>`)
  }

  const zip = new ZipFile()
  const output = new PassThrough()
  const fail = (error: Error) => void output.destroy(error)
  const options = { compressionLevel: 1 }
  const put = (path: string, text: () => string) =>
    zip.addReadStreamLazy(path, options, (give) => give(null, Readable.from([Buffer.from(text())])))
  const sheets = Math.max(1, Math.ceil(count / (mostRows - 1)))
  put('[Content_Types].xml', () => contentTypes(sheets))
  put('_rels/.rels', () => rootRelations)
  put('xl/workbook.xml', () => workbook(title, sheets))
  put('xl/_rels/workbook.xml.rels', () => workbookRelations(sheets))
  for (let at = 1; at <= sheets; at++)
    zip.addReadStreamLazy(`xl/worksheets/sheet${at}.xml`, options, (give) => {
      const stream = Readable.from(sheet())
      stream.once('error', fail)
      output.once('close', () => stream.destroy())
      give(null, stream)
    })
  put('xl/styles.xml', () => stylesXml(money.currencies))
  zip.end()
  zip.on('error', fail)
  output.once('close', () => void rows.stop().catch(() => {}))
  zip.outputStream.pipe(output)
  return output
}
