import { parseDay } from '@parada/domain/date-range'
import { asapFilter, orderByText, withoutEmpty } from '@parada/domain/list'
import type { Column } from './columns.ts'
import type { ListDefinition } from './list-definition.ts'
import { type ListState, rangeIn } from './list-state.ts'

/** What a typed filter asks the server for; undefined where it asks for nothing. */
export const filterValue = ({ filter }: Pick<Column<never>, 'filter'>, text: string) => {
  if (filter === 'number') return text.trim() !== '' && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
  if (filter === 'flag') return asapFilter(text) ?? undefined
  if (filter === 'day') {
    const day = parseDay(text)
    return day && `${day.from},${day.to}`
  }
  return text
}

export const requestFilters = (list: ListDefinition, { filters }: Pick<ListState, 'filters'>) =>
  withoutEmpty(
    Object.fromEntries(list.columns.map((column) => [column.key, filterValue(column, filters[column.key] ?? '')])),
  )

/** The query parameters of document 3, section 9. */
export const listRequest = (list: ListDefinition, state: ListState, now: number) =>
  withoutEmpty({
    pageNumber: state.page,
    resultsPerPage: state.size,
    orderBy: orderByText(state.sort),
    ...(state.range && rangeIn(state.range, now)),
    ...requestFilters(list, state),
  })
