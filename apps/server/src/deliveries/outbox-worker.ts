import { keepClaims, type Lease } from '@parada/db/claims'
import { listen } from '@parada/db/listen'
import type { Database } from '@parada/db/open'
import { type Due, doneMarker, markFailed, markGivenUp, type OutboxPayloads, takeDue } from '@parada/db/queries/outbox'
import { messageOf } from '@parada/domain/errors'
import { keysOf, required } from '@parada/domain/objects'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Sends one item of its kind, within half a minute. The same id twice means the same item, so the receiver can
 * recognise it. Errors are retried later, unless they are Undeliverable.
 */
export type Send<Kind extends keyof OutboxPayloads> = (
  id: number,
  payload: OutboxPayloads[Kind],
  due: Pick<Due<Kind>, 'tenantId' | 'attempts'>,
) => Promise<void>

export type Senders = { [Kind in keyof OutboxPayloads]?: Send<Kind> }

/** Thrown when a retry would not help. */
export class Undeliverable extends Error {}

/** Gives up after this many attempts: late news can be worse than none. */
export const givingUpAfter =
  <Kind extends keyof OutboxPayloads>(most: number, send: Send<Kind>): Send<Kind> =>
  (id, payload, due) =>
    send(id, payload, due).catch((error) => {
      throw due.attempts >= most ? new Undeliverable(messageOf(error)) : error
    })

const pollEvery = 2_000
const longestWait = 3_600
const atOnce = 8
/** How many more are claimed than can be sent at once: claiming each one separately costs more than sending it. */
const ahead = 16

const waitAfter = (attempts: number) => Math.min(longestWait, 5 * 2 ** Math.min(attempts - 1, 12))

/** Each kind has its own slots, so that a slow mail server does not hold up SMS. */
const startLane = <Kind extends keyof OutboxPayloads>(
  { db }: Database,
  kind: Kind,
  send: Send<Kind>,
  leaseNow: () => Lease | undefined,
  log: FastifyBaseLogger,
) => {
  const underWay = new Map<number, Promise<void>>()
  const waiting: { due: Due<Kind>; lease: Lease }[] = []
  const markDone = doneMarker(db)
  let taking: Promise<void> | undefined
  let isWanted = false
  let hasMore = false
  let isStopped = false

  const attempt = async ({ id, payload, ...due }: Due<Kind>, lease: Lease) => {
    if (!(await lease.isMine())) return
    try {
      await send(id, payload, due)
    } catch (error) {
      const reason = messageOf(error)
      if (error instanceof Undeliverable) {
        log.error({ outbox: id, kind, ...due, reason }, 'It could not be delivered and is given up')
        return markGivenUp(db, id, reason)
      }
      log.warn({ outbox: id, kind, ...due, reason }, 'It could not be delivered; it will be tried again')
      return markFailed(db, id, reason, waitAfter(due.attempts), lease)
    }
    return markDone(id)
  }

  const begin = (due: Due<Kind>, lease: Lease) => {
    const ended = attempt(due, lease)
      .then(() => {})
      .catch((err) => log.warn({ err, outbox: due.id, kind }, 'A delivery could not be marked; it will be repeated'))
      .finally(() => {
        underWay.delete(due.id)
        beginNext()
      })
    underWay.set(due.id, ended)
  }

  const beginNext = () => {
    while (underWay.size < atOnce && !isStopped) {
      const next = waiting.shift()
      if (!next) break
      begin(next.due, next.lease)
    }
    if (waiting.length === 0 && (hasMore || isWanted)) wake()
  }

  const take = async () => {
    while (isWanted && !isStopped && waiting.length === 0) {
      isWanted = false
      const lease = leaseNow()
      if (!lease) return
      const free = atOnce + ahead - underWay.size
      const taken = await takeDue(db, kind, free, lease)
      hasMore = taken.length === free
      for (const due of taken) waiting.push({ due, lease })
      beginNext()
    }
  }

  const wake = () => {
    if (isStopped) return
    isWanted = true
    taking ??= take()
      .catch((err) => log.warn({ err, kind }, 'The outbox could not be read'))
      .finally(() => {
        taking = undefined
        if (isWanted && waiting.length === 0) setImmediate(wake)
      })
  }

  const stop = async () => {
    isStopped = true
    await taking
    await Promise.all(underWay.values())
  }
  return { wake, stop, underWay: () => [...underWay.keys()] }
}

/** Sends the outbox, oldest first, retrying each item until it is done; several servers may do so at the same time. */
export const startOutboxWorker = (database: Database, senders: Senders, log: FastifyBaseLogger) => {
  const laneOf = <Kind extends keyof OutboxPayloads>(kind: Kind) =>
    startLane(database, kind, required<Senders[Kind]>(senders[kind]), () => claims.lease(), log)
  const lanes = new Map<string, ReturnType<typeof laneOf>>(keysOf(senders).map((kind) => [kind, laneOf(kind)]))
  const wake = () => {
    for (const lane of lanes.values()) lane.wake()
  }

  const warn = (line: string) => log.warn(line)
  const listening = listen(database.appUrl, {
    channels: ['parada_leaving'],
    hear: (_, kind) => lanes.get(kind)?.wake(),
    onConnect: () => {
      void claims.renew()
      wake()
    },
    log: warn,
  })
  const claims = keepClaims(listening, { onHeld: wake, log: warn })
  // For retries, and for notifications sent while nobody was listening.
  const timer = setInterval(wake, pollEvery)
  return {
    wake,
    stop: async () => {
      clearInterval(timer)
      await claims.leave([...lanes.values()].flatMap((lane) => lane.underWay()))
      await Promise.all([...lanes.values()].map((lane) => lane.stop()))
      await claims.end()
      await listening.close()
    },
  }
}
