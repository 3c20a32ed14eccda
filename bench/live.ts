import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { putEvent } from '@parada/db/queries/events'
import { seedDemo } from '@parada/db/seed/seed'
import { cloneDatabase, type TestDatabase, testCluster } from '@parada/db/testing/cluster'
import { keysOf, recordOf } from '@parada/domain/objects'
import { newHome, startProduct } from './kit/product.ts'
import { type Figure, ratio } from './kit/report.ts'
import type { ClientPlan } from './live/clients.ts'
import { ensureRabbitMQ } from './live/rabbit.ts'
import { destination, type SideName, sides } from './live/sides.ts'

export const title = 'Live events to 1,000 connected clients'

const clientCount = 1_000
const topicCount = 40
const eventsPerSecond = 200
const seconds = 30
const broadcasts = 60

const start = (file: string, args: string[]) =>
  fork(join(import.meta.dirname, 'live', file), args, { stdio: 'inherit' })

const ask = async <Answer>(child: ChildProcess, message?: object): Promise<Answer> => {
  const waiting = new AbortController()
  const ended = once(child, 'exit', waiting).then(() =>
    Promise.reject(new Error(`${child.spawnargs.slice(-2).join(' ')} ended`)),
  )
  const answered = once(child, 'message', waiting)
  if (message) child.send(message)
  try {
    const [answer] = await Promise.race([answered, ended])
    return answer
  } finally {
    waiting.abort()
  }
}

