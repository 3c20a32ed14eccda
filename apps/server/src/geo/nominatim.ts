import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { z } from 'zod'
import { askJson, under } from './ask-json.ts'
import type { Geocoder } from './geocoder.ts'

const coordinate = (most: number) => z.coerce.number().min(-most).max(most)

/** A place in the format jsonv2: https://nominatim.org/release-docs/latest/api/Output/ */
const Place = z.object({
  lat: coordinate(90),
  lon: coordinate(180),
  display_name: z.string().min(1).max(1_000),
  name: z.string().max(500).nullish(),
  address: z.record(z.string(), z.string()).nullish(),
})
/** If nothing is found, Nominatim answers with an error instead of a place. */
const Reversed = z.union([Place, z.object({ error: z.string() })])

/** The area that a search prefers but is not limited to (O2-19): 100 km in each direction. */
const viewbox = ({ lat, lon }: Point) => {
  const degrees = 100 / 111.195
  const along = degrees / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  return [lon - along, lat + degrees, lon + along, lat - degrees].map((edge) => edge.toFixed(4)).join(',')
}

const most = 8

/** The parameters that every query has. */
const asked = { format: 'jsonv2', addressdetails: '1', 'accept-language': 'es' }

export const nominatim = (base: string): Geocoder => ({
  search: async (q, near, signal) => {
    const url = under(base, 'search', { ...asked, q, limit: String(most), viewbox: viewbox(near), bounded: '0' })
    const found = await askJson(url, z.array(Place), signal)
    return found.slice(0, most).map(({ lat, lon, display_name, name }) => ({
      addressField: display_name,
      name: name ?? '',
      lat,
      lon,
      isPoi: false,
      source: 'nominatim',
      distanceMeters: Math.round(straightLineMetres(near, { lat, lon })),
    }))
  },

  reverse: async (point, signal) => {
    const url = under(base, 'reverse', { ...asked, lat: String(point.lat), lon: String(point.lon) })
    const found = await askJson(url, Reversed, signal)
    if ('error' in found) return undefined
    const { lat, lon, display_name: displayName, name, address } = found
    return {
      source: 'nominatim',
      name: name ?? '',
      displayName,
      address: address ?? {},
      lat,
      lon,
      distanceMeters: Math.round(straightLineMetres(point, { lat, lon })),
    }
  },
})
