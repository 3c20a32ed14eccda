import type { Field, FieldKind, ListFields } from '@parada/domain/list/fields'
import type { Locale } from '../words/words.ts'
import type { Clock } from './clock.ts'
import type { Say } from './texts.ts'

export type Row = readonly unknown[]

/** How a value is written to a file; everything but numbers and times is text. */
export type CellKind = 'text' | 'number' | 'decimal' | 'money' | 'time'

export type FileColumn = {
  heading: string
  kind: CellKind
  /** Index of the value in the row. */
  at: number
  /** Index of the amount's currency in the row. */
  currencyAt?: number
  /** The value in words. */
  text: (value: unknown) => string
}

/** A list, prepared for its file formats. */
export type Table = {
  title: string
  tenant: string
  language: Locale
  say: Say
  clock: Clock
  /** Range and filters, one per line. */
  about: readonly string[]
  columns: readonly FileColumn[]
  /** Currency columns that the chosen amounts need but that were not chosen themselves. */
  currencies: readonly FileColumn[]
  count: number
  batches: AsyncIterable<readonly Row[]>
}

const cellKinds: Partial<Record<FieldKind, CellKind>> = {
  number: 'number',
  decimal: 'decimal',
  money: 'money',
  time: 'time',
}

export const isNothing = (value: unknown) => value === null || value === undefined || value === ''

/** Cached, because codes are few and rows are many. */
const labels = (kind: string, say: Say) => {
  const known = new Map<unknown, string>()
  return (code: unknown) => {
    const label = known.get(code)
    if (label !== undefined) return label
    const key = `codes.${kind}.${code}`
    const said = say(key)
    known.set(code, said === key ? String(code) : said)
    return known.get(code) ?? ''
  }
}

const writerOf = ({ kind, codes }: Field, say: Say): FileColumn['text'] => {
  const label = codes === undefined ? String : labels(codes, say)
  if (kind === 'flag') return (value) => say(value ? 'common.yes' : 'common.no')
  if (kind === 'texts') return (value) => (Array.isArray(value) ? value.map(label).join(', ') : String(value))
  return kind === 'code' || kind === 'text' ? label : String
}

export type Labels = Readonly<Record<string, string>>

/** Fields that differ only in their number share one label. */
export const headingOf = (name: string, say: Say, own: Labels = {}) => {
  if (own[name] !== undefined) return say(own[name])
  const key = `fields.${name}`
  const said = say(key)
  if (said !== key) return said
  const [, base = name, n = ''] = /^(.*?)(\d+)$/.exec(name) ?? []
  return say(`fields.${base}`, { n })
}

/** The fields to read for these columns, and how to write each column. */
export const columnsFor = (fields: ListFields, chosen: readonly string[], say: Say, own?: Labels) => {
  const currencyOf = (name: string) => fields[name]?.currency
  const needed = chosen.flatMap((name) => currencyOf(name) ?? [])
  const names = [...new Set([...chosen, ...needed])]
  const column = (name: string): FileColumn => {
    const field = fields[name]
    if (!field) throw new Error(`No field ${name}`)
    const currency = currencyOf(name)
    return {
      heading: headingOf(name, say, own),
      kind: cellKinds[field.kind] ?? 'text',
      at: names.indexOf(name),
      ...(currency !== undefined && { currencyAt: names.indexOf(currency) }),
      text: writerOf(field, say),
    }
  }
  return { names, columns: chosen.map(column), currencies: names.slice(chosen.length).map(column) }
}

/** The currency of an amount, or the euro if the row has none. */
export const currencyIn = (row: Row, { currencyAt }: Pick<FileColumn, 'currencyAt'>) => {
  const named = currencyAt === undefined ? undefined : row[currencyAt]
  return typeof named === 'string' && /^[A-Z]{3}$/.test(named) ? named : 'EUR'
}
