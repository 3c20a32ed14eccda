import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { limits } from './connection.ts'
import { stompFrame } from './frames.ts'
import { type LiveServer, liveServer } from './testing.ts'

let live: LiveServer
beforeAll(async () => {
  live = await liveServer()
})
afterAll(() => live.stop())

const prefix = '/topic/parada.demo.'
const count = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ n: from + at }))

describe('an event', () => {
  it('reaches everybody who listens to its topic, in order, and nobody else', async () => {
    const operator = await live.connect(await live.credentialsOf('operator'))
    const everything = await live.connect(await live.credentialsOf('everything'))
    const heard = [
      await live.listen(operator, `${prefix}fleet.29`),
      await live.listen(everything, `${prefix}fleet.29`, 'own-id'),
    ]
    const other = await live.listen(everything, `${prefix}fleet.87`)
    for (const message of count(0, 20)) await live.tell(1, 'fleet.29', message)
    for (const messages of heard) await expect.poll(() => messages).toEqual(count(0, 20))
    expect(other).toEqual([])
  })

  it('of a change that is undone reaches nobody', async () => {
    const client = await live.connect(await live.credentialsOf('operator'))
    const heard = await live.listen(client, `${prefix}everybody`)
    await live.database
      .inTenant(1, async (tx) => {
        await tx
          .insertInto('outbox')
          .values({
            tenant_id: 1,
            kind: 'event',
            payload: JSON.stringify({ destination: `${prefix}everybody`, message: { n: -1 } }),
          })
          .execute()
        throw new Error('undone')
      })
      .catch(() => undefined)
    await live.tell(1, 'everybody', { n: 1 })
    await expect.poll(() => heard).toEqual([{ n: 1 }])
  })

  it('waits until it is due', async () => {
    const client = await live.connect(await live.credentialsOf('operator'))
    const heard = await live.listen(client, `${prefix}fleet.44`)
    await live.tell(1, 'fleet.44', { n: 2 }, new Date(Date.now() + 700))
    await live.tell(1, 'fleet.44', { n: 1 })
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('written while no relay runs is published by the next one, once', async () => {
    const client = await live.connect(await live.credentialsOf('operator'))
    const heard = await live.listen(client, `${prefix}fleet.29`)
    await live.stopRelay()
    for (const message of count(100, 105)) await live.tell(1, 'fleet.29', message)
    expect(heard).toEqual([])
    live.startRelay()
    await expect.poll(() => heard).toEqual(count(100, 105))
  })
})

describe('the gate', () => {
  it.each([
    ['another tenant', '/topic/parada.costa.fleet.140'],
    ['a fleet of another tenant', `${prefix}fleet.140`],
    ['another user', `${prefix}user.1`],
    ['a phone number not held', `${prefix}600999999`],
    ['a wildcard', `${prefix}fleet.*`],
    ['a queue', '/queue/parada'],
    ['nothing', ''],
  ])('refuses a subscription to %s', async (_, destination) => {
    const client = await live.connect(await live.credentialsOf('operator'))
    await expect(live.listen(client, destination, 'x')).rejects.toThrow('Not authorized')
  })

  it('refuses a fleet that the user’s permissions do not name', async () => {
    const token = await live.signInAs('dispatcher')
    const { response } = await live.ask<{ permissions: { key1: string; value: string }[] }>(
      '/api/users/demo/self/permissions',
      { token },
    )
    const own = response?.permissions.find(({ key1 }) => key1 === 'editServiceByFleet')?.value.split(',') ?? []
    const { response: all } = await live.ask<{ fleets: { id: number }[] }>('/api/users/demo/self/fleets', {
      token: await live.signInAs('everything'),
    })
    const foreign = all?.fleets.find(({ id }) => !own.includes(String(id)))
    const given = await live.credentialsOf('dispatcher')
    await live.listen(await live.connect(given), `${prefix}fleet.${own[0]}`)
    const again = await live.connect(await live.credentialsOf('dispatcher'))
    await expect(live.listen(again, `${prefix}fleet.${foreign?.id}`)).rejects.toThrow('Not authorized')
  })

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown user', { user: 'nobody' }],
    ['nothing at all', { user: '', password: '' }],
  ])('refuses %s with an ERROR frame', async (_, change) => {
    await expect(live.connect({ ...(await live.credentialsOf('operator')), ...change })).rejects.toThrow('Bad CONNECT')
  })

  it('refuses credentials that were replaced, have expired or whose session is over', async () => {
    const old = await live.credentialsOf('operator')
    await live.ask('/api/users/demo/self/socket-credentials', { token: old.token })
    await expect(live.connect(old)).rejects.toThrow('Bad CONNECT')
    const expired = await live.credentialsOf('operator')
    await live.database.inTenant(1, (tx) =>
      tx
        .updateTable('socket_credential')
        .set({ expires_at: new Date(0) })
        .where('user_name', '=', expired.user)
        .execute(),
    )
    await expect(live.connect(expired)).rejects.toThrow('Bad CONNECT')
    const over = await live.credentialsOf('operator')
    await live.ask('/api/authenticate/demo/logout', { method: 'POST', token: over.token })
    await expect(live.connect(over)).rejects.toThrow('Bad CONNECT')
  })

  it('ends a subscription when the permission is taken away, and tells the user to sign in again', async () => {
    const given = await live.credentialsOf('supplier')
    const { response: who } = await live.ask<{ id: number }>('/api/users/demo/self', { token: given.token })
    const id = who?.id ?? 0
    const set = (value: string) =>
      live.database.inTenant(1, (tx) =>
        tx
          .insertInto('user_permission')
          .values({ tenant_id: 1, user_id: id, key1: 'editServiceByFleet', value })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'key1']).doUpdateSet({ value }))
          .execute(),
      )
    await set('29')
    const client = await live.connect(await live.credentialsOf('supplier'))
    const own = await live.listen(client, `${prefix}user.${id}`)
    const fleet = await live.listen(client, `${prefix}fleet.29`)
    await live.tell(1, 'fleet.29', { n: 1 })
    await expect.poll(() => fleet).toEqual([{ n: 1 }])
    await set('44')
    await expect.poll(() => own).toContainEqual({ action: 'logout' })
    await live.tell(1, 'fleet.29', { n: 2 })
    await live.tell(1, `user.${id}`, { n: 3 })
    await expect.poll(() => own).toContainEqual({ n: 3 })
    expect(fleet).toEqual([{ n: 1 }])
  })

  it('ends the connection with the session', async () => {
    const given = await live.credentialsOf('operator')
    const client = await live.connect(given)
    const closed = new Promise((resolve) => (client.onWebSocketClose = resolve))
    await live.ask('/api/authenticate/demo/logout', { method: 'POST', token: given.token })
    await closed
  })
})

