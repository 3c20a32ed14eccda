import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '@parada/db/connect'
import { saveLink } from '@parada/db/queries/supplier-links'
import { cloneDatabase, type TestDatabase } from '@parada/db/testing/cluster'
import { startSession } from '@parada/db/testing/session'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { hanging, startFleet, type TestFleet } from '../suppliers/testing-fleet.ts'
import { until } from '../suppliers/testing-world.ts'
import { atocha, fleets, minutes, sol } from '../testing/desk.ts'
import { newHome, startProcess } from '../testing/process.ts'

const clients = 30
const idle = 30

let database: TestDatabase
let fleet: TestFleet
let owner: Awaited<ReturnType<typeof connect>>
const installation = newHome()
const agent = new Agent({ keepAlive: true, maxSockets: idle })

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  owner = await connect(database.ownerUrl, 'test')
  // Accepts every order and never answers, so that orders queue behind those under way.
  fleet = await startFleet(hanging)
  const secret = 'a secret that only this test and its fleet know'
  const link = { idFleet: fleets.madrid, url: fleet.url, secret, orderTimeoutSeconds: 86_400 }
  await database.inTenant(1, (tx) => saveLink(tx, 1, link))
}, 60_000)
afterAll(async () => {
  agent.destroy()
  await fleet?.stop()
  await owner?.end()
  await database?.drop()
  await installation.dispose()
})

type Shift = { isOver: boolean; acknowledged: number[] }

/** Takes bookings until the server is gone, and remembers which were acknowledged. */
const operator = async (origin: string, token: string, shift: Shift) => {
  const post = async (path: string, booking: object) => {
    const headers = { token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify({ booking }) })
    const { response } = (await answer.json()) as { response?: { booking: { id: number } } }
    return answer.status === 200 ? response?.booking.id : undefined
  }
  const ride = { status: 5, entryChannel: 20, paymentMethod: 11, asap: true, origin: sol, destination: atocha }
  while (!shift.isOver) {
    try {
      const id = await post('/api/services/demo/create', { ...ride, timeBookingStart: Date.now() + minutes(5) })
      const wanted = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
      if (id && (await post('/api/services/demo/confirm', wanted))) shift.acknowledged.push(id)
    } catch {
      await wait(50)
    }
  }
}

const keepOpen = async (origin: string) => {
  const asked = get(`${origin}/health/live`, { agent })
  const [answer] = await once(asked, 'response')
  answer.resume()
  await once(answer, 'end')
}

it('stops under load within 15 s, loses no acknowledged booking and releases the orders it had claimed', async () => {
  const token = await startSession(database, 'dispatcher')
  const settings = {
    PARADA_HOME: installation.home,
    DATABASE_URL: database.ownerUrl,

    LOG_LEVEL: 'silent',
  }
  const server = await startProcess(settings)
  await Promise.all(Array.from({ length: idle }, () => keepOpen(server.origin)))
  const shift: Shift = { isOver: false, acknowledged: [] }
  const working = Array.from({ length: clients }, () => operator(server.origin, token, shift))
  await until(() => shift.acknowledged.length >= clients && fleet.heard.length > 0, 'bookings and orders under way')

  const asked = performance.now()
  const { code } = await server.stop()
  const took = performance.now() - asked
  shift.isOver = true
  await Promise.all(working)
  expect(code).toBe(0)
  expect(took).toBeLessThan(15_000)

  const { rows } = await owner.query('select id::int from booking where status = 10 and id = any ($1)', [
    shift.acknowledged,
  ])
  expect(rows).toHaveLength(shift.acknowledged.length)
  const { rows: waiting } = await owner.query(`
    select count(*)::int as orders, count(claimed_by)::int as claimed from outbox where kind = 'order' and done_at is null`)
  expect(waiting).toEqual([{ orders: expect.any(Number), claimed: 0 }])
  expect(waiting[0]?.orders).toBeGreaterThan(0)
}, 120_000)
