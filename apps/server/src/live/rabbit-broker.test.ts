import { once } from 'node:events'
import { dueEvents } from '@parada/db/queries/events'
import { connect } from 'amqplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { stompFrame } from './frames.ts'
import { rabbitLive } from './testing.ts'

let live: Awaited<ReturnType<typeof rabbitLive>>
beforeAll(async () => {
  live = await rabbitLive()
}, 90_000)
afterAll(() => live?.stop())

const prefix = '/topic/parada.demo.'
const refusal = 'STOMP died'
const operator = async () => live.connect(await live.credentialsOf('operator'))

describe('a browser connected to RabbitMQ', () => {
  it.each([
    '/exchange/amq.fanout',
    '/exchange/amq.topic/#',
    '/exchange/amq.topic/parada.costa.fleet.140',
    '/topic/#',
    '/topic/parada.*.fleet.29',
    '/topic/parada.demo.#',
    '/queue/stomp-subscription-mine',
    '/amq/queue/stomp-subscription-other',
    '/reply-queue/other',
  ])('may not listen to %s', async (destination) => {
    await expect(live.listen(await operator(), destination, 'x')).rejects.toThrow(refusal)
  })

  it.each([
    ['that is exclusive, which nobody else could end', { exclusive: 'true' }],
    ['that outlives it', { durable: 'true', 'auto-delete': 'false' }],
    ['that stays without a reader', { 'auto-delete': 'false' }],
    ['with a name of another kind', { 'x-queue-name': 'parada' }],
  ])('may not declare a queue %s', async (_, headers) => {
    await expect(live.listen(await operator(), `${prefix}fleet.29`, 'x', headers)).rejects.toThrow(refusal)
  })

  it('may not read another browser’s queue', async () => {
    const headers = { 'x-queue-name': 'stomp-subscription-guessed' }
    const first = await live.listen(await operator(), `${prefix}fleet.29`, 'x', headers)
    await expect(live.listen(await operator(), `${prefix}fleet.29`, 'x', headers)).rejects.toThrow(refusal)
    await live.tell(1, 'fleet.29', { n: 1 })
    await expect.poll(() => first).toEqual([{ n: 1 }])
  })

  it.each([`${prefix}fleet.29`, '/exchange/amq.topic/parada.demo.fleet.29', '/queue/parada'])(
    'may not send to %s',
    async (destination) => {
      const heard = await live.listen(await operator(), `${prefix}fleet.29`)
      const client = await operator()
      const closed = new Promise((resolve) => {
        client.onWebSocketClose = resolve
      })
      client.publish({ destination, body: '{"n":0}' })
      await closed
      await live.tell(1, 'fleet.29', { n: 1 })
      await expect.poll(() => heard).toEqual([{ n: 1 }])
    },
  )

  it('that does not read is disconnected, and notices it', async () => {
    const queue = 'stomp-subscription-unread'
    const { url, user, password } = await live.credentialsOf('operator')
    const socket = new WebSocket(url, 'v12.stomp', { perMessageDeflate: false })
    let said = ''
    socket.on('message', (data) => {
      said += String(data).slice(0, 100)
    })
    await once(socket, 'open')
    socket.send(stompFrame('CONNECT', { 'accept-version': '1.2', login: user, passcode: password }))
    await expect.poll(() => said).toContain('CONNECTED')
    const subscription = { id: 's', destination: `${prefix}fleet.29`, 'x-queue-name': queue, receipt: 'r' }
    socket.send(stompFrame('SUBSCRIBE', subscription))
    await expect.poll(() => said).toContain('RECEIPT')

    const model = await connect(live.rabbit.amqpUrl)
    const isThere = async () => {
      const channel = await model.createChannel()
      channel.on('error', () => {})
      return channel.checkQueue(queue).then(
        () => channel.close().then(() => true),
        () => false,
      )
    }
    expect(await isThere()).toBe(true)
    socket.pause()
    // More than the buffers at both ends of a socket can hold.
    const body = 'x'.repeat(60_000)
    for (let n = 0; n < 300; n++) await live.tell(1, 'fleet.29', { body })
    await expect.poll(() => dueEvents(live.database.db, 1), { timeout: 20_000 }).toEqual([])
    await expect.poll(isThere, { timeout: 60_000, interval: 1_000 }).toBe(false)
    const closed = once(socket, 'close')
    socket.resume()
    await closed
    await model.close()
  }, 120_000)
})

describe('RabbitMQ', () => {
  it.each(['user', 'vhost', 'resource', 'topic'])(
    'asks about %s under a secret path that is not logged',
    async (about) => {
      const ask = (secret: string) =>
        live.app.inject({
          method: 'POST',
          url: `/rabbitmq/auth/${secret}/${about}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'username=nobody&password=x&vhost=%2F',
        })
      expect((await ask('a-guess')).statusCode).toBe(404)
      const { statusCode, body } = await ask(live.config.broker.authSecret ?? '')
      expect([statusCode, body]).toEqual([200, 'deny'])
      expect(live.logged.join('')).not.toContain(live.config.broker.authSecret)
    },
  )

  it('receives waiting events after a restart, and lets browsers connect again', async () => {
    await live.rabbit.kill()
    await live.tell(1, 'fleet.29', { n: 1 })
    await expect.poll(live.relayWarnings, { timeout: 15_000 }).toContain('Events wait')
    expect(await dueEvents(live.database.db, 10)).toMatchObject([{ message: { n: 1 } }])
    await live.rabbit.startAgain()
    await expect.poll(() => dueEvents(live.database.db, 10), { timeout: 15_000 }).toEqual([])
    const heard = await live.listen(await operator(), `${prefix}fleet.29`)
    await live.tell(1, 'fleet.29', { n: 2 })
    await expect.poll(() => heard).toEqual([{ n: 2 }])
  })
})
