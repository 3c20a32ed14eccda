import { type AliveBooking, services } from '@parada/contract/calls/services'
import { isAlive } from '@parada/domain/codes'
import { type CallFailed, type Client, toFailure } from '../kit/client.ts'
import { log } from '../kit/log.ts'
import { createBurst, createGathering } from './bursts.ts'
import { pause, reloadDelay } from './retry-delay.ts'

/** A changed booking: whole if it was loaded on its own, undefined if it is no longer alive. */
export type BookingLoad = { booking: AliveBooking | undefined; isWhole: boolean }

type LoadRequest = {
  id: number
  /** Aborted once something newer loads the booking, which ends the retries. */
  signal: AbortSignal
  /** Called from the second failure on, while loading is retried. */
  onFailed: () => void
}
type Waiting = LoadRequest & { resolve: (loaded: BookingLoad | undefined) => void }

const togetherMs = 40
const mostAtOnce = 100

/** Whether the server says that the user has no such booking; any other failure says nothing about the booking. */
const saysGone = ({ status }: CallFailed) => status === 403 || status === 404

/**
 * Loads changed bookings: individually while they are few, in a burst with one call for up to 100 of them. Retries
 * until the server answers; resolves to undefined if something newer loads the booking.
 */
export const createBookingLoads = (ask: Client, random: () => number = Math.random) => {
  const isBurst = createBurst()

  const one = async ({ id, signal, onFailed }: LoadRequest): Promise<BookingLoad | undefined> => {
    for (let failures = 0; ; failures++) {
      try {
        const { booking } = await ask(services.get, { params: { id } })
        return { booking: isAlive(booking.status) ? booking : undefined, isWhole: true }
      } catch (problem) {
        log(`Booking ${id} could not be loaded`, problem)
        if (saysGone(toFailure(problem))) return { booking: undefined, isWhole: true }
      }
      if (failures > 0) onFailed()
      await pause(reloadDelay(failures, random), signal)
      if (signal.aborted) return undefined
    }
  }

  const some = async (asked: Waiting[]) => {
    let waiting = asked
    for (let failures = 0; waiting.length > 0; failures++) {
      const ids = [...new Set(waiting.map(({ id }) => id))].join()
      try {
        const answer = await ask(services.alive, { query: { ids } })
        const found = new Map(answer.services.map((booking) => [booking.id, booking]))
        for (const { id, resolve } of waiting) resolve({ booking: found.get(id), isWhole: false })
        return
      } catch (problem) {
        log(`Bookings ${ids} could not be loaded`, problem)
      }
      for (const { signal, resolve, onFailed } of waiting) {
        if (failures > 0) onFailed()
        if (signal.aborted) resolve(undefined)
        else signal.addEventListener('abort', () => resolve(undefined), { once: true })
      }
      await pause(reloadDelay(failures, random))
      waiting = waiting.filter(({ signal }) => !signal.aborted)
    }
  }

  const gather = createGathering<Waiting>(togetherMs, (waiting) => {
    for (let at = 0; at < waiting.length; at += mostAtOnce) void some(waiting.slice(at, at + mostAtOnce))
  })

  return (asked: LoadRequest): Promise<BookingLoad | undefined> =>
    isBurst() ? new Promise((resolve) => gather({ ...asked, resolve })) : one(asked)
}
