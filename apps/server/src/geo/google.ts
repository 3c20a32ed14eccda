import { straightLineMetres } from '@parada/domain/places/geo'
import { z } from 'zod'
import { askJson, ProviderProblem } from './ask-json.ts'
import type { Geocoder } from './geocoder.ts'

/** https://developers.google.com/maps/documentation/geocoding/requests-geocoding */
const Result = z.object({
  formatted_address: z.string().min(1).max(1_000),
  geometry: z.object({
    location: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
  }),
  address_components: z
    .array(z.object({ long_name: z.string(), types: z.array(z.string()) }))
    .nullish()
    .transform((components) => components ?? []),
})
const Answer = z.object({
  status: z.string(),
  error_message: z.string().optional(),
  results: z.array(Result).default([]),
})

const most = 8
/** How long to leave Google alone: a key or a quota does not change within a minute. */
const leaveAlone: Record<string, number> = {
  OVER_QUERY_LIMIT: 60_000,
  OVER_DAILY_LIMIT: 600_000,
  REQUEST_DENIED: 600_000,
}

/** Maps Google's names for the parts of an address to Nominatim's. */
const partNames: Record<string, string> = {
  street_number: 'house_number',
  route: 'road',
  locality: 'city',
  administrative_area_level_2: 'province',
  administrative_area_level_1: 'state',
  postal_code: 'postcode',
  country: 'country',
}

const partsOf = ({ address_components: components }: z.output<typeof Result>) =>
  Object.fromEntries(
    components.flatMap(({ long_name, types }) => {
      const name = types.map((type) => partNames[type]).find((known) => known !== undefined)
      return name ? [[name, long_name] as const] : []
    }),
  )

export const google = (address: string, key: string): Geocoder => {
  const ask = async (query: Record<string, string>, signal: AbortSignal) => {
    const url = new URL(address)
    url.search = new URLSearchParams({ ...query, sensor: 'false', region: 'es', key }).toString()
    const { status, error_message, results } = await askJson(url, Answer, signal)
    if (status === 'OK') return results.slice(0, most)
    if (status === 'ZERO_RESULTS') return []
    throw new ProviderProblem(`answered ${status}${error_message ? `: ${error_message}` : ''}`, {
      retryAfterMs: leaveAlone[status],
    })
  }

  return {
    search: async (query, near, signal) =>
      (await ask({ address: query }, signal)).map(({ formatted_address, geometry: { location } }) => {
        const point = { lat: location.lat, lon: location.lng }
        return {
          addressField: formatted_address,
          name: '',
          ...point,
          isPoi: false,
          source: 'google',
          distanceMeters: Math.round(straightLineMetres(near, point)),
        }
      }),

    reverse: async (point, signal) => {
      const [found] = await ask({ latlng: `${point.lat},${point.lon}` }, signal)
      if (!found) return undefined
      const { lat, lng: lon } = found.geometry.location
      return {
        source: 'google',
        name: '',
        displayName: found.formatted_address,
        address: partsOf(found),
        lat,
        lon,
        distanceMeters: Math.round(straightLineMetres(point, { lat, lon })),
      }
    },
  }
}
