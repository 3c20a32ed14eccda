import { type AliveBooking, services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import type { SocketMessage } from '@parada/contract/live-message'
import { hasEnded, isAlive } from '@parada/domain/codes'
import type { QueryClient } from '@tanstack/react-query'
import type { CallFailed, Client } from '../kit/client.ts'
import { listKey } from '../kit/list/list-data.ts'
import { log } from '../kit/log.ts'
import { isPartOf, recordKey } from '../kit/record-key.ts'
import type { Session } from '../session/session.ts'

type Edit = (bookings: AliveBooking[]) => AliveBooking[]

export const without =
  (id: number): Edit =>
  (bookings) =>
    bookings.some((booking) => booking.id === id) ? bookings.filter((booking) => booking.id !== id) : bookings

/** An answer that was overtaken by a newer one changes nothing. */
export const including =
  (booking: AliveBooking): Edit =>
  (bookings) => {
    const at = bookings.findIndex(({ id }) => id === booking.id)
    const known = bookings[at]
    if (!known) return [...bookings, booking]
    return known.version > booking.version ? bookings : bookings.with(at, booking)
  }

export type BookingContent = NonNullable<SocketMessage['content']>

type Given = { session: Session; ask: Client; queries: QueryClient }

/** The alive list, in the session and in the query cache, as live events change it. */
export const createAliveBookings = ({ session, ask, queries }: Given) => {
  const key = listKey(services.alive)
  const token = session.token()
  const isOver = () => session.token() !== token
  /** The last change under way of each booking: those of one booking take effect in the order they came. */
  const changes = new Map<number, Promise<void>>()
  let caughtUp: Promise<unknown> = Promise.resolve()

  /** A list asked for before an event may not know of it, and must not land after it. */
  const listsLanded = () =>
    Promise.allSettled(
      queries
        .getQueryCache()
        .findAll({ queryKey: key, fetchStatus: 'fetching' })
        .map(({ promise }) => promise),
    )

  const change = (edit: Edit) => {
    const before = session.state().bookingsAlive ?? []
    const after = edit(before)
    if (after !== before) session.keep({ bookingsAlive: after })
    queries.setQueriesData<AnswerOf<typeof services.alive>>({ queryKey: key }, (answer) => {
      if (!answer) return answer
      const edited = edit(answer.services)
      return edited === answer.services ? answer : { ...answer, services: edited }
    })
  }

  /** What is on the screen of one booking: the booking as it was just loaded, and all that hangs on it anew. */
  const refresh = (id: number, booking: AliveBooking | undefined) => {
    const key = recordKey(services.get, id)
    if (booking)
      queries.setQueryData<{ booking: AliveBooking }>(key, (known) =>
        known && known.booking.version <= booking.version ? { booking } : known,
      )
    void queries.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => !booking || isPartOf(key, queryKey) })
  }

  const load = async (id: number, mayRetry = true): Promise<AliveBooking | undefined> => {
    try {
      const { booking } = await ask(services.get, { params: { id } })
      return isAlive(booking.status) ? booking : undefined
    } catch (problem) {
      const { status } = problem as CallFailed
      if (mayRetry && (status === 0 || status >= 500)) return load(id, false)
      log(`Booking ${id} could not be loaded`, problem)
    }
  }

  const handle = async ({ idBooking, statusBooking }: BookingContent, ready: Promise<unknown>) => {
    await ready
    await listsLanded()
    if (isOver()) return
    const booking = isAlive(statusBooking) ? await load(idBooking) : undefined
    if (isOver()) return
    change(booking ? including(booking) : without(idBooking))
    refresh(idBooking, booking)
    session.events.emit('booking-updated', { idBooking, statusBooking })
  }

  return {
    /** Statuses that are neither alive nor ended are the wizard's own affair (O1-36). */
    changed: (content: BookingContent) => {
      const { idBooking, statusBooking } = content
      if (!isAlive(statusBooking) && !hasEnded(statusBooking)) return
      const handled = handle(content, Promise.all([caughtUp, changes.get(idBooking)]))
        .catch((problem) => log(`The change of booking ${idBooking} had no effect`, problem))
        .finally(() => changes.get(idBooking) === handled && changes.delete(idBooking))
      changes.set(idBooking, handled)
    },

    /** The whole list anew; what is told meanwhile waits for it. After a gap every other list on the screen follows. */
    catchUp: ({ isFirst }: { isFirst: boolean }) => {
      const underWay = [...changes.values(), session.loaded('bookingsAlive')]
      const catchUp = async () => {
        await Promise.all(underWay)
        await listsLanded()
        const answer = await ask(services.alive)
        if (isOver()) return
        session.keep({ bookingsAlive: answer.services })
        queries.setQueriesData({ queryKey: key }, answer)
        if (!isFirst) queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== services.alive.path })
      }
      const catching = catchUp()
      caughtUp = catching.catch(() => undefined)
      return catching
    },
  }
}

export type AliveBookings = ReturnType<typeof createAliveBookings>
