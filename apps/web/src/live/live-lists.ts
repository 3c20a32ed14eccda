import { keysOf } from '@parada/domain/objects'
import type { Mode } from '@parada/domain/trip/modes'
import type { QueryClient } from '@tanstack/react-query'
import { fetchAgain } from './fetch-again.ts'

/** The lists that follow live events: those of a mode, and insurers' cases. */
export type LiveList = Mode | 'assistance'

const keys: Readonly<Record<LiveList, readonly string[]>> = {
  parking: ['list', 'parking'],
  mobility: ['list', 'mobility'],
  ticket: ['list', 'transport'],
  route: ['list', 'main', '/routeTracking/:sd'],
  assistance: ['list', 'main', '/asistencia/:sd/list'],
}

/** Minimum pause between two fetches of a list that changes constantly. */
const pauseMs = 100

/** Refetches open lists as soon as something in them changes, with one fetch per list at a time. */
export const createLiveLists = (queries: QueryClient) => {
  const underWay = new Set<LiveList>()
  const wanted = new Set<LiveList>()
  const timers = new Map<LiveList, ReturnType<typeof setTimeout>>()
  let isStopped = false

  const update = async (list: LiveList) => {
    wanted.delete(list)
    underWay.add(list)
    await fetchAgain(queries, { queryKey: keys[list] })
    if (isStopped) return
    timers.set(
      list,
      setTimeout(() => {
        underWay.delete(list)
        if (wanted.has(list)) void update(list)
      }, pauseMs),
    )
  }
  const changed = (list: LiveList) => {
    wanted.add(list)
    if (!underWay.has(list)) void update(list)
  }
  return {
    changed,
    /** Refetches everything that may have changed while disconnected. */
    catchUp: () => keysOf(keys).forEach(changed),
    stop: () => {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
