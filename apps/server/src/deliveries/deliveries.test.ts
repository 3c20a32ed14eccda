import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockBooking, theHouse } from '@parada/db/queries/booking-changes'
import { deliveriesOf, putCounted, putDelivery } from '@parada/db/queries/deliveries'
import { cloneDatabase, type TestDatabase } from '@parada/db/testing/cluster'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { mailer } from './mail.ts'
import { type Send, type Senders, startOutboxWorker, Undeliverable } from './outbox-worker.ts'
import { smsSender } from './sms.ts'
import { type Gateway, startGateway } from './testing-gateway.ts'

const tenant = { id: 1, subdomain: 'demo' }
const quiet = pino({ level: 'silent' })
let database: TestDatabase
let gateway: Gateway
let home: string
let idBooking: number
let idFleet: number

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  gateway = await startGateway()
  home = await mkdtemp(join(tmpdir(), 'parada-deliveries-'))
  const booking = await database.inTenant(1, (tx) =>
    tx.selectFrom('booking').select(['id', 'id_fleet']).where('id_fleet', 'is not', null).executeTakeFirstOrThrow(),
  )
  idBooking = booking.id
  idFleet = booking.id_fleet as number
})
afterAll(async () => {
  await gateway.stop()
  await database.drop()
  await rm(home, { recursive: true, force: true })
})
beforeEach(async () => {
  gateway.received.length = 0
  gateway.answers.length = 0
  await database.inTenant(1, async (tx) => {
    await tx.deleteFrom('delivery').execute()
    await tx.deleteFrom('outbox').execute()
  })
})

const config = (environment: Record<string, string> = {}) => readConfig({ PARADA_HOME: home, ...environment })
const overGateway = () => smsSender(config({ SMS_URL: gateway.url, SMS_TOKEN: 'a-secret-token', SMS_FROM: 'DemoTaxi' }))

const about = { template: 'text', locale: 'es' as const, who: 'Ana Pérez' }
const putSms = (text = 'Su taxi espera', more = {}) =>
  database.inTenant(1, (tx) =>
    putDelivery(tx, 1, 'sms', { to: '+34600000001', text }, { ...about, idBooking, ...more }),
  )
const deliveries = () => database.inTenant(1, (tx) => deliveriesOf(tx, 1, idBooking))
const outboxId = async () => {
  const rows = await database.inTenant(1, (tx) =>
    tx.selectFrom('outbox').select('id').where('kind', '!=', 'event').execute(),
  )
  return rows.at(-1)?.id
}
/** Makes everything that waits for a retry due now. */
const makeDue = () =>
  database.inTenant(1, (tx) =>
    tx
      .updateTable('outbox')
      .set({ due_at: new Date(0) })
      .where('done_at', 'is', null)
      .execute(),
  )

const withWorker = async (senders: Senders, run: (worker: { wake: () => void }) => Promise<void>) => {
  const worker = startOutboxWorker(database, senders, quiet)
  await run(worker).finally(worker.stop)
}

it('posts an SMS to the gateway with the id of its outbox row, and marks it as sent', async () => {
  expect(await putSms()).toMatchObject({ state: 'waiting', attempts: 0, sentAt: null, who: 'Ana Pérez' })
  await withWorker({ sms: overGateway() }, async () => {
    await expect.poll(async () => (await deliveries())[0]?.state, { timeout: 15_000 }).toBe('sent')
  })
  expect(gateway.received.map(({ body }) => body)).toEqual([
    { id: `parada-${await outboxId()}`, to: '+34600000001', from: 'DemoTaxi', text: 'Su taxi espera' },
  ])
  expect(gateway.received[0]?.headers.authorization).toBe('Bearer a-secret-token')
  expect(await deliveries()).toMatchObject([
    { channel: 'sms', recipient: '+34600000001', attempts: 1, lastError: null },
  ])
})

