import { bookingFields } from '@parada/domain/booking/fields'
import { selectOf, sqlOf } from './list/columns.ts'

export type BookingField = keyof typeof bookingFields

/** The select list of a whole booking, with times as epoch milliseconds. */
export const selectBooking = selectOf(bookingFields, sqlOf(bookingFields, {}, 'b.'))

/** The name of the booking's fleet, selected next to its columns. */
export const fleetName = `coalesce((select f.fleet_long_name from fleet f
  where f.tenant_id = b.tenant_id and f.id = b.id_fleet), '') as fleet`
