import type { Call } from '@parada/contract/kit'
import { isList } from '@parada/contract/list'
import type { RangePreset } from '@parada/domain/list/date-range'
import type { ListFields, SortedName } from '@parada/domain/list/fields'
import { chooseColumns, listDefaults, type OrderBy, parseOrderBy } from '@parada/domain/list/list'
import type { ComponentType } from 'react'
import { type Column, type ColumnMaker, columnsOf, fixedCount } from './columns.ts'
import type { AnyRow, Beside, CreateAt, DerivedFacts, ListCommand, Tone, View } from './list-types.ts'
import type { RowActions } from './row-actions.ts'

/** Where a row leads, in the router's terms. */
type RowTarget = {
  to: string
  params?: Record<string, string>
  /** True keeps the list's search parameters, for a row that opens over the list as one of its child routes. */
  search?: Record<string, unknown> | true
}

/** A modal over one row. A lazy component is loaded when the first row is opened. */
export type RowModal<Row = AnyRow> = ComponentType<{ row: Row; onClose: () => void }>

/** Creates a record from the list: a button with the shortcut N, and the modal it opens. */
type ListCreate = { label: string; modal: ComponentType<{ onClose: () => void }> }

/** The options of a list besides its columns. The kit decides everything that is left out. */
type Behaviour<Row, Known> = {
  pageSizes?: readonly number[]
  pageSize?: number
  /** Milliseconds from the last keystroke to the request. */
  filterDelay?: number
  /** How many lines a row takes as a card, on a phone. */
  cardLines?: number
  /** The initial date range, if the call has one. */
  dateRange?: { initial: RangePreset; presets?: readonly RangePreset[] }
  /** The initial filters, which the reader may change. */
  filters?: Readonly<Record<string, string>>
  /** The rows change through live events, so they stay in place as long as somebody is using them. */
  isLive?: boolean
  openRow?(row: Row, known: Known): RowTarget | undefined
  /** Opens over the list instead of navigating away from it. */
  rowModal?: RowModal<Row>
  /** Actions on one row, by shortcut, or on several at once. */
  rowActions?: RowActions<Row, Known>
  create?: ListCreate
  /** Where the button for a new record leads, if creating one is a screen of its own. */
  createAt?: CreateAt<Known>
  /** Subsets of the rows with their counts; the first view holds all rows. */
  views?: readonly View<Row>[]
  /** The call that returns how many rows each view has, where the server knows the views. */
  countsCall?: Call
  /** The query parameters that the counts depend on, if not all of them. */
  countsBy?: readonly string[]
  command?: ListCommand<Known>
  /** A hook for what a server-side list needs besides its rows, such as the reader's permissions. */
  useKnown?(): Known
  tone?(row: Row): Tone | undefined
  /** Whether a row comes first, as long as the list is in its own order. */
  rises?(row: Row): boolean
  beside?: Beside<Row, Known>
  /** Columns that are not available to this reader. */
  hides?(known: Known): readonly string[]
  /** A field by which the rows of a list in the browser can be grouped, with a button and a shortcut. */
  groupBy?: { field: Extract<keyof Row, string>; label: string; shortcut: string }
  /** Message key of the text for an empty list. */
  emptyText?: string | ((known: Known) => string)
  /** The field that identifies a row; by default the first column's. */
  rowKey?: Extract<keyof Row, string>
  /** A secondary list, whose failures are only logged (O3-05). */
  silent?: boolean
}

type SortableName<F extends ListFields, IsLocal extends boolean> = IsLocal extends true
  ? Extract<keyof F, string>
  : SortedName<F>

export type ListOptions<F extends ListFields, Row, Known = undefined, IsLocal extends boolean = false> = Behaviour<
  Row,
  Known
> & {
  columns(column: ColumnMaker<F, Row, IsLocal>): (Column<Row> | Column<Row>[])[]
  /** 'field DIR'. */
  sort?: `${SortableName<F, IsLocal>} ${'ASC' | 'DESC'}`
}

/** A list with every default filled in. */
export type ListDefinition = Behaviour<AnyRow, unknown> & {
  title: string
  call: Call
  /** Extracts the rows from a response that is not a page. Such a list is filtered, sorted and paged in the browser. */
  rows?(answer: unknown): readonly AnyRow[]
  columns: readonly Column[]
  keys: readonly string[]
  fixed: number
  defaultColumns: readonly string[]
  sort: OrderBy
  pageSizes: readonly number[]
  pageSize: number
  filterDelay: number
  cardLines: number
  /** The possible values of `dateType`; empty unless there are several. */
  dateTypes: readonly string[]
  maxDays: number | undefined
  /** False if the call takes a date range that filters nothing, so that none is offered. */
  narrowsByDate: boolean
  views: readonly View[]
  derived?: DerivedFacts
  rowKey: string
  silent: boolean
}

const pinnedFirst = (columns: readonly Column[]) => [
  ...columns.filter(({ pinned }) => pinned),
  ...columns.filter(({ pinned }) => !pinned),
]

type ListDeclaration = Behaviour<AnyRow, unknown> & {
  title: string
  call: Call
  fields?: ListFields
  rows?(answer: unknown): readonly AnyRow[]
  derived?: DerivedFacts
  columns(column: ColumnMaker<ListFields, AnyRow, boolean>): (Column | Column[])[]
  sort?: string
}

export const defineList = (declared: ListDeclaration): ListDefinition => {
  const { call, fields: own, derived, sort, columns: declareColumns, ...rest } = declared
  const spec = isList(call) ? call.list : undefined
  const fields = { ...(own ?? spec?.fields), ...derived?.fields }
  const columns = pinnedFirst(declareColumns(columnsOf<ListFields, AnyRow, boolean>(fields)).flat())
  const keys = columns.map(({ key }) => key)
  const fixed = fixedCount(columns)
  const shownAtFirst = columns.filter(({ hidden }) => !hidden).map(({ key }) => key)
  const dateTypes = Object.keys(spec?.range?.by ?? {})
  return {
    ...rest,
    call,
    derived,
    columns,
    keys,
    fixed,
    defaultColumns: chooseColumns(keys, shownAtFirst, { max: listDefaults.visibleColumns, fixed }),
    sort: (sort && parseOrderBy(sort)) || listDefaults.orderBy,
    pageSizes: declared.pageSizes ?? listDefaults.pageSizes,
    pageSize: declared.pageSize ?? listDefaults.pageSize,
    filterDelay: declared.filterDelay ?? listDefaults.filterDelayMs,
    cardLines: declared.cardLines ?? 5,
    dateTypes: dateTypes.length > 1 ? dateTypes : [],
    maxDays: spec?.range?.maxDays,
    narrowsByDate: spec?.range === undefined || dateTypes.length > 0,
    views: declared.views ?? [],
    rowKey: declared.rowKey ?? keys[0] ?? 'id',
    silent: declared.silent ?? false,
  }
}
