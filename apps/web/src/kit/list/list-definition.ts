import type { Call } from '@parada/contract/kit'
import type { RangePreset } from '@parada/domain/date-range'
import { chooseColumns, listDefaults, type OrderBy, parseOrderBy } from '@parada/domain/list'
import type { ComponentType } from 'react'
import { type Column, type ColumnMaker, columnsOf, fixedCount } from './columns.ts'
import type { Beside, CreateAt, Derived, Tone, View } from './list-words.ts'
import type { RowActions } from './row-actions.ts'

/** Where a row leads; the router's own words. */
export type RowTarget = {
  to: string
  params?: Record<string, string>
  /** True keeps the list as it is: the row opens over it, as a route within the list's own. */
  search?: Record<string, unknown> | true
}

/** A modal over one row; a lazy component loads with the first row that is opened. */
export type RowModal<Row> = ComponentType<{ row: Row; onClose: () => void }>

/** How a new record is made from the list: a button with the key N, and the modal that it opens. */
export type ListCreate = { label: string; modal: ComponentType<{ onClose: () => void }> }

export type ListOptions<Row, Known = undefined> = {
  columns: (column: ColumnMaker<Row>) => (Column<Row> | Column<Row>[])[]
  /** 'field DIR'. */
  sort?: `${Extract<keyof Row, string>} ${'ASC' | 'DESC'}`
  pageSizes?: readonly number[]
  pageSize?: number
  /** Milliseconds from the last keystroke to the request. */
  filterDelay?: number
  dateRange?: { initial: RangePreset; maxDays?: number; presets?: readonly RangePreset[] }
  exportCall?: Call
  /** The saved file's name where the answer gives none. */
  exportName?: string
  openRow?: (row: Row) => RowTarget | undefined
  /** Opens over the list instead of leading away from it. */
  rowModal?: RowModal<Row>
  /** What can be done to one row by its key, or to several at once. */
  rowActions?: RowActions<Row, Known>
  create?: ListCreate
  /** Where the way to a new record leads, when it is a screen of its own. */
  createAt?: CreateAt<Known>
  /** Parts of the rows with their counts; the first is all of them. */
  views?: readonly View<Row>[]
  tone?: (row: Row) => Tone | undefined
  /** Rows that come first, as long as nobody asked for another order. */
  rises?: (row: Row) => boolean
  beside?: Beside<Row, Known>
  /** Message key of what an empty list says. */
  emptyText?: string
  /** The field that tells rows apart; the first column's unless said. */
  rowKey?: Extract<keyof Row, string>
  currency?: string
  /** A secondary list, whose failure is only logged (O3-05). */
  silent?: boolean
}

/** A list with every default filled in. */
export type ListDefinition = {
  title: string
  call: Call
  /** Takes the rows out of an answer that is no page: such a list is filtered, sorted and paged in the browser. */
  rows?: (answer: never) => unknown[]
  columns: readonly Column<never>[]
  keys: readonly string[]
  fixed: number
  defaultColumns: readonly string[]
  sort: OrderBy
  pageSizes: readonly number[]
  pageSize: number
  filterDelay: number
  dateRange?: ListOptions<never>['dateRange']
  exportCall?: Call
  exportName: string
  openRow?: (row: never) => RowTarget | undefined
  rowModal?: RowModal<never>
  rowActions?: RowActions<never, never>
  create?: ListCreate
  createAt?: CreateAt<never>
  views: readonly View<never>[]
  tone?: (row: never) => Tone | undefined
  rises?: (row: never) => boolean
  derived?: Derived<never, object, never>
  beside?: Beside<never, never>
  emptyText?: string
  rowKey: string
  currency?: string
  silent: boolean
}

const pinnedFirst = <Row>(columns: Column<Row>[]) => [
  ...columns.filter(({ pinned }) => pinned),
  ...columns.filter(({ pinned }) => !pinned),
]

type Declared<Row, Known> = ListOptions<Row, Known> & {
  title: string
  call: Call
  rows?: (answer: never) => unknown[]
  derived?: Derived<never, object, Known>
}

export const defineList = <Row, Known = undefined>(declared: Declared<Row, Known>): ListDefinition => {
  const columns = pinnedFirst(declared.columns(columnsOf<Row>()).flat())
  const keys = columns.map(({ key }) => key)
  const fixed = fixedCount(columns)
  const shownAtFirst = columns.filter(({ hidden }) => !hidden).map(({ key }) => key)
  const pageSizes = declared.pageSizes ?? listDefaults.pageSizes
  const { title, call, rows, dateRange, exportCall, openRow, rowModal, create, currency } = declared
  const { createAt, emptyText, views = [], tone, rises, derived, beside, rowActions } = declared
  return {
    title,
    call,
    rows,
    columns: columns as Column<never>[],
    keys,
    fixed,
    defaultColumns: chooseColumns(keys, shownAtFirst, { max: listDefaults.visibleColumns, fixed }),
    sort: (declared.sort && parseOrderBy(declared.sort)) ?? listDefaults.orderBy,
    pageSizes,
    pageSize: declared.pageSize ?? listDefaults.pageSize,
    filterDelay: declared.filterDelay ?? listDefaults.filterDelayMs,
    dateRange,
    exportCall,
    exportName: declared.exportName ?? 'Services.xlsx',
    openRow: openRow as ListDefinition['openRow'],
    rowModal: rowModal as ListDefinition['rowModal'],
    rowActions: rowActions as ListDefinition['rowActions'],
    create,
    createAt: createAt as ListDefinition['createAt'],
    views,
    tone: tone as ListDefinition['tone'],
    rises: rises as ListDefinition['rises'],
    derived: derived as ListDefinition['derived'],
    beside: beside as ListDefinition['beside'],
    emptyText,
    rowKey: declared.rowKey ?? keys[0] ?? 'id',
    currency,
    silent: declared.silent ?? false,
  }
}
