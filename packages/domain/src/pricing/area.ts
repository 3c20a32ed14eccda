import type { Point } from '../places/geo.ts'

/** Longitude first, as in WKT; the ring closes itself. */
export type Vertex = readonly [lon: number, lat: number]
export type Area = { name: string; ring: readonly Vertex[] }

/** Counts how often a ray to the east crosses the ring. */
export const isInRing = ({ lat, lon }: Point, ring: readonly Vertex[]) => {
  let inside = false
  let [lastLon, lastLat] = ring.at(-1) ?? [0, 0]
  for (const [nextLon, nextLat] of ring) {
    const crosses = nextLat > lat !== lastLat > lat
    if (crosses && lon < ((lastLon - nextLon) * (lat - nextLat)) / (lastLat - nextLat) + nextLon) inside = !inside
    lastLon = nextLon
    lastLat = nextLat
  }
  return inside
}

export const isInArea = (point: Point, area: Area) => isInRing(point, area.ring)
