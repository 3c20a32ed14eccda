import type { OrderMessage } from '@parada/contract/calls/suppliers'
import type { StoredOrder } from '@parada/db/queries/supplier-orders'
import type { BookingRecord, StoredPlace } from '@parada/domain/booking/fields'
import { parseFleetsFiltered } from '@parada/domain/booking/texts'

const placeOf = ({ addressField, lat, lon, additionalAddressInfo }: StoredPlace) => ({
  addressField,
  lat,
  lon,
  ...(additionalAddressInfo && { additionalAddressInfo }),
})

/** What a fleet needs to know of a booking, and no more: prices, payers and other fleets stay with us. */
export const orderMessage = (
  { id, idFleet, answerBy }: Pick<StoredOrder, 'id' | 'idFleet' | 'answerBy'>,
  booking: BookingRecord,
): OrderMessage => ({
  id,
  version: booking.version,
  idBooking: booking.id,
  idFleet,
  asap: booking.asap,
  timeBookingStart: booking.timeBookingStart,
  timeZone: booking.timeZone,
  origin: placeOf(booking.origin),
  destination: booking.destination && placeOf(booking.destination),
  stops: booking.stops,
  passengerName: booking.passengerName,
  phoneNumberPassenger: booking.phoneNumberPassenger,
  notes: booking.notes,
  taxiFeatures: parseFleetsFiltered(booking.taxiFeatures),
  flightNumber: booking.flightNumber,
  pickupZone: booking.pickupZone,
  bookingReference: booking.bookingReference,
  paymentMethod: booking.paymentMethod,
  enableCommitment: booking.enableCommitment,
  answerBy,
})
