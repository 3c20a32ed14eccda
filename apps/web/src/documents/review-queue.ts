import { documents, type IdentityDocument } from '@parada/contract/calls/documents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useClient } from '../kit/client.ts'
import { listRequest } from '../kit/list/data/request.ts'
import { stateFrom } from '../kit/list/state/list-state.ts'
import { documentList } from './document-lists.ts'

const atOnce = 200
/** How many documents are left ahead when more are requested. */
const fewLeft = 5

type Queue = { rows: readonly IdentityDocument[]; total: number }

/** The list's filters and sorting, for documents in review, starting at the part that the list was showing. */
const requestFrom = (search: Record<string, unknown>) => {
  const { definition } = documentList
  const state = stateFrom(definition, search)
  const { status: _, ...asked } = listRequest(definition, state, Date.now()) as Record<string, unknown>
  const seen = state.view === 'inReview' ? state.page * state.size : 0
  return { ...asked, view: 'inReview', resultsPerPage: atOnce, pageNumber: Math.floor(seen / atOnce) }
}

/** The documents in review, in the order of the list, and the neighbours of the open one. */
export const useReviewQueue = (id: number) => {
  const client = useClient()
  const queries = useQueryClient()
  const search = JSON.stringify(useSearch({ strict: false }))
  const request = useMemo(() => requestFrom(JSON.parse(search)), [search])
  const queryKey = useMemo(() => ['documentQueue', request], [request])
  const ask = async (signal?: AbortSignal): Promise<Queue> => {
    const { rows, totalQueryCount } = await client(documents.list, { query: request, ...(signal && { signal }) })
    return { rows, total: totalQueryCount }
  }
  // Never refetched: decided documents stay in the queue, so that the user can go back to them.
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const rows = data?.rows ?? []
  const at = rows.findIndex((row) => row.id === id)
  const ahead = rows.slice(at + 1)

  const isShort = data !== undefined && ahead.length === fewLeft && rows.length >= atOnce
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when few are left
  useEffect(() => {
    if (!isShort) return
    void ask()
      .then(({ rows: found, total }) =>
        queries.setQueryData<Queue>(queryKey, (queue) => {
          const known = new Set(queue?.rows.map((row) => row.id))
          return { rows: [...(queue?.rows ?? []), ...found.filter((row) => !known.has(row.id))], total }
        }),
      )
      .catch(() => undefined)
  }, [isShort])

  /** Stores the new state of a document and updates the number of documents left. */
  const keep = (document: IdentityDocument, before: IdentityDocument) =>
    queries.setQueryData<Queue>(queryKey, (queue) => {
      if (!queue) return queue
      const waits = (one: IdentityDocument) => (one.status === 'inReview' ? 1 : 0)
      const rows = queue.rows.map((row) => (row.id === document.id ? document : row))
      return { rows, total: queue.total + waits(document) - waits(before) }
    })

  const waiting = ahead.filter((row) => row.status === 'inReview')
  return {
    row: rows[at],
    total: data?.total,
    /** The documents in review after the open one or, if there are none, those skipped before it. */
    waiting: waiting.length > 0 ? waiting : rows.slice(0, Math.max(at, 0)).filter((row) => row.status === 'inReview'),
    next: ahead[0]?.id,
    previous: rows[at - 1]?.id,
    keep,
  }
}
