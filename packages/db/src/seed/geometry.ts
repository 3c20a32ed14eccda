import type { Vertex } from '@parada/domain/pricing/area'

export { isInRing as isInside, type Vertex } from '@parada/domain/pricing/area'
export type Point = { lat: number; lon: number }

const earthRadiusKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

export const distanceKm = (from: Point, to: Point) => {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const chord =
    half(from.lat, to.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(from.lon, to.lon)
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(chord))
}

/** Closes the ring: WKT repeats the first vertex at the end. */
export const polygonWkt = (ring: readonly Vertex[]) =>
  `POLYGON((${[...ring, ...ring.slice(0, 1)].map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`
