import { describe, expect, it } from 'vitest'
import { beginning, isLive, type Mode, modes, statusAfter, tripSteps } from './modes.ts'

const statusesOf = (mode: Mode) => [...new Set(Object.values(tripSteps[mode]).flatMap(({ from, to }) => [...from, to]))]

describe('the life of a trip', () => {
  it.each([
    ['parking', 'extended', -1, 1],
    ['parking', 'expired', 1, -1],
    ['parking', 'finished', -1, 30],
    ['parking', 'cancelled', 1, -20],
    ['mobility', 'started', 1, 2],
    ['mobility', 'paused', 2, 3],
    ['mobility', 'resumed', 3, 2],
    ['mobility', 'finished', 3, 4],
    ['mobility', 'cancelled', 1, 5],
    ['mobility', 'expired', 1, -1],
    ['ticket', 'used', 1, 2],
    ['ticket', 'cancelled', 1, -20],
  ] as const)('of %s: %s changes status %i to %i', (mode, step, from, to) => {
    expect(statusAfter(mode, step, from)).toBe(to)
  })

  it.each([
    ['parking', 'cancelled', -1],
    ['parking', 'finished', 30],
    ['mobility', 'finished', 1],
    ['mobility', 'cancelled', 2],
    ['mobility', 'resumed', 2],
    ['ticket', 'used', 2],
    ['ticket', 'toString', 1],
  ] as const)('of %s: %s is refused in status %i', (mode, step, from) => {
    expect(statusAfter(mode, step, from)).toBeUndefined()
  })

  it.each(modes)('of %s has one first step, and no step is possible once it is over', (mode) => {
    const steps = Object.keys(tripSteps[mode])
    expect(Object.entries(tripSteps[mode]).filter(([, { from }]) => from.length === 0)).toEqual([
      [beginning[mode].step, { from: [], to: beginning[mode].status }],
    ])
    for (const status of statusesOf(mode))
      expect(steps.some((step) => statusAfter(mode, step, status) !== undefined)).toBe(isLive(mode, status))
  })
})
