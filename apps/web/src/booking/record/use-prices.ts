import { prices } from '@parada/contract/calls/prices'
import { isPlaceComplete } from '@parada/domain/booking/places'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../kit/client.ts'
import { type Booking, bookingKey } from './booking-record.ts'
import { usePrices } from './fleet-quotes.ts'

/** The price of the booking's ride with each of the user's fleets; unknown without a destination. */
export const useRidePrices = (booking: Booking) => {
  const { origin, destination, stops, asap, timeBookingStartTimestamp: start } = booking
  const ride = { origin, destination, stops: stops ?? '', asap, start, idAuthorization: null, priceCustomerTotal: null }
  const isKnown = isPlaceComplete(origin) && isPlaceComplete(destination)
  const { data } = usePrices(ride, isKnown)
  return (idFleet: number | null) => (isKnown ? data?.prices.find((price) => price.idFleet === idFleet) : undefined)
}

/** The price lines of a booking; null if there are none. */
export const usePriceDetails = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: [...bookingKey(id), 'priceDetails'],
    // Query data must not be undefined, so null stands for no details.
    queryFn: async ({ signal }) => (await client(prices.priceDetails, { params: { idService: id }, signal })) ?? null,
  })
}
