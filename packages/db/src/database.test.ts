import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from './connect.ts'
import { makeKysely, rowsOf, sendAlong } from './database.ts'
import type { Executor, Tx } from './open.ts'
import { makePool } from './pool.ts'
import { DatabaseBusy } from './problems.ts'
import { cloneDatabase, type TestDatabase } from './testing/cluster.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  const owner = await connect(database.ownerUrl, 'test')
  await owner.query(`insert into tenant (id, subdomain, name) values (1, 'one', 'One'), (2, 'two', 'Two')`)
  await owner.end()
})
afterAll(() => database.drop())

const put = (tx: Tx, name: string) =>
  sendAlong(tx, {
    text: `insert into taxi_feature (tenant_id, id, name) values ($1, $2, $3)`,
    values: [1, Number(name), name],
  })
const known = async (tx: Tx) =>
  (
    await rowsOf<{ name: string }>(tx, {
      text: 'select name from taxi_feature where id > 900000 order by id',
      values: [],
    })
  ).map(({ name }) => name)

describe('a statement sent along', () => {
  it('is visible to later statements, and commits with them', async () => {
    const seen = await database.inTenant(1, async (tx) => {
      put(tx, '900001')
      return known(tx)
    })
    expect(seen).toEqual(['900001'])
    await database.inTenant(1, async (tx) => put(tx, '900002'))
    expect(await database.inTenant(1, known)).toEqual(['900001', '900002'])
  })

  it.each([
    ['the last of its transaction', async (tx: Tx) => put(tx, '900001')],
    [
      'followed by others',
      async (tx: Tx) => {
        put(tx, '900001')
        put(tx, '900004')
        await known(tx)
      },
    ],
  ])('that fails rolls back the transaction with its own error: %s', async (_, work) => {
    const failing = database.inTenant(1, async (tx) => {
      put(tx, '900003')
      await work(tx)
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await database.inTenant(1, known)).toEqual(['900001', '900002'])
  })

  it('is refused once the transaction is over', async () => {
    const over = await database.inTenant(1, async (tx) => tx)
    expect(() => put(over, '900005')).toThrow('This transaction is over')
  })
})

describe('statements issued together', () => {
  const select = (tx: Tx, what: string, name?: string) =>
    rowsOf<{ found: unknown }>(tx, { text: `select ${what} as found`, values: [], name })

  it('succeed one by one up to a failure, and are skipped after it', async () => {
    const failing = database.inTenant(1, async (tx) => {
      const outcomes = await Promise.allSettled([select(tx, '1'), select(tx, '1 / 0'), select(tx, '3')])
      expect(outcomes).toMatchObject([
        { status: 'fulfilled', value: [{ found: 1 }] },
        { status: 'rejected', reason: { code: '22012' } },
        { status: 'rejected', reason: { code: '25P02' } },
      ])
    })
    await expect(failing).rejects.toThrow('The transaction was rolled back')
    expect(await database.inTenant(1, (tx) => select(tx, '4'))).toEqual([{ found: 4 }])
  })

  it('return the same values once they are prepared by name', async () => {
    const text = `select 12345678901::bigint as big, null::text as nothing, true as yes, '2026-03-04'::date as day,
      '{"a": [1]}'::jsonb as json, '\\x00ff'::bytea as bytes, array[1, 2] as list`
    const pool = makePool(database.appUrl, () => {}, 1)
    const { inTenant } = makeKysely(pool)
    const known = () => inTenant(1, (tx) => rowsOf(tx, { name: 'kinds', text, values: [] }))
    const expected = {
      big: 12_345_678_901,
      nothing: null,
      yes: true,
      day: '2026-03-04',
      json: { a: [1] },
      bytes: Buffer.from([0, 255]),
      list: [1, 2],
    }
    expect(await known()).toEqual([expected])
    expect(await known()).toEqual([expected])
    const other = inTenant(1, (tx) => rowsOf(tx, { name: 'kinds', text: 'select 1', values: [] }))
    await expect(other).rejects.toThrow('Two statements are called kinds')
    expect(await known()).toEqual([expected])
    await pool.end()
  })

  it('may fail the first time and run again under the same name', async () => {
    const pool = makePool(database.appUrl, () => {}, 1)
    const { inTenant } = makeKysely(pool)
    const divide = (by: number) =>
      inTenant(1, (tx) => rowsOf(tx, { name: 'divide', text: 'select 6 / $1::int as found', values: [by] }))
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect(await divide(2)).toEqual([{ found: 3 }])
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect(await divide(3)).toEqual([{ found: 2 }])
    await pool.end()
  })

  it('all fail when their connection is lost', async () => {
    const pool = makePool(database.appUrl, () => {}, 1)
    const { inTenant } = makeKysely(pool)
    const outcomes = await inTenant(1, async (tx) => {
      const asked = [select(tx, `pg_terminate_backend(pg_backend_pid())`), select(tx, '2'), select(tx, '3')]
      return Promise.allSettled(asked)
    }).catch((error: unknown) => error)
    expect(outcomes).toBeInstanceOf(Error)
    expect(await inTenant(1, (tx) => select(tx, '4'))).toEqual([{ found: 4 }])
    await pool.end()
  })
})

describe('work that only reads', () => {
  it('sees its tenant in every batch, and leaves no setting behind', async () => {
    const pool = makePool(database.appUrl, () => {}, 1)
    const { db, inTenant } = makeKysely(pool)
    const tenants = (executor: Executor) => rowsOf(executor, { text: 'select id from tenant order by id', values: [] })
    const seen = (tenantId: number) =>
      inTenant(tenantId, async (tx) => [await tenants(tx), await tenants(tx)], { onlyReads: true })
    expect(await seen(1)).toEqual([[{ id: 1 }], [{ id: 1 }]])
    expect(await tenants(db)).toEqual([])
    expect(await seen(2)).toEqual([[{ id: 2 }], [{ id: 2 }]])
    await expect(
      inTenant(1, (tx) => rowsOf(tx, { text: 'select 1 / 0', values: [] }), { onlyReads: true }),
    ).rejects.toThrow()
    expect(await tenants(db)).toEqual([])
    expect(await inTenant(2, tenants)).toEqual([{ id: 2 }])
    await pool.end()
  })

  it('cannot write', async () => {
    const rename = { text: `update tenant set name = 'Other'`, values: [] }
    const renaming = database.inTenant(1, (tx) => rowsOf(tx, rename), { onlyReads: true })
    await expect(renaming).rejects.toMatchObject({ code: '25006' })
    const along = database.inTenant(1, async (tx) => sendAlong(tx, rename), { onlyReads: true })
    await expect(along).rejects.toMatchObject({ code: '25006' })
  })

  it('shares nothing with the next user of its connection, not even statements it did not await', async () => {
    const pool = makePool(database.appUrl, () => {}, 1)
    const { db, inTenant } = makeKysely(pool)
    const tenants = (executor: Executor) => rowsOf(executor, { text: 'select id from tenant order by id', values: [] })
    const left: Promise<unknown>[] = []
    const leaving = inTenant(1, async (tx) => void left.push(tenants(tx)), { onlyReads: true })
    const others = [inTenant(2, tenants, { onlyReads: true }), inTenant(2, tenants), tenants(db)]
    await leaving
    expect(await Promise.all([...left, ...others])).toEqual([[{ id: 1 }], [{ id: 2 }], [{ id: 2 }], []])
    await pool.end()
  })

  it('cannot query once it is over', async () => {
    const over = await database.inTenant(1, async (tx) => tx, { onlyReads: true })
    await expect(known(over)).rejects.toThrow('This transaction is over')
  })
})

it('turns away calls with a queue limit when others have waited too long, and lets the rest wait', async () => {
  const pool = makePool(database.appUrl, () => {}, 1)
  const { inTenant } = makeKysely(pool)
  const client = await pool.connect()
  const urgent = inTenant(1, known)
  await expect(inTenant(1, known, { longestQueueMs: 0 })).rejects.toThrow(DatabaseBusy)
  const alsoUrgent = inTenant(1, known)
  client.release()
  await Promise.all([urgent, alsoUrgent])
  expect(await inTenant(1, known, { longestQueueMs: 0 })).toEqual(expect.any(Array))
  await pool.end()
})
