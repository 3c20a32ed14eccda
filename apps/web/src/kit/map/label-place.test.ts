import { expect, it } from 'vitest'
import { labelPlace } from './label-place.ts'

const path = [
  { lat: 40, lon: -4 },
  { lat: 40, lon: -3 },
]

it.each([
  ['its middle while all of it is in view', [-5, 39, -2, 41], -3.5],
  ['the middle of what is in view', [-4.1, 39, -3.8, 41], -3.9],
  ['its middle while none of it is in view', [1, 39, 2, 41], -3.5],
  ['its middle until it is known what is in view', undefined, -3.5],
] as const)('places a path’s label at %s', (_, bounds, lon) => {
  expect(labelPlace(path, bounds && [...bounds])?.lon).toBeCloseTo(lon, 1)
})

it('places no label on an empty path', () => expect(labelPlace([], undefined)).toBeUndefined())
