import { bookingStatus } from '@parada/domain/codes'

/** What the lists of bookings that are over have in common; the table is `t`. */

const { finished, cancelledByUser, cancelledByCallCentre, replaced } = bookingStatus

/** As the index says it. */
export const ended = `t.status in (${[finished, cancelledByUser, cancelledByCallCentre, replaced].join(', ')})`
export const wasDriven = `t.status = ${finished}`
export const wasCancelled = `t.status in (${[cancelledByUser, cancelledByCallCentre, replaced].join(', ')})`

export const fleetJoin = 'left join fleet f on f.tenant_id = t.tenant_id and f.id = t.id_fleet'
export const fleetColumn = "coalesce(f.fleet_long_name, '')"

/** From the taxi's arrival to the end of the ride. */
export const minutesDriven = `round(extract(epoch from t.time_booking_finish
  - coalesce(t.time_service_arrival, t.time_booking_arrival, t.time_booking_start)) / 60)::bigint`
