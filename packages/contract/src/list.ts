import type { Access } from '@parada/domain/access/permissions'
import { codes } from '@parada/domain/codes'
import {
  Field,
  type FieldKind,
  type FilteredName,
  type ListFields,
  type SortedName,
  type ValueOf,
} from '@parada/domain/list/fields'
import { filterHint, parseFilter } from '@parada/domain/list/filter'
import { z } from 'zod'
import { type ApiBase, type Call, call, type PageSpec } from './kit.ts'

export {
  code,
  decimal,
  fields,
  flag,
  labelled,
  money,
  number,
  numbered,
  text,
  texts,
  time,
  timeIn,
} from '@parada/domain/list/fields'

/** A field with a structured value, which can be neither filtered nor sorted by. */
export const record = <Schema extends z.ZodType>(schema: Schema) =>
  new Field<z.output<Schema>, false, false>({ kind: 'record', isFiltered: false, isSorted: false, schema })

export type FileFormat = 'excel' | 'csv' | 'pdf'

/** How a list is exported as a file. */
export type ExportSpec = {
  /** Message key of the list's name, which becomes the file name. */
  title: string
  path: string
  method: 'GET' | 'POST'
  /** Message keys of headings that differ from the field's own. */
  labels?: Readonly<Record<string, string>>
  /** The formats by their names in the path. */
  formats: Readonly<Record<string, FileFormat>>
}

/** What a list offers besides its rows, as plain data that the browser also reads. */
export type ListSpec<F extends ListFields = ListFields> = {
  fields: F
  /** The times that from and to can refer to, by their dateType; the first is the default. */
  range?: { by: Readonly<Record<string, Extract<keyof F, string>>>; maxDays?: number }
  /** Named parts of the list, which the server defines. */
  views?: readonly string[]
  /** Amounts summed over the whole list; the first is meta.totalAmount. */
  sums?: readonly Extract<keyof F, string>[]
  /** Parameters of the call itself, even if a field has the same name. */
  parameters: readonly string[]
  export?: ExportSpec
}

const whole = z.int()
const number = z.number()
const string = z.string()

const codeSchema = ({ codes: kind }: Field) => {
  const known = Object.keys(kind === undefined ? {} : codes[kind])
  return known.every((code) => Number.isInteger(Number(code))) ? whole : z.enum(known)
}

const schemas: Record<FieldKind, (field: Field) => z.ZodType> = {
  text: () => string,
  number: () => whole,
  decimal: () => number,
  money: () => number,
  time: () => whole,
  flag: () => z.boolean(),
  code: codeSchema,
  texts: () => z.array(string),
  record: ({ schema }) => {
    if (!(schema instanceof z.ZodType)) throw new Error('A field of records needs a schema')
    return schema
  },
}

type RowSchema<F extends ListFields> = z.ZodObject<{ [Name in keyof F]: z.ZodType<ValueOf<F[Name]>> }>

const schemaOf = (field: Field) => {
  const schema = schemas[field.kind](field)
  return field.isNullable ? schema.nullable() : schema
}

/** One row of these fields, as sent over the wire. */
export function rowOf<F extends ListFields>(fields: F): RowSchema<F>
export function rowOf(fields: ListFields) {
  return z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])))
}

type ListQuery<F extends ListFields> = {
  pageNumber: number
  resultsPerPage: number
  orderBy?: `${SortedName<F>} ${'ASC' | 'DESC'}` | undefined
  from?: number | undefined
  to?: number | undefined
  dateType?: string | undefined
  view?: string | undefined
  mode?: string | undefined
} & { [Name in FilteredName<F>]?: string | number | undefined }

/** Excludes the last millisecond of a Date, because a range ends before the millisecond after its last. */
export const epoch = z.coerce
  .number()
  .int()
  .min(0)
  .max(8.64e15 - 1)

const filterSchema = (field: Field) =>
  string.refine((text) => parseFilter(field, text) !== undefined, filterHint[field.kind]).optional()

const fieldsThat = (has: 'isFiltered' | 'isSorted', fields: ListFields) =>
  Object.entries(fields).filter(([, field]) => field[has])

type Sizes = { resultsPerPage?: number; mostPerPage?: number }

/**
 * Query of every list: page, size, order and range as in documents 1 and 3, plus a filter for each field that has one.
 * Any other parameter is refused by name.
 */
