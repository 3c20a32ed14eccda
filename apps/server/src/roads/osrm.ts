import type { Point } from '@parada/domain/places/geo'
import { decodePath } from '@parada/domain/places/polyline'
import type { WayByCar } from '@parada/domain/places/way'
import { mostMetresToStreet } from '@parada/roads/nearest'
import { z } from 'zod'
import { askJson, ProviderProblem, under } from '../geo/ask-json.ts'

const amount = z.number().min(0).max(1e8)

/** https://project-osrm.org/docs/v5.24.0/api/#route-service */
const Answer = z.object({
  code: z.literal('Ok'),
  routes: z.array(z.object({ distance: amount, duration: amount, geometry: z.string() })).min(1),
  /** How far each point was moved to reach a street. */
  waypoints: z.array(z.object({ distance: amount })),
})

/** OSRM's status if a point has no street nearby or no route connects the points. */
const unknownStatus = 400

const isOnEarth = ({ lat, lon }: Point) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180

/** Asks a routing server with OSRM's HTTP interface. Returns undefined if it knows no route. */
export const osrm =
  (base: string) =>
  async (points: readonly Point[], signal: AbortSignal): Promise<WayByCar | undefined> => {
    const places = points.map(({ lat, lon }) => `${lon.toFixed(6)},${lat.toFixed(6)}`).join(';')
    const url = under(base, `route/v1/driving/${places}`, { overview: 'full', geometries: 'polyline' })
    try {
      const { routes, waypoints } = await askJson(url, Answer, signal)
      const [route] = routes
      if (!route || waypoints.some(({ distance }) => distance > mostMetresToStreet)) return undefined
      const path = decodePath(route.geometry)
      if (path.length === 0 || !path.every(isOnEarth))
        throw new ProviderProblem('answered a route without a valid path')
      return { metres: Math.round(route.distance), seconds: route.duration, path, source: 'osrm' }
    } catch (error) {
      if (error instanceof ProviderProblem && error.status === unknownStatus) return undefined
      throw error
    }
  }
