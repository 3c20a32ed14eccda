import { codes } from '@parada/domain/codes'
import { parseDay } from '@parada/domain/list/date-range'
import type { FieldKind } from '@parada/domain/list/fields'
import { parseFilter } from '@parada/domain/list/filter'
import { orderByText, parseFlag, withoutEmpty } from '@parada/domain/list/list'
import { membersNamed } from '@parada/domain/objects'
import type { Column, ListFormat } from '../declare/columns.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import { type ListState, rangeIn } from '../state/list-state.ts'

/** A comma before one or two final digits is a decimal comma: '12,50' is twelve and a half. */
const withPoint = (typed: string) => (/^-?\d+,\d{1,2}$/.test(typed) ? typed.replace(',', '.') : typed)

const writers: Partial<Record<FieldKind, (typed: string) => string | undefined>> = {
  number: (typed) => typed.replaceAll(' ', ''),
  decimal: (typed) => withPoint(typed.replaceAll(' ', '')),
  money: (typed) => withPoint(typed.replaceAll(/[ €£$]/g, '')),
  flag: (typed) => parseFlag(typed)?.toString(),
  time: (typed) => {
    const day = parseDay(typed)
    return day && `${day.from},${day.to}`
  },
}

/** The query value for a typed filter; undefined if the text cannot be a filter. */
export const filterValue = ({ field, choices }: Pick<Column, 'field' | 'choices'>, typed: string) => {
  if (choices) return typed.split(',').every((item) => choices.some(({ value }) => value === item)) ? typed : undefined
  const write = writers[field.kind]
  const text = write ? write(typed) : typed
  return text !== undefined && parseFilter(field, text) ? text : undefined
}

type Label = ListFormat['code']

/** A label, or the beginning of one, is replaced by its code; any other text is sent as typed (O3-36). */
const codeMeant = ({ field: { kind, codes: table } }: Column, typed: string, label: Label | undefined) => {
  if (kind !== 'text' || table === undefined || !label) return typed
  const isMeant = (code: string) => label(table, code).toLowerCase().startsWith(typed.toLowerCase())
  return Object.keys(codes[table]).find(isMeant) ?? typed
}

const requestFilters = (list: ListDefinition, { filters }: Pick<ListState, 'filters'>, label?: Label) =>
  withoutEmpty(
    Object.fromEntries(
      list.columns.map((column) => {
        const typed = filters[column.key]
        return [column.key, typed && filterValue(column, codeMeant(column, typed, label))]
      }),
    ),
  )

/** The query parameters of document 3, section 9, without paging and order. */
export const narrowing = (list: ListDefinition, state: ListState, now: number, label?: Label) => {
  const filters = list.views.find(({ key }) => key === state.view)?.filters
  return withoutEmpty({
    ...(state.range && rangeIn(state.range, now)),
    dateType: state.dateType,
    view: list.rows || filters ? undefined : state.view,
    ...requestFilters(list, state, label),
    ...filters,
  })
}

/** The query parameters that the counts of the views depend on. */
export const countedBy = (list: ListDefinition, state: ListState, now: number) => {
  const asked = narrowing(list, { ...state, view: undefined }, now)
  const { countsBy } = list
  return countsBy ? membersNamed(asked, countsBy) : asked
}

/** Whether the counts depend on every parameter that the list is filtered by. */
export const isCountedAlike = (list: ListDefinition, state: ListState) =>
  Object.keys(countedBy(list, state, 0)).length ===
  Object.keys(narrowing(list, { ...state, view: undefined }, 0)).length

export const listRequest = (list: ListDefinition, state: ListState, now: number, label?: Label) => ({
  pageNumber: state.page,
  resultsPerPage: state.size,
  orderBy: orderByText(state.sort),
  mode: 'grid',
  ...narrowing(list, state, now, label),
})
