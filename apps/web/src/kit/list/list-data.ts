import type { Call, Page } from '@parada/contract/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useClient } from '../client.ts'
import { log } from '../log.ts'
import { useChangedRows } from './changed-rows.ts'
import type { ListFormat } from './columns.ts'
import { lastRow, useDerivedRows, useTold } from './derived-rows.ts'
import type { ListDefinition } from './list-definition.ts'
import { listRequest } from './list-request.ts'
import type { ListState } from './list-state.ts'
import { type Counts, matching, pageOf } from './local-list.ts'
import { useHeldRows } from './use-hold.ts'

/** Live events invalidate this key to have every open list of the call fetched again. */
export const listKey = (call: Pick<Call, 'base' | 'path'>) => ['list', call.base, call.path] as const

const none: Page<unknown> = { rows: [], totalQueryCount: 0 }
const uncounted: Counts = {}

/** The rows of a list that came whole: with their facts, counted, in an order that holds still while it is looked at. */
const useLocalRows = (
  list: ListDefinition,
  records: readonly unknown[],
  { filters, sort, view }: ListState,
  format: ListFormat,
  held: { isHeld: boolean; turn: number },
) => {
  const { known, now } = useTold(list)
  const told = useMemo(() => ({ known, now }), [known, now])
  const all = useDerivedRows(list, records, told)
  const isLocal = list.rows !== undefined
  const { rows: wanted, counts } = useMemo(
    () => (isLocal ? matching(list, all.values(), { filters, sort, view }, format) : { rows: [], counts: uncounted }),
    [isLocal, list, all, filters, sort, view, format],
  )
  const keyOf = useCallback((row: unknown) => (row as Record<string, unknown>)[list.rowKey], [list])
  const lastWord = useCallback((row: unknown) => lastRow(list, row, told), [list, told])
  const looked = useMemo(() => JSON.stringify([filters, sort, view, held.turn]), [filters, sort, view, held.turn])
  const { rows, gone, fresh } = useHeldRows({ wanted, all, keyOf, lastWord, isHeld: held.isHeld, view: looked })
  return { all, rows, gone, fresh, counts, known }
}

/** While `isHeld` rows stay where they are; another `turn` lets those come that have been waiting. */
export const useListData = (
  list: ListDefinition,
  state: ListState,
  format: ListFormat,
  held: { isHeld: boolean; turn: number },
) => {
  const client = useClient()
  const isLocal = list.rows !== undefined
  const request = useMemo(() => (isLocal ? undefined : listRequest(list, state, Date.now())), [isLocal, list, state])

  const query = useQuery({
    queryKey: [...listKey(list.call), request ?? null],
    queryFn: ({ signal }) =>
      client(list.call, { query: request as never, signal, body: undefined }) as Promise<unknown>,
    placeholderData: keepPreviousData,
    // Rows that say the same stay the same objects below; comparing the whole answer as well would be twice the work.
    structuralSharing: false,
    retry: false,
  })

  // A failed request has no data of its own: what was there before stays on screen.
  const last = useRef<unknown>(undefined)
  if (query.data !== undefined) last.current = query.data
  const answer = query.data ?? last.current

  const given = useMemo(() => {
    if (answer === undefined) return undefined
    return list.rows ? list.rows(answer as never) : (answer as Page<unknown>).rows
  }, [answer, list])
  const view = query.isPlaceholderData ? 'earlier' : JSON.stringify(request ?? null)
  const { rows, glow } = useChangedRows(given, list.rowKey, view)

  const { page, size } = state
  const local = useLocalRows(list, rows, state, format, held)
  const shown = useMemo((): Page<unknown> => {
    if (isLocal) return pageOf(local.rows, { page, size })
    return answer === undefined ? none : { ...(answer as Page<unknown>), rows: rows as unknown[] }
  }, [isLocal, local.rows, answer, rows, page, size])

  useEffect(() => {
    if (query.error && query.errorUpdatedAt) log(query.error.message, query.error)
  }, [query.error, query.errorUpdatedAt])

  return {
    page: shown,
    glow,
    /** Every row in order, on whatever page; of a list that comes page by page, those of the page. */
    ordered: isLocal ? local.rows : shown.rows,
    /** Those that are really there, by key. */
    all: local.all,
    known: local.known,
    gone: local.gone,
    fresh: local.fresh,
    counts: isLocal ? local.counts : uncounted,
    /** Nothing has ever arrived: the only time for a skeleton. */
    isFirstLoad: answer === undefined && query.isPending,
    isStale: query.isPlaceholderData,
    error: list.silent ? null : query.error,
    retry: query.refetch,
  }
}

export type ListData = ReturnType<typeof useListData>
