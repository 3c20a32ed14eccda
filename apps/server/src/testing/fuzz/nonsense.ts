import type { Call } from '@parada/contract/kit'
import fc from 'fast-check'
import { mountOf } from '../../http/bind.ts'

export const nasty = fc.oneof(
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

/** The field names of a schema. */
const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object })?.shape ?? {})

/** A request for an API call that is wrong in one way or another, or not at all. */
export const nonsenseFor = (call: Call) => {
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
type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never
type Nonsense = ValueOf<ReturnType<typeof nonsenseFor>>

/** The HTTP request for it. */
export const requestOf = (
  call: Call,
  { sd, segment, token, query, body, authorization }: Nonsense,
  tokens: Partial<Record<Nonsense['token'], string>>,
) => {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((name === 'sd' ? sd : segment).toWellFormed()),
  )
  const search = new URLSearchParams(
    query.map(([key, value]): [string, string] => [key.toWellFormed(), value.toWellFormed()]),
  )
  return {
    method: call.method,
    url: `${mountOf(call)}${path}?${search}`,
    headers: {
      ...(tokens[token] && { token: tokens[token] }),
      ...(authorization && { authorization }),
      ...(call.takesBody && { 'content-type': 'application/json' }),
    },
    ...(call.takesBody && { payload: JSON.stringify(body) ?? 'null' }),
  }
}

/** Excludes signing out with a valid token, which is allowed and would end the session. */
export const isPlain = (name: string, { token }: Nonsense) =>
  name !== 'session.signOut' || (token !== 'rich' && token !== 'poor')

/** Texts that would reveal internals, or another tenant. */
export const leaks = /\bat .*\.ts:|node_modules|select .* from|relation "|argon2|costa\.example|norte\.example/i
