import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBurst, createGathering } from './bursts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('detects a burst, but neither a few events nor events that are spread out', () => {
  const isBurst = createBurst()
  expect(Array.from({ length: 6 }, isBurst)).toEqual([false, false, false, false, true, true])
  vi.advanceTimersByTime(250)
  expect(isBurst()).toBe(false)
})

it('handles items that arrive within the wait together, then starts a new batch', () => {
  const act = vi.fn()
  const gather = createGathering<number>(40, act)
  gather(1)
  vi.advanceTimersByTime(39)
  gather(2)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  gather(3)
  vi.advanceTimersByTime(40)
  expect(act.mock.calls).toEqual([[[1, 2]], [[3]]])
})
