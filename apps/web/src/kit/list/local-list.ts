import type { Page } from '@parada/contract/kit'
import { parseDay } from '@parada/domain/date-range'
import { asapFilter, clampPage } from '@parada/domain/list'
import type { Column, ListFormat } from './columns.ts'
import type { ListDefinition } from './list-definition.ts'
import { isOwnSort, type ListState } from './list-state.ts'

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a row passes one column's filter; a text that asks for nothing lets all pass, as the request leaves it out. */
const passes = (column: Column<never>, typed: string, format: ListFormat): ((row: never) => boolean) => {
  const anything = () => true
  if (column.filter === 'codes') return (row) => String(column.read(row)) === typed
  if (column.filter === 'number')
    return Number.isFinite(Number(typed)) ? (row) => column.read(row) === Number(typed) : anything
  if (column.filter === 'flag') {
    const wanted = asapFilter(typed)
    return wanted === null ? anything : (row) => Boolean(column.read(row)) === wanted
  }
  if (column.filter === 'day') {
    const day = parseDay(typed)
    return day ? (row) => Number(column.read(row)) >= day.from && Number(column.read(row)) < day.to : anything
  }
  const sought = fold(typed)
  return (row) => fold(column.show(row, format)).includes(sought)
}

const collators = new Map<string, Intl.Collator>()

const collatorOf = (language: string) => {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, collator)
  return collator
}

const isByText = ({ kind, hasOwnText }: Column<never>) =>
  kind === 'code' || kind === 'status' || (kind === 'text' && hasOwnText)

/** Rows without a value come last, whichever way the rest is sorted. */
const comparison = (column: Column<never>, sign: 1 | -1, format: ListFormat) => {
  const { compare } = collatorOf(format.language)
  const read = isByText(column) ? (row: never) => column.show(row, format) : column.read
  return (a: never, b: never) => {
    const [left, right] = [read(a), read(b)]
    const missing =
      Number(left === null || left === undefined || left === '') -
      Number(right === null || right === undefined || right === '')
    if (missing !== 0) return missing
    return (
      sign *
      (typeof left === 'number' && typeof right === 'number' ? left - right : compare(String(left), String(right)))
    )
  }
}

/** How many rows each view has, whatever is filtered besides. */
export type Counts = Readonly<Record<string, number>>

type Asked = Pick<ListState, 'filters' | 'sort' | 'view'>

/** The rows of the view that the filters leave, in order: what a server would do before it cuts the page. */
export const matching = (
  list: ListDefinition,
  rows: Iterable<unknown>,
  { filters, sort, view }: Asked,
  format: ListFormat,
): { rows: unknown[]; counts: Counts } => {
  const tests = list.columns.flatMap((column) => {
    const typed = filters[column.key]
    return typed && column.filter ? [passes(column, typed, format)] : []
  })
  const rises = isOwnSort(list, sort) ? list.rises : undefined
  const counts: Record<string, number> = Object.fromEntries(list.views.map(({ key }) => [key, 0]))
  const first: unknown[] = []
  const left: unknown[] = []
  for (const row of rows as Iterable<never>) {
    let isInView = view === undefined
    for (const { key, includes } of list.views) {
      if (includes && !includes(row)) continue
      counts[key] = (counts[key] ?? 0) + 1
      isInView ||= key === view
    }
    if (isInView && tests.every((test) => test(row))) (rises?.(row) ? first : left).push(row)
  }
  const column = list.columns.find(({ key }) => key === sort.field)
  if (!column) return { rows: [...first, ...left], counts }
  const compare = comparison(column, sort.direction === 'ASC' ? 1 : -1, format) as (a: unknown, b: unknown) => number
  return { rows: [...first.sort(compare), ...left.sort(compare)], counts }
}

export const pageOf = (rows: readonly unknown[], { page, size }: Pick<ListState, 'page' | 'size'>): Page<unknown> => {
  const first = clampPage(page, rows.length, size) * size
  return { rows: rows.slice(first, first + size), totalQueryCount: rows.length }
}
