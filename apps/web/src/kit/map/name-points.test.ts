import { expect, it } from 'vitest'
import { namePoints } from './name-points.ts'

const square = (west: number, south: number, side: number) => [
  [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ],
]
const shape = (coordinates: number[][][][]) =>
  ({ type: 'Feature', properties: { name: 'Here' }, geometry: { type: 'MultiPolygon', coordinates } }) as const

it('writes a name once, in the middle of the largest part', () => {
  const [point, ...more] = namePoints([shape([square(10, 10, 1), square(0, 0, 4)]) as never])
  expect(point).toMatchObject({ properties: { name: 'Here' }, geometry: { type: 'Point' } })
  expect(point?.geometry.coordinates[0]).toBeCloseTo(2)
  expect(point?.geometry.coordinates[1]).toBeCloseTo(2)
  expect(more).toEqual([])
})
