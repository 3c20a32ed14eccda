import { isFile } from '@parada/contract/kit'
import { allCalls } from '@parada/contract/testing'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPlain, leaks, nonsenseFor, requestOf } from '../testing/fuzz/nonsense.ts'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let owner: pg.Client
let tokens: Record<string, string>

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
  await noteWrites()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

/** Tables that requests write to as a side effect, such as sessions and counters. */
const besides = [
  'session',
  'sign_in_failure',
  'socket_credential',
  'list_count',
  'undo',
  'booking_presence',
  'security_event',
]

/** Records from now on which tables are written to; writes that are rolled back leave no record. */
const noteWrites = async () => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [besides],
  )
  const watch = tables.map(
    ({ name }) =>
      `create trigger note_write after insert or update or delete on ${name} for each row execute function note_write()`,
  )
  await owner.query(`
    create table written (name text);
    create function note_write() returns trigger language plpgsql security definer as
      $$ begin insert into public.written values (tg_table_name); return null; end $$;
    ${watch.join(';')}`)
}

/** The tables written to since the last call. */
const written = async () => {
  const { rows } = await owner.query<{ name: string }>('delete from written returning name')
  return [...new Set(rows.map(({ name }) => name))]
}

it.each(allCalls)(
  '$name answers nonsense without a server error, leaks nothing and writes nothing',
  async ({ name, call }) => {
    await fc.assert(
      fc.asyncProperty(nonsenseFor(call), async (nonsense) => {
        if (!isPlain(name, nonsense)) return
        const { token } = nonsense
        const answered = await server.app.inject(requestOf(call, nonsense, tokens))
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
      { numRuns: 15, seed: 20_261_115 },
    )
    expect(await written()).toEqual([])
  },
)
