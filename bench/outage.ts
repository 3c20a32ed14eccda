import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@parada/db/installation/postmaster'
import { hashOfKey } from '@parada/db/keys'
import { createSession } from '@parada/db/queries/sessions'
import { seedDemo } from '@parada/db/seed/seed'
import { cloneDatabase, type TestDatabase, testCluster } from '@parada/db/testing/cluster'
import { median } from './kit/measure.ts'
import { newHome, serverAlone, startProduct } from './kit/product.ts'
import type { Figure } from './kit/report.ts'
import type { DeskPlan } from './outage/desks.ts'

export const title = 'After an outage: every desk connected, with its list'

const crowds = (process.env.OUTAGE_DESKS ?? '300,1000').split(',').map(Number)
const outages = (process.env.OUTAGE_SECONDS ?? '5,30').split(',').map(Number)
const patienceMs = 120_000
/** Seconds within which a desk must be right again after its server is back. */
const limit = 10

/** Creates sessions of an operator and returns their tokens. */
const signInMany = ({ inTenant }: TestDatabase, count: number) =>
  inTenant(1, async (tx) => {
    const operator = await tx
      .selectFrom('user_permission')
      .select('user_id as id')
      .where('key1', '=', 'receiveCallsFromNumber')
      .executeTakeFirstOrThrow()
    const tokens = Array.from({ length: count }, () => randomUUID())
    for (const token of tokens) await createSession(tx, 1, operator.id, hashOfKey(token), new Date())
    return tokens
  })

/** Starts the desks in a process of their own, and waits until they are connected and have their lists. */
const openDesks = async (home: string, plan: DeskPlan) => {
  const file = join(home, 'desks.json')
  writeFileSync(file, JSON.stringify(plan))
  const child = fork(join(import.meta.dirname, 'outage/desks.ts'), [file], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const hear = async <Answer>(): Promise<Answer> => {
    const signal = AbortSignal.timeout(patienceMs)
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      ended.then(() => Promise.reject(new Error('The desks ended'))),
    ])
    return answer
  }
  /** Waits until all desks are live again, and returns when each became so. */
  const allLive = (since: number) => {
    const heard = hear<number[]>()
    child.send({ since })
    return heard
  }
  const close = async () => {
    child.kill()
    await ended
  }
  await hear()
  await allLive(0)
  return { allLive, close }
}

const measureCrowd = async (database: TestDatabase, home: string, count: number): Promise<Figure[]> => {
  const settings = {
    DATABASE_URL: database.ownerUrl,
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    LIVE_PER_USER: '10000',
  }
  let product = await startProduct(home, settings, serverAlone)
  const tokens = await signInMany(database, count)
  const answer = await fetch(`${product.origin}/api/services/demo/alive/fleet`, { headers: { token: tokens[0] ?? '' } })
  const { response }: { response: { services: unknown[] } } = await answer.json()
  const desks = await openDesks(home, { origin: product.origin, tokens, alive: response.services.length })
  const figures: Figure[] = []
  try {
    for (const seconds of outages) {
      await product.stop()
      const since = Date.now()
      await wait(seconds * 1_000)
      product = await startProduct(home, settings, serverAlone)
      const up = Date.now()
      const waited = (await desks.allLive(since)).map((at) => Math.max(0, at - up) / 1_000)
      figures.push({
        what: `${count} desks, ${seconds} s away: the last one is right after`,
        value: Math.max(...waited),
        unit: 's',
        atMost: limit,
        from: `half of them after ${median(waited).toFixed(1)} s`,
      })
    }
  } finally {
    await desks.close()
    await product.stop()
  }
  return figures
}

export const measure = async (): Promise<Figure[]> => {
  const cluster = await testCluster(({ ownerUrl }) => seedDemo(ownerUrl, { hashPassword: async () => 'none' }))
  const database = await cloneDatabase(cluster.ownerUrl)
  const { home, dispose } = newHome()
  try {
    const figures: Figure[] = []
    for (const count of crowds) figures.push(...(await measureCrowd(database, home, count)))
    return figures
  } finally {
    await database.drop()
    await cluster.stop()
    await dispose()
  }
}
