import { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { cards } from '@parada/contract/calls/bookings'
import { places } from '@parada/contract/calls/places'
import { services } from '@parada/contract/calls/services'
import { tracking } from '@parada/contract/calls/tracking'
import type { Call } from '@parada/contract/kit'
import { mayAccess } from '@parada/domain/access/permissions'
import { bookingStatus, dispatchStatus } from '@parada/domain/codes'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from '../../kit/client.ts'
import { log } from '../../kit/log.ts'
import { useLiveState } from '../../session/live-state.ts'
import { useSessionState } from '../../session/use-session.ts'
import { type Booking, bookingKey } from './booking-record.ts'
import { mayPass } from './faults.ts'

const trackingMs = 6_000
/** Polling interval without live events, or after a server error. */
const againMs = 15_000

/** The query key of a part of a booking, nested under the booking's own. */
const key = (id: number, part: string) => [...bookingKey(id), part]

/** The booking: at once what the alive list has, the rest when it has loaded. */
export const useBooking = (id: number) => {
  const client = useClient()
  const live = useLiveState()
  const isCut = live === 'reconnecting' || live === 'offline'
  const alive = useSessionState(({ bookingsAlive }) => bookingsAlive?.find((one) => one.id === id))
  const query = useQuery({
    queryKey: bookingKey(id),
    queryFn: ({ signal }) => client(services.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => {
      if (state.error) return mayPass(state.error) && againMs
      return isCut && againMs
    },
  })
  const booking: Booking | undefined = query.data?.booking ?? alive
  return { booking, isWhole: query.data !== undefined, error: query.error, retry: query.refetch }
}

/** Where the taxi is while the booking is confirmed; refetched every six seconds and on every live event. */
export const useTracking = ({ id, status, idFleet, idSupplierService }: Booking, isPainted: boolean) => {
  const client = useClient()
  const idExternalFleet = useSessionState(({ fleets }) => fleets?.find((fleet) => fleet.id === idFleet)?.idExternal)
  const isTracked = status === bookingStatus.confirmed
  const query = useQuery({
    queryKey: key(id, 'tracking'),
    queryFn: ({ signal }) => {
      const query = {
        idService: id,
        ...(idExternalFleet && { idExternalFleet }),
        ...(idSupplierService && { idExternalService: idSupplierService }),
      }
      return client(tracking.coords, { query, signal })
    },
    enabled: isTracked && isPainted,
    refetchInterval: trackingMs,
    retry: false,
  })
  const coords = isTracked && !query.error ? query.data?.coords : undefined
  /** The arrival that the taxi reports, with the time at which it was received here. */
  const said = coords && { at: query.dataUpdatedAt, etaMinutes: coords.eta ?? null }
  return { isTracked, coords, said, error: query.error }
}
export type Coords = NonNullable<ReturnType<typeof useTracking>['coords']>

/** The route that was driven, once the supplier has reported it. */
export const useTrajectory = ({ id, statusDispatch }: Booking) => {
  const client = useClient()
  return useQuery({
    queryKey: key(id, 'trajectory'),
    queryFn: ({ signal }) => client(services.trajectory, { params: { id }, signal }),
    enabled: statusDispatch === dispatchStatus.trajectoryAvailable,
  })
}

const { handedOver, cancelledByUser, cancelledByCallCentre, finished } = bookingStatus
const withMetadata: readonly number[] = [handedOver, cancelledByUser, cancelledByCallCentre, finished]

/** Users who only invoice see a booking, but may not make every API call that the desk makes. */
const useMayAsk = ({ access }: Call) => useSessionState(({ grants }) => mayAccess(grants, access))

export const useMetadata = ({ id, status }: Booking) => {
  const client = useClient()
  const mayAsk = useMayAsk(services.metadata)
  return useQuery({
    queryKey: key(id, 'metadata'),
    queryFn: ({ signal }) => client(services.metadata, { params: { id }, signal }),
    enabled: withMetadata.includes(status) && mayAsk,
  })
}

/** The address of a point; undefined until it is known, or if there is none. */
export const usePlaceName = (lat: number | null | undefined, lon: number | null | undefined) => {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['place', lat, lon],
    queryFn:
      lat == null || lon == null
        ? skipToken
        : ({ signal }) => client(places.reverse, { query: { format: 'jsonv2', lat, lon }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data?.display_name
}

const noExtras = { messages: [], rating: null, deliveries: [] }

/** Messages, rating and deliveries; empty if they cannot be loaded (document 2, section 8). */
export const useExtras = (id: number) => {
  const client = useClient()
  const query = useQuery({
    queryKey: key(id, 'extras'),
    queryFn: ({ signal }) => client(bookingContacts.extras, { params: { id }, signal }),
  })
  useEffect(() => {
    if (query.error) log(query.error.message, query.error)
  }, [query.error])
  return query.error ? noExtras : (query.data ?? noExtras)
}

export const useCard = ({ idCard }: Booking) => {
  const client = useClient()
  const mayAsk = useMayAsk(cards.get)
  return useQuery({
    queryKey: ['card', idCard],
    queryFn: idCard == null || !mayAsk ? skipToken : ({ signal }) => client(cards.get, { params: { idCard }, signal }),
  })
}
