import { useDebouncedValue } from '@mantine/hooks'
import type { FoundBooking } from '@parada/contract/booking'
import { type AliveBooking, services } from '@parada/contract/calls/services'
import { isFoundBy, matchedPart, type SearchTerms, searchLimits, searchTerms } from '@parada/domain/booking/search'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../kit/client.ts'
import { useSessionState } from '../session/use-session.ts'

export const searchDelayMs = 200
/** Long enough to look through the results; after that they may be out of date. */
export const staleMs = 10_000

const foundAlive = (booking: AliveBooking): FoundBooking => ({
  id: booking.id,
  status: booking.status,
  statusDispatch: booking.statusDispatch,
  timeBookingStartTimestamp: booking.timeBookingStartTimestamp,
  timeZone: booking.timeZone,
  passengerName: booking.passengerName,
  phoneNumberPassenger: booking.phoneNumberPassenger,
  bookingReference: booking.bookingReference,
  plate: [booking.supplierTaxiDescription, booking.idSupplierTaxi].filter(Boolean).join(' · '),
  origin: booking.origin?.addressField ?? '',
})

/** The active bookings that match; one named by its id comes first, then the newest. */
export const atHand = (alive: readonly AliveBooking[], terms: SearchTerms): FoundBooking[] =>
  alive
    .filter((booking) => isFoundBy(terms, booking))
    .sort((one, other) => Number(other.id === terms.id) - Number(one.id === terms.id) || other.id - one.id)
    .slice(0, searchLimits.found)
    .map(foundAlive)

/** Tells a found booking from the others: the part that matched the search, or else the pickup. */
export const hintOf = (terms: SearchTerms, booking: FoundBooking) => matchedPart(terms, booking) ?? booking.origin

const none: never[] = []

/**
 * The bookings that match a text: active ones at once, all others once typing pauses. The latter are added at the end,
 * so that nothing already visible moves.
 */
export const useFoundBookings = (typed: string) => {
  const client = useClient()
  const alive = useSessionState((state) => state.bookingsAlive)
  const text = typed.trim()
  const [settled] = useDebouncedValue(text, searchDelayMs)
  const terms = useMemo(() => searchTerms(text.slice(0, searchLimits.most)), [text])
  const isAsked = terms !== undefined && text.length <= searchLimits.most
  const query = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) => client(services.search, { query: { text: settled }, signal }),
    enabled: isAsked && settled === text,
    staleTime: staleMs,
    gcTime: staleMs,
    retry: false,
  })
  const near = useMemo(() => (terms && alive ? atHand(alive, terms) : none), [alive, terms])
  const isAnswered = settled === text
  const far = useMemo(
    () =>
      (isAnswered ? query.data?.bookings.filter(({ id }) => near.every((one) => one.id !== id)) : undefined) ?? none,
    [isAnswered, query.data, near],
  )
  return {
    terms,
    near,
    far,
    isSearching: isAsked && (!isAnswered || query.isFetching),
    hasFailed: isAsked && isAnswered && query.isError,
  }
}
