import type { demoUsers } from '@parada/db/seed/demo-users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wireHash } from '../../passwords.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const asked = async <Response>(
  path: string,
  kind: (typeof demoUsers)[number]['kind'] = 'operator',
  subdomain = 'demo' as const,
) => {
  const { status, response } = await server.ask<Response>(path, { token: await server.signInAs(kind, subdomain) })
  expect(status).toBe(200)
  return response as Response
}

it('returns the signed-in user (P-143)', async () => {
  expect(await asked('/api/users/demo/self')).toEqual({ id: expect.any(Number), name: 'Ana', surname: 'Pérez' })
})

it('returns the permissions, fleets and taxi features of the user (P-144)', async () => {
  const { permissions } = await asked<{ permissions: { key1: string; value: string }[] }>(
    '/api/users/demo/self/permissions',
    'dispatcher',
  )
  const ids =
    permissions
      .find(({ key1 }) => key1 === 'dispatchServiceByFleet')
      ?.value.split(',')
      .map(Number) ?? []
  const { fleets } = await asked<{ fleets: { id: number }[] }>('/api/users/demo/self/fleets', 'dispatcher')
  const all = await asked<{ fleets: { id: number }[] }>('/api/users/demo/self/fleets', 'everything')
  expect(ids.length).toBeGreaterThan(0)
  expect(fleets.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  expect(fleets.length).toBeLessThan(all.fleets.length)
  const features = await asked<{ id: number; name: string }[]>('/api/users/demo/self/taxifeatures')
  expect(features.length).toBeGreaterThan(20)
  expect(features[0]).toEqual({ id: expect.any(Number), name: expect.any(String) })
})

it('returns how long each fleet usually takes to confirm a booking', async () => {
  const token = await server.signInAs('everything')
  const fleets = async () =>
    (await server.ask<{ fleets: Usual[] }>('/api/users/demo/self/fleets', { token })).response?.fleets ?? []
  type Usual = { id: number; usualAnswerSeconds?: number }
  const [{ id }] = (await fleets()) as [Usual]
  await server.database.inTenant(1, async (tx) => {
    const some = tx.selectFrom('booking').select('id').orderBy('time_booking_start', 'desc').limit(5)
    const sent = new Date('2026-01-05T10:00:00Z')
    await tx
      .updateTable('booking')
      .set({
        status: 30,
        id_fleet: id,
        asap: true,
        time_service_dispatched: sent,
        time_service_confirmed: new Date(sent.getTime() + 95_000),
      })
      .where('id', 'in', some)
      .execute()
  })
  expect((await fleets()).find((fleet) => fleet.id === id)?.usualAnswerSeconds).toBe(95)
})

it('returns no fleet and no booking to a user without fleet permissions', async () => {
  expect(await asked('/api/users/demo/self/fleets', 'newcomer')).toEqual({ fleets: [] })
  expect(await asked('/api/services/demo/alive/fleet', 'newcomer')).toEqual({ services: [] })
})

it('issues live credentials for the session, a new pair each time (P-145)', async () => {
  type Credentials = { userActiveMQCredentialsMessage: Record<string, string> }
  const token = await server.signInAs('operator')
  const get = async () =>
    (await server.ask<Credentials>('/api/users/demo/self/socket-credentials', { token })).response
      ?.userActiveMQCredentialsMessage
  const [first, second] = [await get(), await get()]
  expect(first).toEqual({
    url: expect.stringMatching(/^wss?:\/\//),
    user: expect.any(String),
    password: expect.any(String),
    topicPrefix: '/topic/parada.demo.',
  })
  expect(second?.password).not.toBe(first?.password)
  const kept = await server.database.inTenant(1, (tx) =>
    tx.selectFrom('socket_credential').select(['user_name', 'secret_hash']).execute(),
  )
  expect(kept.map(({ user_name }) => user_name)).toContain(second?.user)
  expect(kept.map(({ user_name }) => user_name)).not.toContain(first?.user)
  expect(kept.map(({ secret_hash }) => secret_hash.toString('base64url'))).not.toContain(second?.password)
})

it('lists the live bookings of the fleets the user may see, soonest first (P-146)', async () => {
  type Alive = { services: { status: number; idFleet: number; timeBookingStartTimestamp: number }[] }
  const all = await asked<Alive>('/api/services/demo/alive/fleet', 'everything')
  const own = await asked<Alive>('/api/services/demo/alive/fleet', 'dispatcher')
  const { fleets } = await asked<{ fleets: { id: number }[] }>('/api/users/demo/self/fleets', 'dispatcher')
  const starts = all.services.map(({ timeBookingStartTimestamp }) => timeBookingStartTimestamp)
  expect(new Set(all.services.map(({ status }) => status))).toEqual(new Set([10, 20, -30]))
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(own.services.length).toBeGreaterThan(0)
  expect(own.services.length).toBeLessThan(all.services.length)
  expect(own.services.every(({ idFleet }) => fleets.some(({ id }) => id === idFleet))).toBe(true)
})

it('finds points of interest by text without accents, nearest first (P-147)', async () => {
  type Pois = { pois: { id: number; name: string; addressField: string; lat: number; lon: number }[] }
  const { pois } = await asked<Pois>('/api/pois/demo/all/?q=estacion&lat=40.4065&lon=-3.6892')
  expect(pois.length).toBeGreaterThan(1)
  expect(pois.every(({ name, addressField }) => /estaci[oó]n/i.test(name + addressField))).toBe(true)
  const distance = ({ lat, lon }: { lat: number; lon: number }) => Math.hypot(lat - 40.4065, (lon + 3.6892) * 0.76)
  expect(pois.map(distance)).toEqual(pois.map(distance).toSorted((a, b) => a - b))
  expect(
    (await server.ask('/api/pois/demo/all/?lat=91', { token: await server.signInAs('operator') })).meta.field,
  ).toBe('lat')
})

it('returns a point of interest of a payment account only in requests for that account', async () => {
  const ids = await server.database.inTenant(1, async (tx) => {
    const account = await tx.selectFrom('payment_account').select('id').executeTakeFirstOrThrow()
    const point = {
      tenant_id: 1,
      name: 'Private gate',
      address_field: 'Gate 4',
      lat: 40.4,
      lon: -3.7,
      id_payment_account: account.id,
    }
    const { id } = await tx.insertInto('poi').values(point).returning('id').executeTakeFirstOrThrow()
    return { account: account.id, id }
  })
  const named = async (query: string) =>
    (await asked<{ pois: { id: number }[] }>(`/api/pois/demo/all/?q=private${query}`)).pois
  expect(await named('')).toEqual([])
  expect((await named(`&idPaymentAccount=${ids.account}`)).map(({ id }) => id)).toEqual([ids.id])
})

it('returns the flags and the appearance of the tenant (P-148)', async () => {
  const config = await asked<Record<string, unknown>>('/api/whitelabels/demo/frontconfig')
  expect(config).toMatchObject({
    name: 'Radio Taxi Demo',
    showBookingReference: expect.any(Boolean),
    color: expect.stringMatching(/^#/),
  })
})

it('returns a booking only to users who may see its fleet', async () => {
  const { services } = await asked<{ services: { id: number; idFleet: number }[] }>(
    '/api/services/demo/alive/fleet',
    'everything',
  )
  const { fleets } = await asked<{ fleets: { id: number }[] }>('/api/users/demo/self/fleets', 'dispatcher')
  const foreign = services.find(({ idFleet }) => !fleets.some(({ id }) => id === idFleet))
  const own = services.find(({ idFleet }) => fleets.some(({ id }) => id === idFleet))
  const status = async (id: unknown, kind: 'dispatcher' | 'everything') =>
    (await server.ask(`/api/services/demo/${id}`, { token: await server.signInAs(kind) })).status
  expect(await asked(`/api/services/demo/${own?.id}`, 'dispatcher')).toMatchObject({ booking: { id: own?.id } })
  expect(await status(foreign?.id, 'dispatcher')).toBe(404)
  expect(await status(foreign?.id, 'everything')).toBe(200)
  expect(await status(999_999_999, 'everything')).toBe(404)
  expect(await status('abc', 'everything')).toBe(400)
})

describe('changing the password', () => {
  const change = (token: string, currentPassword: string, password: string) =>
    server.ask('/api/users/demo/self/password', {
      method: 'PUT',
      token,
      body: { currentPassword: wireHash(currentPassword), password: wireHash(password) },
    })

  it('requires the current one, and ends the user’s other sessions', async () => {
    const [here, there] = [await server.signInAs('supplier'), await server.signInAs('supplier')]
    const refused = await change(here, 'wrong', 'a new password')
    expect([refused.status, refused.meta.field]).toEqual([400, 'currentPassword'])
    expect((await change(here, 'parada-demo', 'a new password')).status).toBe(200)
    const who = async (token: string) => (await server.ask('/api/users/demo/self', { token })).status
    expect([await who(here), await who(there)]).toEqual([200, 401])
    expect((await change(here, 'a new password', 'parada-demo')).status).toBe(200)
  })

  it('slows down guessing', async () => {
    const token = await server.signInAs('business')
    const statuses: number[] = []
    for (let times = 0; times < 6; times++) statuses.push((await change(token, 'guess', 'a new password')).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('checks one guess at a time, however many arrive together', async () => {
    const token = await server.signInAs('newcomer')
    const tries = Array.from({ length: 40 }, () => change(token, 'guess', 'a new password'))
    const looked = (await Promise.all(tries)).filter(({ status }) => status !== 429)
    expect(looked.length).toBeLessThanOrEqual(5)
  })
})
