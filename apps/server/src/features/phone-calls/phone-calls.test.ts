import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../../admin/commands.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let key: string

const admin = (...words: string[]) =>
  runAdmin(
    words,
    () => undefined,
    async () => ({ ...server.database, close: async () => {} }),
  )
const newKey = async (subdomain: string) =>
  /^Key: (\S+)$/m.exec(await admin('telephone', 'key', subdomain, '--name', 'Centralita'))?.[1] ?? ''

beforeAll(async () => {
  server = await testServer()
  key = await newKey('demo')
})
afterAll(() => server.stop())

const call = { phoneNumberOrigin: '699999999', phoneNumberDialed: '910000001' }
const ring = (body: unknown, headers: Record<string, string> = { 'x-api-key': key }, subdomain = 'demo') =>
  server.ask(`/api/calls/${subdomain}/incoming`, { method: 'POST', body, headers })

type LiveEvent = { destination: string; message: Record<string, unknown> }
const events = () =>
  server.database.inTenant(1, async (tx) => {
    const rows = await tx.selectFrom('outbox').select('payload').where('kind', '=', 'event').orderBy('id').execute()
    return rows.map(({ payload }) => payload as LiveEvent)
  })
const someCaller = (isBlacklisted: boolean) =>
  server.database.inTenant(1, (tx) =>
    tx.selectFrom('caller').selectAll().where('is_blacklisted', '=', isBlacklisted).executeTakeFirstOrThrow(),
  )

beforeEach(() => server.database.inTenant(1, (tx) => tx.deleteFrom('outbox').where('kind', '=', 'event').execute()))

