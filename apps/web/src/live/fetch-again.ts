import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

const underWay = (queries: QueryClient, filters: InvalidateQueryFilters) =>
  queries.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })

/** Waits for requests in flight, which may have been sent before a change. */
export const landed = (queries: QueryClient, filters: InvalidateQueryFilters) =>
  Promise.allSettled(underWay(queries, filters).map(({ promise }) => promise))

/**
 * Refetches what is on the screen. A request in flight may predate the change and is restarted; a first load is awaited
 * before it is refetched, since the screen has nothing to show until then.
 */
export const fetchAgain = async (queries: QueryClient, filters: InvalidateQueryFilters) => {
  const firstOnes = underWay(queries, filters).filter(({ state }) => state.data === undefined)
  const again = firstOnes.map(async ({ promise, queryKey }) => {
    await Promise.allSettled([promise])
    await queries.invalidateQueries({ queryKey, exact: true })
  })
  await Promise.all([queries.invalidateQueries(filters, { cancelRefetch: true }), ...again])
}
