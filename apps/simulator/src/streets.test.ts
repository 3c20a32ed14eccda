import { straightLineMetres } from '@parada/domain/places/geo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRandom } from './random.ts'
import { lengthOf, pointAlong, streetPath } from './streets.ts'

const sol = { lat: 40.4169, lon: -3.7035 }
const near = fc.record({
  lat: fc.double({ min: 40.3, max: 40.5, noNaN: true }),
  lon: fc.double({ min: -3.8, max: -3.6, noNaN: true }),
})
const angle = fc.double({ min: 0, max: Math.PI / 2, noNaN: true })

describe('a way through streets', () => {
  it('connects both ends and is no shorter than the straight line, nor longer than 1.6 times that plus 60 m', () =>
    fc.assert(
      fc.property(near, angle, fc.nat(), (to, turned, seed) => {
        const path = streetPath(sol, to, turned, makeRandom(seed))
        const straight = straightLineMetres(sol, to)
        expect(path.points[0]).toEqual(sol)
        expect(path.points.at(-1)).toEqual(to)
        expect(lengthOf(path)).toBeGreaterThanOrEqual(straight - 0.01)
        expect(lengthOf(path)).toBeLessThan(straight * 1.6 + 60)
      }),
    ))

  it('never jumps: a point 50 m further on is at most about 50 m away', () =>
    fc.assert(
      fc.property(near, angle, fc.double({ min: 0, max: 1, noNaN: true }), (to, turned, share) => {
        const path = streetPath(sol, to, turned, makeRandom(5))
        const at = lengthOf(path) * share
        expect(straightLineMetres(pointAlong(path, at), pointAlong(path, at + 50))).toBeLessThan(51)
      }),
    ))

  it('turns corners', () => {
    const path = streetPath(sol, { lat: 40.44, lon: -3.68 }, 0.3, makeRandom(1))
    expect(path.points.length).toBeGreaterThan(8)
  })

  it.each([
    ['before it begins', -5, 0],
    ['after it ends', 1e9, -1],
  ])('stands still %s', (_, metres, index) => {
    const path = streetPath(sol, { lat: 40.42, lon: -3.71 }, 0, makeRandom(1))
    expect(pointAlong(path, metres)).toEqual(path.points.at(index))
  })

  it('of no length stays at its start', () => {
    const path = streetPath(sol, sol, 1, makeRandom(1))
    expect(straightLineMetres(pointAlong(path, lengthOf(path)), sol)).toBeLessThan(1)
  })
})
