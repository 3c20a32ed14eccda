import { type SearchTerms, searchLimits } from '@parada/domain/booking/search'
import { bookingStatus } from '@parada/domain/codes'
import { rowsOf, type Statement } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

type FoundRow = {
  id: number
  status: number
  statusDispatch: number | null
  timeBookingStartTimestamp: number
  timeZone: string
  passengerName: string
  phoneNumberPassenger: string
  bookingReference: string
  plate: string
  origin: string
}

type Fleets = 'all' | ReadonlySet<number>

/**
 * Finds the booking with the typed id, and the newest ones that match the words, with these fleets. `words` and
 * `compact` contain only letters and digits, so nothing in them is special to LIKE.
 */
export const searchStatement = (tenantId: number, fleets: Fleets, { id, words, compact }: SearchTerms): Statement => {
  const values: unknown[] = [tenantId, id ?? null]
  const value = (one: unknown) => `$${values.push(one)}`
  const conditions = [
    ...(words.length > 0 ? [words.map((word) => `s.text like ${value(`% ${word}%`)}`).join(' and ')] : []),
    ...(compact === undefined ? [] : [`s.text like ${value(`%${compact}%`)}`]),
  ]
  const listed = fleets === 'all' ? '' : value([...fleets])
  const isOfFleets = (table: string) => listed && `and ${table}.id_fleet = any(${listed}::bigint[])`
  const byWords =
    conditions.length === 0
      ? ''
      : `union
         (select s.id_booking from booking_search s
          where s.tenant_id = $1 and (${conditions.map((one) => `(${one})`).join(' or ')}) ${isOfFleets('s')}
          order by s.id_booking desc limit ${searchLimits.found})`
  return {
    text: `with found as (select $2::bigint as id ${byWords})
           select b.id, b.status, b.status_dispatch as "statusDispatch",
             ${millisOf('b.time_booking_start')} as "timeBookingStartTimestamp",
             b.time_zone as "timeZone", b.passenger_name as "passengerName",
             b.phone_number_passenger as "phoneNumberPassenger", b.booking_reference as "bookingReference",
             concat_ws(' · ', nullif(b.supplier_taxi_description, ''), b.id_supplier_taxi) as plate,
             coalesce(b.origin ->> 'addressField', '') as origin
           from found f join booking b on b.id = f.id
           where b.tenant_id = $1 and b.status <> ${bookingStatus.created} ${isOfFleets('b')}
           order by (b.id = $2::bigint) is true desc, b.id desc limit ${searchLimits.found}`,
    values,
  }
}

export const searchBookings = async (tx: Tx, tenantId: number, fleets: Fleets, terms: SearchTerms) =>
  fleets !== 'all' && fleets.size === 0 ? [] : rowsOf<FoundRow>(tx, searchStatement(tenantId, fleets, terms))
