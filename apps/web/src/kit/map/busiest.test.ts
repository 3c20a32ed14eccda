import { expect, it } from 'vitest'
import { busiestTown } from './busiest.ts'

const around = (lat: number, lon: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ lat: lat + at / 1_000, lon: lon - at / 1_000 }))

it.each([
  ['the town with the most points', [...around(40.4, -3.7, 5), ...around(37.1, -3.6, 8)], [-3.607, 37.1, -3.6, 37.107]],
  [
    'a town on both sides of a line of the grid',
    [...around(40.999, -3.7, 4), ...around(42, -5.5, 3)],
    [-3.703, 40.999, -3.7, 41.002],
  ],
  ['without a place far outside', [...around(40.4, -3.7, 3), { lat: 40.55, lon: -3.7 }], [-3.702, 40.4, -3.7, 40.402]],
  ['one point', around(40, -3, 1), [-3, 40, -3, 40]],
])('looks at %s', (_, points, bounds) => {
  const found = busiestTown(points) ?? []
  expect(found.map((degrees) => Math.round(degrees * 1_000) / 1_000)).toEqual(bounds)
})

it('looks at nothing without points', () => expect(busiestTown([])).toBeUndefined())
