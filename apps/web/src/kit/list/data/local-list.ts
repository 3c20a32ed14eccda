import type { Page } from '@parada/contract/kit'
import { type Condition, parseFilter } from '@parada/domain/list/filter'
import { clampPage } from '@parada/domain/list/list'
import type { Column, ListFormat } from '../declare/columns.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'
import { isOwnSort, type ListState } from '../state/list-state.ts'
import { filterValue } from './request.ts'

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

type Test = (row: AnyRow) => boolean

const meets = (condition: Exclude<Condition, { test: 'contains' }>, value: unknown) => {
  switch (condition.test) {
    case 'is':
      return Boolean(value) === condition.value
    case 'anyOf':
      return Array.isArray(value)
        ? value.some((one) => condition.values.includes(one))
        : condition.values.includes(value as number | string)
    case 'between':
      return (
        typeof value === 'number' &&
        value >= (condition.from ?? Number.NEGATIVE_INFINITY) &&
        value <= (condition.to ?? Number.POSITIVE_INFINITY)
      )
    case 'during':
      return typeof value === 'number' && value >= condition.from && value < condition.before
  }
}

/**
 * Whether a row passes one column's filter. Text that cannot be a filter lets all rows pass, just as the request leaves
 * it out.
 */
const passes = (column: Column, typed: string, format: ListFormat): Test => {
  const { field } = column
  if (column.choices) {
    const chosen = typed.split(',').flatMap((item) => column.choices?.find(({ value }) => value === item) ?? [])
    return (row) => chosen.length === 0 || chosen.some(({ includes }) => includes(row))
  }
  if (field.kind === 'text' || field.kind === 'record') {
    const sought = fold(typed)
    return (row) => fold(column.show(row, format)).includes(sought)
  }
  const condition = parseFilter(field, filterValue(column, typed) ?? '')
  if (!condition || condition.test === 'contains') return () => true
  return (row) => meets(condition, column.read(row))
}

const collators = new Map<string, Intl.Collator>()

const collatorOf = (language: string) => {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, collator)
  return collator
}

const isByText = ({ field, hasOwnText }: Column) =>
  field.kind === 'code' || field.kind === 'record' || (field.kind === 'text' && hasOwnText)

const isMissing = (value: unknown) => value === null || value === undefined || value === ''

/** Rows without a value come last in either direction. */
const comparison = (column: Column, sign: 1 | -1, format: ListFormat) => {
  const { compare } = collatorOf(format.language)
  const read = isByText(column) ? (row: AnyRow) => column.show(row, format) : column.read
  return (a: AnyRow, b: AnyRow) => {
    const [left, right] = [read(a), read(b)]
    const missing = Number(isMissing(left)) - Number(isMissing(right))
    if (missing !== 0) return missing
    return (
      sign *
      (typeof left === 'number' && typeof right === 'number' ? left - right : compare(String(left), String(right)))
    )
  }
}

/** How many rows each view has, regardless of the column filters. */
export type Counts = Readonly<Record<string, number>>

type RowChoice = Pick<ListState, 'filters' | 'sort' | 'view'> & {
  /** Rows with the same value of this field are kept together. */
  group?: string | undefined
}

/** The rows of the view that pass the filters, sorted: what a server would do before it cuts the page. */
export const matching = (
  list: ListDefinition,
  rows: Iterable<AnyRow>,
  { filters, sort, view, group }: RowChoice,
  format: ListFormat,
): { rows: AnyRow[]; counts: Counts } => {
  const tests = list.columns.flatMap((column) => {
    const typed = filters[column.key]
    return typed && column.isFiltered ? [passes(column, typed, format)] : []
  })
  const rises = isOwnSort(list, sort) ? list.rises : undefined
  const counts: Record<string, number> = Object.fromEntries(list.views.map(({ key }) => [key, 0]))
  const first: AnyRow[] = []
  const left: AnyRow[] = []
  for (const row of rows) {
    let isInView = view === undefined
    for (const { key, includes } of list.views) {
      if (includes && !includes(row)) continue
      counts[key] = (counts[key] ?? 0) + 1
      isInView ||= key === view
    }
    if (isInView && tests.every((test) => test(row))) (rises?.(row) ? first : left).push(row)
  }
  const column = list.columns.find(({ key }) => key === sort.field)
  const compare = column && comparison(column, sort.direction === 'ASC' ? 1 : -1, format)
  const sorted = compare ? [...first.sort(compare), ...left.sort(compare)] : [...first, ...left]
  const together = list.columns.find(({ key }) => key === group)
  return { rows: together ? sorted.sort(comparison(together, 1, format)) : sorted, counts }
}

const groupOf = Symbol('group')

/** A heading for the rows below it, with what they have in common. */
type GroupRow = AnyRow & { [groupOf]: string }

/** The text of a group heading; undefined for a row of the list itself. */
export const groupIn = (row: AnyRow): string | undefined => (row as Partial<GroupRow>)[groupOf]

/** The rows of a page with a heading before each group. */
export const withGroups = (rows: readonly AnyRow[], rowKey: string, field: string, name: (row: AnyRow) => string) => {
  const grouped: AnyRow[] = []
  let last: unknown = groupOf
  for (const row of rows) {
    if (row[field] !== last) grouped.push({ [rowKey]: `group ${String(row[field])}`, [groupOf]: name(row) } as GroupRow)
    last = row[field]
    grouped.push(row)
  }
  return grouped
}

export const pageOf = (rows: readonly AnyRow[], { page, size }: Pick<ListState, 'page' | 'size'>): Page<AnyRow> => {
  const first = clampPage(page, rows.length, size) * size
  return { rows: rows.slice(first, first + size), totalQueryCount: rows.length }
}
