import { expect, it } from 'vitest'
import { retryDelay } from './retry-delay.ts'

it.each([
  [0, 5_000],
  [3, 5_000],
  [4, 10_000],
  [5, 20_000],
  [6, 40_000],
  [7, 60_000],
  [50, 60_000],
])('after %i failures waits about %i ms, give or take half (O1-34)', (failures, ms) => {
  expect(retryDelay(failures, () => 0.5)).toBe(ms)
  expect(retryDelay(failures, () => 0)).toBe(ms / 2)
  expect(retryDelay(failures, () => 1)).toBe(ms * 1.5)
})
