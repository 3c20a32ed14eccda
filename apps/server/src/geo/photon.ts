import { straightLineMetres } from '@parada/domain/places/geo'
import { z } from 'zod'
import { askJson, under } from './ask-json.ts'
import type { Geocoder } from './geocoder.ts'

const text = z.string().max(500).optional()

/** A place as GeoJSON: https://github.com/komoot/photon/blob/master/docs/api-v1.md */
const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) }),
  properties: z.object({
    name: text,
    street: text,
    housenumber: text,
    postcode: text,
    city: text,
    county: text,
    state: text,
    country: text,
    /** `street` if the feature itself is a street. */
    type: text,
  }),
})
const Answer = z.object({ features: z.array(Feature) })

const most = 8

const placeOf = ({ geometry, properties }: z.output<typeof Feature>) => {
  const [lon, lat] = geometry.coordinates
  const { name, street, housenumber, postcode, city, county, state, country, type } = properties
  const road = type === 'street' ? name : street
  const parts = { road, house_number: housenumber, postcode, city, province: county, state, country }
  // Our addresses end with the town, and so do these.
  const line = [name, name === street ? undefined : street, housenumber, city ?? county ?? state ?? country]
  return {
    addressField: line.filter(Boolean).join(', '),
    name: name ?? '',
    lat,
    lon,
    address: Object.fromEntries(Object.entries(parts).filter((part): part is [string, string] => !!part[1])),
  }
}

/** Searches OpenStreetMap as people type, places around the given point first. */
export const photon = (base: string): Geocoder => {
  const ask = async (path: string, query: Record<string, string>, signal: AbortSignal) => {
    const { features } = await askJson(under(base, path, query), Answer, signal)
    return features
      .slice(0, most)
      .map(placeOf)
      .filter(({ addressField }) => addressField !== '')
  }
  return {
    search: async (q, near, signal) => {
      const query = { q, limit: String(most), lat: String(near.lat), lon: String(near.lon) }
      return (await ask('api', query, signal)).map(({ address: _, ...place }) => ({
        ...place,
        isPoi: false,
        source: 'photon',
        distanceMeters: Math.round(straightLineMetres(near, place)),
      }))
    },

    reverse: async (point, signal) => {
      const [found] = await ask('reverse', { lat: String(point.lat), lon: String(point.lon) }, signal)
      if (!found) return undefined
      const { addressField: displayName, ...place } = found
      return { ...place, source: 'photon', displayName, distanceMeters: Math.round(straightLineMetres(point, place)) }
    },
  }
}
