import type { AliveBooking } from '@parada/contract/calls/services'

/** A change to the alive list; returns the same list if nothing changes. */
export type AliveEdit = (bookings: AliveBooking[]) => AliveBooking[]

export const without =
  (id: number): AliveEdit =>
  (bookings) =>
    bookings.some((booking) => booking.id === id) ? bookings.filter((booking) => booking.id !== id) : bookings

/** Ignores a booking that is older than the one in the list. */
export const including =
  (booking: AliveBooking): AliveEdit =>
  (bookings) => {
    const at = bookings.findIndex(({ id }) => id === booking.id)
    const known = bookings[at]
    if (!known) return [...bookings, booking]
    return known.version > booking.version ? bookings : bookings.with(at, booking)
  }
