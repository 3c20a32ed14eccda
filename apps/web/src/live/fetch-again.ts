import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

const underWay = (queries: QueryClient, filters: InvalidateQueryFilters) =>
  queries.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })

/** Once the answers on their way are here: what was asked for before a change may not know of it. */
export const landed = (queries: QueryClient, filters: InvalidateQueryFilters) =>
  Promise.allSettled(underWay(queries, filters).map(({ promise }) => promise))

/**
 * Fetches again what is on the screen. A request on its way may have left before the change and is made anew; a first
 * one is waited for instead, since there is nothing yet that the screen could show meanwhile.
 */
export const fetchAgain = async (queries: QueryClient, filters: InvalidateQueryFilters) => {
  const firstOnes = underWay(queries, filters).filter(({ state }) => state.data === undefined)
  const again = firstOnes.map(async ({ promise, queryKey }) => {
    await Promise.allSettled([promise])
    await queries.invalidateQueries({ queryKey, exact: true })
  })
  await Promise.all([queries.invalidateQueries(filters, { cancelRefetch: true }), ...again])
}
