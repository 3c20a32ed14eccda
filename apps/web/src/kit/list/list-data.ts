import type { Call, Page } from '@parada/contract/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useClient } from '../client.ts'
import { log } from '../log.ts'
import { useChangedRows } from './changed-rows.ts'
import type { ListFormat } from './columns.ts'
import type { ListDefinition } from './list-definition.ts'
import { listRequest } from './list-request.ts'
import type { ListState } from './list-state.ts'
import { matching, pageOf } from './local-list.ts'

/** Live events invalidate this key to have every open list of the call fetched again. */
export const listKey = (call: Pick<Call, 'base' | 'path'>) => ['list', call.base, call.path] as const

const none: Page<unknown> = { rows: [], totalQueryCount: 0 }

export const useListData = (list: ListDefinition, state: ListState, format: ListFormat) => {
  const client = useClient()
  const isLocal = list.rows !== undefined
  const request = useMemo(() => (isLocal ? undefined : listRequest(list, state, Date.now())), [isLocal, list, state])

  const query = useQuery({
    queryKey: [...listKey(list.call), request ?? null],
    queryFn: ({ signal }) =>
      client(list.call, { query: request as never, signal, body: undefined }) as Promise<unknown>,
    placeholderData: keepPreviousData,
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

  const { filters, sort, page, size } = state
  const matched = useMemo(
    () => (isLocal ? matching(list, rows, { filters, sort }, format) : undefined),
    [isLocal, list, rows, filters, sort, format],
  )
  const shown = useMemo((): Page<unknown> => {
    if (matched) return pageOf(matched, { page, size })
    return answer === undefined ? none : { ...(answer as Page<unknown>), rows: rows as unknown[] }
  }, [matched, answer, rows, page, size])

  useEffect(() => {
    if (query.error && query.errorUpdatedAt) log(query.error.message, query.error)
  }, [query.error, query.errorUpdatedAt])

  return {
    page: shown,
    glow,
    /** Nothing has ever arrived: the only time for a skeleton. */
    isFirstLoad: answer === undefined && query.isPending,
    isStale: query.isPlaceholderData,
    error: list.silent ? null : query.error,
    retry: query.refetch,
  }
}

export type ListData = ReturnType<typeof useListData>
