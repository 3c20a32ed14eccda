import { dateTimeServiceStart, foreignZone, hourWords, placeOf } from '@parada/domain/booking/texts'
import { codeColors, type StateColor } from '@parada/domain/code-colors'
import type { CodeKind } from '@parada/domain/codes'
import type { Field, FieldKind, ListFields, RowOf, ValueOf } from '@parada/domain/list/fields'
import { listDefaults } from '@parada/domain/list/list'
import type { Formats } from '../../format.ts'
import type { AnyRow } from './list-types.ts'

/** An option that a column's filter offers instead of its field's codes. */
export type Choice<Row = AnyRow> = { value: string; label: string; includes(row: Row): boolean }

/** Formats for cells and labels for codes, in the reader's language. */
export type ListFormat = Formats & {
  code: (kind: CodeKind, code: unknown) => string
  /** Translates a message key. */
  word: (key: string, values?: Record<string, string | number>) => string
  flag: (value: boolean) => string
}

type Look<Row> = {
  /** In pixels. Spare width in the table is shared out in proportion. */
  width?: number
  /** As wide as its longest text, so that none is cut. */
  fits?: boolean
  /** Not shown by default. */
  hidden?: boolean
  /** Always in front and impossible to hide, like the first column. */
  pinned?: boolean
  align?: 'start' | 'end'
  /** Shows only the date of a time. */
  dayOnly?: boolean
  /** Message key of the heading, if it is not the field's own. */
  label?: string
  /** Shown instead of the value itself. */
  text?(row: Row, format: ListFormat): string
  /** The filter options of a list in the browser, if they are not all codes of the field. */
  choices?: readonly Choice<Row>[]
  /** The full form of an abbreviated text, shown on hover. */
  whole?(row: Row, format: ListFormat): string
  /** The colour of the dot, if the text is a state. */
  state?(row: Row): StateColor | undefined
}

export type ColumnOptions<Row> = Look<Row> & {
  /** Whether there is a filter below the heading; by default, whenever the call has one. */
  filter?: boolean
}

export type Column<Row = AnyRow> = {
  key: string
  field: Field
  label: string
  labelValues: Record<string, string | number>
  width: number
  fits: boolean
  align: 'start' | 'end'
  hidden: boolean
  pinned: boolean
  isFiltered: boolean
  isSorted: boolean
  hasOwnText: boolean
  read(row: Row): unknown
  show(row: Row, format: ListFormat): string
  whole?(row: Row, format: ListFormat): string
  choices?: readonly Choice<Row>[]
  state?(row: Row): StateColor | undefined
}

const widths: Record<FieldKind, number> = {
  text: 160,
  number: 96,
  decimal: 96,
  money: 104,
  time: 148,
  code: 148,
  flag: 80,
  texts: 160,
  record: 160,
}
const dayWidth = 112

const atTheEnd: ReadonlySet<FieldKind> = new Set(['number', 'decimal', 'money'])

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

type Length = 'short' | 'full'

/**
 * In the local time of its place, which is named if it is outside the country's own time zone; otherwise on the
 * reader's clock.
 */
const timeText = (moment: number, zone: unknown, format: ListFormat, length: Length) => {
  if (typeof zone !== 'string' || zone === '') return length === 'full' ? format.time(moment) : format.shortTime(moment)
  const start = { timeBookingStartTimestamp: moment, timeZone: zone }
  return [
    dateTimeServiceStart(start),
    hourWords(start, format.language, length),
    placeOf(foreignZone(start), format.language),
  ]
    .filter(Boolean)
    .join(' ')
}

const codeText = (value: unknown, format: ListFormat, { codes }: Field) =>
  codes === undefined ? String(value) : format.code(codes, value)

