import { hasEnded } from '@parada/domain/codes'
import { useEffect, useMemo, useState } from 'react'
import { useTaxiPositions } from '../../../booking/record/taxi-positions.ts'
import { useOutdated } from '../../../session/live-state.ts'
import { useSession, useSessionState } from '../../../session/use-session.ts'
import type { DashboardKnown } from './-dashboard-booking.ts'

const mostEnded = 200

/** Collects the final status of bookings that end while the list is open. */
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

/** Promises are watched even without the map, only less often. */
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
