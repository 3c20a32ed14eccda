import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'

const proxy = '10.9.8.7'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ TRUST_PROXY: proxy })
})
afterAll(() => server.stop())

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ url, headers, remoteAddress })

describe('a response', () => {
  it.each([
    ['to an API call', '/api/users/demo/self', 200],
    ['that is a file', '/api/servicedead/demo/csv', 200],
    ['to an invalid parameter', '/api/address/demo/?fetchSize=x', 400],
    ['to an unknown path', '/api/nothing', 404],
    ['to a malformed address', '/api/users/%zz/self', 400],
    ['to an overlong address', `/api/services/demo/${'9'.repeat(300)}`, 414],
    ['to a health check', '/health', 200],
    ['with the list of API calls', '/api/openapi.json', 200],
    ['with the page of API calls', '/api/docs/', 200],
    ['with a file of that page', '/api/docs/static/swagger-ui.css', 200],
  ])('%s is sent with no-store and nosniff', async (_, url, status) => {
    const { statusCode, headers } = await get(url, { token: await server.signInAs('everything') })
    expect([statusCode, headers['cache-control'], headers['x-content-type-options']]).toEqual([
      status,
      'no-store',
      'nosniff',
    ])
  })

  it.each([
    ['over TLS at a trusted proxy', proxy, { 'x-forwarded-proto': 'https' }, 'max-age=31536000'],
    ['at a trusted proxy without TLS', proxy, { 'x-forwarded-proto': 'http' }, undefined],
    ['to an untrusted client that claims TLS', '10.1.1.1', { 'x-forwarded-proto': 'https' }, undefined],
    ['without TLS', '127.0.0.1', {}, undefined],
  ] as const)('%s (from %s) has HSTS only if it is known to use TLS', async (_, address, headers, expected) => {
    for (const url of ['/api/users/demo/self', '/api/nothing', '/health', '/api/docs/'])
      expect((await get(url, headers, address)).headers['strict-transport-security']).toBe(expected)
  })

  it('has a security policy if it is HTML', async () => {
    for (const url of ['/api/docs', '/api/docs/', '/api/docs/static/index.html']) {
      const { headers } = await get(url)
      expect([url, headers['content-security-policy']]).toEqual([url, expect.stringContaining("default-src 'self'")])
    }
  })
})

describe('/metrics', () => {
  const token = 'a token of nineteen'
  let closed: TestServer
  beforeAll(async () => {
    closed = await testServer({ METRICS_TOKEN: token })
  })
  afterAll(() => closed.stop())

  it.each([
    ['this machine', '127.0.0.1', {}, 200],
    ['this machine by another of its addresses', '::ffff:127.0.0.1', { host: '[::1]:4300' }, 200],
    ['another machine', '10.1.1.1', {}, 403],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '10.1.1.1' }, 403],
    ['a proxy that says it the new way', '127.0.0.1', { forwarded: 'for=10.1.1.1' }, 403],
    ['a proxy that says it its own way', '127.0.0.1', { 'x-real-ip': '10.1.1.1' }, 403],
    ['a proxy that only keeps the host', '127.0.0.1', { host: 'demo.taxi.example' }, 403],
    ['a trusted proxy for this machine', proxy, { 'x-forwarded-for': '127.0.0.1' }, 403],
  ])('without a configured token, is open only to this machine: %s', async (_, address, headers, status) => {
    expect((await get('/metrics', headers, address)).statusCode).toBe(status)
  })

  it.each([
    ['its holder', { authorization: `Bearer ${token}` }, 200],
    ['its holder behind a proxy', { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.1.1.1' }, 200],
    ['nobody', {}, 401],
    ['a shorter one', { authorization: 'Bearer a' }, 401],
    ['one of the same length in other letters', { authorization: `Bearer ${token.replace('a', 'ñ')}` }, 401],
  ])('with a configured token, is open only to its holder: %s', async (_, headers, status) => {
    const answered = await closed.app.inject({ url: '/metrics', headers, remoteAddress: '10.1.1.1' })
    expect(answered.statusCode).toBe(status)
  })
})

describe('the list of API calls', () => {
  const paths = ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/swagger-ui.css', '/api/openapi.json']
  let real: TestServer
  beforeAll(async () => {
    real = await testServer()
    const owner = new pg.Client(real.database.ownerUrl)
    await owner.connect()
    await owner.query(`delete from installation where key = 'demo'`)
    await owner.end()
  })
  afterAll(() => real.stop())

  it.each(paths)('at %s is public in a demo, and elsewhere requires a session', async (url) => {
    const token = await real.signInAs('operator')
    const statuses = [
      (await get(url)).statusCode,
      (await real.app.inject({ url })).statusCode,
      (await real.app.inject({ url, headers: { token: 'x'.repeat(43) } })).statusCode,
      (await real.app.inject({ url, headers: { token } })).statusCode,
    ]
    expect(statuses).toEqual([200, 401, 401, 200])
    const start = real.clock.now
    real.clock.now = new Date(start.getTime() + 2 * 3_600_000)
    expect((await real.app.inject({ url, headers: { token } })).statusCode).toBe(401)
    real.clock.now = start
  })
})