describe('a client out of order', () => {
  const open = async (protocol = 'v12.stomp') => {
    const socket = new WebSocket(`ws://127.0.0.1:${live.port}/live`, protocol)
    await once(socket, 'open')
    let said = ''
    socket.on('message', (data) => (said += data))
    return { socket, said: () => said, closed: once(socket, 'close') }
  }
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
    ['nonsense', ['\u0001\u0002:::\n\n\0'], 'Connect first'],
  ])('is told off and cut off for %s', async (_, frames, message) => {
    const { socket, said, closed } = await open()
    for (const frame of frames) socket.send(frame)
    await closed
    expect(said()).toContain('ERROR')
    expect(said()).toContain(message)
  })

  it('is cut off for a giant message', async () => {
    const { socket, closed } = await open()
    socket.send('X'.repeat(limits.frameBytes + 1))
    expect((await closed)[0]).toBe(1009)
  })

  it.each([
    ['SEND', stompFrame('SEND', { destination: `${prefix}fleet.29` }, 'gotcha'), 'SEND is not for clients'],
    ['a second CONNECT', stompFrame('CONNECT', { 'accept-version': '1.2' }), 'Connected already'],
    ['SUBSCRIBE without id', stompFrame('SUBSCRIBE', { destination: `${prefix}fleet.29` }), 'needs an id'],
  ])('is refused %s, which reaches nobody', async (_, frame, message) => {
    const listener = await live.connect(await live.credentialsOf('everything'))
    const heard = await live.listen(listener, `${prefix}fleet.29`)
    const { socket, said, closed } = await connected()
    socket.send(frame)
    await closed
    expect(said()).toContain(message)
    await live.tell(1, 'fleet.29', { n: 1 })
    await expect.poll(() => heard).toEqual([{ n: 1 }])
  })

  it('is refused a thousand subscriptions', async () => {
    const { socket, said, closed } = await connected()
    for (let n = 0; n < 1_000; n++)
      socket.send(stompFrame('SUBSCRIBE', { id: `s${n}`, destination: `${prefix}fleet.29` }))
    await closed
    expect(said()).toContain('Too many subscriptions')
  })

  it('that does not read is cut off before it costs memory', async () => {
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

  it('leaves nothing behind', async () => {
    const { socket, closed } = await connected()
    socket.send(stompFrame('SUBSCRIBE', { id: 's', destination: `${prefix}fleet.29` }))
    socket.send(stompFrame('DISCONNECT', { receipt: 'bye' }))
    await closed
    await live.tell(1, 'fleet.29', { n: 1 })
  })

  it('asking another path is not let in', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${live.port}/elsewhere`)
    await expect(once(socket, 'open')).rejects.toThrow()
  })
})
