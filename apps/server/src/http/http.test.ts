import { contract } from '@parada/contract/contract'
import { rowsOf } from '@parada/db/database'
import { DatabaseBusy } from '@parada/db/problems'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { mountOf } from './bind.ts'
import { handleErrors } from './errors.ts'
import { refuse } from './problem.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const json = { 'content-type': 'application/json' }

describe('JSON', () => {
  const send = async (token: string, path = '/api/users/demo/reset-password') => {
    const body = `{"token":${token},"password":"x"}`
    const { status, meta } = await server.ask(path, { method: 'POST', body, headers: json })
    return [status, meta.field, meta.errorMessage]
  }
  const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const refused = [400, 'body', 'body: must not be nested deeper than 64 levels']

  it.each([
    ['lists', lists],
    ['objects', objects],
  ])('may nest %s 64 levels deep, and no deeper', async (_, nested) => {
    expect((await send(nested(63))).slice(0, 2)).toEqual([400, 'token'])
    expect(await send(nested(64))).toEqual(refused)
  })

  it('is refused before the token is checked', async () => {
    expect(await send(lists(200_000), '/api/services/demo/create')).toEqual(refused)
    expect((await send('"x"', '/api/services/demo/create'))[0]).toBe(401)
  })

  it('may hold 50,000 values, and no more', async () => {
    const values = (count: number) => `[${Array(count).fill('1').join()}]`
    expect((await send(values(49_999))).slice(0, 2)).toEqual([400, 'token'])
    const tooMany = [400, 'body', 'body: must not hold more than 50000 values']
    expect(await send(values(50_000))).toEqual(tooMany)
    expect(await send(values(50_000), '/api/services/demo/create')).toEqual(tooMany)
    expect((await send(JSON.stringify(','.repeat(100_000))))[1]).toBe('token')
  })

  it('may contain brackets in its strings', async () => {
    const text = JSON.stringify(`"${'[{'.repeat(100)}\\"${'['.repeat(100)}`)
    expect((await send(text)).slice(0, 2)).toEqual([400, 'token'])
    expect(String((await send(text))[2])).not.toContain('nested')
  })
})