describe('an incoming call', () => {
  it('is announced on the topic of the dialled number, even from an unknown caller', async () => {
    const { status, meta, response } = await ring({ ...call, duration: 12_000 })
    expect([status, meta.code, response]).toEqual([200, 204, undefined])
    expect(await events()).toEqual([
      {
        destination: '/topic/parada.demo.910000001',
        message: { ...call, duration: 12_000, caller: null },
      },
    ])
  })

  it.each(['+34 910 000 001', '0034910000001', '34910000001', '910-000-001'])(
    'reaches the same topic with the dialled number written as %s',
    async (phoneNumberDialed) => {
      await ring({ ...call, phoneNumberDialed })
      expect(await events()).toEqual([
        expect.objectContaining({
          destination: '/topic/parada.demo.910000001',
          message: expect.objectContaining({ phoneNumberDialed: '910000001' }),
        }),
      ])
    },
  )

  it('identifies the caller, however the number is written', async () => {
    const caller = await someCaller(false)
    await ring({ ...call, phoneNumberOrigin: `+34 ${caller.phone_number}` })
    const [event] = await events()
    expect(event?.message).toMatchObject({
      phoneNumberOrigin: caller.phone_number,
      caller: {
        id: caller.id,
        firstName: caller.first_name,
        lastName: caller.last_name,
        isBlacklisted: false,
      },
    })
  })

  it('lists busy operators until they are ready or sign out, if the tenant wants that', async () => {
    const token = await server.signInAs('operator')
    const { response: self } = await server.ask<{ id: number }>('/api/users/demo/self', { token })
    const say = (state: string) =>
      server.ask('/api/users/demo/self/availability', { method: 'PUT', token, body: { state } })
    const busyUsers = async () => {
      await ring(call)
      return (await events()).at(-1)?.message.busyUsers
    }
    expect((await say('busy')).status).toBe(200)
    expect(await busyUsers()).toBeUndefined()
    await admin('tenant', 'set', 'demo', 'busyDesksStayQuiet=true')
    expect(await busyUsers()).toEqual([self?.id])
    await say('ready')
    expect(await busyUsers()).toBeUndefined()
    await say('busy')
    await server.ask('/api/authenticate/demo/logout', { method: 'POST', token })
    expect(await busyUsers()).toBeUndefined()
    expect((await server.ask('/api/users/demo/self/availability', { method: 'PUT', token, body: {} })).status).toBe(401)
  })

  it.each([
    ['+44 20 7946 0000', { code: 'en', isGuess: true }],
    ['0033 1 70 18 99 00', { code: 'fr', isGuess: true }],
    ['+32 2 555 12 12', undefined],
    ['699 999 999', undefined],
  ])(
    'from %s suggests the language of its country, if there is one to suggest',
    async (phoneNumberOrigin, language) => {
      await ring({ ...call, phoneNumberOrigin })
      expect((await events())[0]?.message.language).toEqual(language)
    },
  )

  it('has the language of the caller’s authorization', async () => {
    await server.database.inTenant(1, (tx) =>
      tx
        .updateTable('customer_authorization')
        .set({ mobile_number: '688111222', locale: 'en_GB' })
        .where(
          'id',
          '=',
          tx.selectFrom('customer_authorization').select((eb) => eb.fn.min('id').as('id')),
        )
        .execute(),
    )
    await ring({ ...call, phoneNumberOrigin: '+34 688 111 222' })
    expect((await events())[0]?.message.language).toEqual({ code: 'en', isGuess: false })
  })

  it('marks a blacklisted caller', async () => {
    await ring({ ...call, phoneNumberOrigin: (await someCaller(true)).phone_number })
    expect((await events())[0]?.message.caller).toMatchObject({ isBlacklisted: true })
  })

  it('includes the caller’s live booking that starts soonest', async () => {
    const bookings = await server.database.inTenant(1, async (tx) => {
      const alive = await tx.selectFrom('booking').selectAll().where('status', '=', 20).limit(3).execute()
      for (const [at, { id }] of alive.entries())
        await tx
          .updateTable('booking')
          .set({
            phone_number_passenger: at === 1 ? '+34600777888' : '600777888',
            time_booking_start: new Date(Date.UTC(2030, 0, 3 - at)),
            status: at === 2 ? 30 : 20,
          })
          .where('id', '=', id)
          .execute()
      await tx.insertInto('caller').values({ tenant_id: 1, phone_number: '600777888', first_name: 'Eva' }).execute()
      return alive.map(({ id }) => id)
    })
    await ring({ ...call, phoneNumberOrigin: '600 777 888' })
    expect((await events())[0]?.message.caller).toMatchObject({
      firstName: 'Eva',
      openBooking: { id: bookings[1], statusBooking: 20, timeBookingStartTimestamp: Date.UTC(2030, 0, 2) },
    })
  })

  it('finds that booking through an index of its own', async () => {
    const client = await server.database.pool.connect()
    await client.query(`begin; set local parada.tenant = '1'; set local enable_seqscan = off`)
    const { rows } = await client.query(`explain select id from booking where tenant_id = 1
      and phone_number_passenger in ('600777888', '+34600777888') and status in (10, 20, -30)
      order by time_booking_start, id limit 1`)
    await client.query('rollback')
    client.release()
    expect(JSON.stringify(rows)).toContain('booking_alive_phone')
  })

  it('can be posted as a form, as simple telephone systems do', async () => {
    const form = new URLSearchParams({
      phoneNumberOrigin: '+34 699 999 999',
      phoneNumberDialed: '910000001',
      duration: '5000',
    })
    const { status } = await ring(form.toString(), {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(status).toBe(200)
    expect((await events())[0]?.message).toEqual({ ...call, duration: 5_000, caller: null })
  })

  it('does not make other API calls accept forms', async () => {
    const { status } = await server.ask('/api/users/demo/resend-password', {
      method: 'POST',
      body: 'email=ana.perez%40demo.example',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(415)
  })

  it.each([
    ['no origin', { phoneNumberDialed: '910000001' }, 'phoneNumberOrigin'],
    ['a hidden origin', { ...call, phoneNumberOrigin: 'anonymous' }, 'phoneNumberOrigin'],
    ['too short an origin', { ...call, phoneNumberOrigin: '12' }, 'phoneNumberOrigin'],
    ['too long an origin', { ...call, phoneNumberOrigin: '1'.repeat(21) }, 'phoneNumberOrigin'],
    ['a dialled number that is a topic', { ...call, phoneNumberDialed: 'fleet.29' }, 'phoneNumberDialed'],
    ['a dialled number that is a pattern', { ...call, phoneNumberDialed: '#' }, 'phoneNumberDialed'],
    ['a negative duration', { ...call, duration: -1 }, 'duration'],
    ['an endless duration', { ...call, duration: 1e12 }, 'duration'],
    ['a duration in words', { ...call, duration: 'long' }, 'duration'],
    ['an unknown field', { ...call, caller: {} }, 'caller'],
  ])('is rejected for %s, naming the field', async (_, body, field) => {
    const { status, meta } = await ring(body)
    expect([status, meta.field]).toEqual([400, field])
    expect(await events()).toEqual([])
  })
})

describe('the number of ready operators, where the tenant tracks who is busy', () => {
  type Ready = { operatorsReady: number }
  const tokens: string[] = []
  const signIn = async (kind: Parameters<TestServer['signInAs']>[0]) => {
    const token = await server.signInAs(kind)
    tokens.push(token)
    return token
  }
  const say = (token: string, state: 'ready' | 'busy') =>
    server.ask('/api/users/demo/self/availability', { method: 'PUT', token, body: { state } })
  const answer = async (phoneNumberDialed = call.phoneNumberDialed) => {
    const { meta, response } = await server.ask<Ready>('/api/calls/demo/incoming', {
      method: 'POST',
      body: { ...call, phoneNumberDialed },
      headers: { 'x-api-key': key },
    })
    return [meta.code, response]
  }

  beforeEach(async () => {
    tokens.length = 0
    await server.database.inTenant(1, (tx) => tx.deleteFrom('session').execute())
    await admin('tenant', 'set', 'demo', 'busyDesksStayQuiet=true')
  })
  afterAll(() => admin('tenant', 'set', 'demo', 'busyDesksStayQuiet='))

  it('is zero if nobody is signed in', async () => expect(await answer()).toEqual([200, { operatorsReady: 0 }]))

  it('is one if one operator is ready', async () => {
    await signIn('operator')
    expect(await answer()).toEqual([200, { operatorsReady: 1 }])
    expect(await answer('+34 910 000 001')).toEqual([200, { operatorsReady: 1 }])
  })

  it('leaves out an operator who is busy at any desk', async () => {
    await signIn('operator')
    await say(await signIn('operator'), 'busy')
    expect(await answer()).toEqual([200, { operatorsReady: 0 }])
    await say(String(tokens.at(-1)), 'ready')
    expect(await answer()).toEqual([200, { operatorsReady: 1 }])
  })

  it('leaves out users who do not receive that number or may not book', async () => {
    await signIn('operator')
    await signIn('newcomer')
    expect(await answer('910000999')).toEqual([200, { operatorsReady: 0 }])
    await server.database.inTenant(1, (tx) =>
      tx
        .insertInto('user_permission')
        .columns(['tenant_id', 'user_id', 'key1', 'value'])
        .expression((eb) =>
          eb
            .selectFrom('session')
            .select([
              'tenant_id',
              'user_id',
              eb.val('receiveCallsFromNumber').as('key1'),
              eb.val('910000999').as('value'),
            ])
            .where(
              'user_id',
              'not in',
              eb.selectFrom('user_permission').select('user_id').where('key1', '=', 'receiveCallsFromNumber'),
            ),
        )
        .execute(),
    )
    expect(await answer('910000999')).toEqual([200, { operatorsReady: 0 }])
  })

  it('is not returned if the tenant does not track it', async () => {
    await admin('tenant', 'set', 'demo', 'busyDesksStayQuiet=')
    await say(await signIn('operator'), 'busy')
    expect(await answer()).toEqual([204, undefined])
  })
})

describe('the telephone key', () => {
  const refusals = async (headers: Record<string, string>, subdomain = 'demo') => {
    await server.database.inTenant(1, (tx) => tx.deleteFrom('sign_in_failure').execute())
    const { status, meta } = await ring(call, headers, subdomain)
    return [status, meta.errorMessage, await events()]
  }

  it.each([
    ['is missing', {}],
    ['is empty', { 'x-api-key': '' }],
    ['is made up', { 'x-api-key': 'x'.repeat(43) }],
    ['is giant', { 'x-api-key': 'x'.repeat(5_000) }],
    ['is of another kind', { authorization: 'Basic abc' }],
  ])('is refused when it %s', async (_, headers) => expect(await refusals(headers)).toEqual([401, 'Unknown key', []]))

  it('is refused in another tenant', async () =>
    expect(await refusals({ 'x-api-key': await newKey('costa') })).toEqual([401, 'Unknown key', []]))

  it('cannot be replaced by a user’s session token', async () =>
    expect(await refusals({ 'x-api-key': await server.signInAs('everything') })).toEqual([401, 'Unknown key', []]))

  it('limits wrong keys from one address, but still accepts the right one', async () => {
    await server.database.inTenant(1, (tx) => tx.deleteFrom('sign_in_failure').execute())
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await ring(call, { 'x-api-key': 'wrong' })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
    expect((await ring(call)).status).toBe(200)
  })

  it('is stored as a hash, listed by name, and revoked without affecting other keys', async () => {
    const second = await newKey('demo')
    const stored = await server.database.inTenant(1, (tx) => tx.selectFrom('telephone_key').selectAll().execute())
    expect(second).toMatch(/^[\w-]{43}$/)
    expect(stored.map(({ key_hash }) => key_hash.toString('base64url'))).not.toContain(second)
    const id = String(stored.at(-1)?.id)
    expect(await admin('telephone', 'keys', 'demo')).toMatch(new RegExp(`^${id} +Centralita +\\d{4}-`, 'm'))
    expect((await ring(call, { 'x-api-key': second })).status).toBe(200)

    await expect(admin('telephone', 'revoke', 'costa', id)).rejects.toThrow(`There is no key ${id}`)
    expect(await admin('telephone', 'revoke', 'demo', id)).toBe(`Key ${id} of demo revoked`)
    await server.database.inTenant(1, (tx) => tx.deleteFrom('sign_in_failure').execute())
    expect([(await ring(call, { 'x-api-key': second })).status, (await ring(call)).status]).toEqual([401, 200])
  })
})

describe('an operator who takes a call', () => {
  const take = async (kind: 'operator' | 'newcomer') =>
    server.ask('/api/calls/demo/taken', { method: 'POST', body: call, token: await server.signInAs(kind) })

  it('notifies the other desks of that number', async () => {
    expect((await take('operator')).status).toBe(200)
    expect(await events()).toEqual([
      { destination: '/topic/parada.demo.910000001', message: { takenCall: { phoneNumberOrigin: '699999999' } } },
    ])
  })

  it('must be allowed to book', async () => expect((await take('newcomer')).status).toBe(403))
})
