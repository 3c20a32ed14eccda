import type { Tx } from '@parada/db/open'
import { type FoundPlace, nearestPlace, type PlaceSearch, searchPlaces } from '@parada/db/queries/places'
import { nearbyMetres } from '@parada/domain/places/suggestions'
import type { Geocoder } from './geocoder.ts'

/** Of each source; together no more than fit under a box. */
const mostOfEach = 8

export type Reader = Pick<PlaceSearch, 'ids' | 'idPaymentAccount'>

const suggestionOf = ({ source, id, name, addressField, lat, lon, metres }: FoundPlace) => ({
  addressField,
  name,
  lat,
  lon,
  isPoi: source === 'poi',
  idPoi: source === 'poi' ? id : null,
  source,
  distanceMeters: metres,
})

/** Our addresses end in the town. */
const addressParts = (addressField: string): Record<string, string> => {
  const parts = addressField.split(',').map((part) => part.trim())
  const city = parts.length > 1 ? parts.pop() : undefined
  return { road: parts.join(', '), ...(city && { city }) }
}

/** The gazetteer built in, as one reader may see it, within the transaction of a call. */
export const gazetteer = (tx: Tx, tenantId: number, { ids, idPaymentAccount }: Reader): Geocoder => ({
  search: async (typed, near) =>
    (await searchPlaces(tx, { typed, near, ids, idPaymentAccount, most: mostOfEach })).map(suggestionOf),

  reverse: async (point) => {
    const found = await nearestPlace(tx, tenantId, point, ids)
    if (!found || found.metres > nearbyMetres) return undefined
    const { source, name, addressField, lat, lon, metres } = found
    return {
      source,
      name,
      displayName: addressField,
      address: addressParts(addressField),
      lat,
      lon,
      distanceMeters: metres,
    }
  },
})