describe('the envelope', () => {
  it('wraps every response in meta and response, and gives lists their total (P-138, L-001)', async () => {
    const token = await server.signInAs('everything')
    const one = await server.ask('/api/users/demo/self', { token })
    expect([one.meta, typeof one.response]).toEqual([{ code: 200 }, 'object'])
    const list = await server.ask('/api/numbervalidation/demo', { token })
    expect(list.meta).toEqual({ code: 200, totalQueryCount: 9_000 })
  })

  it.each([
    ['a wrong body', 400, '/api/users/demo/resend-password', { method: 'POST', body: { email: 1 } }],
    ['a body that is not JSON', 400, '/api/users/demo/resend-password', { method: 'POST', body: '{', headers: json }],
    [
      'a NUL character',
      400,
      '/api/users/demo/reset-password',
      { method: 'POST', body: { token: 'a\u0000', password: 'x' } },
    ],
    [
      'half a character',
      400,
      '/api/users/demo/reset-password',
      { method: 'POST', body: { token: 'a\ud800', password: 'x' } },
    ],
    [
      'a body nested too deeply',
      400,
      '/api/users/demo/reset-password',
      { method: 'POST', body: `{"token":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, headers: json },
    ],
    ['no token', 401, '/api/users/demo/self', {}],
    ['an unknown path', 404, '/api/nothing/demo', {}],
    ['an invalid address', 400, '/api/users/%zz/self', {}],
    ['an address that is too long', 414, `/api/services/demo/${'9'.repeat(300)}`, {}],
    ['an unknown tenant', 404, '/api/authenticate/nowhere/', { method: 'POST' }],
    [
      'a giant body',
      413,
      '/api/users/demo/resend-password',
      { method: 'POST', body: { email: 'x'.repeat(2_000_000) } },
    ],
    [
      'a body in another format',
      415,
      '/api/users/demo/resend-password',
      { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } },
    ],
  ] as const)('answers %s with %i', async (_, status, path, asked) => {
    const answered = await server.ask(path, asked as object)
    expect(answered.status).toBe(status)
    expect(answered.meta).toMatchObject({
      code: status,
      errorMessage: expect.any(String),
      requestId: expect.any(String),
    })
    if (status === 400) expect(answered.meta.field).toBeTruthy()
    expect(answered.response).toBeUndefined()
  })

  it('answers a conflict with 409', async () => {
    const app = Fastify()
    handleErrors(app)
    app.get('/', async () => {
      throw refuse.conflict('Changed meanwhile')
    })
    const answered = await app.inject('/')
    expect([answered.statusCode, answered.json().meta]).toMatchObject([
      409,
      { code: 409, errorMessage: 'Changed meanwhile' },
    ])
  })

  it('answers an internal error with 500 and a request id, and keeps the details for the log', async () => {
    const broken = await testServer()
    const token = await broken.signInAs('everything')
    await broken.database.inTenant(1, async () => {})
    const { default: pg } = await import('pg')
    const owner = new pg.Client({ connectionString: broken.database.ownerUrl })
    await owner.connect()
    await owner.query('alter table taxi_feature rename to hidden_table')
    await owner.end()
    const answered = await broken.ask('/api/users/demo/self/taxifeatures', { token })
    expect(answered.status).toBe(500)
    expect(answered.meta).toEqual({ code: 500, errorMessage: 'Internal error', requestId: expect.any(String) })
    const told = () => broken.logged.filter((entry) => entry.includes(answered.meta.requestId ?? '-'))
    await expect.poll(told).toEqual([expect.stringContaining('taxi_feature')])
    await broken.stop()
  })
})

describe('access', () => {
  it('is granted by any one permission of a call or the wildcard, and by nothing else (P-020, P-023)', async () => {
    const status = async (permissions: Record<string, string>) => {
      const userId = await server.database.inTenant(1, async (tx) => {
        const { id } = await tx
          .selectFrom('app_user')
          .select('id')
          .where('user_email', '=', 'gloria.nieto@demo.example')
          .executeTakeFirstOrThrow()
        await tx.deleteFrom('user_permission').where('user_id', '=', id).execute()
        for (const [key1, value] of Object.entries(permissions))
          await tx.insertInto('user_permission').values({ tenant_id: 1, user_id: id, key1, value }).execute()
        return id
      })
      expect(userId).toBeGreaterThan(0)
      return (await server.ask('/api/numbervalidation/demo', { token: await server.signInAs('newcomer') })).status
    }
    expect(await status({ viewUserByWhitelabel: 'all' })).toBe(200)
    expect(await status({ viewUserByWhitelabel: 'false' })).toBe(403)
    expect(await status({ viewuserbywhitelabel: 'all' })).toBe(403)
    expect(await status({ '*': 'true' })).toBe(200)
    expect(await status({})).toBe(403)
  })

  const change = (sql: string) =>
    server.database.inTenant(1, async (tx) => {
      const user = "(select id from app_user where user_email = 'gloria.nieto@demo.example')"
      await rowsOf(tx, { text: sql.replace('USER', user), values: [] })
    })

  it('follows a changed permission, a disabled user or an ended session from the next request on', async () => {
    const token = await server.signInWith({ viewUserByWhitelabel: 'all' })
    const status = async () => (await server.ask('/api/numbervalidation/demo', { token })).status
    expect([await status(), await status()]).toEqual([200, 200])
    for (const [sql, expected] of [
      ["update user_permission set value = 'false' where user_id = USER", 403],
      ["update user_permission set value = 'all' where user_id = USER", 200],
      ['delete from user_permission where user_id = USER', 403],
      ["insert into user_permission (tenant_id, user_id, key1, value) values (1, USER, '*', 'true')", 200],
      ['update app_user set status = 0 where id = USER', 401],
      ['update app_user set status = 1 where id = USER', 200],
      ['delete from session where user_id = USER', 401],
    ] as const) {
      await change(sql)
      expect([sql, await status()]).toEqual([sql, expected])
    }
  })

  it('to rows follows the current permissions, not those of the previous request', async () => {
    const token = await server.signInWith({ dispatchServiceByFleet: 'all' })
    const total = async () => (await server.ask('/api/address/demo/', { token })).meta.totalQueryCount ?? 0
    const all = await total()
    expect(await total()).toBe(all)
    await change("update user_permission set value = '29' where user_id = USER")
    expect(await total()).toBeLessThan(all)
    await change("update user_permission set value = 'all' where user_id = USER")
    expect(await total()).toBe(all)
  })

  it('to a list is denied with a token of another tenant, before and after that token is used in its own', async () => {
    const token = await server.signInAs('everything')
    const ask = (tenant: string) => server.ask(`/api/numbervalidation/${tenant}`, { token })
    const statuses = []
    for (const tenant of ['costa', 'demo', 'costa', 'demo']) statuses.push((await ask(tenant)).status)
    expect(statuses).toEqual([401, 200, 401, 200])
  })

  it('requires a token for every call that is not public', async () => {
    for (const group of Object.values(contract))
      for (const call of Object.values(group)) {
        if (call.access === 'public') continue
        const { status } = await server.ask(`${mountOf(call)}${call.path.replace(':sd', 'demo')}`, {
          method: call.method,
        })
        expect([call.path, status]).toEqual([call.path, 401])
      }
  })
})

describe('operations', () => {
  it('reports a healthy server', async () => {
    const answered = await server.app.inject('/health')
    expect([answered.statusCode, answered.json()]).toEqual([
      200,
      { status: 'up', database: 'up', broker: 'up', disk: 'up', secrets: 'up' },
    ])
  })

  it('reports an unreachable database or broker', async () => {
    const away = await testServer({ AMQP_URL: 'amqp://127.0.0.1:1' })
    expect((await away.app.inject('/health')).json()).toMatchObject({ status: 'down', broker: 'down', database: 'up' })
    await away.database.aside.pool.end()
    const answered = await away.app.inject('/health')
    expect([answered.statusCode, answered.json().database]).toEqual([503, 'down'])
    await away.stop()
  })

  it('counts responses for Prometheus, for holders of the token if one is set', async () => {
    await server.app.inject('/api/users/demo/self')
    expect((await server.app.inject('/metrics')).body).toMatch(
      /parada_http_request_duration_seconds_count\{method="GET",route="\/api\/users\/:sd\/self",status="401"\} \d+/,
    )
    const closed = await testServer({ METRICS_TOKEN: 'secret' })
    expect((await closed.app.inject('/metrics')).statusCode).toBe(401)
    expect((await closed.app.inject({ url: '/metrics', headers: { authorization: 'Bearer secret' } })).statusCode).toBe(
      200,
    )
    await closed.stop()
  })

  it('lists every API call as OpenAPI and on a web page', async () => {
    const document = (await server.app.inject('/api/openapi.json')).json()
    const printed = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
      .flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
      .sort()
    const declared = Object.entries(contract).flatMap(([group, calls]) =>
      Object.keys(calls).map((name) => `${group}.${name}`),
    )
    expect(printed).toEqual(declared.sort())
    expect(
      document.paths['/api/numbervalidation/{sd}'].get.parameters.map(({ name }: { name: string }) => name),
    ).toContain('orderBy')
    expect((await server.app.inject('/api/docs/')).body).toContain('swagger')
  })

  it('writes one structured log line for each response, without tokens or passwords', async () => {
    const token = await server.signInAs('operator')
    const [url, before] = ['/api/users/demo/self', server.logged.length]
    await server.ask(url, { token })
    const told = () =>
      server.logged.slice(before).flatMap((line) => (JSON.parse(line).req?.url === url ? [JSON.parse(line)] : []))
    await expect.poll(told).toEqual([expect.objectContaining({ res: { statusCode: 200 } })])
    expect(server.logged.join('')).not.toContain(token)
    expect(server.logged.join('')).not.toMatch(/basic [a-z0-9+/]{8}/i)
  })
})

describe('temporary failures', () => {
  const health = async () => (await server.app.inject('/health')).json()

  it('a full disk refuses writes and shows in /health until there is room again', async () => {
    const token = await server.signInAs('operator')
    const write = () => server.ask('/api/services/demo/create', { method: 'POST', token, body: {} })
    await server.setFreeSpace(1_000_000)
    const refused = await write()
    expect([refused.status, refused.meta.errorMessage, refused.headers['retry-after']]).toEqual([
      507,
      'The server’s disk is full, so nothing was saved. Try again later.',
      '10',
    ])
    expect((await server.ask('/api/users/demo/self', { token })).status).toBe(200)
    expect(await health()).toMatchObject({ status: 'up', disk: 'full' })
    await server.signInAs('operator')
    await server.setFreeSpace(1_000_000_000)
    expect((await write()).status).toBe(400)
    expect(await health()).toMatchObject({ disk: 'up' })
  })

  it('a full disk does not stop reads, even when a session is due for renewal', async () => {
    const token = await server.signInAs('operator')
    const owner = new pg.Client(server.database.ownerUrl)
    await owner.connect()
    await owner.query(`create function no_space() returns trigger language plpgsql as
      $$ begin raise 'could not extend file' using errcode = '53100'; end $$;
      create trigger no_space before update on session for each row execute function no_space()`)
    await server.setFreeSpace(1_000_000)
    server.clock.now = new Date(server.clock.now.getTime() + 31_000)
    expect((await server.ask('/api/users/demo/self', { token })).status).toBe(200)
    expect((await server.ask('/api/services/demo/alive/fleet', { token })).status).toBe(200)
    await owner.query('drop function no_space cascade')
    await owner.end()
    await server.setFreeSpace(1_000_000_000)
    expect((await server.ask('/api/users/demo/self', { token })).status).toBe(200)
  })

  it.each([
    ['a full disk of the database', { code: '53100' }, 507],
    ['a database that starts', { code: '57P03' }, 503],
    ['a database that is away', { code: 'ECONNREFUSED' }, 503],
    ['a database whose socket is gone', { code: 'ENOENT', syscall: 'connect' }, 503],
  ])('answers %s with Retry-After', async (_, more, status) => {
    const app = Fastify()
    handleErrors(app)
    app.get('/', async () => {
      throw Object.assign(new Error('inside'), more)
    })
    const answered = await app.inject('/')
    expect([answered.statusCode, answered.headers['retry-after'] !== undefined]).toEqual([status, true])
    expect(answered.json().meta).toMatchObject({ code: status, errorMessage: expect.not.stringContaining('inside') })
  })

  it('answers /health while requests hold every connection', async () => {
    const { pool } = server.database
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    expect(await health()).toMatchObject({ status: 'up', database: 'up' })
    for (const client of taken) client.release()
  })

  it('answers 503 with Retry-After while the server is too busy', async () => {
    const app = Fastify()
    handleErrors(app)
    app.get('/', async () => {
      throw new DatabaseBusy('inside')
    })
    const answered = await app.inject('/')
    expect([answered.statusCode, answered.headers['retry-after'], answered.json().meta.errorMessage]).toEqual([
      503,
      '2',
      'The server is busy. Try again in a moment.',
    ])
  })

  it('reports the process as live, but not ready, without the database', async () => {
    const broken = await testServer()
    await broken.database.pool.end()
    await broken.database.aside.pool.end()
    expect((await broken.app.inject('/health/live')).statusCode).toBe(200)
    expect((await broken.app.inject('/health/ready')).statusCode).toBe(503)
    expect((await broken.ask('/api/authenticate/demo/', { method: 'POST' })).status).toBe(503)
    await broken.stop()
  })
})
