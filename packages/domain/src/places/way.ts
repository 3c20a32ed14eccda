import { type Point, rideDistanceMetres } from './geo.ts'

/** Where a route comes from: the shipped streets, a routing server, or the straight line if neither knows one. */
export const waySources = ['streets', 'osrm', 'line'] as const
type WaySource = (typeof waySources)[number]

/** A route by car. Its seconds assume empty streets. */
export type WayByCar = { metres: number; seconds: number; path: Point[]; source: WaySource }

/** A taxi in town covers half a kilometre a minute. */
const townMetresPerSecond = 500 / 60

/** The fallback for an unknown route: the straight line between the points, lengthened as streets are. */
export const lineWay = (points: readonly Point[]): WayByCar => {
  const metres = points.reduce((sum, to, at) => sum + (at === 0 ? 0 : rideDistanceMetres(points[at - 1] ?? to, to)), 0)
  return { metres, seconds: metres / townMetresPerSecond, path: [...points], source: 'line' }
}
