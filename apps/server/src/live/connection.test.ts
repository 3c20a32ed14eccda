import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Connection, limits } from './connection.ts'
import { stompFrame } from './frames.ts'
import { subscriptions } from './subscriptions.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const user = { tenantId: 1, subdomain: 'demo', userId: 7, tokenHash: Buffer.from('t') }

/** A client whose network can fail silently. */
const connect = async (heartBeat: string) => {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    isReachable: true,
    ping: vi.fn(() => socket.isReachable && socket.emit('pong')),
    terminate: vi.fn(() => {
      socket.readyState = 3
      socket.emit('close')
    }),
    close: vi.fn(),
  })
  const held: string[] = []
  const ofUser = {
    isFull: () => false,
    take: (whose: string) => held.push(whose),
    giveBack: (whose: string) => held.splice(held.indexOf(whose), 1),
  }
  let letIn = () => {}
  const asked = new Promise<void>((resolve) => (letIn = resolve))
  const gate = {
    login: async () => {
      await asked
      return user
    },
    destinations: async () => new Set<string>(),
    ended: async () => [],
  }
  const wire = new PassThrough().resume()
  new Connection(socket as unknown as WebSocket, wire, { gate, subscriptions: subscriptions(), ofUser })
  const frame = stompFrame('CONNECT', { 'accept-version': '1.2', 'heart-beat': heartBeat })
  socket.emit('message', Buffer.from(frame))
  return {
    socket,
    held,
    letIn: () => {
      letIn()
      return vi.advanceTimersByTimeAsync(0)
    },
  }
}

it.each(['0,0', `${limits.longestBeatMs},0`])(
  'terminates a client with heart-beats %s that answers no ping',
  async (beat) => {
    const { socket, letIn } = await connect(beat)
    await letIn()
    await vi.advanceTimersByTimeAsync(limits.heartbeatMs * 10)
    expect(socket.terminate).not.toHaveBeenCalled()
    socket.isReachable = false
    await vi.advanceTimersByTimeAsync(limits.heartbeatMs * 4)
    expect(socket.terminate).toHaveBeenCalledOnce()
  },
)

it('does not ping a client that sends the promised heart-beats, and terminates it when they stop', async () => {
  const { socket, letIn } = await connect('5000,0')
  await letIn()
  for (let n = 0; n < 10; n++) {
    await vi.advanceTimersByTimeAsync(5_000)
    socket.emit('message', Buffer.from('\n'))
  }
  expect([socket.ping.mock.calls, socket.terminate.mock.calls]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(socket.terminate).toHaveBeenCalledOnce()
})

it('keeps no timer or slot for a client that leaves while it is looked up', async () => {
  const { socket, held, letIn } = await connect('5000,5000')
  socket.terminate()
  await letIn()
  expect([held, vi.getTimerCount()]).toEqual([[], 0])
})

it('frees the slot of a client that leaves', async () => {
  const { socket, held, letIn } = await connect('5000,5000')
  await letIn()
  expect(held).toEqual(['1:7'])
  socket.terminate()
  expect([held, vi.getTimerCount()]).toEqual([[], 0])
})
