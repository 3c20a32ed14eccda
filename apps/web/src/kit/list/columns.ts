import type { CodeKind } from '@parada/domain/codes'
import { breakColumns, listDefaults } from '@parada/domain/list'
import type { Formats } from '../format.ts'
import { type StateColor, stateColor } from '../state-color.ts'

/** What cells are written with: formats and the labels of codes, in the reader's language. */
export type ListFormat = Formats & {
  code: (kind: CodeKind, code: unknown) => string
  /** The message of a key. */
  word: (key: string) => string
  flag: (value: boolean) => string
}

export type ColumnKind = 'text' | 'number' | 'money' | 'date' | 'time' | 'code' | 'status' | 'flag'
export type FilterKind = 'text' | 'number' | 'day' | 'codes' | 'flag'

type Shown = { codes: CodeKind; code: unknown }

export type ColumnOptions<Row> = {
  filter?: boolean
  /** Pixels; what the table has to spare is shared out in proportion. */
  width?: number
  /** Not among the columns shown at first. */
  hidden?: boolean
  /** Stays in front and cannot be removed, as the first column always does. */
  pinned?: boolean
  align?: 'start' | 'end'
  /** Message key of the heading, where it is not the field's own. */
  label?: string
  /** Written instead of the value itself. */
  text?: (row: Row, format: ListFormat) => string
  /** The colour of its dot, where the text says a state. */
  state?: (row: Row) => StateColor | undefined
}

export type Column<Row> = {
  key: string
  kind: ColumnKind
  label: string
  labelValues: Record<string, string | number>
  width: number
  align: 'start' | 'end'
  hidden: boolean
  pinned: boolean
  filter?: FilterKind
  codes?: CodeKind
  hasOwnText: boolean
  read: (row: Row) => unknown
  show: (row: Row, format: ListFormat) => string
  state?: (row: Row) => StateColor | undefined
}

const widths: Record<ColumnKind, number> = {
  text: 160,
  number: 96,
  money: 104,
  date: 112,
  time: 148,
  code: 148,
  status: 164,
  flag: 80,
}

const filters: Record<ColumnKind, FilterKind> = {
  text: 'text',
  number: 'number',
  money: 'number',
  date: 'day',
  time: 'day',
  code: 'codes',
  status: 'codes',
  flag: 'flag',
}

type Write = (value: unknown, format: ListFormat) => string

const writes: Record<Exclude<ColumnKind, 'code' | 'status'>, Write> = {
  text: (value) => String(value),
  number: (value, format) => (Number.isInteger(value) ? String(value) : format.number(Number(value))),
  money: (value, format) => format.money(Number(value)),
  date: (value, format) => format.date(Number(value)),
  time: (value, format) => format.time(Number(value)),
  flag: (value, format) => format.flag(Boolean(value)),
}

const make = <Row>(kind: ColumnKind, key: string, write: Write, options: ColumnOptions<Row> = {}): Column<Row> => {
  const read = (row: Row) => row[key as keyof Row] as unknown
  const { text, width = widths[kind], hidden = false, pinned = false, label = `fields.${key}` } = options
  return {
    key,
    kind,
    label,
    labelValues: {},
    width,
    hidden,
    pinned,
    align: options.align ?? (kind === 'number' || kind === 'money' ? 'end' : 'start'),
    ...(options.filter && { filter: filters[kind] }),
    hasOwnText: text !== undefined,
    ...(options.state && { state: options.state }),
    read,
    show:
      text ??
      ((row, format) => {
        const value = read(row)
        return value === null || value === undefined || value === '' ? '' : write(value, format)
      }),
  }
}

type FieldsOf<Row, Value> = {
  [Field in keyof Row & string]: Row[Field] extends Value | null | undefined ? Field : never
}[keyof Row & string]

type Plain = string | number | boolean

/** A field that is no plain value has to say how it is written. */
type TextOptions<Row, Field extends keyof Row> = Row[Field] extends Plain | null | undefined
  ? [options?: ColumnOptions<Row>]
  : [options: ColumnOptions<Row> & Required<Pick<ColumnOptions<Row>, 'text'>>]

/** The words a list is declared with; a field that the row does not have, or of another type, does not compile. */
export const columnsOf = <Row>() => ({
  text: <Field extends keyof Row & string>(field: Field, ...[options]: TextOptions<Row, Field>) =>
    make<Row>('text', field, writes.text, options),
  number: (field: FieldsOf<Row, number>, options?: ColumnOptions<Row>) =>
    make<Row>('number', field, writes.number, options),
  money: (
    field: FieldsOf<Row, number>,
    { currency, ...options }: ColumnOptions<Row> & { currency?: (row: Row) => string | null | undefined } = {},
  ) =>
    make<Row>('money', field, writes.money, {
      ...options,
      ...(currency && {
        text: (row, format) => {
          const amount = row[field] as number | null | undefined
          return amount === null || amount === undefined ? '' : format.money(amount, currency(row))
        },
      }),
    }),
  date: (field: FieldsOf<Row, number>, options?: ColumnOptions<Row>) => make<Row>('date', field, writes.date, options),
  time: (field: FieldsOf<Row, number>, options?: ColumnOptions<Row>) => make<Row>('time', field, writes.time, options),
  flag: (field: FieldsOf<Row, boolean>, options?: ColumnOptions<Row>) => make<Row>('flag', field, writes.flag, options),
  code: (field: FieldsOf<Row, number | string>, codes: CodeKind, options?: ColumnOptions<Row>): Column<Row> => ({
    ...make<Row>('code', field, (value, format) => format.code(codes, value), options),
    codes,
  }),
  /** A code with the colour of its state; `shown` says another code where that one tells more. */
  status: (
    field: FieldsOf<Row, number | string>,
    codes: CodeKind,
    { shown, ...options }: ColumnOptions<Row> & { shown?: (row: Row) => Shown } = {},
  ): Column<Row> => {
    const codeOf = shown ?? ((row: Row): Shown => ({ codes, code: row[field] }))
    return {
      ...make<Row>('status', field, (value) => String(value), options),
      codes,
      show: options.text ?? ((row, format) => format.code(codeOf(row).codes, codeOf(row).code)),
      state: options.state ?? ((row) => stateColor(codeOf(row).codes, codeOf(row).code)),
    }
  },
  /** The numbered info columns of an authorization or break columns of a booking, as many as the row has. */
  breaks: (of: 'authorization' | 'booking', options?: ColumnOptions<Row>): Column<Row>[] =>
    breakColumns()[of].map((field, index) => ({
      ...make<Row>('text', field, writes.text, { label: `fields.${of}Break`, ...options }),
      labelValues: { n: index + 1 },
    })),
})

export type ColumnMaker<Row> = ReturnType<typeof columnsOf<Row>>

export const fixedCount = (columns: readonly { pinned: boolean }[]) =>
  Math.max(listDefaults.fixedColumns, columns.filter(({ pinned }) => pinned).length)
