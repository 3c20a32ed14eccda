import { putInOutbox } from '@parada/db/queries/outbox'
import { demoPassword, demoUsers } from '@parada/db/seed/demo-users'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startOutboxWorker } from '../deliveries/outbox-worker.ts'
import { basic } from '../passwords.ts'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let token: string
let free: () => void
/** The milliseconds that have passed on a clock that otherwise stands still. */
let passed: number

beforeEach(async () => {
  server = await testServer()
  token = await server.signInAs('operator')
  const { pool } = server.database
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  free = () => {
    for (const client of taken.splice(0)) client.release()
  }
  // Whole milliseconds, so that sums are exact.
  const start = Math.ceil(performance.now())
  passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => start + passed)
})
afterEach(async () => {
  vi.restoreAllMocks()
  free()
  await server.stop()
})

const list = () => server.ask('/api/pois/demo/all/', { token })
const write = () =>
  server.ask('/api/calls/demo/incoming', {
    method: 'POST',
    body: { phoneNumberOrigin: '600000001', phoneNumberDialed: '910000000' },
  })
const readBookings = () => server.ask('/api/services/demo/alive/fleet', { token })
const book = () => server.ask('/api/services/demo/create', { method: 'POST', token, body: { booking: {} } })
const signIn = () => {
  const { email } = demoUsers.find(({ kind, subdomain }) => kind === 'operator' && subdomain === 'demo') ?? {}
  return server.ask('/api/authenticate/demo/', {
    method: 'POST',
    headers: { authorization: basic(email ?? '', demoPassword) },
  })
}
const calls = { list, write, readBookings, book, signIn }
type Name = keyof typeof calls

/** Starts a request that needs a database connection, and resolves once it is queued or refused. */
const waitInLine = async (call: () => Promise<{ status: number }>) => {
  const { pool } = server.database
  const before = pool.waitingCount
  const answered = call()
  let isSentAway = false
  void answered.then(() => {
    isSentAway = true
  })
  await expect.poll(() => isSentAway || pool.waitingCount > before, { interval: 5 }).toBe(true)
  return { answered, isSentAway }
}

it.each<[number, Name[]]>([
  [0, []],
  [2_000, ['list']],
  [5_000, ['list', 'write']],
  [15_000, ['list', 'write', 'readBookings', 'book', 'signIn']],
])('when requests have queued for %i ms, refuses %j and lets the others wait', async (queued, sentAway) => {
  const first = await waitInLine(signIn)
  passed = queued
  const asked = []
  for (const name of Object.keys(calls) as Name[]) asked.push({ name, ...(await waitInLine(calls[name])) })
  expect(asked.filter(({ isSentAway }) => isSentAway).map(({ name }) => name)).toEqual(sentAway)
  free()
  expect((await first.answered).status).toBe(200)
  for (const { answered, isSentAway } of asked) {
    const { status } = await answered
    expect(status === 503).toBe(isSentAway)
  }
})

it('sends Retry-After and a message in the envelope', async () => {
  const first = await waitInLine(signIn)
  passed = 2_000
  const { status, headers, meta } = await list()
  expect([status, headers['retry-after'], meta.errorMessage]).toEqual([
    503,
    '2',
    'The server is busy. Try again in a moment.',
  ])
  free()
  await first.answered
})

it('answers /health and sends messages while requests hold every connection', async () => {
  const { database } = server
  const sent: string[] = []
  const background = { ...database, ...database.aside }
  const sms = async (_: number, { text }: { text: string }) => void sent.push(text)
  const worker = startOutboxWorker(background, { sms }, pino({ level: 'silent' }))
  await database.aside.inTenant(1, (tx) => putInOutbox(tx, 1, 'sms', { to: '+34600000001', text: 'Su taxi espera' }))
  await expect.poll(() => sent).toEqual(['Su taxi espera'])
  expect((await server.app.inject('/health')).statusCode).toBe(200)
  await worker.stop()
})
