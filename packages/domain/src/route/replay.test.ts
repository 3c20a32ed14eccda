import { describe, expect, it } from 'vitest'
import { required } from '../objects.ts'
import { straightLineMetres } from '../places/geo.ts'
import { drawnPath, pathBounds, placeAt } from './replay.ts'

const points = [
  { lat: 40, lon: -3 },
  { lat: 40.01, lon: -3 },
  { lat: 40.01, lon: -3 },
  { lat: 40.02, lon: -3.02 },
]
const track = { points, times: [0, 60, 90, 150] }

describe('a replay', () => {
  it.each([
    ['at the start', 0, 40, 66.7],
    ['before the start', -5, 40, 66.7],
    ['between two points', 30, 40.005, 66.7],
    ['standing', 75, 40.01, 0],
    ['at the end', 150, 40.02, 0],
    ['after the end', 999, 40.02, 0],
  ])('shows place and speed: %s', (_, second, lat, kmh) => {
    const place = placeAt(track, second)
    expect(place?.lat).toBeCloseTo(lat, 6)
    expect(place?.kmh).toBeCloseTo(kmh, 1)
  })

  it('is nowhere without points', () => expect(placeAt({ points: [], times: [] }, 3)).toBeUndefined())

  it('handles points of the same second', () =>
    expect(placeAt({ points, times: [0, 0, 0, 0] }, 0)).toMatchObject({ lat: 40.02, kmh: 0 }))
})

describe('a drawn path', () => {
  it('is unchanged while a screen can show it', () => expect(drawnPath(points)).toBe(points))

  it('drops points that nobody would see, but never its ends', () => {
    const long = Array.from({ length: 200_000 }, (_, at) => ({
      lat: 40 + at / 1e5,
      lon: -3 + Math.sin(at / 500) / 100,
    }))
    const drawn = drawnPath(long)
    expect(drawn.length).toBeLessThanOrEqual(10_000)
    expect(drawn.length).toBeGreaterThan(2_000)
    expect([drawn[0], drawn.at(-1)]).toEqual([long[0], long.at(-1)])
    const steps = drawn.slice(1).map((point, at) => straightLineMetres(required(drawn[at]), point))
    expect(Math.max(...steps)).toBeLessThan(120)
  })

  it('has bounds', () => {
    expect(pathBounds(points)).toEqual([-3.02, 40, -3, 40.02])
    expect(pathBounds([])).toBeUndefined()
  })
})
