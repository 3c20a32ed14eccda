import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { isKeyOf } from '@parada/domain/objects'
import { WebSocketServer } from 'ws'
import { embeddedBroker } from '../../apps/server/src/live/embedded-broker.ts'
import { webSocketFrame } from '../../apps/server/src/live/frames.ts'
import { portOf } from '../../apps/server/src/start/port.ts'
import { rabbitSide } from './rabbit.ts'

export const destination = '/topic/parada.bench.everybody'

/** Sends one text to all connected clients. A server in a process of its own also gives its URL and its CPU time. */
type Running = {
  broadcast: (text: string) => unknown
  url?: string
  cpuMs?: () => number
  stop?: () => Promise<void>
}
type Side = (server: Server) => Running | Promise<Running>

const load = createRequire(import.meta.url)

/** The same broadcast by Parada's broker, by bare WebSocket with one shared frame, and by other servers. */
export const sides = {
  Parada: (server) => {
    const user = { tenantId: 1, subdomain: 'bench', userId: 1, tokenHash: Buffer.alloc(32) }
    const gate = {
      login: async () => user,
      destinations: async () => new Set([destination]),
      ended: async () => [],
    }
    const broker = embeddedBroker(gate, { perUser: Number.POSITIVE_INFINITY, perAddress: Number.POSITIVE_INFINITY })
    server.on('upgrade', (request, wire, head) => broker.take(request, wire, head, ''))
    return { broadcast: (body) => broker.publish([{ destination, body }]) }
  },
  'bare ws': (server) => {
    const sockets = new Set<{ write: (frame: Buffer) => unknown }>()
    const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
    server.on('upgrade', (request, wire, head) =>
      webSockets.handleUpgrade(request, wire, head, () => sockets.add(wire)),
    )
    return {
      broadcast: (text) => {
        const frame = webSocketFrame(text)
        for (const socket of sockets) socket.write(frame)
      },
    }
  },
  'socket.io': (server) => {
    const { Server: SocketServer } = load('socket.io')
    const io = new SocketServer(server, { transports: ['websocket'], perMessageDeflate: false })
    return { broadcast: (text) => io.emit('message', text) }
  },
  'stomp-broker-js': (server) => {
    const Broker = load('stomp-broker-js')
    const broker = new Broker({ server, path: '/live', heartbeat: [0, 0] })
    return { broadcast: (body) => broker.send(destination, {}, body) }
  },
  'RabbitMQ Web-STOMP': (server) => rabbitSide(server, destination),
} satisfies Record<string, Side>
export type SideName = keyof typeof sides

const ownCpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

if (process.send) {
  const name = process.argv[2] ?? ''
  if (!isKeyOf(sides, name)) throw new Error(`No such side: ${name}`)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = `ws://127.0.0.1:${portOf(server)}/live`
  const side: Side = sides[name]
  const { broadcast, url = own, cpuMs = ownCpuMs, stop } = await side(server)
  process.on('message', ({ text }: { text?: string }) => {
    if (text === undefined) process.send?.({ cpuMs: cpuMs() })
    else broadcast(text)
  })
  // Also stops when the bench ends early.
  process.once('disconnect', async () => {
    await stop?.()
    process.exit()
  })
  process.send({ url })
}
