import type { Server } from 'node:http'
import { WebSocketServer } from 'ws'
import type { Broker } from './broker.ts'
import { Connection, limits } from './connection.ts'
import type { Gate } from './gate.ts'
import { subscriptions } from './subscriptions.ts'

export const livePath = '/live'

/** STOMP 1.1 and 1.2 over WebSocket in this process: nothing to install for one machine. */
export const embeddedBroker = (server: Server, gate: Gate): Broker & { connections: () => number } => {
  const all = subscriptions<Connection>()
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => ['v12.stomp', 'v11.stomp'].find((protocol) => offered.has(protocol)) ?? false,
  })

  server.on('upgrade', (request, wire, head) => {
    if (request.url?.split('?')[0] !== livePath) return wire.destroy()
    sockets.handleUpgrade(request, wire, head, (socket) => {
      const connection = new Connection(socket, wire, gate, all)
      connections.add(connection)
      socket.on('close', () => connections.delete(connection))
    })
  })

  return {
    isShared: false,
    publish: async (events) => {
      for (const { destination, body } of events) all.publish(destination, body)
    },
    accessChanged: (user) => {
      for (const connection of connections) {
        const { tenantId, userId } = connection.user ?? {}
        if (!user || (tenantId === user.tenantId && userId === user.userId)) connection.recheck()
      }
    },
    close: async () => {
      for (const connection of connections) connection.close()
      const closed = new Promise((resolve) => sockets.close(resolve))
      // A browser that is gone without a word answers nothing.
      const impatience = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, limits.goodbyeMs)
      await closed
      clearTimeout(impatience)
    },
    connections: () => connections.size,
  }
}
