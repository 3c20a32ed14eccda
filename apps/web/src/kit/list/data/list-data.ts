import type { Call, Page } from '@parada/contract/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useClient } from '../../client.ts'
import { log } from '../../log.ts'
import type { ListFormat } from '../declare/columns.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'
import type { ListState } from '../state/list-state.ts'
import { useChangedRows } from './changed-rows.ts'
import { lastRow, useDerivedRows, useFactInput } from './derived-rows.ts'
import { type Counts, matching, pageOf } from './local-list.ts'
import { countedBy, isCountedAlike, listRequest } from './request.ts'
import { useCallParams } from './use-call-params.ts'
import { useHeldRows } from './use-hold.ts'

/** Live events invalidate this key to have every open list of the call fetched again. */
export const listKey = (call: Pick<Call, 'base' | 'path'>) => ['list', call.base, call.path] as const

/** Where the answer of a list lies that comes whole. */
export const wholeListKey = (call: Pick<Call, 'base' | 'path'>) => [...listKey(call), null] as const

/** What came a moment ago, with the session or for the same screen before, is not asked for again. */
const momentMs = 2_000

const none: Page<AnyRow> = { rows: [], totalQueryCount: 0 }
const uncounted: Counts = {}

type Hold = { isHeld: boolean; turn: number; group: string | undefined }

/**
 * The rows of a list that came whole: with their facts, counted, in an order that holds still while it is looked at. Of a
 * live list that comes page by page, the page's rows, which hold still too.
 */
const useLocalRows = (
  list: ListDefinition,
  records: readonly AnyRow[],
  { filters, sort, view, size }: ListState,
  format: ListFormat,
  held: Hold & { page: string },
) => {
  const { group } = held
  const { known, now } = useFactInput(list)
  const told = useMemo(() => ({ known, now }), [known, now])
  const all = useDerivedRows(list, records, told)
  const isLocal = list.rows !== undefined
  const { rows: wanted, counts } = useMemo(
    () =>
      isLocal
        ? matching(list, all.values(), { filters, sort, view, group }, format)
        : { rows: list.isLive ? records : [], counts: uncounted },
    [isLocal, list, all, records, filters, sort, view, group, format],
  )
  const keyOf = useCallback((row: AnyRow) => row[list.rowKey], [list])
  const lastWord = useCallback((row: AnyRow) => lastRow(list, row, told), [list, told])
  const looked = useMemo(
    () => JSON.stringify([isLocal ? [filters, sort, view, group] : held.page, held.turn]),
    [isLocal, filters, sort, view, group, held.page, held.turn],
  )
  const { rows, gone, fresh } = useHeldRows({
    ...{ wanted, all, keyOf, lastWord, isHeld: held.isHeld, view: looked },
    fullPage: isLocal ? undefined : size,
  })
  return { all, rows, gone, fresh, counts, known }
}

/**
 * How many rows each view has, where the server counts them; the page does not wait for it. A colleague may change
 * something between the two: of the view that is shown, the list's own total says it, where both are narrowed alike.
 */
const useViewCounts = (list: ListDefinition, state: ListState, total: number | undefined): Counts => {
  const client = useClient()
  const { countsCall } = list
  const asked = useMemo(() => countedBy(list, state, Date.now()), [list, state])
  const params = useCallParams(list.call)
  const { data } = useQuery({
    queryKey: [...listKey(list.call), 'counts', params, asked],
    queryFn: ({ signal }) =>
      client(countsCall as Call, { params, query: asked, signal, body: undefined }) as Promise<Counts>,
    enabled: countsCall !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return useMemo(() => {
    const shown = state.view ?? list.views[0]?.key
    if (data === undefined || shown === undefined || total === undefined || !isCountedAlike(list, state))
      return data ?? uncounted
    return shown in data ? { ...data, [shown]: total } : data
  }, [data, list, state, total])
}

/** While `isHeld` rows stay where they are; another `turn` lets those come that have been waiting. */
export const useListData = (list: ListDefinition, state: ListState, format: ListFormat, held: Hold) => {
  const client = useClient()
  const params = useCallParams(list.call)
  const isLocal = list.rows !== undefined
  const { code } = format
  const request = useMemo(
    () => (isLocal ? undefined : listRequest(list, state, Date.now(), code)),
    [isLocal, list, state, code],
  )

  const query = useQuery({
    queryKey: isLocal ? wholeListKey(list.call) : [...listKey(list.call), request, params],
    queryFn: ({ signal }) =>
      client(list.call, { params, query: request as never, signal, body: undefined }) as Promise<unknown>,
    placeholderData: keepPreviousData,
    // Rows that say the same stay the same objects below; comparing the whole answer as well would be twice the work.
    structuralSharing: false,
    staleTime: isLocal ? momentMs : 0,
    retry: false,
  })

  // A failed request has no data of its own: what was there before stays on screen.
  const last = useRef<unknown>(undefined)
  if (query.data !== undefined) last.current = query.data
  const answer = query.data ?? last.current

  const given = useMemo(() => {
    if (answer === undefined) return undefined
    return list.rows ? list.rows(answer) : (answer as Page<AnyRow>).rows
  }, [answer, list])
  const view = query.isPlaceholderData ? 'earlier' : JSON.stringify([request ?? null, params])
  const { rows, glow } = useChangedRows(given, list.rowKey, view)

  const { page, size } = state
  const local = useLocalRows(list, rows, state, format, { ...held, page: view })
  const shown = useMemo((): Page<AnyRow> => {
    if (isLocal) return pageOf(local.rows, { page, size })
    return answer === undefined ? none : { ...(answer as Page<AnyRow>), rows: list.isLive ? [...local.rows] : rows }
  }, [isLocal, list, local.rows, answer, rows, page, size])

  const counts = useViewCounts(
    list,
    state,
    query.isSuccess && !query.isPlaceholderData ? shown.totalQueryCount : undefined,
  )

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
    counts: isLocal ? local.counts : counts,
    /** Nothing has ever arrived: the only time for a skeleton. */
    isFirstLoad: answer === undefined && query.isPending,
    isStale: query.isPlaceholderData,
    error: list.silent ? null : query.error,
    retry: query.refetch,
  }
}

export type ListData = ReturnType<typeof useListData>
