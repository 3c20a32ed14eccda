import type { Dispatch, SetStateAction } from 'react'
import type { ListDefinition } from '../declare/list-definition.ts'
import { changed, type ListState, type RangeChoice } from './list-state.ts'

/** Whether the reader sees only a part of what the list holds for the range. */
export const isNarrowed = ({ filters, view }: ListState) => Object.keys(filters).length > 0 || view !== undefined

/** Everything that a reader can do to which rows there are. */
export const listChanges = ({ dateTypes }: ListDefinition, setState: Dispatch<SetStateAction<ListState>>) => {
  const change = (part: Partial<Omit<ListState, 'page'>>) => setState((before) => changed(before, part))
  return {
    turnTo: (page: number) => setState((before) => ({ ...before, page })),
    onSize: (size: number) => change({ size }),
    onSort: (sort: ListState['sort']) => change({ sort }),
    onFilter: (filters: ListState['filters']) => change({ filters }),
    onRange: (range: RangeChoice) => change({ range }),
    onDateType: (dateType: string) => change({ dateType: dateType === dateTypes[0] ? undefined : dateType }),
    onView: (view?: string) => change({ view }),
    onReset: () => change({ filters: {}, view: undefined }),
  }
}
