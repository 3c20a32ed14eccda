import { type AliveBooking, services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import type { SocketMessage } from '@parada/contract/live-message'
import { hasEnded, isAlive } from '@parada/domain/codes'
import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../kit/client.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { log } from '../kit/log.ts'
import { isPartOf, recordKey } from '../kit/record-key.ts'
import { type AliveEdit, including, without } from '../session/alive-edits.ts'
import type { Session } from '../session/session.ts'
import { type BookingLoad, createBookingLoads } from './booking-loads.ts'
import { createBurst, createGathering } from './bursts.ts'

export type BookingContent = NonNullable<SocketMessage['content']>

const frameMs = 16
const gone: BookingLoad = { booking: undefined, isWhole: false }

type AliveOptions = { session: Session; ask: Client; queries: QueryClient }

/** The alive list, in the session and in the query cache, as live events change it. */
export const createAliveBookings = ({ session, ask, queries }: AliveOptions) => {
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

  const changeBy = (edit: AliveEdit) => {
    const before = session.state().bookingsAlive ?? []
    const after = edit(before)
    if (after !== before) session.keepForReload({ bookingsAlive: after })
    queries.setQueriesData<AnswerOf<typeof services.alive>>({ queryKey: key }, (answer) => {
      if (!answer) return answer
      const edited = edit(answer.services)
      return edited === answer.services ? answer : { ...answer, services: edited }
    })
  }
  const isBurst = createBurst()
  const gather = createGathering<{ edit: AliveEdit; done: () => void }>(frameMs, (changes) => {
    if (!isOver()) changeBy((bookings) => changes.reduce((list, { edit }) => edit(list), bookings))
    for (const { done } of changes) done()
  })
  /** A few changes are seen at once; those of a busy moment together, so that the screen is drawn once for all. */
  const change = async (edit: AliveEdit) => {
    if (isBurst()) await new Promise<void>((done) => gather({ edit, done }))
    else changeBy(edit)
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

  const load = createBookingLoads(ask)

  const handle = async ({ idBooking, statusBooking }: BookingContent, ready: Promise<unknown>) => {
    await ready
    await listsLanded()
    if (isOver()) return
    const { booking, isWhole } = isAlive(statusBooking) ? await load(idBooking) : gone
    if (isOver()) return
    await change(booking ? including(booking) : without(idBooking))
    if (isOver()) return
    refresh(idBooking, isWhole ? booking : undefined)
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
