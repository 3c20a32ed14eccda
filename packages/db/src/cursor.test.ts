import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { readByCursor } from './cursor.ts'
import { makePool } from './pool.ts'
import { cloneDatabase, type TestDatabase } from './testing/cluster.ts'

let database: TestDatabase
let owner: pg.Client
let pool: pg.Pool
let leaving: AbortController

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  pool = makePool(database.appUrl, () => {}, 2)
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(`
    insert into tenant (id, subdomain, name) values (1, 'one', 'One'), (2, 'two', 'Two');
    insert into number_validation (tenant_id, id, prefix_mobile_number, mobile_number, validation_code, sms_sent_result)
    select 1 + n % 2, n, '34', '6' || n, '', 'sent' from generate_series(1, 40000) n`)
})
afterAll(async () => {
  await pool.end()
  await owner.end()
  await database.drop()
})
beforeEach(() => {
  leaving = new AbortController()
})

const open = (more: { rows?: string } = {}) => {
  const { rows = 'select id, mobile_number from number_validation where tenant_id = $1 order by id' } = more
  return readByCursor(pool, {
    tenantId: 1,
    rows: { text: rows, values: [1] },
    total: { text: 'select count(*) as n from number_validation', values: [] },
    width: 2,
    signal: leaving.signal,
  })
}

/** Busy connections of the app role; this test queries as the owner and is not among them. */
const busy = async () => {
  const { rows } = await owner.query(
    `select state, query from pg_stat_activity
     where datname = current_database() and usename = 'parada_app' and state <> 'idle'`,
  )
  return rows
}

it('reads every row of its tenant once, in order, and releases its connection', async () => {
  const { count, batches } = await open()
  const ids: unknown[] = []
  for await (const rows of batches) ids.push(...rows.map(([id]) => id))
  expect([count, ids.length]).toEqual([20_000, 20_000])
  expect(ids).toEqual(Array.from({ length: 20_000 }, (_, at) => 2 * at + 2))
  expect(await busy()).toEqual([])
  expect(pool.idleCount).toBe(1)
})

it('counts and reads the same rows despite concurrent writes', async () => {
  const { count, batches } = await open()
  await owner.query(`insert into number_validation
    (tenant_id, id, prefix_mobile_number, mobile_number, validation_code, sms_sent_result)
    values (1, 900000, '34', '6', '', 'sent')`)
  let read = 0
  for await (const rows of batches) read += rows.length
  await owner.query('delete from number_validation where id = 900000')
  expect(read).toBe(count)
})

it.each([
  [
    'the reader stops',
    async (batches: AsyncIterable<unknown>) => {
      for await (const _ of batches) break
    },
  ],
  [
    'somebody leaves between two batches',
    async (batches: AsyncIterable<unknown>) => {
      await batches[Symbol.asyncIterator]().next()
      leaving.abort()
    },
  ],
])('leaves nothing behind when %s', async (_, leave) => {
  const { batches } = await open()
  await leave(batches)
  await expect.poll(busy).toEqual([])
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})

it('aborts a running statement', async () => {
  const { batches } = await open({ rows: `select 1, pg_sleep(60) from generate_series(1, $1)` })
  const reading = batches[Symbol.asyncIterator]().next()
  reading.catch(() => {})
  await expect.poll(async () => (await busy()).some(({ state }) => state === 'active')).toBe(true)
  leaving.abort()
  await expect(reading).rejects.toThrow()
  await expect.poll(busy, { timeout: 5_000 }).toEqual([])
})

it('cannot write', async () => {
  const { batches } = await open({ rows: `select current_setting('transaction_read_only'), $1::int` })
  for await (const rows of batches) expect(rows).toEqual([['on', 1]])
})
