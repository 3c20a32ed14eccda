import type { Grants } from '@parada/domain/access'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { seesCustomerPrice } from './customer-price.ts'
import { mayCancelAndCreate } from './dispatch-info.ts'

/** The metadata of document 2, section 3. */
export const metadataOf = (booking: BookingRecord) => ({
  timeServiceDispatched: booking.timeServiceDispatched,
  timeServiceConfirmed: booking.timeServiceConfirmed,
  timeServiceCancelled: booking.timeServiceCancelled,
  vehicleConfirmationLat: booking.vehicleConfirmationLat,
  vehicleConfirmationLon: booking.vehicleConfirmationLon,
  vehicleConfirmationETA: booking.vehicleConfirmationETA,
  vehicleCancellationLat: booking.vehicleCancellationLat,
  vehicleCancellationLon: booking.vehicleCancellationLon,
  vehicleCancellationETA: booking.vehicleCancellationETA,
  cancellationReasonDescription: booking.cancellationReasonDescription,
})

/** A booking as it is answered: the documents' second names for its times, and no customer price without the right to it. */
export const wireBooking = (booking: BookingRecord, grants: Grants) => {
  const { timeBookingArrival, timeUpdated, registeredAs, ...rest } = booking
  return {
    ...rest,
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
