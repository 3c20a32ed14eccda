import { describe, expect, it } from 'vitest'
import { mapDefaults, rideDistanceMetres, straightLineMetres } from './geo.ts'

const madrid = { lat: 40.4169, lon: -3.7032 }
const barcelona = { lat: 41.3874, lon: 2.1686 }

describe('the straight line', () => {
  it.each([
    ['between Madrid and Barcelona', madrid, barcelona, 505_400, 500],
    ['along a degree of the equator', { lat: 0, lon: 0 }, { lat: 0, lon: 1 }, 111_195, 1],
    ['across the date line', { lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }, 111_195, 1],
    ['between antipodes', { lat: 0, lon: 0 }, { lat: 0, lon: 180 }, 20_015_087, 1],
    ['to the same point', madrid, madrid, 0, 0],
  ])('has the right length %s', (_, a, b, metres, tolerance) => {
    expect(Math.abs(straightLineMetres(a, b) - metres)).toBeLessThanOrEqual(tolerance)
    expect(straightLineMetres(b, a)).toBeCloseTo(straightLineMetres(a, b), 6)
  })
})

it('a ride is 1.6 times the straight line, rounded to metres (B-238, L-277)', () => {
  expect(rideDistanceMetres(madrid, barcelona)).toBe(Math.round(straightLineMetres(madrid, barcelona) * 1.6))
  expect(rideDistanceMetres({ lat: 0, lon: 0 }, { lat: 0, lon: 0.01 })).toBe(1779)
  expect(rideDistanceMetres(madrid, madrid)).toBe(0)
})

it('maps start where the documents say', () =>
  expect(mapDefaults).toEqual({
    centre: { lat: 40.4169, lon: -3.7032 },
    placeZoom: 18,
    resetZoom: 12,
    filterRadiusKm: 40,
  }))
