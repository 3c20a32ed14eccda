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

/** Live events invalidate this key, so that every open list of the call is fetched again. */
export const listKey = (call: Pick<Call, 'base' | 'path'>) => ['list', call.base, call.path] as const

/** The query key of a list that arrives whole. */
export const wholeListKey = (call: Pick<Call, 'base' | 'path'>) => [...listKey(call), null] as const

/** Data that arrived a moment ago, with the session or for the same screen, is not requested again. */
const momentMs = 2_000

const none: Page<AnyRow> = { rows: [], totalQueryCount: 0 }
const uncounted: Counts = {}

type Hold = { isHeld: boolean; turn: number; group: string | undefined }

/**
 * The rows of a list that arrives whole: joined with their facts, counted, and in an order that holds still while it is
 * looked at. For a live list that arrives page by page, the rows of the page, held still as well.
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
 * How many rows each view has, where the server counts them. The page does not wait for the counts. Data may change
 * between the two requests, so the list's own total replaces the count of the current view if both are filtered alike.
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

/** While `isHeld` is true, rows stay in place. A new `turn` releases the rows that are waiting. */
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
    // Unchanged rows are reused further down; comparing the whole response here would do the work twice.
    structuralSharing: false,
    staleTime: isLocal ? momentMs : 0,
    retry: false,
  })

  // A failed request has no data, so the previous data stays on screen.
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
    /** All rows in order, across pages; for a list that arrives page by page, those of the page. */
    ordered: isLocal ? local.rows : shown.rows,
    /** The rows that really exist, by key. */
    all: local.all,
    known: local.known,
    gone: local.gone,
    fresh: local.fresh,
    counts: isLocal ? local.counts : counts,
    /** Nothing has arrived yet, the only case that shows a skeleton. */
    isFirstLoad: answer === undefined && query.isPending,
    isStale: query.isPlaceholderData,
    error: list.silent ? null : query.error,
    retry: query.refetch,
  }
}
