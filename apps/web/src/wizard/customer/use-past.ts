import { lastServices } from '@parada/contract/calls/last-services'
import { places } from '@parada/contract/calls/places'
import { isWholePhone, phoneSpellings } from '@parada/domain/phone'
import type { Draft } from '@parada/domain/wizard/draft'
import { ridesToRepeat } from '@parada/domain/wizard/past-rides'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'
import { useSessionState } from '../../session/use-session.ts'

/** Whose rides to request. A complete phone number adds rides with other fleets, as places only. */
const whose = ({ customer, phoneNumber }: Pick<Draft, 'customer' | 'phoneNumber'>) => {
  const number = isWholePhone(phoneNumber) ? { phoneNumber } : {}
  if (customer?.idAuthorization) return { idAuthorization: customer.idAuthorization, ...number }
  return customer?.idCaller ? { idCaller: customer.idCaller, ...number } : undefined
}

/** The customer's rides that can be repeated, latest first. */
export const usePastRides = (draft: Draft) => {
  const client = useClient()
  const who = whose(draft)
  const isAsked = useMay(lastServices.list) && who !== undefined
  const { data, isPending } = useQuery({
    queryKey: ['wizard', 'lastServices', who],
    queryFn: ({ signal }) => client(lastServices.list, { query: who ?? {}, signal }),
    enabled: isAsked,
    staleTime: 30_000,
  })
  const rides = useMemo(() => ridesToRepeat(data?.services ?? []), [data])
  return { rides, count: data?.services.length ?? 0, isLoading: isAsked && isPending }
}

/** The customer's usual pickups or destinations. */
export const useUsualPlaces = (draft: Draft, end: 'origin' | 'destination') => {
  const client = useClient()
  const who = whose(draft)
  const isAsked = useMay(places.suggested) && who !== undefined
  const { data } = useQuery({
    queryKey: ['wizard', 'usual', end, who],
    queryFn: ({ signal }) =>
      client(places.suggested, {
        query: { ...who, queryAsDestination: end === 'destination' ? 'true' : 'false' },
        signal,
      }),
    enabled: isAsked,
    staleTime: 60_000,
  })
  return data?.suggestedAddresses
}

/** The customer's live bookings, so that nobody makes a second one by mistake. */
export const useOpenBookings = ({ phoneNumber, customer }: Pick<Draft, 'phoneNumber' | 'customer'>) => {
  const alive = useSessionState((state) => state.bookingsAlive)
  return useMemo(() => {
    const numbers = [customer?.phoneNumber, phoneNumber].flatMap((number) => (number ? phoneSpellings(number) : []))
    const isTheirs = (booking: { idCaller: number | null; phoneNumberPassenger: string }) =>
      (!!customer?.idCaller && booking.idCaller === customer.idCaller) || numbers.includes(booking.phoneNumberPassenger)
    return (alive ?? []).filter(isTheirs)
  }, [alive, customer, phoneNumber])
}
