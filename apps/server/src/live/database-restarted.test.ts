import { setTimeout as wait } from 'node:timers/promises'
import { ownerName, prepareCluster } from '@parada/db/installation/data-folder'
import { startPostmaster } from '@parada/db/installation/postmaster'
import { openMigrated } from '@parada/db/open'
import { testKeys } from '@parada/db/testing/cluster'
import { reservePort } from '@parada/db/testing/port'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDemoHome } from '../testing/demo-home.ts'
import { type LiveProcess, liveProcess } from './testing-live-process.ts'

const quiet = () => {}

/** A PostgreSQL that only the test starts and stops. */
const ownPostgres = async () => {
  const { home, postmaster, dispose } = newDemoHome()
  const { cluster, password } = await prepareCluster(home)
  const port = await reservePort()
  const start = () => startPostmaster({ ...cluster, settings: ['fsync=off'] }, port)
  await start()
  const ownerUrl = `postgres://${ownerName}:${password}@127.0.0.1:${port}/parada`
  const database = await openMigrated({ kind: 'server', ownerUrl, secrets: testKeys() }, quiet)
  const drop = async () => {
    await database.close()
    await dispose()
  }
  // Like a crash: connections break in the middle of whatever they are doing.
  const crash = () => process.kill(postmaster() ?? 0, 'SIGQUIT')
  return { database: { ...database, drop }, start, crash }
}

let postgres: Awaited<ReturnType<typeof ownPostgres>>
let live: LiveProcess
beforeAll(async () => {
  postgres = await ownPostgres()
  live = await liveProcess({ database: postgres.database })
  await live.start()
}, 120_000)
afterAll(() => live?.stop())

it('while PostgreSQL restarts, requests are answered, and afterwards events reach the desk promptly', async () => {
  const { tokens, reports } = await live.openDesks(1, ['everybody'])
  const desk = async () => (await reports())[0]
  await expect.poll(async () => (await desk())?.isLive, { timeout: 30_000 }).toBe(true)
  const ask = async (path: string) => {
    const answer = await fetch(live.origin + path, {
      headers: { token: tokens[0] ?? '' },
      signal: AbortSignal.timeout(5_000),
    })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  const events = Array.from({ length: 5 }, (_, n) => ({ n }))
  const heard = async () => (await desk())?.heard.map((body) => JSON.parse(body))

  postgres.crash()
  const outageEnds = Date.now() + 2_000
  const answers = []
  while (Date.now() < outageEnds) {
    answers.push(await ask('/api/users/demo/self'))
    await wait(50)
  }
  expect(answers.at(-1)).toEqual({
    status: 503,
    meta: {
      code: 503,
      errorMessage: 'The database can’t be reached. Try again in a moment.',
      requestId: expect.any(String),
    },
  })
  expect(answers.filter(({ status }) => status !== 503 && status !== 200)).toEqual([])
  expect(await ask('/health')).toMatchObject({ status: 'down', database: 'down' })

  await postgres.start()
  await expect.poll(() => ask('/health'), { timeout: 20_000 }).toMatchObject({ status: 'up', database: 'up' })
  expect(await ask('/api/users/demo/self')).toMatchObject({ status: 200 })
  await live.tell('everybody', { n: 'first' })
  await expect.poll(heard, { timeout: 15_000 }).toEqual([{ n: 'first' }])
  const waits: number[] = []
  for (const [at, event] of events.entries()) {
    const begun = Date.now()
    await live.tell('everybody', event)
    await expect.poll(heard, { timeout: 15_000, interval: 10 }).toHaveLength(at + 2)
    waits.push(Date.now() - begun)
  }
  // With polling alone, each event would wait a second from one poll to the next.
  expect(Math.min(...waits)).toBeLessThan(500)
  expect(await desk()).toMatchObject({ isLive: true, reloadedAt: 0 })
}, 90_000)
