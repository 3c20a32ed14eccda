import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, Envelope } from '@parada/contract/kit'
import { demoUsers, type Subdomain, type UserKind } from '@parada/db/seed/demo-users'
import { cloneDatabase } from '@parada/db/testing/cluster'
import { startSession } from '@parada/db/testing/session'
import { pino } from 'pino'
import { inject } from 'vitest'
import { readConfig } from '../config.ts'
import { chooseProviders } from '../geo/choose-geocoder.ts'
import { watchDisk } from '../http/disk.ts'
import { createServer } from '../server.ts'
import { checkAnswers } from './answers.ts'

type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  token?: string
  body?: unknown
  headers?: Record<string, string>
  /** The client's address, if not this machine's. */
  ip?: string
}

/** The query string for these parameters. */
export const searchText = (query: object) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()

/** The path of an API call for a tenant; every other parameter in it becomes `cc`, the call centre's. */
export const pathFor = ({ path }: Pick<Call, 'path'>, sd: string) => path.replace(':sd', sd).replace(/:\w+/g, 'cc')

/** The real server on its own copy of the seeded database; requests are injected without a socket. */
export const testServer = async (environment: Record<string, string> = {}, webFolder?: string) => {
  const home = await mkdtemp(join(tmpdir(), 'parada-server-'))
  const database = await cloneDatabase(inject('paradaOwnerUrl'))
  const config = readConfig({ PARADA_HOME: home, MAP_STYLE_URL: 'off', ...environment })
  const logged: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const clock = { now: new Date() }
  /** The simulated free space on the data disk. */
  const disk = { freeBytes: Number.POSITIVE_INFINITY }
  const watched = watchDisk(home, logger, async () => disk.freeBytes)
  const dependencies = { config, database, now: () => clock.now, disk: watched }
  const placeProviders = chooseProviders(config, logger)
  const app = await createServer({ dependencies, placeProviders, logger, ...(webFolder && { webFolder }) })
  checkAnswers(app)

  const ask = async <Response = unknown>(
    path: string,
    { method = 'GET', token, body, headers, ip }: RequestOptions = {},
  ) => {
    const answered = await app.inject({
      method,
      url: path,
      headers: { ...(token && { token }), ...headers },
      ...(body !== undefined && { payload: body as object }),
      ...(ip && { remoteAddress: ip }),
    })
    return { status: answered.statusCode, headers: answered.headers, ...(answered.json() as Envelope<Response>) }
  }

  const signInAs = (kind: UserKind, subdomain: Subdomain = 'demo') =>
    startSession(database, kind, { subdomain, now: clock.now, longestMs: config.sessionMaxMs })

  /** Signs in the demo tenant's newcomer with exactly these permissions. */
  const signInWith = async (granted: Record<string, string>) => {
    const { email } = demoUsers.find(({ kind, subdomain }) => kind === 'newcomer' && subdomain === 'demo') ?? {}
    await database.inTenant(1, async (tx) => {
      const { id: user_id } = await tx
        .selectFrom('app_user')
        .select('id')
        .where('user_email', '=', email ?? '')
        .executeTakeFirstOrThrow()
      await tx.deleteFrom('user_permission').where('user_id', '=', user_id).execute()
      const rows = Object.entries(granted).map(([key1, value]) => ({ tenant_id: 1, user_id, key1, value }))
      if (rows.length > 0) await tx.insertInto('user_permission').values(rows).execute()
    })
    return signInAs('newcomer')
  }

  const setFreeSpace = (bytes: number) => {
    disk.freeBytes = bytes
    return watched.look()
  }

  const stop = async () => {
    watched.stop()
    await app.close()
    await database.drop()
    await rm(home, { recursive: true, force: true })
  }
  return { app, ask, clock, config, database, home, logged, setFreeSpace, signInAs, signInWith, stop }
}
export type TestServer = Awaited<ReturnType<typeof testServer>>
