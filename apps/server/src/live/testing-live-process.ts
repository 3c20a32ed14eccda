import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { hashOfKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { putEvent } from '@parada/db/queries/events'
import { createSession } from '@parada/db/queries/sessions'
import { cloneDatabase, type TestDatabase } from '@parada/db/testing/cluster'
import { reservePort } from '@parada/db/testing/port'
import { inject } from 'vitest'
import { newHome, startProcess } from '../testing/process.ts'
import type { DeskReport, DesksPlan } from './testing-desks.ts'
import { type Rabbit, startRabbit } from './testing-rabbit.ts'

/** The name that a passenger is given while desks are disconnected. */
const change = 'Changed Meanwhile'
const secret = 'only-rabbitmq-knows-this'
/** Where RabbitMQ reaches a server on this port. */
export const authUrlAt = (port: number | string) => `http://127.0.0.1:${port}/rabbitmq/auth/${secret}`

const demo = { id: 1, subdomain: 'demo' }

/** A dispatcher of a few fleets; all desks are signed in as this user. */
const dispatcher = (tx: Tx) =>
  tx
    .selectFrom('app_user')
    .innerJoin('user_permission', 'user_permission.user_id', 'app_user.id')
    .select(['app_user.id', 'user_permission.value as fleets'])
    .where('first_name', '=', 'Bruno')
    .where('key1', '=', 'editServiceByFleet')
    .executeTakeFirstOrThrow()

const startDesks = (plan: DesksPlan) => {
  const child = fork(join(import.meta.dirname, 'testing-desks.ts'), {
    env: { ...process.env, DESKS: JSON.stringify(plan) },
  })
  const reports = async () => {
    const answered = once(child, 'message')
    child.send('report')
    return (await answered)[0] as DeskReport[]
  }
  return { reports, stop: () => child.kill('SIGKILL') }
}

/** The server as a process that can be killed, with a database that outlives it and desks in another process. */
export const liveProcess = async (given: { withRabbit?: boolean; rabbit?: Rabbit; database?: TestDatabase } = {}) => {
  const { home, dispose } = newHome()
  const database = given.database ?? (await cloneDatabase(inject('paradaOwnerUrl')))
  const port = String(await reservePort())
  const rabbit = given.rabbit ?? (given.withRabbit ? await startRabbit(authUrlAt(port)) : undefined)
  const settings = {
    PARADA_HOME: home,
    DATABASE_URL: database.ownerUrl,
    PORT: port,
    // RabbitMQ calls the server by IP address, not by name.
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    // All desks belong to one user.
    LIVE_PER_USER: '1000',
    ...(rabbit && { AMQP_URL: rabbit.amqpUrl, STOMP_URL: rabbit.stompUrl, RABBITMQ_AUTH_SECRET: secret }),
  }
  const origin = `http://127.0.0.1:${port}`
  const endings: (() => unknown)[] = []
  let server: Awaited<ReturnType<typeof startProcess>> | undefined

  return {
    home,
    database,
    rabbit,
    origin,
    port: Number(port),
    /** Starts the server, also after it was killed. */
    start: async () => {
      server = await startProcess(settings)
    },
    kill: () => server?.stop('SIGKILL'),
    /** Opens desks of one user, each with its own session. */
    openDesks: async (count: number, topics: string[], { isHasty = false } = {}) => {
      const tokens = Array.from({ length: count }, () => randomBytes(16).toString('hex'))
      await database.inTenant(1, async (tx) => {
        const { id } = await dispatcher(tx)
        for (const token of tokens) await createSession(tx, 1, id, hashOfKey(token), new Date())
      })
      const desks = startDesks({ origin, tokens, topics, change, isHasty })
      endings.push(desks.stop)
      return { tokens, reports: desks.reports }
    },
    tell: (topic: string, message: object) => database.inTenant(1, (tx) => putEvent(tx, demo, topic, message)),
    changeBooking: () =>
      database.inTenant(1, async (tx) => {
        const [fleet] = (await dispatcher(tx)).fleets.split(',').map(Number)
        const { id } = await tx
          .selectFrom('booking')
          .select('id')
          .where('status', '=', 10)
          .where('id_fleet', '=', fleet ?? 0)
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('booking')
          .set(({ eb }) => ({ passenger_name: change, version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .execute()
        await putEvent(tx, demo, `fleet.${fleet}`, { content: { idBooking: id, statusBooking: 10, idFleet: fleet } })
      }),
    stop: async () => {
      for (const end of endings) await end()
      await server?.stop()
      if (!given.rabbit) await rabbit?.stop()
      await database.drop()
      await dispose()
    },
  }
}
export type LiveProcess = Awaited<ReturnType<typeof liveProcess>>
