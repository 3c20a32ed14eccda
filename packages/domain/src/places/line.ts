import { type Point, straightLineMetres } from './geo.ts'
import { pathMetres } from './trajectory.ts'

const metresPerDegree = 111_195
const eastward = (lat: number) => Math.cos((lat * Math.PI) / 180)

/**
 * The point of a straight line that is nearest to another point, and the distance. Ignores the curvature of the earth.
 */
export const nearestOnLine = (point: Point, from: Point, to: Point) => {
  const east = eastward(point.lat)
  const [x, y] = [(to.lon - from.lon) * east, to.lat - from.lat]
  const [px, py] = [(point.lon - from.lon) * east, point.lat - from.lat]
  const length = x * x + y * y
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / length))
  const at = { lat: from.lat + share * (to.lat - from.lat), lon: from.lon + share * (to.lon - from.lon) }
  return { at, metres: metresPerDegree * Math.hypot(px - share * x, py - share * y) }
}

/** A path without the points that change it by no more than the tolerance in metres (Ramer, Douglas and Peucker). */
export const simplified = (path: readonly Point[], tolerance: number): Point[] => {
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last || path.length < 3) return [...path]
  const away = path.slice(1, -1).map((point) => nearestOnLine(point, first, last).metres)
  const farthest = Math.max(...away)
  if (farthest <= tolerance) return [first, last]
  const at = away.indexOf(farthest) + 1
  return [...simplified(path.slice(0, at + 1), tolerance).slice(0, -1), ...simplified(path.slice(at), tolerance)]
}

/** The point at this share of a path's length; undefined for a path without points. */
export const pointAlong = (path: readonly Point[], share: number): Point | undefined => {
  let left = pathMetres(path) * share
  for (const [index, to] of path.entries()) {
    const from = path[index - 1]
    if (!from) continue
    const metres = straightLineMetres(from, to)
    if (metres >= left) {
      const part = metres === 0 ? 0 : left / metres
      return { lat: from.lat + part * (to.lat - from.lat), lon: from.lon + part * (to.lon - from.lon) }
    }
    left -= metres
  }
  return share > 0.5 ? path.at(-1) : path[0]
}

/** The point halfway along a path; undefined for a path without points. */
export const middleOf = (path: readonly Point[]) => pointAlong(path, 0.5)
