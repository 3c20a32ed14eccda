import type { Dispatch, SetStateAction } from 'react'
import type { ListDefinition } from '../declare/list-definition.ts'
import { changed, type ListState, type RangeChoice } from './list-state.ts'

/** Whether the filters differ from the list's initial ones. */
export const isFiltered = ({ filters: own = {} }: ListDefinition, { filters }: ListState) =>
  JSON.stringify(filters) !== JSON.stringify(own)

/** Whether the list is narrowed by other filters or another view than at first. */
export const isNarrowed = (list: ListDefinition, state: ListState) =>
  isFiltered(list, state) || state.view !== undefined

/** Everything a reader can do that changes which rows are shown. */
export const listChanges = (
  { dateTypes, filters = {} }: ListDefinition,
  setState: Dispatch<SetStateAction<ListState>>,
) => {
  const change = (part: Partial<Omit<ListState, 'page'>>) => setState((before) => changed(before, part))
  return {
    turnTo: (page: number) => setState((before) => ({ ...before, page })),
    onSize: (size: number) => change({ size }),
    onSort: (sort: ListState['sort']) => change({ sort }),
    onFilter: (wanted: ListState['filters']) => change({ filters: wanted }),
    onRange: (range: RangeChoice) => change({ range }),
    onDateType: (dateType: string) => change({ dateType: dateType === dateTypes[0] ? undefined : dateType }),
    onView: (view?: string) => change({ view }),
    onReset: () => change({ filters, view: undefined }),
  }
}
