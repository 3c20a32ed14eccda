import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBurst, createGathering } from './bursts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('tells a burst from a few events, and from the same events spread out', () => {
  const isBurst = createBurst()
  expect(Array.from({ length: 6 }, isBurst)).toEqual([false, false, false, false, true, true])
  vi.advanceTimersByTime(250)
  expect(isBurst()).toBe(false)
})

it('does what came within the time all at once, and starts anew', () => {
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
