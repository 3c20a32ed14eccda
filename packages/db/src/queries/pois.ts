import { sql } from 'kysely'
import { escapeLike } from '../list/conditions.ts'
import type { Tx } from '../open.ts'

type PoiSearch = {
  q?: string | undefined
  lat?: number | undefined
  lon?: number | undefined
  idPaymentAccount?: number | undefined
  ids: 'all' | ReadonlySet<number>
}

const most = 500

/** Points of interest for everybody and for the given payment account, nearest first if a position is given. */
export const findPois = (tx: Tx, { q, lat, lon, idPaymentAccount, ids }: PoiSearch) => {
  if (ids !== 'all' && ids.size === 0) return Promise.resolve([])
  let found = tx.selectFrom('poi').select(['id', 'name', 'address_field as addressField', 'lat', 'lon']).limit(most)
  found = found.where((where) =>
    where.or([
      where('id_payment_account', 'is', null),
      ...(idPaymentAccount === undefined ? [] : [where('id_payment_account', '=', idPaymentAccount)]),
    ]),
  )
  if (ids !== 'all') found = found.where('id', 'in', [...ids])
  if (q?.trim()) {
    const pattern = `%${escapeLike(q.trim())}%`
    found = found.where(
      sql<boolean>`(unaccent(name) ilike unaccent(${pattern}) or unaccent(address_field) ilike unaccent(${pattern}))`,
    )
  }
  // Degrees of longitude shrink with the latitude; this is accurate enough to sort by distance within a country.
  if (lat !== undefined && lon !== undefined)
    found = found.orderBy(sql`power(lat - ${lat}, 2) + power((lon - ${lon}) * cos(radians(${lat})), 2)`)
  return found.orderBy('name').execute()
}
