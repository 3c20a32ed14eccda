import { required } from '@parada/domain/objects'
import { isInRing } from '@parada/domain/places/area'
import type { Subdomain } from './demo-users.ts'
import { type DemoFleet, fleetsByTenant } from './fleets.ts'
import { type PlaceKind, placesByCity } from './places.ts'

export type Place = {
  id: number
  name: string
  address_field: string
  kind: PlaceKind
  city: string
  lat: number
  lon: number
}

export type Poi = {
  tenant_id: number
  id: number
  name: string
  address_field: string
  lat: number
  lon: number
  id_payment_account: number | null
  /** The place it was made from, for bookings that start there. */
  placeId: number
}

export const allPlaces: readonly Place[] = Object.entries(placesByCity)
  .flatMap(([city, rows]) => rows.map((row) => ({ city, row })))
  .map(({ city, row: [kind, name, lat, lon, street] }, index) => ({
    id: index + 1,
    name,
    address_field: [name, street, city].filter(Boolean).join(', '),
    kind,
    city,
    lat,
    lon,
  }))

export const placesServed = (fleet: DemoFleet) =>
  allPlaces.filter(
    (place) => fleet.cities.includes(place.city) && fleet.areas.some(({ ring }) => isInRing(place, ring)),
  )

const poiKinds: ReadonlySet<PlaceKind> = new Set([
  'airport',
  'bus',
  'court',
  'fair',
  'hospital',
  'mall',
  'museum',
  'port',
  'stadium',
  'station',
  'university',
])

const inCity = (name: string, city: string) => (name.includes(city) ? name : `${name} (${city})`)
// A street away from the place that they are named after.
const nearby = (degrees: number) => Math.round((degrees + 0.001) * 1e4) / 1e4

type NamedPlace = Place & { poiName: string; account: number | null }

/** Real places that people ride to, an invented hotel at each main one, and the offices of the payment accounts. */
export const poisOf = (tenantId: number, subdomain: Subdomain, accounts: readonly { id: number; name: string }[]) => {
  const served = fleetsByTenant[subdomain].flatMap(placesServed)
  const real = served
    .filter(({ kind }) => poiKinds.has(kind))
    .map((place): NamedPlace => ({ ...place, poiName: inCity(place.name, place.city), account: null }))
  const hotels = served
    .filter(({ kind }) => kind === 'square' || kind === 'station')
    .map(
      (place): NamedPlace => ({
        ...place,
        poiName: `Hotel Ejemplo ${inCity(place.name, place.city)}`,
        address_field: `Junto a ${place.address_field}`,
        lat: nearby(place.lat),
        account: null,
      }),
    )
  const offices = accounts.map(({ id, name }, index): NamedPlace => {
    const place = required(served[index * 5])
    return { ...place, poiName: `Sede de ${name}`, lat: nearby(place.lat), account: id }
  })
  return [...real, ...hotels, ...offices].map(
    ({ poiName, address_field, lat, lon, account, id }, index): Poi => ({
      tenant_id: tenantId,
      id: tenantId * 1000 + index + 1,
      name: poiName,
      address_field,
      lat,
      lon,
      id_payment_account: account,
      placeId: id,
    }),
  )
}
