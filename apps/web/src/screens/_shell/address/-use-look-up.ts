import { places } from '@parada/contract/calls/places'
import { constants } from '@parada/domain/constants'
import { addressLookup, addressRadiusKm } from '@parada/domain/places/address-search'
import type { Point } from '@parada/domain/places/geo'
import { mergeSuggestions, type Suggestion } from '@parada/domain/places/suggestions'
import { useCallback } from 'react'
import { useClient } from '../../../kit/client.ts'
import { storedCentre } from './-stored-centre.ts'

/**
 * Searches places for this screen: short texts with the geocoder, long ones with the text search around the stored
 * centre.
 */
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

/** The address at a point, or its coordinates if none is known. */
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
