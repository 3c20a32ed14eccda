import type { OrderMessage } from '@parada/contract/calls/suppliers'
import { type DispatchState, dispatchStateOf } from '@parada/domain/booking/dispatch'
import { messageOf } from '@parada/domain/errors'
import type { Clock } from './clock.ts'
import { planOf } from './plan.ts'
import type { Line } from './reports.ts'
import { drive, type Stage } from './ride.ts'
import { Gone } from './signed-line.ts'
import type { Link } from './simulator-config.ts'
import type { Tally } from './tally.ts'
import type { Taxis } from './taxis.ts'

type Office = { link: Link; line: Line; taxis: Taxis; clock: Clock; seed: number; faults: number; tally: Tally }
type Running = { order: OrderMessage; stop: AbortController; ended: Promise<void> }

/** Limit on remembered ids. They may return: an order may be repeated, or withdrawn before it arrives. */
const mostRemembered = 5_000

const stages: Partial<Record<DispatchState, Stage>> = { onBoard: 'onBoard', pricePending: 'ended' }

const remembering = () => {
  const ids = new Set<string>()
  return {
    has: (id: string) => ids.has(id),
    add: (id: string) => {
      ids.add(id)
      const [oldest] = ids
      if (ids.size > mostRemembered && oldest) ids.delete(oldest)
    },
  }
}

/** The dispatch office of one fleet: takes orders and has each of them driven. */
export const openOffice = ({ link, line, taxis, clock, seed, faults, tally }: Office) => {
  const running = new Map<string, Running>()
  const known = remembering()
  const attempts = new Map<number, number>()
  const fleet = `${link.subdomain}:${link.idFleet}`

  /** Counts the requests for a booking: asked again, a fleet may decide differently. */
  const attemptOf = (idBooking: number) => {
    const attempt = (attempts.get(idBooking) ?? 0) + 1
    attempts.delete(idBooking)
    attempts.set(idBooking, attempt)
    const [oldest] = attempts.keys()
    if (attempts.size > mostRemembered && oldest !== undefined) attempts.delete(oldest)
    return attempt
  }

  const begin = (order: OrderMessage, stage: Stage, after = 0) => {
    if (known.has(order.id)) return
    known.add(order.id)
    const stop = new AbortController()
    const { signal } = stop
    const attempt = attemptOf(order.idBooking)
    const decided = planOf(seed, { fleet, idBooking: order.idBooking, attempt }, faults)
    // Without a deadline for the answer, silence would last forever, so the order is accepted.
    const isAwaited = decided.answer !== 'silent' || order.answerBy !== null
    const ride: Running = { order, stop, ended: Promise.resolve() }
    const world = {
      plan: isAwaited ? decided : ({ ...decided, answer: 'accept' } as const),
      taxis,
      clock,
      order: () => ride.order,
      tell: async (told: Parameters<Line['report']>[1]) => {
        await line.report(order.id, told, signal)
        tally.count(told.type)
      },
      signal,
    }
    ride.ended = clock
      .pause(after, signal)
      .then(() => drive(world, stage))
      .catch((error: unknown) => {
        if (!signal.aborted && !(error instanceof Gone)) tally.warn(`Order ${order.id}: ${messageOf(error)}`)
      })
      .finally(() => running.delete(order.id))
    running.set(order.id, ride)
  }

  return {
    order: (order: OrderMessage) => begin(order, 'asked'),
    amend: (order: OrderMessage) => {
      const ride = running.get(order.id)
      if (ride && order.version > ride.order.version) ride.order = order
    },
    withdraw: (id: string) => {
      known.add(id)
      running.get(id)?.stop.abort()
    },
    availability: taxis.availability,
    /** Resumes the rides under way, spread over a minute because drivers do not all set off in the same second. */
    resume: async () => {
      const open = await line.openOrders()
      for (const [at, { state, statusDispatch, order }] of open.entries()) {
        const stage = state === 'sent' ? 'asked' : (stages[dispatchStateOf(statusDispatch) ?? 'assigned'] ?? 'promised')
        begin(order, stage, (at * 37) % 60)
      }
      return open.length
    },
    rides: () => running.size,
    busy: taxis.busy,
    stop: async () => {
      const rides = [...running.values()]
      for (const { stop } of rides) stop.abort()
      await Promise.all(rides.map(({ ended }) => ended))
    },
  }
}
export type DispatchOffice = ReturnType<typeof openOffice>
