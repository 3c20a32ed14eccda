import { type Point, rideDistanceMetres } from './geo.ts'

/** What told a way: the shipped streets, a routing server, or the straight line where neither knows. */
export const waySources = ['streets', 'osrm', 'line'] as const
export type WaySource = (typeof waySources)[number]

/** A way by car. Its seconds are those of empty streets. */
export type WayByCar = { metres: number; seconds: number; path: Point[]; source: WaySource }

/** A taxi in town covers half a kilometre in a minute. */
const townMetresPerSecond = 500 / 60

/** What is told of a way that nobody knows: the straight line between the points, made longer as streets are. */
export const lineWay = (points: readonly Point[]): WayByCar => {
  const metres = points.reduce((sum, to, at) => sum + (at === 0 ? 0 : rideDistanceMetres(points[at - 1] ?? to, to)), 0)
  return { metres, seconds: metres / townMetresPerSecond, path: [...points], source: 'line' }
}
