import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { WebSocketServer } from 'ws'
import { embeddedBroker } from '../../apps/server/src/live/embedded-broker.ts'
import { webSocketFrame } from '../../apps/server/src/live/frames.ts'

export const destination = '/topic/parada.bench.everybody'

/** A server that sends one text to everybody who is connected. */
type Side = (server: Server) => (text: string) => unknown

const load = createRequire(import.meta.url)

/** The same broadcast, by the product's broker, by bare WebSocket with one shared frame, and by others' servers. */
export const sides = {
  Parada: (server) => {
    const user = { tenantId: 1, subdomain: 'bench', userId: 1, tokenHash: Buffer.alloc(32) }
    const broker = embeddedBroker(server, { login: async () => user, destinations: async () => new Set([destination]) })
    return (body) => broker.publish([{ destination, body }])
  },
  'bare ws': (server) => {
    const sockets = new Set<{ write: (frame: Buffer) => unknown }>()
    const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
    server.on('upgrade', (request, wire, head) =>
      webSockets.handleUpgrade(request, wire, head, () => sockets.add(wire)),
    )
    return (text) => {
      const frame = webSocketFrame(text)
      for (const socket of sockets) socket.write(frame)
    }
  },
  'socket.io': (server) => {
    const { Server: SocketServer } = load('socket.io')
    const io = new SocketServer(server, { transports: ['websocket'], perMessageDeflate: false })
    return (text) => io.emit('message', text)
  },
  'stomp-broker-js': (server) => {
    const Broker = load('stomp-broker-js')
    const broker = new Broker({ server, path: '/live', heartbeat: [0, 0] })
    return (body) => broker.send(destination, {}, body)
  },
} satisfies Record<string, Side>
export type SideName = keyof typeof sides

if (process.send) {
  const [name] = process.argv.slice(2) as [SideName]
  const server = createServer()
  const broadcast = sides[name](server)
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
  let before = process.cpuUsage()
  process.on('message', ({ text, mark }: { text?: string; mark?: true }) => {
    if (text !== undefined) return broadcast(text)
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    if (mark) process.send?.({ cpuMs: (user + system) / 1_000 })
  })
}
