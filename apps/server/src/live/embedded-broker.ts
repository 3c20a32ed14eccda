import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Broker } from './broker.ts'
import { Connection, limits } from './connection.ts'
import { type Gate, watchSessions } from './gate.ts'
import { subscriptions } from './subscriptions.ts'

const livePath = '/live'

/** How many connections a user and an address may have at the same time. */
export type LiveCaps = { perUser: number; perAddress: number }

/** Connection slots, with the same limit for every user or address. */
const places = (most: number) => {
  const taken = new Map<string, number>()
  return {
    isFull: (whose: string) => (taken.get(whose) ?? 0) >= most,
    take: (whose: string) => taken.set(whose, (taken.get(whose) ?? 0) + 1),
    giveBack: (whose: string) => {
      const left = (taken.get(whose) ?? 0) - 1
      if (left > 0) taken.set(whose, left)
      else taken.delete(whose)
    },
  }
}

/** STOMP 1.1 and 1.2 over WebSocket in this process, so a single machine needs nothing else installed. */
export const embeddedBroker = (gate: Gate, { perUser, perAddress }: LiveCaps) => {
  const all = subscriptions<Connection>()
  const connections = new Set<Connection>()
  const [ofUser, ofAddress] = [places(perUser), places(perAddress)]
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => ['v12.stomp', 'v11.stomp'].find((protocol) => offered.has(protocol)) ?? false,
  })

  const accessChanged: Broker['accessChanged'] = (user) => {
    for (const connection of connections) {
      const { tenantId, userId } = connection.user ?? {}
      if (!user || (tenantId === user.tenantId && userId === user.userId)) void connection.recheck()
    }
  }
  const watching = watchSessions(gate, {
    users: () => [...connections].flatMap(({ user }) => user ?? []),
    accessChanged,
  })

  return {
    isShared: false,
    publish: async (events) => {
      for (const { destination, body } of events) all.publish(destination, body)
    },
    accessChanged,
    close: async () => {
      watching.stop()
      for (const connection of connections) connection.close()
      const closed = new Promise((resolve) => sockets.close(resolve))
      // A browser that has vanished silently does not answer.
      const impatience = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, limits.goodbyeMs)
      await closed
      clearTimeout(impatience)
    },
    connections: () => connections.size,
    isFullFor: ofAddress.isFull,
    /** Turns an upgrade request into a connection; the slot of its address is released when it closes. */
    take: (request: IncomingMessage, wire: Duplex, head: Buffer, address: string) =>
      sockets.handleUpgrade(request, wire, head, (socket) => {
        const connection = new Connection(socket, wire, { gate, subscriptions: all, ofUser })
        connections.add(connection)
        ofAddress.take(address)
        socket.on('close', () => {
          connections.delete(connection)
          ofAddress.giveBack(address)
        })
      }),
  } satisfies Broker & Record<string, unknown>
}
type EmbeddedBroker = ReturnType<typeof embeddedBroker>

const refusal = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode })

/**
 * Routes WebSocket requests to the broker through the hooks of every other request, so that hosts, addresses and
 * refusals are handled the same way.
 */
export const serveSockets = (
  app: FastifyInstance,
  broker: Pick<EmbeddedBroker, 'isFullFor' | 'take'>,
  isFromOwnPage: (request: FastifyRequest) => boolean,
) => {
  const upgrades = new WeakMap<IncomingMessage, { wire: Socket; head: Buffer }>()

  app.get(livePath, async (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) throw refusal(426, 'Open a WebSocket here')
    if (!isFromOwnPage(request)) throw refusal(403, 'Only pages of this tenant may connect')
    if (broker.isFullFor(request.ip)) {
      reply.header('Retry-After', 10)
      throw refusal(429, 'Too many live connections from this address. Close some, or raise LIVE_PER_ADDRESS.')
    }
    reply.hijack()
    reply.raw.detachSocket(upgrade.wire)
    broker.take(request.raw, upgrade.wire, upgrade.head, request.ip)
  })

  app.server.on('upgrade', (request: IncomingMessage, wire: Socket, head: Buffer) => {
    wire.on('error', () => wire.destroy())
    if (request.url?.split('?')[0] !== livePath) return wire.destroy()
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(wire)
    // After a refusal the socket must be closed here, because it no longer belongs to the HTTP server.
    response.once('finish', () => wire.destroySoon())
    upgrades.set(request, { wire, head })
    app.routing(request, response)
  })
}
