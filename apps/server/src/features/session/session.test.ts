import { createHash } from 'node:crypto'
import { readFailures } from '@parada/db/queries/sign-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic } from '../../passwords.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

const ana = 'ana.perez@demo.example'
const password = 'parada-demo'
let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const signIn = (identifier: string, typed = password, subdomain = 'demo', ip = '127.0.0.1') =>
  server.ask<{ token: string; permissions: { key1: string; value: string }[] }>(`/api/authenticate/${subdomain}/`, {
    method: 'POST',
    headers: { authorization: basic(identifier, typed) },
    ip,
  })

const who = (token: string, subdomain = 'demo') => server.ask(`/api/users/${subdomain}/self`, { token })

describe('signing in', () => {
  it('returns token and permissions for a Basic header of identifier and hashed password (P-142)', async () => {
    const { status, meta, response } = await signIn(ana)
    expect({ status, code: meta.code }).toEqual({ status: 200, code: 200 })
    expect(response?.token).toMatch(/^[\w-]{43}$/)
    expect(response?.permissions).toContainEqual({ key1: 'dispatchServiceByFleet', value: 'all' })
  })

  it('accepts a mobile number written as prefix;number', async () => {
    expect((await signIn('34;600000901')).status).toBe(200)
  })

  it('accepts the e-mail address in any letter case', async () => {
    expect((await signIn('Ana.Perez@DEMO.example')).status).toBe(200)
  })

  it.each([
    ['a wrong password', 'carmen.vidal@demo.example', 'wrong'],
    ['an unknown user', 'nobody@demo.example', password],
    ['a user of another tenant', 'aurora.molina@costa.example', password],
  ])('refuses %s with the same response', async (_, identifier, typed) => {
    const { status, meta, response } = await signIn(identifier, typed)
    expect({ status, message: meta.errorMessage, response }).toEqual({ status: 401, message: 'Invalid login' })
  })

  it.each([
    ['no header', undefined],
    ['another scheme', 'Bearer abc'],
    ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['a NUL character', `Basic ${Buffer.from('a\u0000b:c').toString('base64')}`],
    ['broken base64', 'Basic ???'],
  ])('refuses %s', async (_, authorization) => {
    const { status } = await server.ask('/api/authenticate/demo/', {
      method: 'POST',
      ...(authorization && { headers: { authorization } }),
    })
    expect(status).toBe(401)
  })

  it('refuses a disabled user and ends their open sessions', async () => {
    const token = await server.signInAs('newcomer')
    const disable = (status: number) =>
      server.database.inTenant(1, (tx) =>
        tx.updateTable('app_user').set({ status }).where('user_email', '=', 'gloria.nieto@demo.example').execute(),
      )
    await disable(-1)
    expect((await who(token)).status).toBe(401)
    expect((await signIn('gloria.nieto@demo.example')).status).toBe(401)
    await disable(1)
  })

  it('refuses users of the app, but admits a staff user with the same e-mail address as one', async () => {
    await server.database.inTenant(1, (tx) =>
      tx.updateTable('app_user').set({ user_email: ana }).where('id', '=', 100_001).execute(),
    )
    expect((await signIn(ana)).status).toBe(200)
    // 'nobody' is the password that unknown users are compared with.
    for (const typed of ['', 'nobody', password]) expect((await signIn('34;600100700', typed)).status).toBe(401)
  })

  it('stores neither the password, nor the hash on the wire, nor the token', async () => {
    const { response } = await signIn(ana)
    const stored = await server.database.inTenant(1, async (tx) => ({
      users: await tx.selectFrom('app_user').select('password_hash').where('is_customer', '=', false).execute(),
      tokens: await tx.selectFrom('session').select('token_hash').execute(),
    }))
    expect(stored.users.every(({ password_hash }) => password_hash?.startsWith('$argon2id$'))).toBe(true)
    expect(stored.tokens.map(({ token_hash }) => token_hash.toString('base64url'))).not.toContain(response?.token)
  })
})

