import { saveLink } from '@parada/db/queries/supplier-links'
import { cloneDatabase, type TestDatabase } from '@parada/db/testing/cluster'
import { startSession } from '@parada/db/testing/session'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { atocha, fleets, minutes, sol } from '../testing/desk.ts'
import { newHome, startProcess } from '../testing/process.ts'
import { hanging, received, startFleet, type TestFleet } from './testing-fleet.ts'
import { until } from './testing-world.ts'

let database: TestDatabase
let fleet: TestFleet
let gateway: TestFleet
let endings: (() => unknown)[]

beforeEach(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  fleet = await startFleet(hanging)
  gateway = await startFleet(hanging)
  endings = [() => database.drop(), fleet.stop, gateway.stop]
  const secret = 'a secret that only this test and its fleet know'
  const link = { idFleet: fleets.madrid, url: fleet.url, secret, orderTimeoutSeconds: 86_400 }
  await database.inTenant(1, (tx) => saveLink(tx, 1, link))
}, 60_000)
afterEach(async () => {
  for (const end of endings.reverse()) await end()
})

const startServer = async () => {
  const { home, dispose } = newHome()
  const settings = { PARADA_HOME: home, DATABASE_URL: database.ownerUrl, SMS_URL: gateway.url, LOG_LEVEL: 'silent' }
  const server = await startProcess(settings)
  endings.push(dispose, () => server.stop())
  return server
}

/** Makes a booking, which sends an order and an SMS. */
const book = async (origin: string) => {
  const token = await startSession(database, 'dispatcher')
  const post = async (path: string, booking: object) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ booking }),
    })
    expect([path, answer.status]).toEqual([path, 200])
    return ((await answer.json()) as { response: { booking: { id: number } } }).response.booking.id
  }
  const ride = { entryChannel: 20, paymentMethod: 11, asap: true, origin: sol, destination: atocha }
  const id = await post('/api/services/demo/create', { status: 5, timeBookingStart: Date.now() + minutes(5), ...ride })
  await post('/api/services/demo/confirm', { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' })
}

const isHeard = (one: TestFleet, times: number) => until(() => one.heard.length >= times, `${times} messages`)

it('hands over the messages of a killed server to the next one within seconds', async () => {
  const killed = await startServer()
  await book(killed.origin)
  await Promise.all([isHeard(fleet, 1), isHeard(gateway, 1)])
  await killed.stop('SIGKILL')
  fleet.answers(received)
  gateway.answers(received)
  await startServer()
  await Promise.all([isHeard(fleet, 2), isHeard(gateway, 2)])
  // Whether the killed server's message arrived is unknown, so it is repeated under the same id.
  expect(new Set(fleet.at(/\/orders$/).map(({ body }) => body.id)).size).toBe(1)
  expect(new Set(gateway.heard.map(({ body }) => body.id)).size).toBe(1)
}, 180_000)
