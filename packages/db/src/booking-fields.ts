import { bookingFields } from '@parada/domain/booking/fields'
import { selectOf, sqlOf, storedAs } from './list/columns.ts'

export type BookingField = keyof typeof bookingFields

/** The select list of a whole booking, moments as epoch milliseconds. */
export const selectBooking = selectOf(bookingFields, sqlOf(bookingFields, {}, 'b.'))

/** The name of the booking's fleet, beside its columns. */
export const fleetName = `coalesce((select f.fleet_long_name from fleet f
  where f.tenant_id = b.tenant_id and f.id = b.id_fleet), '') as fleet`

/** A value as the driver writes it into its column. */
export const stored = (field: BookingField, value: unknown) => storedAs(bookingFields[field], value)

export const isBookingField = (name: string): name is BookingField => Object.hasOwn(bookingFields, name)
