import type { Database } from '@parada/db/open'
import { type Due, markDone, markFailed, takeDue } from '@parada/db/queries/outbox'
import type { FastifyBaseLogger } from 'fastify'
import type { SendMail } from './mail.ts'

const pollEvery = 2_000
const longestWait = 3_600

const waitAfter = (attempts: number) => Math.min(longestWait, 5 * 2 ** Math.min(attempts - 1, 12))

/** Sends what the outbox holds, oldest first, each until it is done; several servers may do so at once. */
export const startOutboxWorker = (database: Database, sendMail: SendMail, log: FastifyBaseLogger) => {
  let running: Promise<void> | undefined
  let again = false
  let isStopped = false

  const deliver = async ({ id, payload, attempts }: Due<'mail'>) => {
    try {
      await sendMail(id, payload)
      await markDone(database.db, id)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ outbox: id, attempts, reason }, 'A mail could not be sent; it will be tried again')
      await markFailed(database.db, id, reason, waitAfter(attempts))
    }
  }

  const empty = async () => {
    do {
      again = false
      for (const due of await takeDue(database.db, 'mail')) await deliver(due)
    } while (again && !isStopped)
  }

  const wake = () => {
    if (isStopped) return
    again = true
    running ??= empty()
      .catch((error) => log.warn({ err: error }, 'The outbox could not be read'))
      .finally(() => {
        running = undefined
      })
  }

  const timer = setInterval(wake, pollEvery)
  wake()
  return {
    wake,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
