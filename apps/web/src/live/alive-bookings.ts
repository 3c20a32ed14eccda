import { type AliveBooking, services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import type { SocketMessage } from '@parada/contract/live-message'
import { hasEnded, isAlive } from '@parada/domain/codes'
import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../kit/client.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { log } from '../kit/log.ts'
import { isPartOf, recordKey, recordsKey } from '../kit/record-key.ts'
import { type AliveEdit, including, without } from '../session/alive-edits.ts'
import { outdated } from '../session/live-state.ts'
import type { Session } from '../session/session.ts'
import { type BookingLoad, createBookingLoads } from './booking-loads.ts'
import { createBurst, createGathering } from './bursts.ts'
import { fetchAgain, landed } from './fetch-again.ts'
import { pause, reloadDelay } from './retry-delay.ts'

export type BookingContent = NonNullable<SocketMessage['content']>

const frameMs = 16
const gone: BookingLoad = { booking: undefined, isWhole: false }

/** Spreads the reloads of desks that missed the same minutes, so that they do not all request the list at once. */
const reloadWithinMs = 2_000

type AliveOptions = { session: Session; ask: Client; queries: QueryClient; random?: () => number }

/** Applies live events to the alive list, in the session and in the query cache. */
export const createAliveBookings = ({ session, ask, queries, random = Math.random }: AliveOptions) => {
  const key = listKey(services.alive)
  const token = session.token()
  const isOver = () => session.token() !== token
  /** The latest pending change of each booking; changes of one booking take effect in order of arrival. */
  const changes = new Map<number, Promise<void>>()
  /** Cancels the retries of a booking's load once something newer loads it. */
  const tries = new Map<number, AbortController>()
  let caughtUp: Promise<unknown> = Promise.resolve()

  /** Waits for list requests in flight: they may predate an event and must not overwrite it. */
  const listsLanded = () => landed(queries, { queryKey: key })

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
  /** Applies a few changes immediately, but those of a burst together, so that the screen renders only once. */
  const change = async (edit: AliveEdit) => {
    if (isBurst()) await new Promise<void>((done) => gather({ edit, done }))
    else changeBy(edit)
  }

  /**
   * Stores the booking just loaded in its open record and refetches its dependent queries; without a booking the record
   * is refetched, too.
   */
  const refresh = async (id: number, booking: AliveBooking | undefined) => {
    const key = recordKey(services.get, id)
    await landed(queries, { queryKey: key, exact: true })
    if (isOver()) return
    if (booking)
      queries.setQueryData<{ booking: AliveBooking }>(key, (known) =>
        known && known.booking.version <= booking.version ? { booking } : known,
      )
    void fetchAgain(queries, { queryKey: key, predicate: ({ queryKey }) => !booking || isPartOf(key, queryKey) })
  }

  const load = createBookingLoads(ask, random)

  /** Loads a booking and marks it as outdated while loading fails. */
  const loadMarked = async (id: number, signal: AbortSignal) => {
    let hasFailed = false
    const onFailed = () => {
      hasFailed = true
      if (!isOver() && !signal.aborted) outdated.add(id)
    }
    const loaded = await load({ id, signal, onFailed })
    // Whatever delayed this booking may have delayed others.
    if (loaded && hasFailed) void reload()
    return loaded
  }

  const handle = async (content: BookingContent, ready: Promise<unknown>, signal: AbortSignal) => {
    const { idBooking, statusBooking } = content
    await ready
    await listsLanded()
    if (isOver()) return
    const loaded = isAlive(statusBooking) ? await loadMarked(idBooking, signal) : gone
    if (isOver() || !loaded) return
    const { booking, isWhole } = loaded
    await change(booking ? including(booking) : without(idBooking))
    if (isOver()) return
    outdated.delete(idBooking)
    session.events.emit('booking-updated', { idBooking, statusBooking })
    await refresh(idBooking, isWhole ? booking : undefined)
  }

  /**
   * Refetches what is outside the list: on the first connection the bookings opened before it, after a gap everything
   * on the screen.
   */
  const refreshOthers = ({ isFirst }: { isFirst: boolean }) =>
    fetchAgain(
      queries,
      isFirst
        ? { queryKey: recordsKey(services.get) }
        : { predicate: ({ queryKey }) => queryKey[2] !== services.alive.path },
    )

  /** Reloads the whole list; events that arrive meanwhile wait for it. */
  const catchUp = ({ isFirst }: { isFirst: boolean }) => {
    for (const trying of tries.values()) trying.abort()
    const underWay = [...changes.values(), session.loaded('bookingsAlive')]
    const load = async () => {
      await Promise.all(underWay)
      await listsLanded()
      const answer = await ask(services.alive)
      if (isOver()) return
      session.keep({ bookingsAlive: answer.services })
      queries.setQueriesData({ queryKey: key }, answer)
      outdated.clear()
      void refreshOthers({ isFirst })
    }
    const catching = load()
    caughtUp = catching.catch(() => undefined)
    return catching
  }

  let reloading: AbortController | undefined
  /** Catches up as soon as the server answers again, since the desk may have missed something while it was away. */
  const reload = async () => {
    if (reloading || isOver()) return
    const mine = new AbortController()
    reloading = mine
    outdated.addList()
    await pause(reloadWithinMs * random(), mine.signal)
    for (let failures = 1; !mine.signal.aborted && !isOver() && outdated.get().list; failures++) {
      try {
        await catchUp({ isFirst: false })
      } catch (problem) {
        log('The list could not be loaded again', problem)
        await pause(reloadDelay(failures, random), mine.signal)
      }
    }
    reloading = undefined
  }
  const forgetReturn = session.events.on('server-back', () => void reload())

  return {
    /** Ignores statuses that are neither alive nor ended: only the wizard uses them (O1-36). */
    changed: (content: BookingContent) => {
      const { idBooking, statusBooking } = content
      if (!isAlive(statusBooking) && !hasEnded(statusBooking)) return
      tries.get(idBooking)?.abort()
      const mine = new AbortController()
      tries.set(idBooking, mine)
      const handled = handle(content, Promise.all([caughtUp, changes.get(idBooking)]), mine.signal)
        .catch((problem) => log(`The change of booking ${idBooking} had no effect`, problem))
        .finally(() => {
          if (changes.get(idBooking) === handled) changes.delete(idBooking)
          if (tries.get(idBooking) === mine) tries.delete(idBooking)
        })
      changes.set(idBooking, handled)
    },

    catchUp,

    stop: () => {
      forgetReturn()
      reloading?.abort()
      for (const trying of tries.values()) trying.abort()
      outdated.clear()
    },
  }
}

export type AliveBookings = ReturnType<typeof createAliveBookings>
