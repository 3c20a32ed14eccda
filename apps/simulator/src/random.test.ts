import { describe, expect, it } from 'vitest'
import { makeRandom, seedOf } from './random.ts'

describe('a seeded random generator', () => {
  it('draws the same numbers at every run, and others for another seed', () => {
    const draw = (seed: number) => Array.from({ length: 20 }, makeRandom(seed).next)
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  it('draws evenly spread numbers for neighbouring ids', () => {
    const firsts = Array.from({ length: 2_000 }, (_, id) => makeRandom(seedOf(1, 'demo:29', id)).next())
    const mean = firsts.reduce((sum, value) => sum + value, 0) / firsts.length
    expect(mean).toBeGreaterThan(0.47)
    expect(mean).toBeLessThan(0.53)
    expect(firsts.filter((value) => value < 0.1).length / firsts.length).toBeCloseTo(0.1, 1)
  })

  it('draws waiting times that match the rate of events', () => {
    const random = makeRandom(3)
    const waits = Array.from({ length: 5_000 }, () => random.until(0.5))
    expect(waits.reduce((sum, value) => sum + value, 0) / waits.length).toBeCloseTo(2, 0)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0)
  })

  it('picks nothing from an empty list', () => expect(makeRandom(1).pick([])).toBeUndefined())
})
