import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import WebSocket from 'ws'
import { stompFrame } from '../../apps/server/src/live/frames.ts'

/** A thousand clients in a process of their own; they only listen, and note how long each message took. */
export type ClientPlan = {
  url: string
  protocol: 'stomp' | 'bare' | 'socket.io'
  clients: { login: string; passcode: string; destination: string }[]
}

const latencies: number[] = []
const seen = new Map<number, number>()

const note = (text: string) => {
  const { n, at }: { n: number; at: number } = JSON.parse(text)
  latencies.push(Date.now() - at)
  seen.set(n, (seen.get(n) ?? 0) + 1)
}

const bodyOf = (frame: string) => frame.slice(frame.indexOf('\n\n') + 2, frame.lastIndexOf('\0'))

const openStomp = (url: string, { login, passcode, destination }: ClientPlan['clients'][number]) =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url, ['v12.stomp', 'v11.stomp'], { perMessageDeflate: false })
    socket.on('open', () =>
      socket.send(
        stompFrame('CONNECT', { 'accept-version': '1.1,1.2', host: '/', login, passcode, 'heart-beat': '0,0' }),
      ),
    )
    socket.on('error', reject)
    socket.on('message', (data) => {
      const frame = data.toString()
      if (frame.startsWith('MESSAGE')) return note(bodyOf(frame))
      if (frame.startsWith('ERROR')) return reject(new Error(frame))
      if (!frame.startsWith('CONNECTED')) return
      socket.send(stompFrame('SUBSCRIBE', { id: 's', destination }))
      resolve()
    })
  })

const openBare = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.on('open', () => resolve()).on('error', reject)
    socket.on('message', (data) => note(data.toString()))
  })

const openSocketIo = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const { io } = createRequire(import.meta.url)('socket.io-client')
    const socket = io(new URL(url.replace(/^ws/, 'http')).origin, { transports: ['websocket'], forceNew: true })
    socket.on('connect', () => resolve()).on('connect_error', reject)
    socket.on('message', note)
  })

const { url, protocol, clients }: ClientPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const open = { stomp: openStomp, bare: openBare, 'socket.io': openSocketIo }[protocol]
for (let at = 0; at < clients.length; at += 50)
  await Promise.all(clients.slice(at, at + 50).map((client) => open(url, client)))
// The last SUBSCRIBE may still be on its way.
setTimeout(() => process.send?.({ ready: clients.length }), 500)

process.on('message', () => {
  latencies.sort((a, b) => a - b)
  process.send?.({ received: latencies.length, p99: latencies[Math.floor(latencies.length * 0.99)], seen: [...seen] })
})
