import { useSyncExternalStore } from 'react'

const liveStates = ['connecting', 'live', 'reconnecting', 'offline'] as const
export type LiveState = (typeof liveStates)[number]

/** A value that one part of the page sets and several others read. */
const sharedValue = <Value>(initial: Value) => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next: Value) => {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Whether live events reach the screen. */
export const liveState = sharedValue<LiveState>('connecting')

export const useLiveState = () => useSyncExternalStore(liveState.subscribe, liveState.get)

/** What has changed but could not be loaded yet: these bookings, and possibly the whole list. */
type StaleBookings = { ids: ReadonlySet<number>; list: boolean }

const nothing: StaleBookings = { ids: new Set(), list: false }
const store = sharedValue(nothing)

export const outdated = {
  get: store.get,
  subscribe: store.subscribe,
  add: (id: number) => {
    const { ids, list } = store.get()
    if (!ids.has(id)) store.set({ ids: new Set([...ids, id]), list })
  },
  delete: (id: number) => {
    const { ids, list } = store.get()
    if (ids.has(id)) store.set({ ids: new Set([...ids].filter((one) => one !== id)), list })
  },
  /** Marks the whole list as needing a reload. */
  addList: () => {
    const { ids, list } = store.get()
    if (!list) store.set({ ids, list: true })
  },
  clear: () => store.set(nothing),
}

export const useOutdated = () => useSyncExternalStore(outdated.subscribe, outdated.get)

/** Whether the browser allows this page to play sound, which requires a first gesture. */
export const hearing = sharedValue<'allowed' | 'waiting'>('allowed')

export const useHearing = () => useSyncExternalStore(hearing.subscribe, hearing.get)
