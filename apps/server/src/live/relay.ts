import { type Listening, listen } from '@parada/db/listen'
import type { Database } from '@parada/db/open'
import { dueEvents, type LiveEvent, markPublished } from '@parada/db/queries/events'
import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from './broker.ts'

const batch = 500
const pollEvery = 1_000

const bodyOf = ({ destination, message }: LiveEvent) => ({ destination, body: JSON.stringify(message) })

/**
 * Publishes events in their order, at least once. Of several servers one relays, the one that holds the lock; when it is
 * gone, PostgreSQL frees the lock and the next one goes on with what was not marked.
 */
export const startRelay = (database: Database, broker: Broker, log: FastifyBaseLogger) => {
  let listening: Listening | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  const empty = async () => {
    while (isWanted && !isStopped) {
      isWanted = false
      if (!(await listening?.holdsLock())) return
      let events = await dueEvents(database.db, batch)
      while (events.length > 0 && !isStopped) {
        await broker.publish(events.map(bodyOf))
        await markPublished(
          database.db,
          events.map(({ id }) => id),
        )
        events = events.length === batch ? await dueEvents(database.db, batch) : []
      }
    }
  }

  const wake = () => {
    if (isStopped) return
    isWanted = true
    running ??= empty()
      .catch((err) => log.warn({ err }, 'Events wait: they could not be read or published'))
      .finally(() => {
        running = undefined
        if (isWanted) setImmediate(wake)
      })
  }

  const hear = (channel: string, payload: string) => {
    if (channel === 'parada_outbox') return wake()
    const [tenantId = 0, userId = 0] = payload.split(':').map(Number)
    broker.accessChanged({ tenantId, userId })
  }

  listening = listen(database.appUrl, {
    lock: 'parada.relay',
    channels: ['parada_outbox', 'parada_access'],
    hear,
    // What was told while nobody listened is not told again.
    onConnect: () => {
      broker.accessChanged()
      wake()
    },
    log: (line) => log.warn(line),
  })
  const timer = setInterval(wake, pollEvery)
  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
      await listening?.close()
    },
  }
}
