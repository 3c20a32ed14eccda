import { membersWhere } from '../objects.ts'
/** The defaults of every list (document 3, section 9). */
export const listDefaults = {
  pageSizes: [20, 50, 200],
  pageSize: 20,
  filterDelayMs: 500,
  orderBy: { field: 'id', direction: 'ASC' },
  visibleColumns: 10,
  maxColumns: 20,
  fixedColumns: 1,
  textSize: 'normal',
} as const

export const textSizes = ['small', 'normal', 'large'] as const
export type TextSize = (typeof textSizes)[number]

const isEmpty = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** Drops empty texts and lists, as well as null and undefined, which a URL would spell out as words. */
export const withoutEmpty = <T extends object>(params: T): Partial<T> =>
  membersWhere(params, (value) => !isEmpty(value))

type Direction = 'ASC' | 'DESC'
export type OrderBy = { field: string; direction: Direction }

export const orderByText = ({ field, direction }: OrderBy) => `${field} ${direction}`

/** Undefined for anything but a field name, one space and a direction. */
export const parseOrderBy = (text: string): OrderBy | undefined => {
  const [, field, direction] = /^([A-Za-z_][\w.]*) (ASC|DESC)$/i.exec(text) ?? []
  return field && direction ? { field, direction: /^asc$/i.test(direction) ? 'ASC' : 'DESC' } : undefined
}

const symbols: ReadonlyMap<string, string> = new Map([
  ['EUR', '€'],
  ['GBP', '£'],
  ['USD', '$'],
])

export const currencySymbol = (currency: string | null | undefined) => symbols.get(currency ?? '') ?? '€'

const yes = ['yes', 'si', 'sí', '1']
const no = ['no', '0']

/** Null if the text means neither. */
export const parseFlag = (text: string) => {
  const typed = text.trim().toLowerCase()
  if (yes.includes(typed)) return true
  return no.includes(typed) ? false : null
}

type ColumnLimits = { max?: number; fixed?: number }

/**
 * The visible columns in the requested order. The first columns of the list stay in front, unknown and repeated names
 * are dropped, and columns beyond the maximum are cut (O3-01).
 */
export const chooseColumns = <C extends string>(
  columns: readonly C[],
  wished: readonly string[],
  { max = listDefaults.maxColumns, fixed = listDefaults.fixedColumns }: ColumnLimits = {},
): C[] => {
  const known = wished.filter((name): name is C => columns.some((column) => column === name))
  return [...new Set([...columns.slice(0, fixed), ...known])].slice(0, Math.max(max, fixed))
}

/** Whether one more column may be selected. */
export const mayShowMore = (visible: readonly string[], { max = listDefaults.maxColumns }: ColumnLimits = {}) =>
  visible.length < max

export const pageCount = (total: number, pageSize: number) => Math.max(1, Math.ceil(total / pageSize))

/** The nearest existing page; the first page is 0. */
export const clampPage = (page: number, total: number, pageSize: number) =>
  Math.min(Math.max(0, Math.trunc(page) || 0), pageCount(total, pageSize) - 1)

const numbered = <const Name extends string>(name: Name, count: number) =>
  Array.from({ length: count }, (_, index): `${Name}${number}` => `${name}${index + 1}`)

/** The field names of the authorization and booking break columns. */
export const breakColumns = () => ({
  authorization: numbered('authorizationBreakValue', 10),
  booking: numbered('bookingBreakValue', 9),
})
