import { once } from 'node:events'
import { deleteSessionsOf } from '@parada/db/queries/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket, { type ClientOptions } from 'ws'
import { stompFrame } from './frames.ts'
import { embeddedLive, openSocket } from './testing.ts'

let live: Awaited<ReturnType<typeof embeddedLive>>
const proxy = '127.0.0.1'

beforeAll(async () => {
  live = await embeddedLive({
    LIVE_PER_USER: '3',
    LIVE_PER_ADDRESS: '5',
    TRUST_PROXY: proxy,
    PUBLIC_URL: 'https://{sd}.taxi.example',
  })
})
afterAll(() => live.stop())

let address = 0
/** A client with an address of its own. */
const fromElsewhere = (headers: Record<string, string> = {}): ClientOptions => ({
  headers: { 'x-forwarded-for': `10.0.0.${++address}`, ...headers },
})

const connect = async (headers: Record<string, string> = {}, options = fromElsewhere()) => {
  const given = await live.credentialsOf('newcomer')
  const one = await openSocket(live, options)
  const frame = { 'accept-version': '1.2', login: given.user, passcode: given.password, ...headers }
  one.socket.send(stompFrame('CONNECT', frame))
  await expect.poll(one.said).toMatch(/^(CONNECTED|ERROR)/)
  return { ...one, given }
}

/** The response to an upgrade; its status is 101 if the upgrade is accepted. */
const statusOf = async (options: ClientOptions) => {
  const socket = new WebSocket(`ws://127.0.0.1:${live.port}/live`, 'v12.stomp', options)
  const answer = await Promise.race([
    once(socket, 'unexpected-response').then(([, response]) => response),
    once(socket, 'upgrade').then(([response]) => response),
  ])
  const body = answer.statusCode === 101 ? '' : String(await once(answer, 'data'))
  socket.on('error', () => {}).terminate()
  return { status: answer.statusCode as number, headers: answer.headers, body }
}

describe('heart-beats', () => {
  it.each([
    ['20000,20000', '20000,20000'],
    ['0,0', '0,0'],
    ['1,2', '5000,5000'],
    ['0,1', '5000,0'],
    ['7000,0', '0,7000'],
    ['99999999999,99999999999999999999', '3600000,3600000'],
  ])('requested as %s are granted as %s', async (asked, answered) => {
    const { socket, said } = await connect({ 'heart-beat': asked })
    expect(said()).toContain(`\nheart-beat:${answered}\n`)
    socket.terminate()
  })

  it.each(['x', '1', '-1,0', '1.5,2', '1e9,0', '1,2,3'])('written as %s are refused', async (asked) => {
    const { said, closed } = await connect({ 'heart-beat': asked })
    await closed
    expect(said()).toContain('heart-beat')
  })

  it('requested at an enormous interval are not sent every millisecond', async () => {
    const { socket, said } = await connect({ 'heart-beat': '0,9999999999999' })
    const before = said()
    socket.send(stompFrame('SUBSCRIBE', { id: 's', destination: '/topic/parada.demo.everybody', receipt: 'r' }))
    await expect.poll(said).toContain('RECEIPT')
    await live.tell(1, 'everybody', { n: 1 })
    await expect.poll(said).toContain('MESSAGE')
    expect(said().slice(before.length)).not.toMatch(/^\n|\0\n/)
    socket.terminate()
  })
})

describe('a socket', () => {
  it('beyond the limit of its user is refused with a message until another one closes', async () => {
    const before = live.broker.connections()
    const held = [await connect(), await connect(), await connect()]
    const refused = await connect()
    await refused.closed
    expect(refused.said()).toMatch(/^ERROR\nmessage:Too many live connections of this user/)
    expect((await connect({ login: 'nobody' })).said()).toContain('Bad CONNECT')
    held[0]?.socket.close()
    await expect.poll(async () => (await connect()).said()).toContain('CONNECTED')
    for (const { socket } of held) socket.terminate()
    await expect.poll(live.broker.connections).toBeLessThanOrEqual(before + 1)
  })

  it('beyond the limit of its address is refused before the upgrade', async () => {
    const here = fromElsewhere()
    const held = await Promise.all(Array.from({ length: 5 }, () => openSocket(live, here)))
    const { status, headers, body } = await statusOf(here)
    expect([status, headers['retry-after'], JSON.parse(body).meta.code]).toEqual([429, '10', 429])
    expect((await statusOf(fromElsewhere())).status).toBe(101)
    held[0]?.socket.close()
    await expect.poll(async () => (await statusOf(here)).status).toBe(101)
    for (const { socket } of held) socket.terminate()
  })

  it.each([
    ['no page at all', {}, 101],
    ['a page of the tenant', { origin: 'https://demo.taxi.example' }, 101],
    ['a page on this machine', { host: 'demo.localhost:4300', origin: 'http://demo.localhost:4301' }, 101],
    ['a page of another tenant', { origin: 'https://costa.taxi.example' }, 403],
    ['a page without TLS', { origin: 'http://demo.taxi.example' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    [
      'a page that calls the server by its own name',
      { host: 'demo.evil.example', origin: 'http://demo.evil.example' },
      403,
    ],
    ['a page without a home', { origin: 'null' }, 403],
    ['a forged host', { host: 'evil.example?.localhost' }, 400],
  ])('opened by %s gets status %s', async (_, headers, expected) => {
    const { status } = await statusOf(fromElsewhere({ host: 'demo.taxi.example', ...headers }))
    expect(status).toBe(expected)
  })

  const change = (status: number) =>
    live.database.inTenant(1, (tx) =>
      tx.updateTable('app_user').set({ status }).where('user_email', '=', 'gloria.nieto@demo.example').execute(),
    )
  const hours = (count: number) => {
    live.clock.now = new Date(live.clock.now.getTime() + count * 3_600_000)
  }

  it.each([
    [
      'signs out',
      (token: string) => live.ask('/api/authenticate/demo/logout', { method: 'POST', token }),
      async () => {},
    ],
    [
      'sets a new password',
      async (token: string) => {
        const { response } = await live.ask<{ id: number }>('/api/users/demo/self', { token })
        await live.database.inTenant(1, (tx) => deleteSessionsOf(tx, response?.id ?? 0))
      },
      async () => {},
    ],
    ['is disabled', () => change(-1), () => change(1)],
    ['has done nothing for an hour', async () => hours(2), async () => hours(-2)],
  ])('ends within seconds when its user %s', async (_, end, restore) => {
    const { closed, said, given } = await connect()
    expect(said()).toContain('CONNECTED')
    await end(given.token)
    await closed.finally(restore)
    expect(said()).toContain('The session is over')
  })
})

it('unescapes a subscription id, escapes it again in messages, and rejects an invalid escape', async () => {
  const { socket, said } = await connect()
  const destination = '/topic/parada.demo.everybody'
  socket.send(stompFrame('SUBSCRIBE', { id: 'a:b\\c\nd', destination, receipt: 'r:1' }))
  await expect.poll(said).toContain('receipt-id:r\\c1\n')
  await live.tell(1, 'everybody', { n: 1 })
  await expect.poll(said).toContain('subscription:a\\cb\\\\c\\nd\n')
  socket.send('UNSUBSCRIBE\nid:\\t\n\n\0')
  await expect.poll(said).toContain('Malformed frame')
})
