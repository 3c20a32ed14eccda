import { prices } from '@parada/contract/calls/prices'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../kit/client.ts'
import { usePrices } from '../../wizard/fleet/use-fleet-choices.ts'
import { type Booking, bookingKey } from './booking-record.ts'

/** What the ride of a booking would cost with each fleet of the person's. */
export const useRidePrices = (booking: Booking, { enabled = true } = {}) => {
  const { origin, destination, stops, asap, timeBookingStartTimestamp: start } = booking
  const ride = { origin, destination, stops: stops ?? '', asap, start, idAuthorization: null, priceCustomerTotal: null }
  const { data } = usePrices(ride, enabled && origin?.lat != null && origin.lon != null)
  return (idFleet: number | null) => data?.prices.find((price) => price.idFleet === idFleet)
}

/** The lines that its prices are made of; null where there are none. */
export const usePriceDetails = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: [...bookingKey(id), 'priceDetails'],
    // A query may not answer undefined: nothing to tell is null here.
    queryFn: async ({ signal }) => (await client(prices.priceDetails, { params: { idService: id }, signal })) ?? null,
  })
}
