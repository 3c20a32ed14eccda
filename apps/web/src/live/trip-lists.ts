import type { ApiBase } from '@parada/contract/kit'
import { type Mode, modes } from '@parada/domain/trip/modes'
import type { QueryClient } from '@tanstack/react-query'

const bases: Readonly<Record<Mode, ApiBase>> = { parking: 'parking', mobility: 'mobility', ticket: 'transport' }

/** A desk asks for a list that changes all the time so often at most. */
const pauseMs = 100

/** Fetches the open lists of a mode again when something of it changes: at once, and never twice at a time. */
export const createTripLists = (queries: QueryClient) => {
  const underWay = new Set<Mode>()
  const wanted = new Set<Mode>()
  const timers = new Map<Mode, ReturnType<typeof setTimeout>>()
  let isStopped = false

  const fetchAgain = async (mode: Mode) => {
    wanted.delete(mode)
    underWay.add(mode)
    // A request that is on its way may have left before the change.
    await queries.invalidateQueries({ queryKey: ['list', bases[mode]] }, { cancelRefetch: true })
    if (isStopped) return
    timers.set(
      mode,
      setTimeout(() => {
        underWay.delete(mode)
        if (wanted.has(mode)) void fetchAgain(mode)
      }, pauseMs),
    )
  }
  const changed = (mode: Mode) => {
    wanted.add(mode)
    if (!underWay.has(mode)) void fetchAgain(mode)
  }
  return {
    changed,
    /** Whatever happened while nobody listened. */
    catchUp: () => modes.forEach(changed),
    stop: () => {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
