import { describe, expect, it } from 'vitest'
import { fleetsByOrigin, isInArea, polygonsOf } from './area.ts'

const square = 'POLYGON((0 0, 0 10, 10 10, 10 0, 0 0))'
const withHole = 'POLYGON((0 0,0 10,10 10,10 0,0 0),(4 4,4 6,6 6,6 4,4 4))'
const two = 'MULTIPOLYGON(((0 0,0 1,1 1,1 0,0 0)),((5 5,5 6,6 6,6 5,5 5),(5.4 5.4,5.4 5.6,5.6 5.6,5.6 5.4,5.4 5.4)))'

describe('an area in well-known text', () => {
  it.each([
    ['contains its middle', square, { lat: 5, lon: 5 }, true],
    ['does not contain a point beside it', square, { lat: 5, lon: 11 }, false],
    ['reads longitude before latitude', 'POLYGON((0 0,0 1,10 1,10 0,0 0))', { lat: 0.5, lon: 9 }, true],
    ['does not mistake latitude for longitude', 'POLYGON((0 0,0 1,10 1,10 0,0 0))', { lat: 9, lon: 0.5 }, false],
    ['does not contain its holes', withHole, { lat: 5, lon: 5 }, false],
    ['contains what is around its holes', withHole, { lat: 2, lon: 2 }, true],
    ['contains the first of several parts', two, { lat: 0.5, lon: 0.5 }, true],
    ['contains the second of several parts', two, { lat: 5.2, lon: 5.2 }, true],
    ['does not contain holes in its parts', two, { lat: 5.5, lon: 5.5 }, false],
    ['contains nothing between its parts', two, { lat: 3, lon: 3 }, false],
    ['contains nothing if it is not an area', 'POINT(1 1)', { lat: 1, lon: 1 }, false],
    ['contains nothing if it is empty', '', { lat: 1, lon: 1 }, false],
  ])('%s', (_, wkt, point, isInside) => expect(isInArea(point, wkt)).toBe(isInside))

  it('is read ring by ring', () =>
    expect(polygonsOf(two).map((rings) => rings.map((ring) => ring.length))).toEqual([[5], [5, 5]]))
})

it('puts fleets that cover the origin first, each group sorted by distance', () => {
  const fleet = (id: number, lon: number, wkt?: string) => ({
    id,
    lat: 5,
    lon,
    geoAreaOrigin: wkt ? [{ geometryWKT: wkt }] : [],
  })
  const fleets = [fleet(1, 60), fleet(2, 6), fleet(3, 40, square), fleet(4, 7, square)]
  expect(fleetsByOrigin({ lat: 5, lon: 5 }, fleets).map(({ id }) => id)).toEqual([4, 3, 2, 1])
})
