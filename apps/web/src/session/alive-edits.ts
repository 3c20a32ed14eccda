import type { AliveBooking } from '@parada/contract/calls/services'

/** A change of the alive list; where nothing changes it is the same list. */
export type AliveEdit = (bookings: AliveBooking[]) => AliveBooking[]

export const without =
  (id: number): AliveEdit =>
  (bookings) =>
    bookings.some((booking) => booking.id === id) ? bookings.filter((booking) => booking.id !== id) : bookings

/** An answer that was overtaken by a newer one changes nothing. */
export const including =
  (booking: AliveBooking): AliveEdit =>
  (bookings) => {
    const at = bookings.findIndex(({ id }) => id === booking.id)
    const known = bookings[at]
    if (!known) return [...bookings, booking]
    return known.version > booking.version ? bookings : bookings.with(at, booking)
  }
