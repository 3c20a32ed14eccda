import type { Bounds } from '../places/coverage.ts'
import { type Point, straightLineMetres } from '../places/geo.ts'

/** More points do not make a line any finer on a screen. */
const mostDrawn = 10_000

/** Drops points that are closer than this to the last one kept; the end of the path is always kept. */
const sparser = (path: readonly Point[], metres: number) => {
  let last = path[0]
  return path.filter((point, at) => {
    if (!last) return false
    const stays = at === 0 || at === path.length - 1 || straightLineMetres(last, point) >= metres
    if (stays) last = point
    return stays
  })
}

/** The path to draw: one with more points than a screen can show loses those that nobody would see. */
export const drawnPath = (path: readonly Point[]): readonly Point[] => {
  let drawn = path
  for (let metres = 5; drawn.length > mostDrawn; metres *= 2) drawn = sparser(drawn, metres)
  return drawn
}

export const pathBounds = (points: readonly Point[]): Bounds | undefined => {
  const [first] = points
  if (!first) return undefined
  const bounds: Bounds = [first.lon, first.lat, first.lon, first.lat]
  for (const { lat, lon } of points) {
    bounds[0] = Math.min(bounds[0], lon)
    bounds[1] = Math.min(bounds[1], lat)
    bounds[2] = Math.max(bounds[2], lon)
    bounds[3] = Math.max(bounds[3], lat)
  }
  return bounds
}

export type Track = { points: readonly Point[]; times: readonly number[] }

/** The last point passed by a second, found by binary search. */
const passedAt = (times: readonly number[], second: number) => {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((times[middle] ?? 0) <= second) low = middle
    else high = middle - 1
  }
  return low
}

/** Where the car was a number of seconds after the start, and how fast, on the straight line between two points. */
export const placeAt = ({ points, times }: Track, second: number): (Point & { kmh: number }) | undefined => {
  const last = points.length - 1
  const index = passedAt(times, second)
  const from = points[index]
  const to = points[Math.min(index + 1, last)]
  if (!from || !to) return undefined
  const [start = 0, end = start] = [times[index], times[Math.min(index + 1, last)]]
  const seconds = end - start
  if (seconds <= 0) return { ...from, kmh: 0 }
  const share = Math.min(1, Math.max(0, (second - start) / seconds))
  return {
    lat: from.lat + (to.lat - from.lat) * share,
    lon: from.lon + (to.lon - from.lon) * share,
    kmh: (straightLineMetres(from, to) / seconds) * 3.6,
  }
}
