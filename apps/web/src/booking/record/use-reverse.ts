import { places } from '@parada/contract/calls/places'
import type { Point } from '@parada/domain/places/geo'
import { useClient } from '../../kit/client.ts'

const figures = ({ lat, lon }: Point) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`

/** The place at a point of the map; its coordinates stand in for an unknown address. */
export const useReverse = () => {
  const client = useClient()
  return async ({ lat, lon }: Point): Promise<Point & { addressField: string }> => {
    const point = { lat: Number(lat.toFixed(6)), lon: Number(lon.toFixed(6)) }
    try {
      const { display_name } = await client(places.reverse, { query: { format: 'jsonv2', ...point } })
      return { ...point, addressField: display_name }
    } catch {
      return { ...point, addressField: figures(point) }
    }
  }
}
