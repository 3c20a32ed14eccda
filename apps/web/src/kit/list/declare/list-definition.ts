import type { Call } from '@parada/contract/kit'
import { isList } from '@parada/contract/list'
import type { RangePreset } from '@parada/domain/list/date-range'
import type { ListFields, SortedName } from '@parada/domain/list/fields'
import { chooseColumns, listDefaults, type OrderBy, parseOrderBy } from '@parada/domain/list/list'
import type { ComponentType } from 'react'
import { type Column, type ColumnMaker, columnsOf, fixedCount } from './columns.ts'
import type { AnyRow, Beside, CreateAt, Derived, ListCommand, Tone, View } from './list-types.ts'
import type { RowActions } from './row-actions.ts'

/** Where a row leads; the router's own words. */
export type RowTarget = {
  to: string
  params?: Record<string, string>
  /** True keeps the list as it is: the row opens over it, as a route within the list's own. */
  search?: Record<string, unknown> | true
}

/** A modal over one row; a lazy component loads with the first row that is opened. */
export type RowModal<Row = AnyRow> = ComponentType<{ row: Row; onClose: () => void }>

/** How a new record is made from the list: a button with the key N, and the modal that it opens. */
export type ListCreate = { label: string; modal: ComponentType<{ onClose: () => void }> }

/** What can be said of a list beside its columns; whatever is left out the kit decides. */
type Behaviour<Row, Known> = {
  pageSizes?: readonly number[]
  pageSize?: number
  /** Milliseconds from the last keystroke to the request. */
  filterDelay?: number
  /** How many lines a row has as a card, on a phone. */
  cardLines?: number
  /** The range shown at first, where the call has one. */
  dateRange?: { initial: RangePreset; presets?: readonly RangePreset[] }
  /** The filters at first, which the reader may change. */
  filters?: Readonly<Record<string, string>>
  /** Its rows change by events while they are looked at: they stay where they are as long as somebody is at them. */
  isLive?: boolean
  openRow?(row: Row, known: Known): RowTarget | undefined
  /** Opens over the list instead of leading away from it. */
  rowModal?: RowModal<Row>
  /** What can be done to one row by its key, or to several at once. */
  rowActions?: RowActions<Row, Known>
  create?: ListCreate
  /** Where the way to a new record leads, when it is a screen of its own. */
  createAt?: CreateAt<Known>
  /** Parts of the rows with their counts; the first is all of them. */
  views?: readonly View<Row>[]
  /** Answers how many rows each view has, where the server knows the views. */
  countsCall?: Call
  /** The parameters that the counts follow, where those are not all of them. */
  countsBy?: readonly string[]
  command?: ListCommand<Known>
  /** A hook for what a list of the server needs to know besides its rows: the reader's rights, say. */
  useKnown?(): Known
  tone?(row: Row): Tone | undefined
  /** Rows that come first, as long as nobody asked for another order. */
  rises?(row: Row): boolean
  beside?: Beside<Row, Known>
  /** Columns that this reader does not have at all. */
  hides?(known: Known): readonly string[]
  /** The rows of a list in the browser can be put together by this field, with a button and a key. */
  groupBy?: { field: Extract<keyof Row, string>; label: string; shortcut: string }
  /** Message key of what an empty list says. */
  emptyText?: string | ((known: Known) => string)
  /** The field that tells rows apart; the first column's unless said. */
  rowKey?: Extract<keyof Row, string>
  /** A secondary list, whose failure is only logged (O3-05). */
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
  /** Takes the rows out of an answer that is no page: such a list is filtered, sorted and paged in the browser. */
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
  /** The words that dateType can be, where there are several. */
  dateTypes: readonly string[]
  maxDays: number | undefined
  /** False where a range is sent that narrows nothing: nobody is asked to choose one. */
  narrowsByDate: boolean
  views: readonly View[]
  derived?: Derived
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
  derived?: Derived
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