const writes: Record<FieldKind, (value: unknown, format: ListFormat, field: Field, row: AnyRow) => string> = {
  text: codeText,
  number: (value) => String(value),
  decimal: (value, format) => format.number(Number(value)),
  money: (value, format, { currency }, row) =>
    format.money(Number(value), currency === undefined ? undefined : (row[currency] as string | null | undefined)),
  time: (value, format, { zone }, row) =>
    timeText(Number(value), zone === undefined ? undefined : row[zone], format, 'short'),
  flag: (value, format) => format.flag(Boolean(value)),
  code: codeText,
  texts: (value) => (value as readonly string[]).join(', '),
  record: () => '',
}

/** Fields that differ only in their number share one label. */
const labelOf = (name: string): Pick<Column, 'label' | 'labelValues'> => {
  const [, base = name, n] = /^(.*?)(\d+)$/.exec(name) ?? []
  return { label: `fields.${base}`, labelValues: n === undefined ? {} : { n: Number(n) } }
}

/** The full form of a time shown with a short mark because its hour occurs twice. */
const wholeTime =
  (name: string, { zone }: Field) =>
  (row: AnyRow, format: ListFormat) => {
    if (isNothing(row[name])) return ''
    const said = (length: Length) => timeText(Number(row[name]), zone && row[zone], format, length)
    const [whole, short] = [said('full'), said('short')]
    return whole === short ? '' : whole
  }

const coloured = (name: string, { codes }: Field) => {
  const colors = codes && codeColors[codes]
  return colors && ((row: AnyRow): StateColor => colors[String(row[name])] ?? 'grey')
}

const makeColumn = (name: string, field: Field, options: ColumnOptions<AnyRow>): Column => {
  const { text, dayOnly, state = coloured(name, field), hidden = false, pinned = false } = options
  const named = labelOf(name)
  const whole = options.whole ?? (field.kind === 'time' && !text && !dayOnly ? wholeTime(name, field) : undefined)
  const write = (row: AnyRow, format: ListFormat) => {
    const value = row[name]
    if (isNothing(value)) return ''
    return dayOnly ? format.date(Number(value)) : writes[field.kind](value, format, field, row)
  }
  return {
    key: name,
    field,
    label: options.label ?? named.label,
    labelValues: options.label === undefined ? named.labelValues : {},
    width: options.width ?? (dayOnly ? dayWidth : widths[field.kind]),
    fits: options.fits ?? false,
    align: options.align ?? (atTheEnd.has(field.kind) ? 'end' : 'start'),
    hidden,
    pinned,
    isFiltered: options.filter ?? field.isFiltered,
    isSorted: field.isSorted,
    hasOwnText: text !== undefined,
    read: (row) => row[name],
    show: text ?? write,
    ...(whole && { whole }),
    ...(options.choices && { choices: options.choices }),
    ...(state && { state }),
  }
}

type Plain = string | number | boolean | readonly string[] | null | undefined
type IsPlain<Value> = unknown extends Value ? true : Value extends Plain ? true : false

/** A column cannot declare a filter that the call does not support. */
type Options<Row, F extends Field, IsLocal extends boolean> = Look<Row> & {
  filter?: true extends F['isFiltered'] | IsLocal ? boolean : false
}

/** Declares a column. A field that is not a plain value must say how it is written. */
export type ColumnMaker<F extends ListFields, Row = RowOf<F>, IsLocal extends boolean = false> = <
  Name extends Extract<keyof F, string>,
>(
  name: Name,
  ...options: IsPlain<ValueOf<F[Name]>> extends true
    ? [options?: Options<Row, F[Name], IsLocal>]
    : [options: Options<Row, F[Name], IsLocal> & Required<Pick<Look<Row>, 'text'>>]
) => Column<Row>

export const columnsOf = <F extends ListFields, Row = RowOf<F>, IsLocal extends boolean = false>(
  fields: F,
): ColumnMaker<F, Row, IsLocal> => {
  const make = (name: string, options: ColumnOptions<AnyRow> = {}) => makeColumn(name, fields[name] as Field, options)
  return make as unknown as ColumnMaker<F, Row, IsLocal>
}

export const fixedCount = (columns: readonly { pinned: boolean }[]) =>
  Math.max(listDefaults.fixedColumns, columns.filter(({ pinned }) => pinned).length)
