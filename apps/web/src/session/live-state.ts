import { useSyncExternalStore } from 'react'

export const liveStates = ['connecting', 'live', 'reconnecting', 'offline'] as const
export type LiveState = (typeof liveStates)[number]

let state: LiveState = 'connecting'
const listeners = new Set<() => void>()

/** Whether what is on the screen follows what happens. */
export const liveState = {
  get: () => state,
  set: (next: LiveState) => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

export const useLiveState = () => useSyncExternalStore(liveState.subscribe, liveState.get)
