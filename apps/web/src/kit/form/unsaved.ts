import { useSyncExternalStore } from 'react'

let held = 0
const listeners = new Set<() => void>()
const waiting = new Set<() => void>()

const count = (change: 1 | -1) => {
  held += change
  for (const listener of listeners) listener()
  if (held > 0) return
  const steps = [...waiting]
  waiting.clear()
  for (const step of steps) step()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tracks input that is not sent yet, anywhere on the page, so that nothing automatic takes the page away. */
export const unsaved = {
  /** Counts as unsaved until the returned function is called. */
  hold: () => {
    count(1)
    return () => count(-1)
  },
  /** Runs the step now, or once nothing is unsaved. */
  whenNone: (step: () => void) => {
    if (held === 0) step()
    else waiting.add(step)
  },
}

export const useUnsaved = () => useSyncExternalStore(subscribe, () => held > 0)
