import { type Call, isFile } from '@parada/contract/kit'
import { allCalls } from '@parada/contract/testing'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { mountOf } from './bind.ts'

let server: TestServer
let owner: pg.Client
let tokens: Record<string, string>
let before: object

beforeAll(async () => {
  server = await testServer()
  owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  const expired = await server.signInAs('everything')
  await owner.query(`update session set expires_at = '2000-01-01'`)
  tokens = {
    none: '',
    madeUp: 'x'.repeat(43),
    expired,
    stolen: await server.signInAs('everything', 'costa'),
    poor: await server.signInAs('newcomer'),
    rich: await server.signInAs('everything'),
  }
  before = await written()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    "'; drop table booking; --",
    '" or 1=1 --',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '\u0000',
    '\ud800',
    '%',
    '../../etc/passwd',
    '{{7*7}}',
    '__proto__',
    'constructor',
    'ñ'.repeat(5_000),
    '-1',
    '1e400',
    'NaN',
    '9'.repeat(400),
    '2026-02-30',
    'null',
    '',
  ),
  fc.integer().map(String),
  fc.double().map(String),
)

const anything = fc.oneof(
  nasty,
  fc
    .anything({ maxDepth: 3, withNullPrototype: false })
    .map((value) => JSON.parse(JSON.stringify(value ?? null)) as unknown),
)

/** Names a call knows, and some it does not. */
const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object })?.shape ?? {})

const requestOf = (call: Call) => {
  const names = fc.oneof(fc.constantFrom(...fieldsOf(call.query), ...fieldsOf(call.body), 'other'), nasty)
  return fc.record({
    sd: fc.oneof(
      { weight: 4, arbitrary: fc.constant('demo') },
      nasty,
      fc.constantFrom('costa', 'DEMO', 'no-such-tenant'),
    ),
    token: fc.constantFrom('none', 'madeUp', 'expired', 'stolen', 'poor', 'rich'),
    segment: fc.oneof(fc.constantFrom('1001', 'activate', 'deactivate'), nasty),
    query: fc.array(fc.tuple(names, nasty), { maxLength: 4 }),
    body: fc.oneof(fc.dictionary(names, anything, { maxKeys: 4 }), anything),
    authorization: fc.option(nasty.map((text) => `Basic ${Buffer.from(text).toString('base64').slice(0, 500)}`)),
  })
}

/** What calls write without being asked to: who is signed in, and what is counted. */
const besides = ['session', 'sign_in_failure', 'socket_credential', 'list_count', 'undo', 'booking_presence']

/** How many rows each table has, and which transaction wrote the newest: the same as long as nothing is written. */
const written = async (): Promise<object> => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [besides],
  )
  const marks = tables.map(
    ({ name: table }) =>
      `select '${table}' as name, concat(count(*), ':', max(xmin::text::bigint)) as mark from ${table}`,
  )
  const { rows } = await owner.query(
    `select json_object_agg(name, mark) as marks from (${marks.join(' union all ')}) all_tables`,
  )
  return rows[0].marks
}

/** Texts that would tell of the inside, or of another tenant. */
const leaks = /\bat .*\.ts:|node_modules|select .* from|relation "|argon2|costa\.example|norte\.example/i

it.each(allCalls)(
  '$name meets nonsense with a clear refusal, writes nothing and tells nothing',
  async ({ name, call }) => {
    await fc.assert(
      fc.asyncProperty(requestOf(call), async ({ sd, segment, token, query, body, authorization }) => {
        // A true token may of course sign itself out.
        if (name === 'session.signOut' && (token === 'rich' || token === 'poor')) return
        const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
          encodeURIComponent((name === 'sd' ? sd : segment).toWellFormed()),
        )
        const search = new URLSearchParams(
          query.map(([key, value]): [string, string] => [key.toWellFormed(), value.toWellFormed()]),
        )
        const answered = await server.app.inject({
          method: call.method,
          url: `${mountOf(call)}${path}?${search}`,
          headers: {
            ...(tokens[token] && { token: tokens[token] }),
            ...(authorization && { authorization }),
            ...(call.takesBody && { 'content-type': 'application/json' }),
          },
          ...(call.takesBody && { payload: JSON.stringify(body) ?? 'null' }),
        })
        expect(answered.statusCode).toBeLessThan(500)
        expect(answered.body).not.toMatch(leaks)
        if (call.access !== 'public' && token !== 'rich' && token !== 'poor')
          expect(answered.statusCode).toBeGreaterThanOrEqual(400)
        if (isFile(call.response) && answered.statusCode === 200) return
        const { meta, response } = answered.json()
        if (answered.statusCode >= 400) {
          expect(meta).toMatchObject({ code: answered.statusCode, errorMessage: expect.any(String) })
          expect(response).toBeUndefined()
          if (answered.statusCode === 400) expect(meta.field).toEqual(expect.any(String))
        }
      }),
      { numRuns: 120, seed: 20_261_115 },
    )
    const after = await written()
    const expected = before
    before = after
    expect(after).toEqual(expected)
  },
)
