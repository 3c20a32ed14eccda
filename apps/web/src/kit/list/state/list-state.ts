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

/** A preset, or two days of the calendar (YYYY-MM-DD), both included. */
export type RangeChoice = RangePreset | { from: string; to: string }

/** What the rows depend on; it lives in the URL. */
export type ListState = {
  page: number
  size: number
  sort: OrderBy
  filters: Readonly<Record<string, string>>
  range: RangeChoice | undefined
  /** The time that the range is about; undefined for the first one. */
  dateType: string | undefined
  /** The key of the part that is looked at; undefined for the first, which is all. */
  view: string | undefined
}

/** How the rows are shown; it is the reader's own and no link carries it. */
export type ListLook = {
  columns: readonly string[]
  /** Widths in px of the columns that were dragged. */
  widths: Readonly<Record<string, number>>
  textSize: TextSize
  isBeside: boolean
  isGrouped: boolean
}

const narrowest = 56
const widest = 900

/** The look with one column made so wide. */
export const widened = (look: ListLook, key: string, width: number): ListLook => ({
  ...look,
  widths: { ...look.widths, [key]: Math.round(Math.max(narrowest, Math.min(width, widest))) },
})

/** The look with one column put where another stands; those that are fixed stay in front. */
export const moved = (look: ListLook, key: string, to: string, fixed: number): ListLook => {
  const [from, at] = [look.columns.indexOf(key), look.columns.indexOf(to)]
  if (from < fixed || at < fixed || from === at) return look
  return { ...look, columns: look.columns.toSpliced(from, 1).toSpliced(at, 0, key) }
}

const reservedNames = ['page', 'size', 'sort', 'range', 'from', 'to', 'dateType', 'view'] as const
type Reserved = (typeof reservedNames)[number]

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
  [Field in Exclude<keyof Row & string, Reserved>]?: string | number
}

type Search = Readonly<Record<string, unknown>>

const reserved: ReadonlySet<string> = new Set(reservedNames)

/** A field that is called like one of the list's own parameters gets a line behind its name. */
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

/** Epoch milliseconds of a choice; undefined where a day is none. */
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

/** A hand-written or foreign URL gives at worst the list's own defaults. */
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

/** The router quotes a text that would read as a number; a number that reads back the same needs no quotes. */
const bare = (value: string) =>
  String(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value

export const isOwnSort = ({ sort: own }: ListDefinition, sort: OrderBy) =>
  sort.field === own.field && sort.direction === own.direction

/** Short and readable: what is as the list declares it stays out. */
export const searchOf = (list: ListDefinition, state: ListState): ListSearch => {
  const { page, size, sort, filters, range, dateType, view } = state
  const own = list.filters ?? {}
  // One of the list's own that was taken off is written down as empty.
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

/** Whatever changes which rows there are starts at the first page again (O3-03). */
export const changed = (state: ListState, change: Partial<Omit<ListState, 'page'>>): ListState => ({
  ...state,
  ...change,
  page: 0,
})

/** Remembered columns may be those of an older version of the list. */
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
