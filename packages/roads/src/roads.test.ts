import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { nearestOnLine } from '@parada/domain/places/line'
import { pathMetres } from '@parada/domain/places/trajectory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cityNames } from './city-files.ts'
import type { Road } from './road.ts'
import { packRoads } from './road-file.ts'
import { makeRoadMap, onStreet, type RoadMap, roadMapOf, type Way, wayInCity } from './roads.ts'

/** Crossings so far apart that a point of one street is never taken for a point of another. */
const apart = 0.008
const side = 4
const crossing = fc.record({ column: fc.nat(side - 1), row: fc.nat(side - 1) })
type LonLat = [lon: number, lat: number]
const lonLat = ({ column, row }: { column: number; row: number }): [number, number] => [
  Number((-6 + column * apart).toFixed(6)),
  Number((36 + row * apart).toFixed(6)),
]
const pointOf = ([lon, lat]: readonly [number, number]): Point => ({ lat, lon })

const turns = fc.array(fc.constantFrom([1, 0], [-1, 0], [0, 1], [0, -1]), { minLength: 1, maxLength: 6 })
const road: fc.Arbitrary<Road> = fc
  .record({ start: crossing, turns, kmh: fc.integer({ min: 5, max: 120 }), isOneWay: fc.boolean() })
  .map(({ start, turns: steps, kmh, isOneWay }) => {
    const cells = [start]
    for (const [right = 0, up = 0] of steps) {
      const { column, row } = cells.at(-1) ?? start
      const next = { column: column + right, row: row + up }
      if (Math.min(next.column, next.row) >= 0 && Math.max(next.column, next.row) < side) cells.push(next)
    }
    return { kmh, isOneWay, path: cells.map(lonLat) }
  })
  .filter(({ path }) => path.length > 1)
const town = fc.array(road, { minLength: 4, maxLength: 16 })

/** A town in which no two roads share a street. */
const plainTown = town
  .map((roads) => {
    const taken = new Set<string>()
    return roads.filter(({ path }) => {
      const pieces = path.slice(1).map((to, at) => [keyOf(to), keyOf(path[at] ?? to)].sort().join())
      const isNew = new Set(pieces).size === pieces.length && pieces.every((piece) => !taken.has(piece))
      if (isNew) for (const piece of pieces) taken.add(piece)
      return isNew
    })
  })
  .filter((roads) => roads.length > 0)
const spot = fc.record({ road: fc.nat(), piece: fc.nat(), share: fc.integer({ min: 1, max: 99 }) })

/** Adds a point to a street and returns it. */
const cutAt = (
  roads: { path: LonLat[] }[],
  { road: index, piece, share }: { road: number; piece: number; share: number },
) => {
  const path = roads[index % roads.length]?.path ?? []
  const at = 1 + (piece % (path.length - 1))
  const [a, b] = [path[at - 1], path[at]] as [LonLat, LonLat]
  const middle: LonLat = [a[0] + ((b[0] - a[0]) * share) / 100, a[1] + ((b[1] - a[1]) * share) / 100]
  path.splice(at, 0, middle)
  return middle
}

const keyOf = (at: readonly [number, number]) => at.join(' ')

/** Dijkstra over every point of every road, written as plainly as possible. */
const plainSeconds = (roads: readonly Road[], from: readonly [number, number], to: readonly [number, number]) => {
  const steps = new Map<string, { to: string; seconds: number }[]>()
  const add = (a: readonly [number, number], b: readonly [number, number], kmh: number) =>
    steps.set(keyOf(a), [
      ...(steps.get(keyOf(a)) ?? []),
      { to: keyOf(b), seconds: straightLineMetres(pointOf(a), pointOf(b)) / (kmh / 3.6) },
    ])
  for (const { path, kmh, isOneWay } of roads)
    for (const [index, b] of path.entries()) {
      const a = path[index - 1]
      if (!a) continue
      add(a, b, kmh)
      if (!isOneWay) add(b, a, kmh)
    }
  const open = new Map([[keyOf(from), 0]])
  const done = new Map<string, number>()
  while (open.size > 0) {
    const [at, seconds] = [...open].reduce((one, other) => (other[1] < one[1] ? other : one))
    open.delete(at)
    done.set(at, seconds)
    for (const step of steps.get(at) ?? [])
      if (!done.has(step.to))
        open.set(step.to, Math.min(open.get(step.to) ?? Number.POSITIVE_INFINITY, seconds + step.seconds))
  }
  return done.get(keyOf(to))
}

