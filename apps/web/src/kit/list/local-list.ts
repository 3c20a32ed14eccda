import type { Page } from '@parada/contract/kit'
import { parseDay } from '@parada/domain/date-range'
import { asapFilter, clampPage } from '@parada/domain/list'
import type { Column, ListFormat } from './columns.ts'
import type { ListDefinition } from './list-definition.ts'
import type { ListState } from './list-state.ts'

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

/** The rows that the filters leave, in order: what a server would do before it cuts the page. */
export const matching = (
  list: ListDefinition,
  rows: readonly unknown[],
  { filters, sort }: Pick<ListState, 'filters' | 'sort'>,
  format: ListFormat,
): unknown[] => {
  const tests = list.columns.flatMap((column) => {
    const typed = filters[column.key]
    return typed && column.filter ? [passes(column, typed, format)] : []
  })
  const left = rows.filter((row) => tests.every((test) => test(row as never)))
  const column = list.columns.find(({ key }) => key === sort.field)
  if (!column) return left
  return left.sort(comparison(column, sort.direction === 'ASC' ? 1 : -1, format) as (a: unknown, b: unknown) => number)
}

export const pageOf = (rows: readonly unknown[], { page, size }: Pick<ListState, 'page' | 'size'>): Page<unknown> => {
  const first = clampPage(page, rows.length, size) * size
  return { rows: rows.slice(first, first + size), totalQueryCount: rows.length }
}
