import { type AliveBooking, services } from '@parada/contract/calls/services'
import { isAlive } from '@parada/domain/codes'
import { type Client, toFailure } from '../kit/client.ts'
import { log } from '../kit/log.ts'
import { createBurst, createGathering } from './bursts.ts'

/** A booking that changed: whole where it was asked for alone, and undefined where it is no longer alive. */
export type BookingLoad = { booking: AliveBooking | undefined; isWhole: boolean }

type Waiting = { id: number; resolve: (loaded: BookingLoad) => void }

const togetherMs = 40
const mostAtOnce = 100

/** Loads bookings that changed: each alone while they are few, and those of a busy moment with one call for all. */
export const createBookingLoads = (ask: Client) => {
  const isBurst = createBurst()

  const tried = async <Answer>(what: string, load: () => Promise<Answer>): Promise<Answer | undefined> => {
    for (const mayRetry of [true, false]) {
      try {
        return await load()
      } catch (problem) {
        const { status } = toFailure(problem)
        if (mayRetry && (status === 0 || status >= 500)) continue
        log(`${what} could not be loaded`, problem)
        return undefined
      }
    }
  }

  const one = async (id: number): Promise<BookingLoad> => {
    const answer = await tried(`Booking ${id}`, () => ask(services.get, { params: { id } }))
    return { booking: answer && isAlive(answer.booking.status) ? answer.booking : undefined, isWhole: true }
  }

  const some = async (waiting: Waiting[]) => {
    const ids = [...new Set(waiting.map(({ id }) => id))].join()
    const answer = await tried(`Bookings ${ids}`, () => ask(services.alive, { query: { ids } }))
    const found = new Map(answer?.services.map((booking) => [booking.id, booking]))
    for (const { id, resolve } of waiting) resolve({ booking: found.get(id), isWhole: false })
  }

  const gather = createGathering<Waiting>(togetherMs, (waiting) => {
    for (let at = 0; at < waiting.length; at += mostAtOnce) void some(waiting.slice(at, at + mostAtOnce))
  })

  return (id: number): Promise<BookingLoad> => (isBurst() ? new Promise((resolve) => gather({ id, resolve })) : one(id))
}
