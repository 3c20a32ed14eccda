import { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../kit/client.ts'
import { isPartOf, recordKey } from '../../kit/record-key.ts'
import { useKeepAlive } from './alive-list.ts'

/** A booking as far as the user may see it. Until it has loaded, only the fields of the alive list. */
export type Booking = AnswerOf<typeof services.get>['booking']
export type JournalLine = AnswerOf<typeof services.journal>['journal'][number]

export const bookingKey = (id: number) => recordKey(services.get, id)

/** Props of every modal about a booking. It closes with its result, or with nothing. */
export type BookingModalProps = { booking: Booking; onClose: (result?: unknown) => void }

export const useJournal = (id: number, { enabled = true } = {}) => {
  const client = useClient()
  return useQuery({
    queryKey: [...bookingKey(id), 'journal'],
    queryFn: ({ signal }) => client(services.journal, { params: { id }, signal }),
    enabled,
  })
}

type Answer = { booking: Booking }

/** Responses to changes do not say whether the booking is part of a series, so the known value is kept. */
const seriesOf = (known: Answer | undefined) =>
  known?.booking.isSeries === undefined ? {} : { isSeries: known.booking.isSeries }

/** Caches a booking from a response, and refetches its dependent queries. */
export const useKeepBooking = () => {
  const queries = useQueryClient()
  const keepAlive = useKeepAlive()
  return (booking: Booking) => {
    keepAlive(booking)
    const key = bookingKey(booking.id)
    queries.setQueryData<Answer>(key, (known) =>
      known && known.booking.version > booking.version ? known : { booking: { ...seriesOf(known), ...booking } },
    )
    void queries.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => isPartOf(key, queryKey) })
  }
}

/** Reloads a booking and everything that belongs to it. */
export const useReloadBooking = () => {
  const queries = useQueryClient()
  return (id: number) => void queries.invalidateQueries({ queryKey: bookingKey(id) })
}
