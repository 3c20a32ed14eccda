import type { BookingChange, Work } from '@parada/db/queries/booking-changes'
import { putPriceDetails } from '@parada/db/queries/price-details'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { readStops } from '@parada/domain/booking/lists'
import { rideDistanceMetres } from '@parada/domain/places/geo'
import { estimatePrice } from './prices.ts'

/** How far and how long a booking goes and what it is expected to cost, kept with it. */
export const keepEstimate = async (work: Work, booking: BookingRecord): Promise<BookingChange> => {
  const { origin, destination } = booking
  const [price] = await estimatePrice(work, {
    ...booking,
    idFleets: booking.idFleet === null ? [] : [booking.idFleet],
    stops: readStops(booking.stops) ?? [],
    start: booking.timeBookingStart,
  })
  if (!price) return { distanceMeters: destination ? rideDistanceMetres(origin, destination) : null }
  putPriceDetails(work.tx, work.tenant.id, booking.id, {
    ...price.details,
    totalDetailsCustomer: null,
    totalDetailsSupplier: null,
  })
  return {
    distanceMeters: destination ? price.distanceMeters : null,
    estimatedMinTimeMinutes: destination ? price.estimatedMinTimeMinutes : null,
    estimatedMaxTimeMinutes: destination ? price.estimatedMaxTimeMinutes : null,
    priceCustomerType: price.priceCustomerType,
    priceCustomerMultiplier: price.priceCustomerMultiplier,
    priceCustomerCurrency: price.currency,
    priceEstimated: price.priceCustomerTotal ?? price.priceSupplierTotal,
  }
}