const listQuery = ({ fields, range, views }: ListSpec, { resultsPerPage = 20, mostPerPage = 200 }: Sizes) => {
  const sorted = fieldsThat('isSorted', fields).map(([name]) => name)
  return z.strictObject({
    pageNumber: z.coerce.number().int().min(0).max(1_000_000).default(0),
    resultsPerPage: z.coerce.number().int().min(1).max(mostPerPage).default(resultsPerPage),
    orderBy: z
      .string()
      .regex(new RegExp(`^(${sorted.join('|')}) (ASC|DESC)$`), 'Use a field that can be sorted by, then ASC or DESC')
      .optional(),
    ...(range && { from: epoch.optional(), to: epoch.optional() }),
    ...(range && Object.keys(range.by).length > 1 && { dateType: z.enum(Object.keys(range.by)).optional() }),
    ...(views && { view: z.enum(views).optional() }),
    /** Sent with every list (document 2, section 9); there is no other mode. */
    mode: z.literal('grid').optional(),
    ...Object.fromEntries(fieldsThat('isFiltered', fields).map(([name, field]) => [name, filterSchema(field)])),
  })
}

type Nothing = Record<never, never>

export type ListCall<
  F extends ListFields = ListFields,
  Extra extends z.ZodRawShape = Nothing,
  Who extends Access = Access,
  Beside extends z.ZodType = z.ZodType,
> = Call<
  z.ZodType<{ sd: string }>,
  z.ZodType<ListQuery<F> & { [Name in keyof Extra]: z.output<Extra[Name]> }>,
  z.ZodType<undefined>,
  PageSpec<RowSchema<F>, Beside>,
  Who
> & { list: ListSpec<F> }

type Name<F> = Extract<keyof F, string>

type ListDeclaration<F extends ListFields, Who, Extra, Beside> = Sizes & {
  path: string
  /** Path parameters, if there are more than the tenant. */
  params?: z.ZodType<{ sd: string }>
  access: Who
  /** Key of the rows in the response. */
  key: string
  fields: F
  summary: string
  base?: ApiBase
  /** The time that from and to refer to, or several by their dateType. */
  range?: { by: Name<F> | Readonly<Record<string, Name<F>>>; maxDays?: number }
  views?: readonly string[]
  sums?: readonly Name<F>[]
  /** Parameters that are not field filters, or that differ from the filter of their field. */
  query?: Extra
  /** What the response holds besides the rows. */
  beside?: Beside
  /**
   * Offers the list as a file: by default POST {path}/export/:format with Excel, CSV and PDF. exportOf makes the call.
   */
  export?: Pick<ExportSpec, 'title'> & Partial<ExportSpec>
}

const allFormats = { excel: 'excel', csv: 'csv', pdf: 'pdf' } as const

const exportSpec = (path: string, declared: Pick<ExportSpec, 'title'> & Partial<ExportSpec>): ExportSpec => ({
  path: `${path.replace(/\/$/, '')}/export/:format`,
  method: 'POST',
  formats: allFormats,
  ...declared,
})

/** Declares a list once: its row, filters, order, OpenAPI, SQL and columns are all derived from its fields. */
export function list<
  F extends ListFields,
  const Who extends Access,
  Extra extends z.ZodRawShape = Nothing,
  Beside extends z.ZodType = z.ZodType,
>(declared: ListDeclaration<F, Who, Extra, Beside>): ListCall<F, Extra, Who, Beside>
export function list(
  declared: ListDeclaration<ListFields, Access, z.ZodRawShape, z.ZodType>,
): Call & { list: ListSpec } {
  const { path, access, key, fields, summary, base = 'main', range, views, sums, query, beside } = declared
  const { params } = declared
  const spec: ListSpec = {
    fields,
    ...(range && { range: { ...range, by: typeof range.by === 'string' ? { [range.by]: range.by } : range.by } }),
    ...(views && { views }),
    ...(sums && { sums }),
    parameters: Object.keys(query ?? {}),
    ...(declared.export && { export: exportSpec(path, declared.export) }),
  }
  const made = call({
    base,
    method: 'GET',
    path,
    access,
    summary,
    ...(params && { params }),
    query: listQuery(spec, declared).extend(query ?? {}),
    response: { listKey: key, row: rowOf(fields), ...(beside && { beside }) },
  })
  return { ...made, list: spec }
}

/** What narrows a list: its filters, range and views. */
export const filtersOf = ({ list }: { list: ListSpec }) =>
  listQuery(list, {}).omit({ pageNumber: true, resultsPerPage: true, orderBy: true, mode: true })

/** Number of rows in each view of a list, under the same filters. */
export const viewCounts = <const Who extends Access>(
  of: { base: ApiBase; access: Who; list: ListSpec },
  { path, summary }: { path: string; summary: string },
) => {
  const query = filtersOf(of) as z.ZodType as z.ZodType<Partial<ListQuery<ListFields>>>
  const counted = Object.fromEntries((of.list.views ?? []).map((view) => [view, whole.min(0)]))
  const { base, access } = of
  return call({ base, method: 'GET', path, access, summary, query, response: z.object(counted) })
}

export const isList = (call: Call): call is ListCall => 'list' in call
