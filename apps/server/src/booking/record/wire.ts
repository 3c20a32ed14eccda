import type { Grants } from '@parada/domain/access/permissions'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { mayCancelAndCreate } from '../actions/dispatch-info.ts'
import { seesCustomerPrice } from './customer-price.ts'

/** A booking's own fields apart from its metadata (document 2, section 3) and from what is nobody's business. */
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

/** A booking as it is answered: the documents' second names for its times, and no customer price without the right to it. */
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