/** The steps of a route that are off the streets or against a one-way street. */
const wrongSteps = (roads: readonly Road[], { path }: Way) => {
  const isFar = ({ lat, lon }: Point, a: Point, b: Point) =>
    lat < Math.min(a.lat, b.lat) - 1e-5 ||
    lat > Math.max(a.lat, b.lat) + 1e-5 ||
    lon < Math.min(a.lon, b.lon) - 1e-5 ||
    lon > Math.max(a.lon, b.lon) + 1e-5
  const pieces = roads.flatMap(({ path: points, isOneWay }) =>
    points.slice(1).map((to, index) => ({ from: pointOf(points[index] ?? to), to: pointOf(to), isOneWay })),
  )
  return path.slice(1).filter((to, index) => {
    const from = path[index] ?? to
    return !pieces.some((piece) => {
      if (isFar(from, piece.from, piece.to) || isFar(to, piece.from, piece.to)) return false
      const [start, end] = [from, to].map((point) => nearestOnLine(point, piece.from, piece.to)) as [
        ReturnType<typeof nearestOnLine>,
        ReturnType<typeof nearestOnLine>,
      ]
      if (start.metres > 0.5 || end.metres > 0.5) return false
      const isForward = straightLineMetres(piece.from, start.at) <= straightLineMetres(piece.from, end.at) + 0.5
      return isForward || !piece.isOneWay
    })
  })
}

const roadsIn = ({ graph }: RoadMap): Road[] =>
  Array.from(graph.edgeStart, (start, edge) => ({
    kmh: (graph.edgeMetresPerSecond[edge] ?? 0) * 3.6,
    isOneWay: graph.edgeIsOneWay[edge] === 1,
    path: Array.from({ length: (graph.edgeEnd[edge] ?? 0) - start + 1 }, (_, index) => {
      const { lon, lat } = graph.placeOf(graph.x[start + index] ?? 0, graph.y[start + index] ?? 0)
      return [lon, lat] as [number, number]
    }),
  }))

const about = (seconds: number) => ({ least: seconds * 0.995 - 0.01, most: seconds * 1.005 + 0.01 })

describe('a route through a generated town', () => {
  it('takes as long as the best that a plain search finds', () =>
    fc.assert(
      fc.property(town, crossing, crossing, (roads, one, other) => {
        const [from, to] = [lonLat(one), lonLat(other)]
        const way = makeRoadMap(packRoads(roads)).way(pointOf(from), pointOf(to))
        const plain = plainSeconds(roads, from, to)
        if (!way) {
          // A route may be missing only if one direction has none, or if both points are the same.
          expect(plain !== undefined && plainSeconds(roads, to, from) !== undefined && keyOf(from) !== keyOf(to)).toBe(
            false,
          )
          return
        }
        const { least, most } = about(plain ?? Number.NaN)
        expect(way.seconds).toBeGreaterThanOrEqual(least)
        expect(way.seconds).toBeLessThanOrEqual(most)
      }),
      { numRuns: 300 },
    ))

  it('starts and ends in the middle of streets', () =>
    fc.assert(
      fc.property(plainTown, fc.tuple(spot, spot), (roads, spots) => {
        const cut = roads.map(({ path, ...rest }) => ({ ...rest, path: [...path] }))
        const [from, to] = spots.map((one) => cutAt(cut, one)) as [LonLat, LonLat]
        const way = makeRoadMap(packRoads(roads)).way(pointOf(from), pointOf(to))
        const plain = plainSeconds(cut, from, to)
        // A route from a dead end of one-way streets starts on the next street, and is not compared.
        const isBetween = (one?: Point, other?: Point) =>
          straightLineMetres(one ?? pointOf(to), pointOf(from)) < 1 &&
          straightLineMetres(other ?? pointOf(from), pointOf(to)) < 1
        if (!way || plain === undefined || !isBetween(way.path[0], way.path.at(-1))) return
        expect(wrongSteps(roads, way)).toEqual([])
        expect(way.seconds).toBeLessThanOrEqual(about(plain).most)
        expect(way.seconds).toBeGreaterThanOrEqual(about(plain).least)
      }),
      { numRuns: 300 },
    ))

  it('keeps to the streets and their direction', () =>
    fc.assert(
      fc.property(town, crossing, crossing, (roads, one, other) => {
        const way = makeRoadMap(packRoads(roads)).way(pointOf(lonLat(one)), pointOf(lonLat(other)))
        if (!way) return
        expect(wrongSteps(roads, way)).toEqual([])
        expect(Math.abs(pathMetres(way.path) - way.metres)).toBeLessThan(1 + way.metres * 0.005)
        expect(way.secondsAt).toHaveLength(way.path.length)
        expect(way.secondsAt.at(-1)).toBeCloseTo(way.seconds)
        expect(way.secondsAt.toSorted((a, b) => a - b)).toEqual(way.secondsAt)
      }),
    ))

  it('is never quicker with a stop on the way', () =>
    fc.assert(
      fc.property(town, crossing, crossing, crossing, (roads, ...crossings) => {
        const map = makeRoadMap(packRoads(roads))
        const [a, b, c] = crossings.map((at) => pointOf(lonLat(at))) as [Point, Point, Point]
        const [direct, first, second] = [map.way(a, c), map.way(a, b), map.way(b, c)]
        if (direct && first && second) expect(direct.seconds).toBeLessThanOrEqual(first.seconds + second.seconds + 0.01)
      }),
    ))

  it('goes around the block if the end lies behind the start on a one-way street', () => {
    const block: Road[] = [
      { kmh: 36, isOneWay: true, path: [[-6, 36], [-5.99, 36], [-5.99, 36.01], [-6, 36.01], [-6, 36]] }, // biome-ignore format: a path
    ]
    const way = makeRoadMap(packRoads(block)).way({ lat: 36, lon: -5.993 }, { lat: 36, lon: -5.997 })
    expect(way?.metres).toBeGreaterThan(3_000)
    expect(wrongSteps(block, way as Way)).toEqual([])
  })
})

