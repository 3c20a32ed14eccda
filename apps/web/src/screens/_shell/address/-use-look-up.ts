import { places } from '@parada/contract/calls/places'
import { constants } from '@parada/domain/constants'
import { addressLookup, addressRadiusKm } from '@parada/domain/places/address-search'
import type { Point } from '@parada/domain/places/geo'
import { mergeSuggestions, type Suggestion } from '@parada/domain/places/suggestions'
import { useCallback } from 'react'
import { useClient } from '../../../kit/client.ts'
import { storedCentre } from './-stored-centre.ts'

/** How this screen finds places: a short text by the geocoder, a long one by the text search around the stored centre. */
export const useLookUp = () => {
  const client = useClient()
  return useCallback(
    async (text: string, signal: AbortSignal): Promise<Suggestion[]> => {
      const answer =
        addressLookup(text) === 'geocoder'
          ? await client(places.address, { body: { query: text, entryChannel: constants.entryChannel }, signal })
          : await client(places.search, { query: { q: text, ...storedCentre(), radius: addressRadiusKm }, signal })
      return mergeSuggestions(answer.suggestedAddresses)
    },
    [client],
  )
}

/** The address at a point; the point itself where nobody knows one. */
export const useReverse = () => {
  const client = useClient()
  return useCallback(
    async ({ lat, lon }: Point) => {
      const named = await client(places.reverse, { query: { format: 'jsonv2', lat, lon } }).catch(() => undefined)
      return named?.display_name ?? `${lat.toFixed(5)}, ${lon.toFixed(5)}`
    },
    [client],
  )
}
