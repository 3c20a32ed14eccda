import type { Ids } from '@parada/domain/access/values'
import { cornerAddress, readHouse, type TypedCorner, writtenOut } from '@parada/domain/places/typed-address'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

type PlaceSource = 'poi' | 'address' | 'place' | 'street'
export type FoundPlace = {
  source: PlaceSource
  id: number
  name: string
  addressField: string
  lat: number
  lon: number
  metres: number
}
type Spot = { lat: number; lon: number }

export type PlaceSearch = {
  typed: string
  near: Spot
  /** The points of interest that may be shown. */
  ids: 'all' | ReadonlySet<number>
  /** The account whose own points of interest are shown besides those for everybody. */
  idPaymentAccount?: number | undefined
  /** The limit for each source. */
  most: number
}

/**
 * Entries of the gazetteer that match the typed words: points of interest, then saved addresses, then shipped places.
 */
export const searchPlaces = (tx: Tx, { typed, near, ids, idPaymentAccount, most }: PlaceSearch) =>
  rowsOf<FoundPlace>(tx, {
    name: 'places_search',
    text: `select source, id, name, address_field as "addressField", lat, lon, metres
           from find_places($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      writtenOut(typed),
      readHouse(typed) ?? null,
      near.lat,
      near.lon,
      most,
      ids === 'all' ? null : [...ids],
      idPaymentAccount ?? null,
    ],
  })

type FoundCorner = Spot & { id: number; street: string; other: string; city: string; metres: number }

/** Corners of two streets by the words typed for each, nearest first. */
export const searchCorners = async (tx: Tx, { first, second }: TypedCorner, near: Spot, most: number) => {
  const corners = await rowsOf<FoundCorner>(tx, {
    name: 'places_corners',
    text: 'select id, street, other, city, lat, lon, metres from find_corners($1, $2, $3, $4, $5)',
    values: [first, second, near.lat, near.lon, most],
  })
  return corners.map(
    ({ street, other, city, ...corner }): FoundPlace => ({
      ...corner,
      source: 'street',
      name: '',
      addressField: cornerAddress(street, other, city),
    }),
  )
}

const metresTo = (lat: string, lon: string) =>
  `(111195 * sqrt((${lat} - $2) ^ 2 + ((${lon} - $3) * cos(radians($2))) ^ 2))::int`
/** The index orders by degrees, which are shorter along a parallel; the nearest place is still among the first few. */
const nearest = (source: Exclude<PlaceSource, 'street'>, where: string) => `
  (select '${source}' as source, id::bigint, name, address_field as "addressField", lat, lon, ${metresTo('lat', 'lon')} as metres
   from ${source} where ${where} order by point(lon, lat) <-> point($3, $2) limit 8)`

/** A street's distance is that of its nearest point, wherever its middle is. */
const nearestStreets = `
  (select 'street' as source, id_street::bigint as id, name, address_field as "addressField", foot[1] as lat, foot[0] as lon,
     ${metresTo('foot[1]', 'foot[0]')} as metres
   from (select id_street, point($3, $2) ## line as foot from street_line
         order by shape_of(line) <-> point($3, $2) limit 8) passing
   join place on place.id = id_street)`

/** The entry of the gazetteer nearest to a point; in the same spot, a point of interest comes before an address. */
export const nearestPlace = async (
  tx: Tx,
  tenantId: number,
  { lat, lon }: Spot,
  ids: PlaceSearch['ids'],
): Promise<FoundPlace | undefined> => {
  const [found] = await rowsOf<FoundPlace>(tx, {
    name: 'places_nearest',
    text: `select * from (
             ${nearest('poi', 'tenant_id = $1 and id_payment_account is null and ($4::bigint[] is null or id = any($4))')} union all
             ${nearest('address', 'tenant_id = $1')} union all
             ${nearest('place', "kind <> 'way'")} union all
             ${nearestStreets}) known
           order by metres, source = 'poi' desc, source = 'address' desc, source = 'place' desc, id limit 1`,
    values: [tenantId, lat, lon, ids === 'all' ? null : [...ids]],
  })
  return found
}

/**
 * The centre of the area where most of the tenant's fleets drive, for searches without a position. The centre of all
 * fleets may lie where none drives.
 */
export const middleOfFleets = async (tx: Tx, tenantId: number): Promise<Spot | undefined> => {
  const [middle] = await rowsOf<{ lat: number | null; lon: number | null }>(tx, {
    name: 'places_middle',
    text: `with alive as (select id, lat, lon from fleet where tenant_id = $1 and status = 1),
             beside as (select one.id, other.lat, other.lon from alive one join alive other
               on abs(one.lat - other.lat) < 0.5 and abs(one.lon - other.lon) < 0.6)
           select avg(lat) as lat, avg(lon) as lon from beside group by id order by count(*) desc, id limit 1`,
    values: [tenantId],
  })
  return middle?.lat == null || middle.lon == null ? undefined : { lat: middle.lat, lon: middle.lon }
}

type PastPlace = Spot & { addressField: string; isPoi: boolean; idPoi: number | null }

type PastSearch = {
  idCaller?: number | undefined
  idAuthorization?: number | undefined
  fleets: Ids
  end: 'origin' | 'destination'
  typed?: string | undefined
  most: number
}

const ridesConsidered = 200
const rides = (end: PastSearch['end'], column: string, parameter: string) => `
  (select id, ${end} as place, row_number() over (order by time_booking_start desc, id desc) as nth
   from booking where tenant_id = $1 and ${column} = ${parameter} and status not in (5, -10, -60)
     and ($6::bigint[] is null or id_fleet = any($6))
   order by time_booking_start desc, id desc limit ${ridesConsidered})`

/**
 * Where the last rides of a caller or an authorization began or ended. Later rides weigh more, so that both usual and
 * recent places come first.
 */
export const pastPlaces = (tx: Tx, tenantId: number, search: PastSearch) => {
  const { idCaller, idAuthorization, fleets, end, typed = '', most } = search
  return rowsOf<PastPlace>(tx, {
    name: `places_past_${end}`,
    text: `select (array_agg(place order by nth))[1] ->> 'addressField' as "addressField",
             ((array_agg(place order by nth))[1] ->> 'lat')::float8 as lat,
             ((array_agg(place order by nth))[1] ->> 'lon')::float8 as lon,
             coalesce(((array_agg(place order by nth))[1] ->> 'isPoi')::boolean, false) as "isPoi",
             ((array_agg(place order by nth))[1] ->> 'idPoi')::bigint as "idPoi"
           from (select distinct on (id) id, place, nth from (
             ${rides(end, 'id_caller', '$2')} union all ${rides(end, 'id_authorization', '$3')}) both_ways
             order by id, nth) ridden
           where place ->> 'addressField' <> '' and (place ->> 'lat')::float8 <> 0 and (place ->> 'lon')::float8 <> 0
             and ' ' || plain(place ->> 'addressField')
               like all (array(select '% ' || word || '%' from unnest(string_to_array(plain($4), ' ')) word))
           group by plain(place ->> 'addressField')
           order by sum(1.0 / (10 + nth)) desc, min(nth) limit $5`,
    values: [tenantId, idCaller ?? null, idAuthorization ?? null, typed, most, fleets === 'all' ? null : [...fleets]],
  })
}