/** Pseudo-random numbers, the same on every run. */
const numbers = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
}

describe.each(cityNames)('the roads of %s', (city) => {
  const map = roadMapOf(city)
  const roads = roadsIn(map)
  const next = numbers(7)
  const anywhere = (): Point => {
    const point = map.graph.nodePoint[Math.floor(next() * map.graph.nodePoint.length)] ?? 0
    return map.graph.placeOf((map.graph.x[point] ?? 0) + next() * 40, (map.graph.y[point] ?? 0) + next() * 40)
  }
  const ways = Array.from({ length: 60 }, () => map.way(anywhere(), anywhere())).filter((way) => way !== undefined)

  it('connect most pairs of points', () => expect(ways.length).toBeGreaterThan(35))

  it('keep routes on the streets, never against a one-way street', () =>
    expect(ways.slice(0, 12).flatMap((way) => wrongSteps(roads, way))).toEqual([]))

  it('are driven at speeds plausible for a town', () => {
    const kmh = ways.filter(({ seconds }) => seconds > 60).map(({ metres, seconds }) => (metres / seconds) * 3.6)
    expect(Math.min(...kmh)).toBeGreaterThan(10)
    expect(Math.max(...kmh)).toBeLessThan(100)
  })

  it('give an empty route from a point to itself', () => {
    const at = anywhere()
    expect(map.way(at, at)).toMatchObject({ metres: 0, seconds: 0, secondsAt: [0] })
  })
})

describe('routing at the limits of a map', () => {
  const [cadiz, sea] = [
    { lat: 36.5297, lon: -6.2927 },
    { lat: 36.5297, lon: -6.33 },
  ]
  const soria = { lat: 41.7636, lon: -2.4649 }
  /** A village in another valley, whose road to the city is not on the map. */
  const village = { lat: 41.847294, lon: -2.774586 }

  it.each<[string, Point, Point]>([
    ['a point in the sea', cadiz, sea],
    ['a start in the sea', sea, cadiz],
    ['another city', cadiz, soria],
    ['somewhere without a map', cadiz, { lat: 40.4169, lon: -3.7032 }],
    ['an island of the map', soria, village],
  ])('finds no route for %s', (_, from, to) => expect(wayInCity(from, to)).toBeUndefined())

  it('still finds routes within an island of the map', () =>
    expect(wayInCity(village, { lat: village.lat + 0.004, lon: village.lon })).toBeDefined())

  it('snaps a point to the nearest street, but not from the sea', () => {
    expect(straightLineMetres(onStreet(cadiz) ?? sea, cadiz)).toBeLessThan(150)
    expect(onStreet(sea)).toBeUndefined()
  })
})
