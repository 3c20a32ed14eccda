import { bookingStatus } from '@parada/domain/codes'

/** SQL shared by the lists of bookings that have ended; the table is `t`. */

const { finished, cancelledByUser, cancelledByCallCentre, replaced } = bookingStatus

/** Written exactly like the condition of the partial indexes. */
export const ended = `t.status in (${[finished, cancelledByUser, cancelledByCallCentre, replaced].join(', ')})`
export const wasDriven = `t.status = ${finished}`
export const wasCancelled = `t.status in (${[cancelledByUser, cancelledByCallCentre, replaced].join(', ')})`

export const fleetJoin = 'left join fleet f on f.tenant_id = t.tenant_id and f.id = t.id_fleet'
export const fleetColumn = "coalesce(f.fleet_long_name, '')"

/** Minutes from the taxi's arrival to the end of the ride. */
export const minutesDriven = `round(extract(epoch from t.time_booking_finish
  - coalesce(t.time_service_arrival, t.time_booking_arrival, t.time_booking_start)) / 60)::bigint`

/** Columns name1, name2 and so on, each with its SQL. */
export const numberedColumns = (name: string, count: number, sql: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index + 1}`, sql(index + 1)]))

/** The account fields of a record with booking_breaks, and those of its authorization. */
export const bookingBreakColumns = numberedColumns(
  'bookingBreakValue',
  9,
  (n) => `coalesce(jsonb_path_query_first(t.booking_breaks, '$[*] ? (@.id == ${n}).value') #>> '{}', '')`,
)
export const authorizationBreakColumns = numberedColumns(
  'authorizationBreakValue',
  10,
  (n) => `coalesce(a.authorization_break${n}, '')`,
)
export const authorizationJoin =
  'left join customer_authorization a on a.tenant_id = t.tenant_id and a.id = t.id_authorization'
