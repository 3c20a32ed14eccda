import {
  type DateRange,
  parseDay,
  type RangePreset,
  rangeOf,
  rangePresets,
  rangeProblem,
} from '@parada/domain/list/date-range'
import {
  chooseColumns,
  listDefaults,
  type OrderBy,
  type TextSize,
  textSizes,
  withoutEmpty,
} from '@parada/domain/list/list'
import type { ListDefinition } from '../declare/list-definition.ts'

/** A preset, or two calendar days (YYYY-MM-DD), both included. */
export type RangeChoice = RangePreset | { from: string; to: string }

/** What determines the rows. It is kept in the URL. */
export type ListState = {
  page: number
  size: number
  sort: OrderBy
  filters: Readonly<Record<string, string>>
  range: RangeChoice | undefined
  /** The date that the range applies to; undefined for the first one. */
  dateType: string | undefined
  /** The key of the current view; undefined for the first, which holds all rows. */
  view: string | undefined
}

/** How the rows are shown. It belongs to the reader and is not part of links. */
export type ListLook = {
  columns: readonly string[]
  /** Widths in px of the columns that were resized. */
  widths: Readonly<Record<string, number>>
  textSize: TextSize
  isBeside: boolean
  isGrouped: boolean
}

const narrowest = 56
const widest = 900

/** The look with one column set to a width, within limits. */
export const widened = (look: ListLook, key: string, width: number): ListLook => ({
  ...look,
  widths: { ...look.widths, [key]: Math.round(Math.max(narrowest, Math.min(width, widest))) },
})

/** The look with one column moved to the place of another. Fixed columns stay in front. */
export const moved = (look: ListLook, key: string, to: string, fixed: number): ListLook => {
  const [from, at] = [look.columns.indexOf(key), look.columns.indexOf(to)]
  if (from < fixed || at < fixed || from === at) return look
  return { ...look, columns: look.columns.toSpliced(from, 1).toSpliced(at, 0, key) }
}

const reservedNames = ['page', 'size', 'sort', 'range', 'from', 'to', 'dateType', 'view'] as const
type ReservedName = (typeof reservedNames)[number]

export type ListSearch<Row = Record<string, unknown>> = {
  page?: number
  size?: number
  sort?: string
  range?: RangePreset
  from?: string
  to?: string
  dateType?: string
  view?: string
} & {
  [Field in Exclude<keyof Row & string, ReservedName>]?: string | number
}

type Search = Readonly<Record<string, unknown>>

const reserved: ReadonlySet<string> = new Set(reservedNames)

/** A field named like one of the list's own parameters gets an underscore at the end. */
const paramOf = (key: string) => (reserved.has(key) ? `${key}_` : key)

export const initialState = (list: ListDefinition): ListState => ({
  page: 0,
  size: list.pageSize,
  sort: list.sort,
  filters: list.filters ?? {},
  range: list.dateRange?.initial,
  dateType: undefined,
  view: undefined,
})

const dayOf = (text: string) => {
  const [year, month, day] = text.split('-')
  return parseDay(`${day}-${month}-${year}`)
}

/** A choice in epoch milliseconds; undefined if a day is invalid. */
export const rangeIn = (choice: RangeChoice, now: number): DateRange | undefined => {
  if (typeof choice === 'string') return rangeOf(choice, now)
  const [first, last] = [dayOf(choice.from), dayOf(choice.to)]
  return first && last && { from: first.from, to: last.to - 1 }
}

export const rangeChoiceProblem = (choice: RangeChoice, maxDays: number | undefined, now: number) => {
  const range = rangeIn(choice, now)
  return range ? rangeProblem(range, maxDays) : 'problems.searchByDate'
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const sortFrom = (list: ListDefinition, value: unknown): OrderBy => {
  const [, minus, field] = /^(-?)(.+)$/.exec(text(value)) ?? []
  const column = list.columns.find(({ key }) => key === field)
  if (!field || !column?.isSorted) return list.sort
  return { field, direction: minus ? 'DESC' : 'ASC' }
}

const rangeFrom = (list: ListDefinition, { range, from, to }: Search): RangeChoice | undefined => {
  if (!list.dateRange) return undefined
  const { initial } = list.dateRange
  const preset = rangePresets.find((name) => name === range)
  const choice = preset ?? { from: text(from), to: text(to) }
  return rangeChoiceProblem(choice, list.maxDays, Date.now()) ? initial : choice
}

const viewFrom = ({ views }: ListDefinition, value: unknown) => views.slice(1).find(({ key }) => key === value)?.key

const filterKeys = (list: ListDefinition) => list.columns.filter(({ isFiltered }) => isFiltered).map(({ key }) => key)

/** A hand-written or foreign URL yields the list's defaults at worst. */
export const stateFrom = (list: ListDefinition, search: Search): ListState => {
  const [page, size] = [Number(search.page), Number(search.size)]
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    size: list.pageSizes.includes(size) ? size : list.pageSize,
    sort: sortFrom(list, search.sort),
    filters: withoutEmpty(
      Object.fromEntries(filterKeys(list).map((key) => [key, text(search[paramOf(key)] ?? list.filters?.[key])])),
    ) as Record<string, string>,
    range: rangeFrom(list, search),
    dateType: list.dateTypes.slice(1).find((type) => type === search.dateType),
    view: viewFrom(list, search.view),
  }
}

/** The router quotes a text that looks like a number. A number that converts back to the same text needs no quotes. */
const bare = (value: string) =>
  String(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value

export const isOwnSort = ({ sort: own }: ListDefinition, sort: OrderBy) =>
  sort.field === own.field && sort.direction === own.direction

/** Kept short and readable: values that match the declaration are left out. */
export const searchOf = (list: ListDefinition, state: ListState): ListSearch => {
  const { page, size, sort, filters, range, dateType, view } = state
  const own = list.filters ?? {}
  // An initial filter that was removed is written as empty.
  const said = { ...Object.fromEntries(Object.keys(own).map((key) => [key, ''])), ...filters }
  return {
    ...(page > 0 && { page: page + 1 }),
    ...(size !== list.pageSize && { size }),
    ...(!isOwnSort(list, sort) && { sort: `${sort.direction === 'DESC' ? '-' : ''}${sort.field}` }),
    ...(typeof range === 'string' && range !== list.dateRange?.initial && { range }),
    ...(typeof range === 'object' && range),
    ...(dateType && { dateType }),
    ...(view && { view }),
    ...Object.fromEntries(
      Object.entries(said).flatMap(([key, value]) => (value === own[key] ? [] : [[paramOf(key), bare(value)]])),
    ),
  }
}

/** Any change to which rows are shown goes back to the first page (O3-03). */
export const changed = (state: ListState, change: Partial<Omit<ListState, 'page'>>): ListState => ({
  ...state,
  ...change,
  page: 0,
})

/** The remembered columns may come from an older version of the list. */
export const lookFrom = (list: ListDefinition, remembered: Partial<ListLook> | undefined): ListLook => ({
  columns: Array.isArray(remembered?.columns)
    ? chooseColumns(list.keys, remembered.columns, { fixed: list.fixed })
    : list.defaultColumns,
  textSize: textSizes.find((size) => size === remembered?.textSize) ?? listDefaults.textSize,
  widths: Object.fromEntries(
    Object.entries(remembered?.widths ?? {}).filter(([key, width]) => list.keys.includes(key) && width > 0),
  ),
  isBeside: remembered?.isBeside === true,
  isGrouped: remembered?.isGrouped === true,
})