describe('repeated failures', () => {
  it.each([
    ['a known user', 'elena.soto@demo.example'],
    ['an unknown one', 'ghost@demo.example'],
  ])('make %s wait longer each time, without revealing which it is', async (_, identifier) => {
    const start = server.clock.now
    const statuses: unknown[] = []
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await signIn(identifier, 'wrong')).status)
    const blocked = await signIn(identifier)
    server.clock.now = new Date(start.getTime() + 1_001)
    statuses.push(blocked.status, blocked.headers['retry-after'], (await signIn(identifier, 'wrong')).status)
    statuses.push((await signIn(identifier, 'wrong')).headers['retry-after'])
    server.clock.now = start
    expect(statuses).toEqual([401, 401, 401, 401, 429, '1', 401, '2'])
  })

  it('are forgotten once the user signs in', async () => {
    const identifier = 'diego.ramos@demo.example'
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 3; attempt++) expect((await signIn(identifier, 'wrong')).status).toBe(401)
      expect((await signIn(identifier)).status).toBe(200)
    }
  })

  it('slow down an address that tries many names, counting simultaneous tries too', async () => {
    const norte = 3
    const subject = createHash('sha256').update('address:127.0.0.1').digest()
    const tried = (name: string) => signIn(`${name}@norte.example`, 'x', 'norte')
    const inNorte = server.database.inTenant
    const before = { tenant_id: norte, subject, failures: 100, last_failed_at: server.clock.now }
    await inNorte(norte, (tx) => tx.insertInto('sign_in_failure').values(before).execute())
    const names = ['ana', 'blas', 'clara', 'darío', 'elena', 'fermín']
    const statuses = (await Promise.all(names.map(tried))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([401, 401, 401, 401, 429, 429])
    expect(await inNorte(norte, (tx) => readFailures(tx, subject))).toMatchObject({ count: 104 })
  })

  it('count simultaneous tries before checking their passwords', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await signIn('laura.gil@demo.example', 'wrong')).status),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(4)
    expect(statuses.filter((status) => status === 429)).toHaveLength(56)
  })

  it('count for one user, however the number is written', async () => {
    const ways = ['34;600000909', '+34;600000909', '0034;600000909', '34;600 000 909']
    for (const way of ways) expect((await signIn(way, 'wrong')).status).toBe(401)
    expect((await signIn('34;600000909', 'wrong')).status).toBe(429)
    expect((await signIn('34;600000901;1')).status).toBe(401)
  })

  it('block the user at other addresses only after far more tries than a person makes', async () => {
    const identifier = 'carmen.vidal@demo.example'
    const [here, there] = ['10.0.0.1', '10.0.0.2']
    for (let attempt = 0; attempt < 5; attempt++) await signIn(identifier, 'wrong', 'demo', here)
    expect((await signIn(identifier, password, 'demo', here)).status).toBe(429)
    expect((await signIn(identifier, password, 'demo', there)).status).toBe(200)
    for (let attempt = 0; attempt < 24; attempt++)
      expect((await signIn(identifier, 'wrong', 'demo', `10.0.1.${attempt}`)).status).toBe(401)
    expect((await signIn(identifier, password, 'demo', '10.0.2.1')).status).toBe(429)
  })
})

describe('the token', () => {
  it('expires an hour after the last successful API call', async () => {
    const start = server.clock.now
    const token = await server.signInAs('operator')
    const at = async (minutes: number) => {
      server.clock.now = new Date(start.getTime() + minutes * 60_000)
      return (await who(token)).status
    }
    const seen = [await at(59), await at(118), await at(179.9)]
    server.clock.now = start
    expect(seen).toEqual([200, 200, 401])
  })

  it('expires a day after sign-in, however much it is used', async () => {
    const start = server.clock.now
    const token = await server.signInAs('operator')
    const at = async (minutes: number) => {
      server.clock.now = new Date(start.getTime() + minutes * 60_000)
      return (await who(token)).status
    }
    const day = 24 * 60
    const seen: number[] = []
    for (let minutes = 50; minutes < day; minutes += 50) seen.push(await at(minutes))
    const last = [await at(day - 0.1), await at(day + 0.1)]
    server.clock.now = start
    expect(seen.every((status) => status === 200)).toBe(true)
    expect(last).toEqual([200, 401])
  })

  it('is not extended by a refused API call', async () => {
    const start = server.clock.now
    const token = await server.signInAs('newcomer')
    server.clock.now = new Date(start.getTime() + 50 * 60_000)
    const refused = await server.ask('/api/numbervalidation/demo', { token })
    server.clock.now = new Date(start.getTime() + 70 * 60_000)
    const after = await who(token)
    server.clock.now = start
    expect([refused.status, after.status]).toEqual([403, 401])
  })

  it('is revoked by signing out', async () => {
    const token = await server.signInAs('operator')
    const { status, meta } = await server.ask('/api/authenticate/demo/logout', { method: 'POST', token })
    expect([status, meta.code, (await who(token)).status]).toEqual([200, 204, 401])
  })

  it('is not valid in another tenant', async () => {
    expect((await who(await server.signInAs('everything'), 'costa')).status).toBe(401)
  })

  it.each([
    ['', 'no token'],
    ['x', 'a made-up one'],
    ['ñ'.repeat(300), 'a giant one'],
  ])('is rejected if it is %j: %s', async (token) => {
    expect((await server.ask('/api/users/demo/self', { headers: { token: encodeURI(token) } })).status).toBe(401)
  })
})
