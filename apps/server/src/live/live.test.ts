import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedLive, type LiveServer, rabbitLive } from './testing.ts'

const prefix = '/topic/parada.demo.'
const count = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ n: from + at }))

const brokers = [
  { name: 'the embedded broker', start: embeddedLive, refusal: 'Not authorized' },
  // Web-STOMP refuses by closing the connection and gives the reason only in its log, unless the destination is
  // invalid.
  { name: 'RabbitMQ', start: rabbitLive, refusal: /STOMP died|Invalid destination/ },
]

describe.each(brokers)('with $name', ({ name, start, refusal }) => {
  let live: LiveServer
  beforeAll(async () => {
    live = await start()
  }, 90_000)
  afterAll(() => live?.stop())

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

    it('of a rolled-back change reaches nobody', async () => {
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

    it('written while no relay runs is published by the next one', async () => {
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
      await expect(live.listen(client, destination, 'x')).rejects.toThrow(refusal)
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
      await expect(live.listen(again, `${prefix}fleet.${foreign?.id}`)).rejects.toThrow(refusal)
    })

    it.each([
      ['a wrong password', { password: 'wrong' }],
      ['an unknown user', { user: 'nobody' }],
      ['nothing at all', { user: '', password: '' }],
    ])('refuses %s with an ERROR frame', async (_, change) => {
      await expect(live.connect({ ...(await live.credentialsOf('operator')), ...change })).rejects.toThrow(
        'Bad CONNECT',
      )
    })

    it('refuses credentials that were replaced, have expired or belong to an ended session', async () => {
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

    it('ends a subscription when its permission is revoked, and tells the user to sign in again', async () => {
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
      const told: (string | undefined)[] = []
      client.onStompError = ({ headers }) => told.push(headers.message)
      await live.tell(1, 'fleet.29', { n: 1 })
      await expect.poll(() => fleet).toEqual([{ n: 1 }])
      await set('44')
      await expect.poll(() => own).toContainEqual({ action: 'logout' })
      // RabbitMQ ends a subscription a moment later, with an error.
      if (name === 'RabbitMQ') await expect.poll(() => told).toEqual(['Server cancelled subscription'])
      await live.tell(1, 'fleet.29', { n: 2 })
      await live.tell(1, `user.${id}`, { n: 3 })
      await expect.poll(() => own).toContainEqual({ n: 3 })
      expect(fleet).toEqual([{ n: 1 }])
    })

    it.each([
      [
        'is over',
        async (token: string) => void (await live.ask('/api/authenticate/demo/logout', { method: 'POST', token })),
      ],
      [
        'has run out',
        async () => {
          live.clock.now = new Date(live.clock.now.getTime() + 2 * 3_600_000)
        },
      ],
    ])('lets nothing through once the session %s', async (_, end) => {
      const start = live.clock.now
      const given = await live.credentialsOf('operator')
      const client = await live.connect(given)
      const heard = await live.listen(client, `${prefix}fleet.29`)
      const ended = new Promise<void>((resolve) => {
        client.onStompError = () => resolve()
      })
      await end(given.token)
      await ended
      live.clock.now = start
      await expect(live.listen(client, `${prefix}fleet.44`)).rejects.toThrow()
      await live.tell(1, 'fleet.29', { n: 1 })
      const other = await live.listen(await live.connect(await live.credentialsOf('operator')), `${prefix}fleet.29`)
      await live.tell(1, 'fleet.29', { n: 2 })
      await expect.poll(() => other).toContainEqual({ n: 2 })
      expect(heard).toEqual([])
    })
  })
})
