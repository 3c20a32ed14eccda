import { mergeSuggestions, nearnessOf } from '@parada/domain/places/suggestions'
import type { Geocoder } from './geocoder.ts'

/** Our own results first, then what the providers add in time. */
export const combined = (own: Geocoder, providers: readonly Geocoder[]): Geocoder => ({
  search: async (query, near, signal) => {
    const asked = [own, ...providers].map((geocoder) => geocoder.search(query, near, signal))
    return mergeSuggestions(...(await Promise.all(asked)))
  },

  reverse: async (point, signal) => {
    const known = await own.reverse(point, signal)
    if (known && !known.isApproximate && nearnessOf(known.distanceMeters) === 'at') return known
    const told = await Promise.all(providers.map((provider) => provider.reverse(point, signal)))
    const [nearest] = told.filter((one) => one !== undefined).toSorted((a, b) => a.distanceMeters - b.distanceMeters)
    return nearest ?? known
  },
})
