import { expect, it } from 'vitest'
import { retryDelay } from './retry-delay.ts'

it.each([
  [0, 5_000],
  [1, 10_000],
  [2, 20_000],
  [3, 40_000],
  [4, 60_000],
  [50, 60_000],
])('O1-34 after %i failures waits about %i ms, a fifth less or more', (failures, ms) => {
  expect(retryDelay(failures, () => 0.5)).toBe(ms)
  expect(retryDelay(failures, () => 0)).toBe(ms * 0.8)
  expect(retryDelay(failures, () => 1)).toBe(ms * 1.2)
})
