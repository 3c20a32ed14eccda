import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { limits } from './connection.ts'
import { stompFrame } from './frames.ts'
import { embeddedLive, openSocket } from './testing.ts'

let live: Awaited<ReturnType<typeof embeddedLive>>
beforeAll(async () => {
  live = await embeddedLive()
})
afterAll(() => live.stop())

const prefix = '/topic/parada.demo.'

it('closes the connection when the session ends', async () => {
  const given = await live.credentialsOf('operator')
  const client = await live.connect(given)
  const closed = new Promise((resolve) => (client.onWebSocketClose = resolve))
  await live.ask('/api/authenticate/demo/logout', { method: 'POST', token: given.token })
  await closed
})

describe('a misbehaving client', () => {
  const open = () => openSocket(live)
  const connected = async () => {
    const { user, password } = await live.credentialsOf('operator')
    const one = await open()
    one.socket.send(stompFrame('CONNECT', { 'accept-version': '1.2', login: user, passcode: password }))
    await expect.poll(one.said).toContain('CONNECTED')
    return one
  }

  it.each([
    ['another version', [stompFrame('CONNECT', { 'accept-version': '1.0' })], 'Supported versions'],
    ['SUBSCRIBE before CONNECT', [stompFrame('SUBSCRIBE', { id: '1', destination: '/topic/x' })], 'Connect first'],
    ['a frame without an end', Array.from({ length: 4 }, () => 'X'.repeat(limits.frameBytes / 2)), 'Frame too large'],
    [
      'a frame that is larger than it may be before CONNECT',
      [stompFrame('CONNECT', { 'accept-version': '1.2', login: 'x'.repeat(limits.connectBytes) })],
      'Frame too large',
    ],
    ['CONNECT with a body', [stompFrame('CONNECT', { 'accept-version': '1.2' }, 'body')], 'CONNECT has no body'],
    ['nonsense', ['\u0001\u0002:::\n\n\0'], 'Connect first'],
  ])('gets an ERROR frame and is disconnected for %s', async (_, frames, message) => {
    const { socket, said, closed } = await open()
    for (const frame of frames) socket.send(frame)
    await closed
    expect(said()).toContain('ERROR')
    expect(said()).toContain(message)
  })

  it('is disconnected for an oversized message', async () => {
    const { socket, closed } = await open()
    socket.send('X'.repeat(limits.frameBytes + 1))
    expect((await closed)[0]).toBe(1009)
  })

  it.each([
    ['SEND', stompFrame('SEND', { destination: `${prefix}fleet.29` }, 'gotcha'), 'SEND is not for clients'],
    ['a second CONNECT', stompFrame('CONNECT', { 'accept-version': '1.2' }), 'Connected already'],
    ['SUBSCRIBE without id', stompFrame('SUBSCRIBE', { destination: `${prefix}fleet.29` }), 'needs an id'],
  ])('is refused %s, and nobody receives it', async (_, frame, message) => {
    const listener = await live.connect(await live.credentialsOf('everything'))
    const heard = await live.listen(listener, `${prefix}fleet.29`)
    const { socket, said, closed } = await connected()
    socket.send(frame)
    await closed
    expect(said()).toContain(message)
    await live.tell(1, 'fleet.29', { n: 1 })
    await expect.poll(() => heard).toEqual([{ n: 1 }])
  })

  /** Sends a body declared as huge, in parts that each contain the NUL that would otherwise end a frame. */
  const pour = async ({ socket, closed }: Awaited<ReturnType<typeof open>>, parts: number) => {
    socket.send('SUBSCRIBE\nid:1\ncontent-length:900000000\n\n')
    for (let n = 0; n < parts; n++) socket.send(`\0${'x'.repeat(1_000)}`)
    await closed
  }

  it('is disconnected if it sends an oversized body before CONNECT', async () => {
    const one = await open()
    await pour(one, limits.connectBytes / 1_000 + 1)
    expect(one.said()).toContain('Frame too large')
  })

  it('is disconnected if it sends an oversized body after CONNECT', async () => {
    const one = await connected()
    await pour(one, limits.frameBytes / 1_000 + 1)
    expect(one.said()).toContain('Frame too large')
  })

  it('is ignored after it has been refused', async () => {
    const { socket, said, closed } = await connected()
    socket.send(`${stompFrame('SEND', { destination: `${prefix}fleet.29` })}`)
    socket.send(stompFrame('SUBSCRIBE', { id: 's', destination: `${prefix}fleet.29`, receipt: 'late' }))
    await closed
    expect(said()).not.toContain('late')
  })

  it('may send any number of heart-beats', async () => {
    const { socket, said } = await connected()
    for (let n = 0; n < 3; n++) socket.send('\n'.repeat(limits.frameBytes - 1))
    socket.send(stompFrame('SUBSCRIBE', { id: 's', destination: `${prefix}fleet.29`, receipt: 'heard' }))
    await expect.poll(said).toContain('heard')
    socket.terminate()
  })

  it('is refused too many subscriptions', async () => {
    const { socket, said, closed } = await connected()
    for (let n = 0; n < 1_000; n++)
      socket.send(stompFrame('SUBSCRIBE', { id: `s${n}`, destination: `${prefix}fleet.29` }))
    await closed
    expect(said()).toContain('Too many subscriptions')
  })

  it('that does not read is disconnected', async () => {
    const { user, password } = await live.credentialsOf('operator')
    const { socket } = await open()
    socket.send(stompFrame('CONNECT', { 'accept-version': '1.2', login: user, passcode: password }))
    socket.send(stompFrame('SUBSCRIBE', { id: 's', destination: `${prefix}fleet.29`, receipt: 'r' }))
    await once(socket, 'message')
    await expect.poll(live.broker.connections).toBeGreaterThan(0)
    const before = live.broker.connections()
    socket.pause()
    const body = JSON.stringify({ text: 'x'.repeat(60_000) })
    for (let n = 0; n < 400 && live.broker.connections() === before; n++) {
      await live.broker.publish([{ destination: `${prefix}fleet.29`, body }])
      await new Promise(setImmediate)
    }
    await expect.poll(live.broker.connections).toBeLessThan(before)
    socket.terminate()
  })

  it('may disconnect while it is subscribed', async () => {
    const { socket, closed } = await connected()
    socket.send(stompFrame('SUBSCRIBE', { id: 's', destination: `${prefix}fleet.29` }))
    socket.send(stompFrame('DISCONNECT', { receipt: 'bye' }))
    await closed
    await live.tell(1, 'fleet.29', { n: 1 })
  })

  it('cannot connect to another path', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${live.port}/elsewhere`)
    await expect(once(socket, 'open')).rejects.toThrow()
  })
})
