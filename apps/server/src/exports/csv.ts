import { Readable } from 'node:stream'
import { isoWall } from './clock.ts'
import { currencyIn, type FileColumn, isNothing, type Row, type Table } from './table.ts'

/** Languages with a decimal comma separate values by semicolons. */
const separators = { en: ',', es: ';' } as const

/** A spreadsheet runs a text that begins like this as a formula; a leading apostrophe keeps it text. */
const runs = /^[=+\-@\t\r]/

const quoted = (text: string, separator: string) =>
  text.includes(separator) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * Writes numbers in the notation of the reader's spreadsheet, texts that it cannot run, and times in the reader's zone
 * (RFC 4180).
 */
export const csvFile = (table: Pick<Table, 'language' | 'clock' | 'batches' | 'columns' | 'currencies'>): Readable => {
  const { language, clock, batches } = table
  const separator = separators[language]
  const number = (text: string) => (language === 'es' ? text.replace('.', ',') : text)
  const harmless = (text: string) => quoted(runs.test(text) ? `'${text}` : text, separator)
  // The currency has a column of its own: amounts mean nothing without it, and could not be summed with it in the same
  // cell.
  const columns = [...table.columns, ...table.currencies]

  const isCurrency = new Set(table.currencies)
  const write = (column: FileColumn, row: Row) => {
    const value = row[column.at]
    if (isCurrency.has(column)) return currencyIn(row, { currencyAt: column.at })
    if (isNothing(value)) return ''
    if (column.kind === 'time') return isoWall(clock(Number(value)))
    if (column.kind === 'money') return number(Number(value).toFixed(2))
    return column.kind === 'text' ? harmless(column.text(value)) : number(String(value))
  }
  const line = (values: readonly string[]) => `${values.join(separator)}\r\n`

  async function* lines() {
    yield Buffer.from(`\ufeff${line(columns.map(({ heading }) => harmless(heading)))}`)
    for await (const rows of batches) {
      let text = ''
      for (const row of rows) text += line(columns.map((column) => write(column, row)))
      yield Buffer.from(text)
    }
  }
  return Readable.from(lines(), { objectMode: false })
}
