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
 * Publishes events in order, at least once. To RabbitMQ only the server that holds the lock publishes; if it dies,
 * PostgreSQL frees the lock and the next server continues with the events not yet marked. To the broker in its own
 * process each server publishes every event after the last one that its desks have heard.
 */
export const startRelay = ({ appUrl, db }: Database, broker: Broker, log: FastifyBaseLogger) => {
  let listening: Listening | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false
  let lastHeard: number | undefined
  /** The last event number that this server was notified of. */
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
    // Desks miss nothing that was published before this server had any.
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
      // All earlier numbers have been read by now, or their events are gone.
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
      // The server is also notified of its own numbers, often while it is still reading them.
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
    // Notifications sent while nobody was listening are not repeated.
    onConnect: () => {
      broker.accessChanged()
      wake()
    },
    log: (line) => log.warn(line),
  })
  const timer = setInterval(wake, pollEvery)
  wake()
  return {
    /** Resolves once no event can be missed any more, so desks may connect. */
    ready: running ?? Promise.resolve(),
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
      await listening?.close()
    },
  }
}
