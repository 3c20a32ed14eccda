import { fleets as fleetCalls } from '@parada/contract/calls/fleets'
import { type FleetPrice, prices as priceCalls } from '@parada/contract/calls/prices'
import type { Fleet } from '@parada/contract/entities'
import { type Grants, isGranted } from '@parada/domain/access/permissions'
import { mayUseFleet } from '@parada/domain/access/values'
import { isPlaceComplete } from '@parada/domain/booking/places'
import type { Point } from '@parada/domain/places/geo'
import type { Draft } from '@parada/domain/wizard/draft'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'
import { useSessionState } from '../../session/use-session.ts'

const none: Grants = new Map()

const mayPrice = (grants: Grants, idFleet: number) =>
  isGranted(grants, 'dispatchServiceToAnyFleet') || mayUseFleet(grants, 'dispatchServiceByFleet', idFleet)

export const freshMs = 20_000
/** The most fleets whose cars are requested; requesting those of a whole country helps nobody. */
export const mostFleets = 6

/** The parts of a ride that determine its price. */
export type RideToPrice = Pick<Draft, 'origin' | 'destination' | 'asap' | 'start' | 'priceCustomerTotal'> & {
  stops: string
  idAuthorization: number | null
}

export type FleetChoice = {
  fleet: Fleet
  isCovering: boolean
  availability: { cars: number; etaMinutes: number | null } | undefined
  price: FleetPrice | undefined
}

/**
 * Prices the ride with every fleet in one API call. Uses the fleets of the session, which are known before the fleet
 * list has loaded.
 */
export const usePrices = (ride: RideToPrice, isAsked: boolean) => {
  const client = useClient()
  const own = useSessionState((state) => state.fleets)
  const grants = useSessionState((state) => state.grants) ?? none
  const ids = (own ?? []).filter(({ id, status }) => status === 1 && mayPrice(grants, id)).map(({ id }) => id)
  const isAllowed = useMay(priceCalls.priceEngine) && ids.length > 0
  const { origin, destination, stops, asap, start, idAuthorization, priceCustomerTotal } = ride
  const booking = {
    origin: origin ?? {},
    destination: isPlaceComplete(destination) ? destination : null,
    stops,
    fleetsFiltered: ids.join(','),
    asap,
    timeBookingStart: asap ? null : start,
    idAuthorization,
    ...(priceCustomerTotal !== null && { priceCustomerTotal }),
  }
  return useQuery({
    queryKey: ['wizard', 'prices', booking],
    queryFn: ({ signal }) => client(priceCalls.priceEngine, { body: { booking }, signal }),
    enabled: isAsked && isAllowed,
    staleTime: freshMs,
    retry: false,
    placeholderData: keepPreviousData,
  })
}

export const useAvailabilities = (idFleets: readonly number[], origin: Point | undefined) => {
  const client = useClient()
  const queries = useQueries({
    queries: idFleets.map((id) => ({
      queryKey: ['wizard', 'availability', id, origin],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client(fleetCalls.carAvailability, {
          params: { id },
          query: { originLat: origin?.lat as number, originLon: origin?.lon as number },
          signal,
        }),
      staleTime: freshMs,
      retry: false,
    })),
  })
  return new Map(queries.map(({ data }, index) => [idFleets[index] as number, data?.carAvailability]))
}
