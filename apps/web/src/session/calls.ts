import type { IncomingCall } from '@parada/contract/live-message'
import { callToastDuration } from '@parada/domain/constants'
import { useSyncExternalStore } from 'react'

export type RingingCall = {
  id: number
  call: IncomingCall
  since: number
  /**
   * The function key that takes the call while it rings; undefined if all keys are in use, so that only a click takes
   * it.
   */
  key: string | undefined
  mayBook: boolean
}

/** A call not taken while it rang, or one that came in silently while the operator was busy. */
export type MissedCall = { id: number; call: IncomingCall; since: number }

export type Calls = { ringing: readonly RingingCall[]; missed: readonly MissedCall[] }

/** F3 to F6 belong to the browser. */
const keys = ['F2', 'F7', 'F8', 'F9']
const mostMissed = 50
const stored = 'parada.missedCalls'

const restoreCalls = (): Calls => {
  try {
    return { ringing: [], missed: JSON.parse(sessionStorage.getItem(stored) ?? '[]') as MissedCall[] }
  } catch {
    return { ringing: [], missed: [] }
  }
}

let state = restoreCalls()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()
let count = state.missed.reduce((most, { id }) => Math.max(most, id), 0)

const set = (next: Calls) => {
  if (next.missed !== state.missed)
    try {
      sessionStorage.setItem(stored, JSON.stringify(next.missed))
    } catch {
      // If the storage is full, a reload loses the missed calls.
    }
  state = next
  for (const listener of listeners) listener()
}

const stopRinging = (id: number) => {
  clearTimeout(timers.get(id))
  timers.delete(id)
  return state.ringing.filter((one) => one.id !== id)
}

const miss = ({ id, call, since }: MissedCall, ringing: Calls['ringing']) =>
  set({ ringing, missed: [{ id, call, since }, ...state.missed].slice(0, mostMissed) })

/** The calls of this desk: ringing ones oldest first, missed ones newest first. */
export const calls = {
  get: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  ring: (call: IncomingCall, { mayBook, isQuiet }: { mayBook: boolean; isQuiet: boolean }) => {
    const [id, since] = [++count, Date.now()]
    if (isQuiet) return miss({ id, call, since }, state.ringing)
    const key = keys.find((free) => state.ringing.every((one) => one.key !== free))
    set({ ...state, ringing: [...state.ringing, { id, call, since, key, mayBook }] })
    const end = () => miss({ id, call, since }, stopRinging(id))
    timers.set(id, setTimeout(end, callToastDuration(call.duration)))
  },
  /** Ends a call without counting it as missed: it was taken, here or at another desk, or dismissed. */
  drop: (id: number) => set({ ...state, ringing: stopRinging(id) }),
  dropFrom: (phoneNumberOrigin: string) => {
    const isTheirs = ({ call }: MissedCall) => call.phoneNumberOrigin === phoneNumberOrigin
    for (const { id } of state.ringing.filter(isTheirs)) calls.drop(id)
    if (state.missed.some(isTheirs)) set({ ...state, missed: state.missed.filter((one) => !isTheirs(one)) })
  },
  forget: (id: number) => set({ ...state, missed: state.missed.filter((one) => one.id !== id) }),
  /** Clears all calls, so that the next user does not see who called this one. */
  clear: () => {
    for (const { id } of state.ringing) stopRinging(id)
    set({ ringing: [], missed: [] })
  },
}

export const useCalls = () => useSyncExternalStore(calls.subscribe, calls.get)
