import type { Tx } from '@parada/db/open'
import { type FoundPlace, nearestPlace, type PlaceSearch, searchCorners, searchPlaces } from '@parada/db/queries/places'
import { isTypedPlace } from '@parada/domain/places/match'
import { nearbyMetres, type Suggestion } from '@parada/domain/places/suggestions'
import { readCorners, readHouse, withHouse, wordsOf } from '@parada/domain/places/typed-address'
import type { Geocoder } from './geocoder.ts'

/** For each source; together no more than fit below an address box. */
const mostOfEach = 8

export type Reader = Pick<PlaceSearch, 'ids' | 'idPaymentAccount'>

const suggestionOf = ({ source, id, name, addressField, lat, lon, metres }: FoundPlace): Suggestion => ({
  addressField,
  name,
  lat,
  lon,
  isPoi: source === 'poi',
  idPoi: source === 'poi' ? id : null,
  source,
  distanceMeters: metres,
})

/** A street with the typed house number, unless the number is part of its name. */
const atHouse = (found: Suggestion, house: string | undefined): Suggestion =>
  house === undefined || found.source !== 'street' || wordsOf(found.name).includes(house)
    ? found
    : { ...found, addressField: withHouse(found.addressField, house), isApproximate: true }

/** Our addresses end with the town. */
const addressParts = (addressField: string): Record<string, string> => {
  const parts = addressField.split(',').map((part) => part.trim())
  const city = parts.length > 1 ? parts.pop() : undefined
  return { road: parts.join(', '), ...(city && { city }) }
}

/** The built-in gazetteer as one user may see it, within the transaction of a request. */
export const gazetteer = (tx: Tx, tenantId: number, { ids, idPaymentAccount }: Reader): Geocoder => ({
  search: async (typed, near) => {
    const house = readHouse(typed)
    const places = (await searchPlaces(tx, { typed, near, ids, idPaymentAccount, most: mostOfEach })).map((found) =>
      atHouse(suggestionOf(found), house),
    )
    const corners: FoundPlace[] = []
    for (const corner of readCorners(typed)) corners.push(...(await searchCorners(tx, corner, near, mostOfEach)))
    if (corners.length === 0) return places
    // Places that match the typed name, such as Ramón y Cajal, come before corners; places that only resemble it are
    // left out.
    return [...places.filter((place) => isTypedPlace(typed, place)), ...corners.map(suggestionOf)]
  },

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
      ...(source === 'street' && { isApproximate: true }),
    }
  },
})
