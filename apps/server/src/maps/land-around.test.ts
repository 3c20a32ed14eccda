import type { Position } from 'geojson'
import { expect, it } from 'vitest'
import { landAround } from './land-around.ts'

/** A square of streets, each side about 1 km from the middle. */
const square = (lon: number, side = 0.01): Position[] =>
  [
    [-side, -side],
    [side, -side],
    [side, side],
    [-side, side],
    [-side, -side],
  ].map(([x = 0, y = 0]) => [lon + x, 36.5 + y])

const widthOf = (ring: readonly Position[] = []) => {
  const lons = ring.map(([lon = 0]) => lon)
  return Math.max(...lons) - Math.min(...lons)
}

it('extends a little beyond the streets, and fills what they enclose', () => {
  const [land, ...more] = landAround([square(-6.3)])
  expect(more).toEqual([])
  expect(land).toHaveLength(1)
  expect(widthOf(land?.[0])).toBeGreaterThan(0.021)
  expect(widthOf(land?.[0])).toBeLessThan(0.022)
  expect(land?.[0]?.at(0)).toEqual(land?.[0]?.at(-1))
})

it('makes an island for each group of streets, and nothing without streets', () => {
  expect(landAround([square(-6.3), square(-6.2)])).toHaveLength(2)
  expect(landAround([])).toEqual([])
})