it.each([500, 503, 429])('retries with the same id after the gateway answers %i', async (status) => {
  gateway.answers.push(status)
  await putSms()
  await withWorker({ sms: overGateway() }, async (worker) => {
    await expect
      .poll(async () => (await deliveries())[0], { timeout: 15_000 })
      .toMatchObject({ state: 'waiting', attempts: 1, lastError: `The SMS gateway answered ${status}` })
    await makeDue()
    worker.wake()
    await expect.poll(async () => (await deliveries())[0]?.state, { timeout: 15_000 }).toBe('sent')
  })
  const ids = gateway.received.map(({ body }) => body.id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  expect(await deliveries()).toMatchObject([{ attempts: 2, lastError: null }])
})

it.each([400, 404, 422])(
  'gives up on an SMS that the gateway refuses with %i, and notifies the desks',
  async (status) => {
    gateway.answers.push(status)
    await putSms()
    await withWorker({ sms: overGateway() }, async (worker) => {
      await expect.poll(async () => (await deliveries())[0]?.state, { timeout: 15_000 }).toBe('failed')
      await makeDue()
      worker.wake()
    })
    expect(gateway.received.length).toBe(1)
    expect(await deliveries()).toMatchObject([
      { attempts: 1, lastError: `The SMS gateway answered ${status}`, sentAt: null },
    ])
    const told = await database.inTenant(1, (tx) =>
      tx.selectFrom('outbox').select('payload').where('kind', '=', 'event').execute(),
    )
    expect(told).toMatchObject([
      { payload: { destination: `/topic/parada.demo.fleet.${idFleet}`, message: { content: { idBooking, idFleet } } } },
    ])
  },
)

it('gives up on an SMS after eight attempts', async () => {
  const away = smsSender(config({ SMS_URL: 'http://127.0.0.1:9/' }))
  const due = (attempts: number) => ({ tenantId: 1, attempts })
  const failure = (attempts: number) =>
    away(1, { to: '+34600000001', text: 'x' }, due(attempts)).catch((error) => error)
  expect(await failure(7)).not.toBeInstanceOf(Undeliverable)
  expect(await failure(8)).toBeInstanceOf(Undeliverable)
})

it('writes an SMS to a file if no gateway is configured', async () => {
  await putSms('Llega en 5 minutos')
  const id = await outboxId()
  await withWorker({ sms: smsSender(config()), mail: mailer(config()) }, async () => {
    await expect.poll(async () => (await deliveries())[0]?.state, { timeout: 15_000 }).toBe('sent')
  })
  const name = `${String(id).padStart(8, '0')}.txt`
  expect(await readdir(join(home, 'sms'))).toEqual([name])
  expect(await readFile(join(home, 'sms', name), 'utf8')).toBe('To: +34600000001\n\nLlega en 5 minutos\n')
})

it('sends a new delivery when notified, without waiting for the next poll', async () => {
  // With a fake interval it never polls.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await withWorker({ sms: overGateway() }, async () => {
    for (let n = 1; n <= 5; n++) {
      await putSms(`SMS ${n}`)
      await expect.poll(() => gateway.received.length, { timeout: 15_000, interval: 10 }).toBe(n)
    }
  })
})

it('does not hold up SMS behind a mail server that hangs', async () => {
  let release = () => {}
  const hanging: Send<'mail'> = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  await database.inTenant(1, (tx) =>
    putDelivery(tx, 1, 'mail', { to: 'ana@demo.example', subject: 's', text: 't' }, { ...about, idBooking }),
  )
  await putSms()
  await withWorker({ mail: hanging, sms: overGateway() }, async () => {
    await expect
      .poll(async () => (await deliveries()).map(({ state }) => state), { timeout: 15_000 })
      .toEqual(['waiting', 'sent'])
    release()
  })
  expect((await deliveries()).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

it('sends again with the same id if a server died before it marked the message as sent', async () => {
  await putSms()
  const sent: number[] = []
  const dying: Send<'sms'> = async (id) => {
    sent.push(id)
    // Stands for a server that dies: the row becomes due again, as it does seconds after its server falls silent.
    if (sent.length === 1) throw new Error('killed')
  }
  await withWorker({ sms: dying }, async (worker) => {
    await expect.poll(() => sent.length, { timeout: 15_000 }).toBe(1)
    await expect.poll(async () => (await deliveries())[0]?.lastError, { timeout: 15_000 }).toBe('killed')
    await makeDue()
    worker.wake()
    await expect.poll(async () => (await deliveries())[0]?.state, { timeout: 15_000 }).toBe('sent')
  })
  expect(sent).toEqual([await outboxId(), await outboxId()])
})

it('empties an outbox that holds more than one batch', async () => {
  for (let n = 0; n < 30; n++) await putSms(`SMS ${n}`)
  await withWorker({ sms: overGateway() }, async () => {
    await expect.poll(() => gateway.received.length, { timeout: 15_000 }).toBe(30)
  })
  expect(new Set((await deliveries()).map(({ state }) => state))).toEqual(new Set(['sent']))
})

it('writes neither the delivery nor the outbox row if the transaction fails', async () => {
  const failing = database.inTenant(1, async (tx) => {
    await putDelivery(tx, 1, 'sms', { to: '+34600000001', text: 'x' }, { ...about, idBooking })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect([await deliveries(), await outboxId()]).toEqual([[], undefined])
})

it('sends and counts a once-only message a single time', async () => {
  const twice = () =>
    database.inTenant(tenant.id, async (tx) => {
      await lockBooking(tx, tenant.id, idBooking)
      const alarm = { destination: '/topic/parada.demo.everybody', message: {} }
      const limits = { scopes: ['tenant'], ids: [0], limits: [9], nearlyAt: 8, alarms: [alarm, alarm] } as const
      const count = { day: '2026-01-01', ...limits }
      const once = { ...about, who: theHouse.who, idBooking, once: 'x' }
      const put = async () => (await putCounted(tx, 1, 'sms', { to: '+34600000001', text: 'x' }, once, count)).delivery
      return [await put(), await put()]
    })
  const [first, second] = await twice()
  const [third] = await twice()
  expect([first?.state, second, third]).toEqual(['waiting', undefined, undefined])
  expect((await deliveries()).length).toBe(1)
  const counted = await database.inTenant(tenant.id, (tx) => tx.selectFrom('message_count').select('sent').execute())
  expect(counted).toEqual([{ sent: 1 }])
})
