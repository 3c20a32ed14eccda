import { describe, expect, it } from 'vitest'
import { boundsOf, coverageOf, fleetsAround } from './coverage.ts'
import { mapDefaults, straightLineMetres } from './geo.ts'

const madrid = { lat: 40.4169, lon: -3.7035 }
const square = [{ geometryWKT: 'POLYGON((-4 40, -4 41, -3 41, -3 40, -4 40))' }]

describe('the coverage of a fleet', () => {
  it('is its areas', () => {
    const coverage = coverageOf({ ...madrid, radiusKm: 5, geoAreaOrigin: square })
    expect(coverage).toEqual([
      [
        [
          [-4, 40],
          [-4, 41],
          [-3, 41],
          [-3, 40],
          [-4, 40],
        ],
      ],
    ])
    expect(boundsOf(coverage)).toEqual([-4, 40, -3, 41])
  })

  it.each([
    ['without any', null],
    ['with one that cannot be read', [{ geometryWKT: 'POINT(1 1)' }]],
  ])('is a closed circle of its radius %s', (_, geoAreaOrigin) => {
    const [[outline = []] = []] = coverageOf({ ...madrid, radiusKm: 12, geoAreaOrigin })
    expect(outline.at(-1)).toEqual(outline[0])
    for (const [lon, lat] of outline) expect(straightLineMetres(madrid, { lat, lon }) / 12_000).toBeCloseTo(1, 2)
  })

  it('is empty if nothing is known', () => {
    expect(coverageOf({ ...madrid, radiusKm: null })).toEqual([])
    expect(coverageOf({ lat: null, lon: null, radiusKm: 10 })).toEqual([])
    expect(boundsOf([])).toBeUndefined()
  })
})

describe('the fleets around a place', () => {
  const fleet = (id: number, km: number, change: object = {}) => ({
    ...{ id, lat: madrid.lat + km / 111.195, lon: madrid.lon, radiusKm: 5, geoAreaOrigin: null },
    ...change,
  })
  const around = (radiusKm: number, ...fleets: ReturnType<typeof fleet>[]) =>
    fleetsAround(madrid, radiusKm, fleets).map(({ fleet, isCovering, isNear }) => [fleet.id, isCovering, isNear])

  it('are sorted by coverage, then by the radius, then by distance', () =>
    expect(
      around(
        mapDefaults.filterRadiusKm,
        fleet(1, 200),
        fleet(2, 39),
        fleet(3, 60, { geoAreaOrigin: square }),
        fleet(4, 4),
        fleet(5, 20),
        fleet(6, 100),
      ),
    ).toEqual([
      [4, true, true],
      [3, true, false],
      [5, false, true],
      [2, false, true],
      [6, false, false],
      [1, false, false],
    ]))

  it('follow the given radius', () =>
    expect(around(10, fleet(2, 39), fleet(5, 9))).toEqual([
      [5, false, true],
      [2, false, false],
    ]))

  it('do not cover places outside their areas, even within their radius', () => {
    const far = [{ geometryWKT: 'POLYGON((0 0, 0 1, 1 1, 1 0, 0 0))' }]
    expect(around(40, fleet(1, 1, { geoAreaOrigin: far }))).toEqual([[1, false, true]])
  })

  it('come last if their location is unknown', () =>
    expect(around(40, fleet(1, 1, { lat: null }), fleet(2, 500))).toEqual([
      [2, false, false],
      [1, false, false],
    ]))
})
