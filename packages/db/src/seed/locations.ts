import { readFileSync } from 'node:fs'
import { required } from '@parada/domain/objects'
import { isInRing } from '@parada/domain/places/area'
import type { Point } from '@parada/domain/places/geo'
import { middleOf } from '@parada/domain/places/line'
import { readStreets, type Street, streetsFile } from '../gazetteer/streets.ts'
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

let streets: readonly Street[] | undefined
const allStreets = () => {
  streets ??= readStreets(readFileSync(streetsFile, 'utf8'))
  return streets
}

const isTownStreet = ({ name, corners }: Street) =>
  corners.length > 2 && /^(Avenida|Calle|Paseo|Plaza|Ronda) /.test(name)
const addressesPerCity = 40
const metre = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Addresses all over a city whose streets are known. */
const addressesIn = (city: string, isServed: (point: Point) => boolean): Place[] => {
  const doors = allStreets()
    .filter((street) => street.city === city && isTownStreet(street))
    .flatMap(({ id, name, pieces }) => {
      const at = middleOf(pieces[0] ?? [])
      if (!at || !isServed(at)) return []
      const [lat, lon] = [metre(at.lat), metre(at.lon)]
      return { id, name: `${name}, ${1 + (id % 40)}`, kind: 'street' as const, city, lat, lon }
    })
  const step = Math.max(1, Math.floor(doors.length / addressesPerCity))
  return doors
    .filter((_, index) => index % step === 0)
    .slice(0, addressesPerCity)
    .map((door) => ({ ...door, address_field: `${door.name}, ${city}` }))
}

const servedBy = new Map<DemoFleet, readonly Place[]>()

export const placesServed = (fleet: DemoFleet) => {
  const known = servedBy.get(fleet)
  if (known) return known
  const isServed = (point: Point) => fleet.areas.some(({ ring }) => isInRing(point, ring))
  const places = [
    ...allPlaces.filter((place) => fleet.cities.includes(place.city) && isServed(place)),
    ...fleet.cities.flatMap((city) => addressesIn(city, isServed)),
  ]
  servedBy.set(fleet, places)
  return places
}

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
// A street away from the place that gives its name.
const nearby = (degrees: number) => Math.round((degrees + 0.001) * 1e4) / 1e4

type NamedPlace = Place & { poiName: string; account: number | null }

const besideStreets = ['Hotel', 'Clínica', 'Residencia', 'Colegio']
/** Invented places at every second known address. */
const atDoors = (places: readonly Place[]) =>
  places
    .filter(({ id }) => id > allPlaces.length)
    .filter((_, index) => index % 2 === 0)
    .map((place, index): NamedPlace => {
      const [street = place.name] = place.name.split(', ')
      const kind = besideStreets[index % besideStreets.length]
      return { ...place, poiName: `${kind} Ejemplo ${inCity(street, place.city)}`, account: null }
    })

/**
 * Real places that people ride to, an invented hotel at each main one, the offices of the payment accounts, and
 * invented places at street addresses.
 */
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
  return [...real, ...hotels, ...offices, ...atDoors(served)].map(
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