const startClients = async (home: string, plan: ClientPlan) => {
  const file = join(home, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const child = start('clients.ts', [file])
  const ended = once(child, 'exit')
  await ask(child)
  const report = () => ask<{ received: number; p99: number; seen: [number, number][] }>(child, {})
  const stop = async () => {
    child.kill()
    await ended
  }
  return { report, stop }
}

/** Live credentials for a thousand sessions of one user who may receive the events of every fleet. */
const makeClients = async ({ inTenant }: TestDatabase): Promise<ClientPlan['clients']> =>
  inTenant(1, async (tx) => {
    const { id } = await tx
      .selectFrom('app_user')
      .select('id')
      .where('user_email', 'like', 'felix.%')
      .executeTakeFirstOrThrow()
    const fleets = await tx
      .insertInto('fleet')
      .values(
        Array.from({ length: topicCount }, (_, at) => ({
          tenant_id: 1,
          fleet_name: `f${at}`,
          fleet_long_name: `f${at}`,
          lat: 40,
          lon: -3,
        })),
      )
      .returning('id')
      .execute()
    const later = new Date(Date.now() + 3_600_000)
    const made = Array.from({ length: clientCount }, (_, at) => {
      const [login, passcode] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
      const fleet = fleets[at % topicCount]?.id
      return { login, passcode, tokenHash: randomBytes(32), destination: `/topic/parada.demo.fleet.${fleet}` }
    })
    await tx
      .insertInto('session')
      .values(made.map(({ tokenHash }) => ({ tenant_id: 1, user_id: id, token_hash: tokenHash, expires_at: later })))
      .execute()
    await tx
      .insertInto('socket_credential')
      .values(
        made.map(({ login, passcode, tokenHash }) => ({
          tenant_id: 1,
          user_name: login,
          secret_hash: createHash('sha256').update(passcode).digest(),
          token_hash: tokenHash,
          expires_at: later,
        })),
      )
      .execute()
    return made.map(({ login, passcode, destination: topic }) => ({ login, passcode, destination: topic }))
  })

/** Time from the commit of an event to the client that receives it, through the whole product. */
const throughProduct = async (home: string): Promise<Figure[]> => {
  const cluster = await testCluster(({ ownerUrl }) => seedDemo(ownerUrl, { hashPassword: async () => 'none' }))
  const database = await cloneDatabase(cluster.ownerUrl)
  const settings = { DATABASE_URL: database.ownerUrl, LIVE_PER_USER: String(clientCount) }
  const product = await startProduct(home, settings)
  try {
    const clients = await makeClients(database)
    const listening = await startClients(home, {
      url: `ws://127.0.0.1:${product.port}/live`,
      protocol: 'stomp',
      clients,
    })
    const topics = [...new Set(clients.map((client) => client.destination.replace('/topic/parada.demo.', '')))]
    const total = eventsPerSecond * seconds
    const committed: Promise<unknown>[] = []
    const began = performance.now()
    for (let n = 0; n < total; n++) {
      const due = began + (n * 1_000) / eventsPerSecond
      if (due > performance.now()) await wait(due - performance.now())
      committed.push(
        database.inTenant(1, (tx) =>
          putEvent(tx, { id: 1, subdomain: 'demo' }, topics[n % topicCount] ?? '', { n, at: Date.now() }),
        ),
      )
    }
    await Promise.all(committed)
    await wait(3_000)
    const { p99, seen } = await listening.report()
    await listening.stop()
    const perEvent = clientCount / topicCount
    const lost = total * perEvent - seen.reduce((sum, [, times]) => sum + Math.min(times, perEvent), 0)
    return [
      { what: `messages lost of ${total * perEvent}`, value: lost, unit: '', atMost: 0 },
      { what: 'commit to client, p99', value: p99, unit: 'ms', atMost: 250 },
    ]
  } finally {
    await product.stop()
    await database.drop()
    await cluster.stop()
  }
}

/** How many messages with these numbers have arrived, once all have or the patience runs out. */
const arrivals = async (
  { report }: Awaited<ReturnType<typeof startClients>>,
  { from, count, patience }: { from: number; count: number; patience: number },
) => {
  const deadline = performance.now() + patience
  for (;;) {
    const { seen } = await report()
    const arrived = seen.reduce((sum, [n, times]) => (n >= from && n < from + count ? sum + times : sum), 0)
    if (arrived >= clientCount * count || performance.now() > deadline) return arrived
    await wait(100)
  }
}

/** The protocol of the clients of each side; STOMP for those not listed. */
const protocols: { readonly [Name in SideName]?: ClientPlan['protocol'] } = {
  'bare ws': 'bare',
  'socket.io': 'socket.io',
}

const broadcastCpu = async (home: string, name: SideName) => {
  const server = start('sides.ts', [name])
  const ended = once(server, 'exit')
  let listening: Awaited<ReturnType<typeof startClients>> | undefined
  try {
    const { url } = await ask<{ url: string }>(server)
    const protocol = protocols[name] ?? 'stomp'
    const client = { login: 'x', passcode: 'x', destination }
    listening = await startClients(home, { url, protocol, clients: Array(clientCount).fill(client) })
    const broadcast = (n: number) => server.send({ text: JSON.stringify({ n, at: Date.now(), text: 'x'.repeat(120) }) })
    // Not every broker confirms a subscription, so wait until a message reaches everybody.
    for (let n = -20; n < 0; n++) {
      broadcast(n)
      if ((await arrivals(listening, { from: n, count: 1, patience: 1_000 })) === clientCount) break
    }
    const before = await ask<{ cpuMs: number }>(server, {})
    for (let n = 0; n < broadcasts; n++) {
      broadcast(n)
      await wait(50)
    }
    const arrived = await arrivals(listening, { from: 0, count: broadcasts, patience: 30_000 })
    const after = await ask<{ cpuMs: number }>(server, {})
    if (arrived !== clientCount * broadcasts) throw new Error(`${name} delivered ${arrived} messages`)
    return after.cpuMs - before.cpuMs
  } finally {
    // Stop the server first: not every side survives a thousand clients that vanish at once.
    if (server.connected) server.disconnect()
    await ended
    await listening?.stop()
  }
}

export const measure = async (): Promise<Figure[]> => {
  ensureRabbitMQ()
  const { home, dispose } = newHome()
  try {
    const names = keysOf(sides)
    const cpu = recordOf(names, () => Number.POSITIVE_INFINITY)
    for (let round = 0; round < 3; round++)
      for (const name of names) cpu[name] = Math.min(cpu[name], await broadcastCpu(home, name))
    const { Parada, 'bare ws': bare, ...others } = cpu
    return [
      ...(await throughProduct(home)),
      ratio('broadcast CPU, to bare ws', Parada, bare, 1.1),
      ...Object.entries(others).map(([name, taken]) => ratio(`broadcast CPU, to ${name}`, Parada, taken, 1)),
    ]
  } finally {
    await dispose()
  }
}
