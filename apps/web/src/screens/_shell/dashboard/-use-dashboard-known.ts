import type { TaxiPosition } from '@parada/contract/booking'
import { services } from '@parada/contract/calls/services'
import { hasEnded } from '@parada/domain/codes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useClient } from '../../../kit/client.ts'
import { useOutdated } from '../../../session/live-state.ts'
import { useSession, useSessionState } from '../../../session/use-session.ts'
import type { DashboardKnown } from './-dashboard-booking.ts'

type Heard = { now: number; positions: ReadonlyMap<number, TaxiPosition> }

const positionsKey = ['taxi-positions']
const silentMs = 30 * 60_000
const nowhere: DashboardKnown['positions'] = new Map()

/** What was heard since, over what was known; a taxi that has been silent for long is nowhere. */
export const heardAfter = (before: Heard | undefined, positions: readonly TaxiPosition[], now: number): Heard => {
  const known = before?.positions ?? nowhere
  const news = positions.filter(({ id, at }) => (known.get(id)?.at ?? 0) < at)
  if (before && news.length === 0) return { now, positions: known }
  const heard = new Map([...known, ...news.map((position) => [position.id, position] as const)])
  for (const [id, { at }] of heard) if (now - at > silentMs) heard.delete(id)
  return { now, positions: heard }
}

/** Where the taxis are; asked every so often while the page is looked at, and only for what is new. */
export const useTaxiPositions = (everyMs: number) => {
  const client = useClient()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: positionsKey,
    queryFn: async ({ signal }): Promise<Heard> => {
      const before = queries.getQueryData<Heard>(positionsKey)
      const { positions, now } = await client(services.positions, { query: { since: before?.now }, signal })
      return heardAfter(before, positions, now)
    },
    structuralSharing: false,
    refetchInterval: everyMs,
    retry: false,
  })
  return data?.positions ?? nowhere
}

const mostEnded = 200

/** How bookings end while the list is looked at. */
const useEnded = (): DashboardKnown['ended'] => {
  const { events } = useSession()
  const [ended, setEnded] = useState<DashboardKnown['ended']>(new Map())
  useEffect(
    () =>
      events.on('booking-updated', ({ idBooking, statusBooking }) => {
        if (hasEnded(statusBooking))
          setEnded((before) => new Map([...before, [idBooking, statusBooking] as const].slice(-mostEnded)))
      }),
    [events],
  )
  return ended
}

/** Promises are watched whether or not the map is open, if not as closely. */
const watchMs = 10_000

export const useDashboardKnown = (): DashboardKnown => {
  const positions = useTaxiPositions(watchMs)
  const ended = useEnded()
  const grants = useSessionState((state) => state.grants)
  const { ids: outdated } = useOutdated()
  const fleets = useSessionState((state) => state.fleets)
  const asapLimitMinutes = useSessionState(({ whitelabelConfig }) => whitelabelConfig?.asapLimitMinutes)
  const showsReference = useSessionState(({ whitelabelConfig }) => !!whitelabelConfig?.showBookingReference)
  return useMemo(() => {
    const usualAnswerMs = new Map(
      fleets?.flatMap(({ id, usualAnswerSeconds: s }) => (s === undefined ? [] : [[id, s * 1_000] as const])),
    )
    const hasFleets = fleets === undefined || fleets.length > 0
    return { positions, ended, outdated, usualAnswerMs, asapLimitMinutes, grants, hasFleets, showsReference }
  }, [positions, ended, outdated, fleets, asapLimitMinutes, grants, showsReference])
}
