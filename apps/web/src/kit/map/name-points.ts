import type { Feature, MultiPolygon, Point, Polygon, Position } from 'geojson'

type NamedItem = { name: string }
type Shape = Feature<Polygon | MultiPolygon, NamedItem>

/** Twice the area of a ring, without sign, and its centroid (shoelace formula). */
const balance = (ring: Position[]) => {
  let [area, x, y] = [0, 0, 0]
  for (let at = 1; at < ring.length; at++) {
    const [x0 = 0, y0 = 0] = ring[at - 1] as Position
    const [x1 = 0, y1 = 0] = ring[at] as Position
    const cross = x0 * y1 - x1 * y0
    area += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  return { area: Math.abs(area), point: area === 0 ? (ring[0] as Position) : [x / (3 * area), y / (3 * area)] }
}

/** One point for the name of each shape: the map's own placement would repeat the name on every tile. */
export const namePoints = (shapes: readonly Shape[]): Feature<Point, NamedItem>[] =>
  shapes.flatMap(({ geometry, properties }) => {
    const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    const [largest] = parts.map(([ring = []]) => balance(ring)).sort((one, other) => other.area - one.area)
    const { name } = properties
    return largest
      ? [{ type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: largest.point } }]
      : []
  })
