import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { putEvent } from '@parada/db/queries/events'
import type { Subdomain, UserKind } from '@parada/db/seed/demo-users'
import { Client, type IMessage, ReconnectionTimeMode, type StompConfig, type StompHeaders } from '@stomp/stompjs'
import { pino } from 'pino'
import WebSocket, { type ClientOptions } from 'ws'
import { liveOptions } from '../server.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import type { Broker } from './broker.ts'
import { chooseBroker, rabbitSettings } from './choose-broker.ts'
import { embeddedBroker, serveSockets } from './embedded-broker.ts'
import { startRelay } from './relay.ts'
import { startRabbit } from './testing-rabbit.ts'

type Credentials = {
  userActiveMQCredentialsMessage: { url: string; user: string; password: string; topicPrefix: string }
}

export const subdomains: Record<number, Subdomain> = { 1: 'demo', 2: 'costa', 3: 'norte' }

const logger = pino({ level: 'silent' })
const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port

/** A bare socket to the embedded broker, for frames that no client library would send; collects what it receives. */
export const openSocket = async ({ port }: { port: number }, options: ClientOptions = {}) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, 'v12.stomp', options)
  let said = ''
  socket.on('message', (data) => (said += data))
  await once(socket, 'open')
  return { socket, said: () => said, closed: once(socket, 'close') }
}

/** The whole path of an event: a listening server, its broker and relay, and clients that connect as browsers do. */
const liveOn = (server: TestServer, broker: Broker) => {
  const port = portOf(server.app.server)
  const warnings: string[] = []
  const relayLogger = pino({ level: 'warn' }, { write: (line) => warnings.push(line) })
  let relay = startRelay(server.database, broker, relayLogger)
  const clients = new Set<Client>()

  const credentialsOf = async (kind: UserKind, subdomain: Subdomain = 'demo') => {
    const token = await server.signInAs(kind, subdomain)
    const { response } = await server.ask<Credentials>(`/api/users/${subdomain}/self/socket-credentials`, { token })
    if (!response) throw new Error('No credentials')
    const given = response.userActiveMQCredentialsMessage
    // An injected request does not know the server's port, so it is put into the address here.
    return { ...given, url: given.url.replace(/^ws:\/\/localhost(:\d+)?\/live$/, `ws://127.0.0.1:${port}/live`), token }
  }
  type OwnCredentials = Awaited<ReturnType<typeof credentialsOf>>

  /** Connects, or rejects with the reason. */
  const connect = async (given: OwnCredentials, config: StompConfig = {}) => {
    await relay.ready
    return new Promise<Client>((resolve, reject) => {
      const client = new Client({
        brokerURL: given.url,
        connectHeaders: { login: given.user, passcode: given.password },
        heartbeatIncoming: 20_000,
        heartbeatOutgoing: 20_000,
        reconnectDelay: 0,
        reconnectTimeMode: ReconnectionTimeMode.LINEAR,
        ...config,
        onConnect: () => resolve(client),
        onStompError: ({ headers }) => {
          reject(new Error(headers.message))
          void client.deactivate()
        },
        onWebSocketClose: ({ code, reason }) => reject(new Error(`${code} ${reason}`)),
      })
      clients.add(client)
      client.activate()
    })
  }

  /** Subscribes and waits until the server confirms it; messages that arrive are collected. */
  const listen = async (client: Client, destination: string, id = destination, headers: StompHeaders = {}) => {
    const heard: unknown[] = []
    await new Promise<void>((resolve, reject) => {
      client.onStompError = ({ headers }) => reject(new Error(headers.message))
      client.onWebSocketClose = ({ code, reason }) => reject(new Error(`${code} ${reason}`))
      const receipt = `r-${id}`
      client.watchForReceipt(receipt, () => resolve())
      client.subscribe(destination, ({ body }: IMessage) => heard.push(JSON.parse(body)), {
        ...headers,
        id,
        receipt,
      })
    })
    return heard
  }

  const tell = (tenantId: number, topic: string, message: object, dueAt?: Date) =>
    server.database.inTenant(tenantId, (tx) =>
      putEvent(tx, { id: tenantId, subdomain: subdomains[tenantId] ?? '' }, topic, message, dueAt),
    )

  return {
    ...server,
    port,
    credentialsOf,
    connect,
    listen,
    tell,
    stopRelay: () => relay.stop(),
    startRelay: () => {
      relay = startRelay(server.database, broker, relayLogger)
    },
    /** The relay's warnings so far. */
    relayWarnings: () => warnings.join(''),
    stop: async () => {
      await Promise.all([...clients].map((client) => client.deactivate({ force: true })))
      await relay.stop()
      await broker.close()
      await server.stop()
    },
  }
}
export type LiveServer = ReturnType<typeof liveOn>

const optionsOf = ({ config, database, clock }: TestServer) =>
  liveOptions({ config, database, now: () => clock.now }, logger)

export const embeddedLive = async (environment: Record<string, string> = {}) => {
  const server = await testServer(environment)
  const { gate, caps, isFromOwnPage } = optionsOf(server)
  const broker = embeddedBroker(gate, caps)
  serveSockets(server.app, broker, isFromOwnPage)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...liveOn(server, broker), broker }
}

/** Connects a client to the first of these ports that answers. */
const leadIn = (outer: Socket, [port, ...others]: readonly number[]) => {
  if (port === undefined) return void outer.destroy()
  const inner = dial({ host: '127.0.0.1', port })
  const giveUp = () => leadIn(outer, others)
  inner.once('error', giveUp)
  inner.once('connect', () => {
    inner.off('error', giveUp)
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other)
  })
}

/**
 * RabbitMQ must know whom to ask before there is a server that knows where RabbitMQ is, so this proxy stands in for it.
 * It leads to the first of several servers, and to the next while that one is down.
 */
export const openDoor = async () => {
  let inside: readonly number[] = []
  const door = createServer((outer) => {
    outer.on('error', () => {})
    leadIn(outer, inside)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(door),
    leadTo: (...ports: readonly number[]) => {
      inside = ports
    },
    close: () => void door.close(),
  }
}

const secret = 'only-rabbitmq-knows-this'

export const rabbitLive = async () => {
  const door = await openDoor()
  const rabbit = await startRabbit(`http://127.0.0.1:${door.port}/rabbitmq/auth/${secret}`)
  const server = await testServer({
    AMQP_URL: rabbit.amqpUrl,
    STOMP_URL: rabbit.stompUrl,
    RABBITMQ_AUTH_SECRET: secret,
  })
  const broker = await chooseBroker(server.app, rabbitSettings(server.config), optionsOf(server))
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  door.leadTo(portOf(server.app.server))
  const live = liveOn(server, broker)
  return {
    ...live,
    rabbit,
    stop: async () => {
      await live.stop()
      door.close()
      await rabbit.stop()
    },
  }
}
