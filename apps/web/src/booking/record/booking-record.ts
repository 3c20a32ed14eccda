import { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../kit/client.ts'
import { isPartOf, recordKey } from '../../kit/record-key.ts'
import { useKeepAlive } from './alive-list.ts'

/** A booking as far as the user may see it; before all of it came, what the alive list holds of it. */
export type Booking = AnswerOf<typeof services.get>['booking']
export type JournalLine = AnswerOf<typeof services.journal>['journal'][number]

export const bookingKey = (id: number) => recordKey(services.get, id)

/** Every modal about a booking: closed with what came of it, or with nothing. */
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

/** Calls that change a booking do not look for its series, and seldom change it. */
const seriesOf = (known: Answer | undefined) =>
  known?.booking.isSeries === undefined ? {} : { isSeries: known.booking.isSeries }

/** Keeps what a call answered of a booking, and has what hangs on it asked for again. */
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

/** Asks for a booking and all that hangs on it again. */
export const useReloadBooking = () => {
  const queries = useQueryClient()
  return (id: number) => void queries.invalidateQueries({ queryKey: bookingKey(id) })
}
