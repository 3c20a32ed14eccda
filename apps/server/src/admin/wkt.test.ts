import { expect, it } from 'vitest'
import { isAreaWkt } from './wkt.ts'

it.each([
  ['a closed ring', 'POLYGON((-3.7 40.4, -3.6 40.4, -3.6 40.5, -3.7 40.4))', true],
  ['a ring with a hole', 'POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1,2 1,2 2,1 1))', true],
  ['several areas', 'MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))', true],
  ['an open ring', 'POLYGON((0 0, 1 0, 1 1, 0 1))', false],
  ['a ring of three corners', 'POLYGON((0 0, 1 0, 0 0))', false],
  ['a latitude beyond the pole', 'POLYGON((0 0, 1 0, 1 91, 0 0))', false],
  ['a point', 'POINT(1 2)', false],
  ['brackets that do not match', 'POLYGON((0 0, 1 0, 1 1, 0 0)', false],
  ['a third coordinate', 'POLYGON((0 0 1, 1 0 1, 1 1 1, 0 0 1))', false],
  ['nothing', 'POLYGON()', false],
  ['words', 'POLYGON((here, there))', false],
])('tells whether %s is an area', (_, text, isArea) => expect(isAreaWkt(text)).toBe(isArea))
