import { type Point, straightLineMetres } from './geo.ts'

/** Longitude first, as in well-known text. */
export type Vertex = readonly [lon: number, lat: number]
export type Ring = readonly Vertex[]
/** The outline, then the holes in it. */
export type Polygon = readonly Ring[]

const ringOf = (text: string): Ring =>
  text
    .split(',')
    .map((pair): Vertex => {
      const [lon = Number.NaN, lat = Number.NaN] = pair.trim().split(/\s+/).map(Number)
      return [lon, lat]
    })
    .filter((vertex) => vertex.every(Number.isFinite))

const ringsOf = (text: string): Polygon => [...text.matchAll(/\(([^()]+)\)/g)].map(([, ring]) => ringOf(ring ?? ''))

/** The polygons of an area in well-known text; empty if the text is not an area. */
export const polygonsOf = (geometryWKT: string): Polygon[] => {
  const [, isMulti, body = ''] = /^\s*(MULTI)?POLYGON\s*\((.*)\)\s*$/is.exec(geometryWKT) ?? []
  const polygons = isMulti
    ? [...body.matchAll(/\((\s*\([^()]*\)(?:\s*,\s*\([^()]*\))*\s*)\)/g)].map(([, one]) => one ?? '')
    : [body]
  return polygons.map(ringsOf).filter((rings) => rings.length > 0)
}

/** Counts how often a ray to the east crosses the ring. */
export const isInRing = ({ lat, lon }: Point, ring: Ring) => {
  let isInside = false
  let [lastLon, lastLat] = ring.at(-1) ?? [0, 0]
  for (const [nextLon, nextLat] of ring) {
    const crosses = nextLat > lat !== lastLat > lat
    if (crosses && lon < ((lastLon - nextLon) * (lat - nextLat)) / (lastLat - nextLat) + nextLon) isInside = !isInside
    lastLon = nextLon
    lastLat = nextLat
  }
  return isInside
}

const isInPolygon = (point: Point, [outline = [], ...holes]: Polygon) =>
  isInRing(point, outline) && !holes.some((hole) => isInRing(point, hole))

export const isInArea = (point: Point, geometryWKT: string) =>
  polygonsOf(geometryWKT).some((polygon) => isInPolygon(point, polygon))

type CoveringFleet = Point & { geoAreaOrigin?: readonly { geometryWKT: string }[] | null }

/** Whether a ride may start there: inside one of the fleet's areas. */
export const isCovered = (origin: Point, { geoAreaOrigin }: CoveringFleet) =>
  (geoAreaOrigin ?? []).some(({ geometryWKT }) => isInArea(origin, geometryWKT))

/** The fleets that cover the origin first, then by distance. */
export const fleetsByOrigin = <Fleet extends CoveringFleet>(origin: Point, fleets: readonly Fleet[]): Fleet[] =>
  fleets
    .map((fleet) => ({ fleet, isNear: isCovered(origin, fleet), metres: straightLineMetres(origin, fleet) }))
    .toSorted((a, b) => Number(b.isNear) - Number(a.isNear) || a.metres - b.metres)
    .map(({ fleet }) => fleet)
