import { type Listening, listen } from '@parada/db/listen'
import type { Database } from '@parada/db/open'
import {
  dueEvents,
  eventsAfter,
  type LiveEvent,
  lastEventNumber,
  markPublished,
  numberEvents,
} from '@parada/db/queries/events'
import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from './broker.ts'

const batch = 500
const pollEvery = 1_000

const bodyOf = ({ destination, message }: LiveEvent) => ({ destination, body: JSON.stringify(message) })

/**
 * Publishes events in their order, at least once. To RabbitMQ one of several servers does so, the one that holds the lock;
 * when it is gone, PostgreSQL frees the lock and the next one goes on with what was not marked. To the broker in its own
 * process each server publishes every event, from the last one that its desks have heard.
 */
export const startRelay = ({ appUrl, db }: Database, broker: Broker, log: FastifyBaseLogger) => {
  let listening: Listening | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false
  let lastHeard: number | undefined
  /** The last number that was given to an event, as far as this server was told. */
  let lastGiven = 0

  const isBehind = () => lastHeard !== undefined && lastGiven > lastHeard

  const publishForAll = async () => {
    if (!(await listening?.holdsLock())) return
    let events = await dueEvents(db, batch)
    while (events.length > 0 && !isStopped) {
      await broker.publish(events.map(bodyOf))
      await markPublished(
        db,
        events.map(({ id }) => id),
      )
      events = events.length === batch ? await dueEvents(db, batch) : []
    }
  }

  const publishToOwn = async () => {
    // What was published before this server had desks is nothing that they miss.
    let last = lastHeard ?? (await lastEventNumber(db))
    lastHeard = last
    let hasMore = true
    while (hasMore && !isStopped) {
      const hasMoreDue = await numberEvents(db, batch)
      const events = await eventsAfter(db, last, batch)
      await broker.publish(events.map(bodyOf))
      last = events.at(-1)?.number ?? last
      lastHeard = last
      hasMore = hasMoreDue || events.length === batch
    }
  }

  const empty = async () => {
    while ((isWanted || isBehind()) && !isStopped) {
      isWanted = false
      const given = lastGiven
      await (broker.isShared ? publishForAll() : publishToOwn())
      // Whatever was given before is read by now, or gone.
      if (lastGiven === given) lastGiven = 0
    }
  }

  const wake = () => {
    if (isStopped) return
    isWanted = true
    running ??= empty()
      .catch((err) => {
        lastGiven = 0
        log.warn({ err }, 'Events wait: they could not be read or published')
      })
      .finally(() => {
        running = undefined
        if (isWanted || isBehind()) setImmediate(wake)
      })
  }

  const hear = (channel: string, payload: string) => {
    if (channel === 'parada_outbox') return wake()
    if (channel === 'parada_events') {
      if (broker.isShared) return
      lastGiven = Number(payload)
      // This server's own numbers are told to it too, often while it is still reading them.
      if (!running && isBehind()) wake()
      return
    }
    const [tenantId = 0, userId = 0] = payload.split(':').map(Number)
    broker.accessChanged({ tenantId, userId })
  }

  listening = listen(appUrl, {
    lock: 'parada.relay',
    channels: ['parada_outbox', 'parada_events', 'parada_access'],
    hear,
    // What was told while nobody listened is not told again.
    onConnect: () => {
      broker.accessChanged()
      wake()
    },
    log: (line) => log.warn(line),
  })
  const timer = setInterval(wake, pollEvery)
  wake()
  return {
    /** From then on no event passes by: desks may come. */
    ready: running ?? Promise.resolve(),
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
      await listening?.close()
    },
  }
}
