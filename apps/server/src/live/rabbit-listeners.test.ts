import { beforeEach, describe, expect, it } from 'vitest'
import { limits } from './connection.ts'
import { rabbitListeners } from './rabbit-listeners.ts'

const user = { tenantId: 1, subdomain: 'demo', userId: 7, tokenHash: Buffer.from('t') }
const fleet = (id: number) => `/topic/parada.demo.fleet.${id}`

let allowed: Set<string> | undefined
let ended: string[]
let questions: number
let over: string
let listeners: ReturnType<typeof rabbitListeners>

beforeEach(() => {
  allowed = new Set([fleet(1), fleet(2)])
  ended = []
  questions = 0
  over = ''
  listeners = rabbitListeners(
    {
      login: async (userName, password) =>
        password === 'right' ? { ...user, tokenHash: Buffer.from(userName) } : undefined,
      destinations: async ({ tokenHash }) => {
        questions += 1
        return tokenHash.equals(Buffer.from(over)) ? undefined : allowed
      },
      ended: async () => [],
    },
    { end: (queues) => void ended.push(...queues), canEnd: async (queue) => !queue.endsWith('exclusive') },
    2,
  )
})

const subscribe = async (userName: string, destination: string, queue: string) =>
  listeners.mayHear(userName, destination) &&
  listeners.mayDeclare(userName, queue) &&
  listeners.mayRead(userName, queue) &&
  (await listeners.mayBind(userName, queue))

describe('listeners at RabbitMQ', () => {
  it('are let in with their credentials, with one database lookup', async () => {
    expect(await listeners.login('a', 'wrong')).toBe(false)
    expect(listeners.isKnown('a')).toBe(false)
    expect(await listeners.login('a', 'right')).toBe(true)
    for (let n = 0; n < 50; n++) expect(await subscribe('a', fleet(1), `stomp-subscription-${n}`)).toBe(true)
    expect(questions).toBe(1)
  })

  it.each([
    ['a stranger', 'b', fleet(1), 'stomp-subscription-1'],
    ['a destination not allowed', 'a', fleet(3), 'stomp-subscription-1'],
    ['a wildcard', 'a', '/topic/parada.demo.fleet.*', 'stomp-subscription-1'],
    ['another kind of queue', 'a', fleet(1), 'parada'],
    ['a queue that could not be ended', 'a', fleet(1), 'stomp-subscription-exclusive'],
  ])('are refused: %s', async (_, userName, destination, queue) => {
    await listeners.login('a', 'right')
    expect(await subscribe(userName, destination, queue)).toBe(false)
  })

  it('are refused another listener’s queue, and more than the maximum number of subscriptions', async () => {
    await listeners.login('a', 'right')
    await listeners.login('b', 'right')
    for (let n = 0; n < limits.subscriptions; n++) await subscribe('a', fleet(1), `stomp-subscription-${n}`)
    expect(await subscribe('a', fleet(1), 'stomp-subscription-more')).toBe(false)
    expect(await subscribe('b', fleet(1), 'stomp-subscription-0')).toBe(false)
  })

  it('are limited to a number of sessions per user, until one of them ends', async () => {
    for (const userName of ['a', 'b', 'a']) expect(await listeners.login(userName, 'right')).toBe(true)
    expect(await listeners.login('c', 'right')).toBe(false)
    over = 'a'
    expect(await listeners.login('c', 'right')).toBe(true)
    expect([listeners.isKnown('a'), listeners.isKnown('b')]).toEqual([false, true])
  })

  it.each([
    ['what was taken away', ['a'], new Set([fleet(2)]), ['stomp-subscription-1']],
    [
      'all, when two connections share the credentials',
      ['a', 'a'],
      new Set([fleet(2)]),
      ['stomp-subscription-1', 'stomp-subscription-2'],
    ],
    ['all, when the session is over', ['a'], undefined, ['stomp-subscription-1', 'stomp-subscription-2']],
    ['nothing, when nothing they hear was taken away', ['a'], new Set([fleet(1), fleet(2), fleet(3)]), []],
  ])('lose %s', async (_, logins, then, lost) => {
    for (const userName of logins) await listeners.login(userName, 'right')
    await subscribe('a', fleet(1), 'stomp-subscription-1')
    await subscribe('a', fleet(2), 'stomp-subscription-2')
    allowed = then
    await listeners.accessChanged({ tenantId: 1, userId: 8 })
    expect(ended).toEqual([])
    await listeners.accessChanged(user)
    expect(ended).toEqual(lost)
    expect(listeners.isKnown('a')).toBe(then !== undefined)
  })
})
