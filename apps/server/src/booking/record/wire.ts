import type { Grants } from '@parada/domain/access/permissions'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { mayCancelAndCreate } from '../actions/dispatch-info.ts'
import { seesCustomerPrice } from './customer-price.ts'

/** Splits a booking into its fields and its metadata (document 2, section 3), and drops internal fields. */
const parts = (booking: BookingRecord) => {
  const {
    timeServiceDispatched,
    timeServiceConfirmed,
    timeServiceCancelled,
    vehicleConfirmationLat,
    vehicleConfirmationLon,
    vehicleConfirmationETA,
    vehicleCancellationLat,
    vehicleCancellationLon,
    vehicleCancellationETA,
    cancellationReasonDescription,
    timeUpdated,
    registeredAs,
    ...rest
  } = booking
  const metadata = {
    timeServiceDispatched,
    timeServiceConfirmed,
    timeServiceCancelled,
    vehicleConfirmationLat,
    vehicleConfirmationLon,
    vehicleConfirmationETA,
    vehicleCancellationLat,
    vehicleCancellationLon,
    vehicleCancellationETA,
    cancellationReasonDescription,
  }
  return { rest, metadata }
}

export const metadataOf = (booking: BookingRecord) => parts(booking).metadata

/**
 * A booking as the API returns it: times also under the documents' second names, and the customer's price only for
 * users who may see it.
 */
export const wireBooking = (booking: BookingRecord, grants: Grants) => {
  const { rest, metadata } = parts(booking)
  const { timeBookingArrival, ...answered } = rest
  return {
    ...answered,
    metadata,
    timeBookingStartTimestamp: booking.timeBookingStart,
    timeBookingArrivalTimestamp: timeBookingArrival,
    timeBookingFinishDate: booking.timeBookingFinish,
    allowCancelAndCreate: mayCancelAndCreate(booking),
    ...(!seesCustomerPrice(grants) && {
      priceCustomerTotal: null,
      priceCustomerMultiplier: null,
      tollCustomer: null,
      priceEstimated: null,
    }),
  }
}
