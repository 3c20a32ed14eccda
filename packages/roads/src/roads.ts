import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import type { Point } from '@parada/domain/places/geo'
import { type CityName, cityNames, roadsFileOf } from './city-files.ts'
import { graphOf } from './graph.ts'
import { mostMetresToStreet, nearestFinder, type Spot } from './nearest.ts'
import { type Bounds, decodeRoads, headerBytes, type Roads, readBounds } from './road-file.ts'
import { type Way, waySearch } from './search.ts'

export type { Way } from './search.ts'

/** The start and end in the same part that are closest to the two points, by the sum of their distances. */
const pairOf = (starts: readonly (Spot | undefined)[], ends: readonly (Spot | undefined)[]) => {
  let pair: { start: Spot; end: Spot } | undefined
  for (const [part, start] of starts.entries()) {
    const end = ends[part]
    if (start && end && (!pair || start.metres + end.metres < pair.start.metres + pair.end.metres))
      pair = { start, end }
  }
  return pair
}

/** Finds routes on these roads. */
export const makeRoadMap = (roads: Roads) => {
  const graph = graphOf(roads)
  const nearest = nearestFinder(graph)
  const search = waySearch(graph)
  return {
    graph,
    nearest,
    search,
    /** The nearest spot on a street that can be both reached and left again. */
    onStreet: (point: Point): Point | undefined => {
      const spot = nearest(point).reduce(
        (one, other) => (one && (!other || one.metres <= other.metres) ? one : other),
        undefined,
      )
      return spot && graph.placeOf(spot.x, spot.y)
    },
    /**
     * The quickest route; undefined if one of the points is far from every street, or the two are on different islands.
     */
    way: (from: Point, to: Point): Way | undefined => {
      const pair = pairOf(nearest(from), nearest(to)) ?? pairOf(nearest(from, true), nearest(to, true))
      return pair && search(pair.start, pair.end)
    },
  }
}
export type RoadMap = ReturnType<typeof makeRoadMap>

const boundsInFile = (city: CityName): Bounds => {
  const file = openSync(roadsFileOf(city), 'r')
  try {
    const header = Buffer.alloc(headerBytes)
    readSync(file, header)
    return readBounds(header)
  } finally {
    closeSync(file)
  }
}

const margin = mostMetresToStreet / 80_000

const holds = ({ south, west, north, east }: Bounds, { lat, lon }: Point) =>
  lat >= south - margin && lat <= north + margin && lon >= west - margin && lon <= east + margin

let bounds: Map<CityName, Bounds> | undefined
const maps = new Map<CityName, RoadMap>()

/** The shipped city that a point lies in. */
export const cityAt = (point: Point): CityName | undefined => {
  bounds ??= new Map(cityNames.map((city) => [city, boundsInFile(city)]))
  for (const [city, area] of bounds) if (holds(area, point)) return city
  return undefined
}

/** The roads of a city, read on first use. */
export const roadMapOf = (city: CityName): RoadMap => {
  const known = maps.get(city)
  if (known) return known
  const map = makeRoadMap(decodeRoads(readFileSync(roadsFileOf(city))))
  maps.set(city, map)
  return map
}

/** The quickest route by car within one of the shipped cities; undefined anywhere else. */
export const wayInCity = (from: Point, to: Point): Way | undefined => {
  const city = cityAt(from)
  return city !== undefined && city === cityAt(to) ? roadMapOf(city).way(from, to) : undefined
}

/** The spot on a street that is nearest to a point in a shipped city. */
export const onStreet = (point: Point): Point | undefined => {
  const city = cityAt(point)
  return city && roadMapOf(city).onStreet(point)
}
