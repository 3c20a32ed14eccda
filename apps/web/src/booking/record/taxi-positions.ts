import type { TaxiPosition } from '@parada/contract/booking'
import { services } from '@parada/contract/calls/services'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../kit/client.ts'

type TaxisHeard = { now: number; positions: ReadonlyMap<number, TaxiPosition> }

const positionsKey = ['taxi-positions']
const silentMs = 30 * 60_000
const nowhere: TaxisHeard['positions'] = new Map()

/** Merges new positions into the known ones, and drops taxis that have been silent for too long. */
export const heardAfter = (
  before: TaxisHeard | undefined,
  positions: readonly TaxiPosition[],
  now: number,
): TaxisHeard => {
  const known = before?.positions ?? nowhere
  const news = positions.filter(({ id, at }) => (known.get(id)?.at ?? 0) < at)
  if (before && news.length === 0) return { now, positions: known }
  const heard = new Map([...known, ...news.map((position) => [position.id, position] as const)])
  for (const [id, { at }] of heard) if (now - at > silentMs) heard.delete(id)
  return { now, positions: heard }
}

/** The positions of the taxis, polled while the page is visible; each request fetches only what is new. */
export const useTaxiPositions = (everyMs: number, { enabled = true } = {}) => {
  const client = useClient()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: positionsKey,
    queryFn: async ({ signal }): Promise<TaxisHeard> => {
      const before = queries.getQueryData<TaxisHeard>(positionsKey)
      const { positions, now } = await client(services.positions, { query: { since: before?.now }, signal })
      return heardAfter(before, positions, now)
    },
    structuralSharing: false,
    refetchInterval: everyMs,
    enabled,
    retry: false,
  })
  return data?.positions ?? nowhere
}
