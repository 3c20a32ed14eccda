import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isFile } from '@parada/contract/kit'
import { allCalls } from '@parada/contract/testing'
import { putEvent } from '@parada/db/queries/events'
import { demoPassword, demoUsers, type Subdomain, type UserKind } from '@parada/db/seed/demo-users'
import { cloneDatabase } from '@parada/db/testing/cluster'
import fc from 'fast-check'
import { expect, inject } from 'vitest'
import WebSocket from 'ws'
import { stompFrame } from '../../live/frames.ts'
import { newHome, type RunningServer, startProcess } from '../process.ts'
import { isPlain, leaks, nonsenseFor, requestOf } from './nonsense.ts'
import { fuzzStomp, type Login } from './stomp.ts'

type Plan = { frames: number; runsPerCall: number; seed: number; warmUp?: { frames: number; runsPerCall: number } }

const demo = { id: 1, subdomain: 'demo' }
/** How much more memory a server may hold after the fuzz than before it, in bytes. */
const mostGrowth = 100_000_000

const memoryOf = async ({ pid, said }: RunningServer) => {
  const told = () => [...said.out.matchAll(/^memory (.*)$/gm)]
  const before = told().length
  process.kill(pid, 'SIGUSR2')
  await expect.poll(() => told().length, { timeout: 60_000 }).toBeGreaterThan(before)
  const { rss, heapTotal, heapUsed, external } = JSON.parse(told().at(-1)?.[1] ?? '') as NodeJS.MemoryUsage
  return { rss, heapTotal, held: heapUsed + external }
}

/** Sends nonsense to every API call, two at a time, and collects responses with server errors or leaks. */
const fuzzCalls = async (origin: string, tokens: Record<string, string>, { runsPerCall, seed }: Plan) => {
  const statuses: Record<string, number> = {}
  const faults: string[] = []
  const waiting = [...allCalls]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, call } = next
      for (const nonsense of fc.sample(nonsenseFor(call), { seed, numRuns: runsPerCall })) {
        if (!isPlain(name, nonsense)) continue
        const { url, payload, ...request } = requestOf(call, nonsense, tokens)
        const answer = await fetch(origin + url, { ...request, ...(payload !== undefined && { body: payload }) })
        const text = await answer.text()
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        const isLeak = !(isFile(call.response) && answer.ok) && leaks.test(text)
        if (answer.status >= 500 || isLeak)
          faults.push(`${name} ${answer.status} ${url} ${payload} ${text}`.slice(0, 2_000))
      }
    }
  }
  // With one more at a time, exports would be refused as busy.
  await Promise.all([work(), work()])
  return { statuses, faults }
}

/** Starts a server in its own process and fuzzes its API calls, then its sockets while events are published. */
export const fuzzServer = async (plan: Plan) => {
  const { home, dispose } = newHome()
  const database = await cloneDatabase(inject('paradaOwnerUrl'))
  const server = await startProcess(
    {
      PARADA_HOME: home,
      DATABASE_URL: database.ownerUrl,
      LOG: 'stdout',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--import ${new URL('report-memory.ts', import.meta.url).href}`,
    },
    [],
    { longestMs: 3_600_000 },
  )
  try {
    const signInAs = async (kind: UserKind, subdomain: Subdomain = 'demo') => {
      const user = demoUsers.find((one) => one.kind === kind && one.subdomain === subdomain)
      const { response } = await server.signIn(user?.email ?? '', demoPassword, subdomain)
      if (!response) throw new Error(`${kind} could not sign in`)
      return response.token
    }
    const rich = await signInAs('everything')
    const tokens = {
      madeUp: 'x'.repeat(43),
      stolen: await signInAs('everything', 'costa'),
      poor: await signInAs('newcomer'),
      rich,
    }
    const atOnce = 8
    const desks: string[] = []
    for (let nth = 0; nth < atOnce; nth++) desks.push(await signInAs('everything'))
    /** A session has one credential at a time, so each has a session of its own. */
    const login = async (nth: number) => {
      const answer = await fetch(`${server.origin}/api/users/demo/self/socket-credentials`, {
        headers: { token: desks[nth] ?? '' },
      })
      const { response } = (await answer.json()) as { response: { userActiveMQCredentialsMessage: Login } }
      return response.userActiveMQCredentialsMessage
    }
    const url = `${server.origin.replace('http', 'ws')}/live`
    const sockets = { url, login, seed: plan.seed, atOnce }
    const tell = () => database.inTenant(1, (tx) => putEvent(tx, demo, 'everybody', { text: 'x'.repeat(1_000) }))

    // Warm-up: neither what is allocated once, on the first use, nor what the system lends a busy process counts as
    // growth.
    const { warmUp = { frames: 500, runsPerCall: 1 } } = plan
    await fuzzCalls(server.origin, tokens, { ...plan, ...warmUp })
    await fuzzStomp({ ...sockets, frames: warmUp.frames })
    const before = await memoryOf(server)

    const calls = await fuzzCalls(server.origin, tokens, plan)
    const telling = setInterval(() => void tell(), 200)
    const stomp = await fuzzStomp({ ...sockets, frames: plan.frames }).finally(() => clearInterval(telling))

    const polite = new WebSocket(url, 'v12.stomp')
    let said = ''
    polite.on('message', (data) => (said += data))
    await once(polite, 'open')
    const { user, password, topicPrefix } = await login(0)
    polite.send(stompFrame('CONNECT', { 'accept-version': '1.2', login: user, passcode: password }))
    polite.send(stompFrame('SUBSCRIBE', { id: 's', destination: `${topicPrefix}everybody`, receipt: 'r' }))
    await expect.poll(() => said).toContain('RECEIPT')
    await tell()
    await expect.poll(() => said).toContain('MESSAGE')
    polite.terminate()

    await wait(1_000)
    const after = await memoryOf(server)
    const health = (await fetch(`${server.origin}/health`)).status
    const logged = server.said.out.split('\n').filter((line) => line.startsWith('{'))
    return { before, after, calls, stomp, health, logged, err: server.said.err }
  } finally {
    await server.stop()
    await database.drop()
    await dispose()
  }
}

/** Expects no trace of harm in what the server answered, logged or kept in memory. */
export const expectUnharmed = ({
  before,
  after,
  calls,
  stomp,
  health,
  logged,
  err,
}: Awaited<ReturnType<typeof fuzzServer>>) => {
  expect(calls.faults).toEqual([])
  expect([health, logged, err]).toEqual([200, [], ''])
  // A fuzz that is hardly ever let in proves little.
  expect(stomp.letIn).toBeGreaterThan(stomp.knocked / 4)
  expect(Object.keys(stomp.told)).not.toContain('Internal error')
  expect(after.held - before.held).toBeLessThan(mostGrowth)
  expect(after.rss - before.rss).toBeLessThan(mostGrowth)
}
