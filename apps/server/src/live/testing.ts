import type { AddressInfo } from 'node:net'
import { putEvent } from '@parada/db/queries/events'
import type { Subdomain, UserKind } from '@parada/db/seed/demo-users'
import { Client, type IMessage, ReconnectionTimeMode, type StompConfig } from '@stomp/stompjs'
import { pino } from 'pino'
import { testServer } from '../testing.ts'
import { embeddedBroker } from './embedded-broker.ts'
import { gate } from './gate.ts'
import { startRelay } from './relay.ts'

type Credentials = {
  userActiveMQCredentialsMessage: { url: string; user: string; password: string; topicPrefix: string }
}

export const subdomains: Record<number, Subdomain> = { 1: 'demo', 2: 'costa', 3: 'norte' }

/** The whole way of an event: a listening server, its broker and relay, and clients as browsers connect them. */
export const liveServer = async () => {
  const server = await testServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const logger = pino({ level: 'silent' })
  const broker = embeddedBroker(
    server.app.server,
    gate(server.database, () => server.clock.now),
  )
  let relay = startRelay(server.database, broker, logger)
  const clients = new Set<Client>()

  const credentialsOf = async (kind: UserKind, subdomain: Subdomain = 'demo') => {
    const token = await server.signInAs(kind, subdomain)
    const { response } = await server.ask<Credentials>(`/api/users/${subdomain}/self/socket-credentials`, { token })
    if (!response) throw new Error('No credentials')
    return { ...response.userActiveMQCredentialsMessage, url: `ws://127.0.0.1:${port}/live`, token }
  }
  type Given = Awaited<ReturnType<typeof credentialsOf>>

  /** Connects, or says why not. */
  const connect = (given: Given, config: StompConfig = {}) =>
    new Promise<Client>((resolve, reject) => {
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

  /** Subscribes and waits until the server has it; what arrives is collected. */
  const listen = async (client: Client, destination: string, id = destination) => {
    const heard: unknown[] = []
    await new Promise<void>((resolve, reject) => {
      client.onStompError = ({ headers }) => reject(new Error(headers.message))
      const receipt = `r-${id}`
      client.watchForReceipt(receipt, () => resolve())
      client.subscribe(destination, ({ body }: IMessage) => heard.push(JSON.parse(body)), { id, receipt })
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
    broker,
    credentialsOf,
    connect,
    listen,
    tell,
    stopRelay: () => relay.stop(),
    startRelay: () => {
      relay = startRelay(server.database, broker, logger)
    },
    stop: async () => {
      await Promise.all([...clients].map((client) => client.deactivate({ force: true })))
      await relay.stop()
      await broker.close()
      await server.stop()
    },
  }
}
export type LiveServer = Awaited<ReturnType<typeof liveServer>>
