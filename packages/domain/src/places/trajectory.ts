import { headingBetween, type Point, straightLineMetres } from './geo.ts'

/** A point of a path: latitude, longitude, epoch seconds. */
export type PathPoint = [lat: number, lon: number, seconds: number]

const leastMetres = 25
const mostPoints = 500

const pointOf = ([lat, lon]: PathPoint) => ({ lat, lon })

/** Drops every second point, but never the first or the last. */
const halved = (path: readonly PathPoint[]) => path.filter((_, at) => at % 2 === 0 || at === path.length - 1)

/**
 * A path with one more point, unless the taxi hardly moved or the point is late. A long path is thinned, so that it
 * never exceeds its limit.
 */
export const addToPath = (path: readonly PathPoint[], point: PathPoint): PathPoint[] => {
  const last = path.at(-1)
  if (last && (point[2] <= last[2] || straightLineMetres(pointOf(last), pointOf(point)) < leastMetres)) return [...path]
  const longer = [...path, point]
  return longer.length > mostPoints ? halved(longer) : longer
}

/** A path that arrived whole, sorted by time and thinned to the same limit. */
export const thinned = (path: readonly PathPoint[]): PathPoint[] => {
  let result = path.toSorted((a, b) => a[2] - b[2])
  while (result.length > mostPoints) result = halved(result)
  return result
}

/** Below this distance a standing taxi would seem to turn, because its reported positions vary slightly. */
const turnMetres = 8

/** The heading of a taxi, from the last place that it has clearly left; `before` starts with the newest. */
export const headingFrom = (place: Point, before: readonly Point[]) => {
  const left = before.find((point) => straightLineMetres(point, place) >= turnMetres)
  return left && headingBetween(left, place)
}

export const pathMetres = (path: readonly Point[]) =>
  path.reduce((sum, point, at) => sum + (at === 0 ? 0 : straightLineMetres(path[at - 1] as Point, point)), 0)
