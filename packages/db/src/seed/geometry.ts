/** Longitude first, as in WKT. */
export type Vertex = readonly [lon: number, lat: number]
export type Point = { lat: number; lon: number }

const earthRadiusKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

export const distanceKm = (from: Point, to: Point) => {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const chord =
    half(from.lat, to.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(from.lon, to.lon)
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(chord))
}

/** Counts how often a ray to the east crosses the ring. */
export const isInside = ({ lat, lon }: Point, ring: readonly Vertex[]) => {
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

/** Closes the ring: WKT repeats the first vertex at the end. */
export const polygonWkt = (ring: readonly Vertex[]) =>
  `POLYGON((${[...ring, ...ring.slice(0, 1)].map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`
