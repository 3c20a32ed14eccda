import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from './connect.ts'
import { makeKysely, rowsOf, sendAlong } from './database.ts'
import type { Tx } from './open.ts'
import { makePool } from './pool.ts'
import { DatabaseBusy } from './problems.ts'
import { cloneDatabase, type TestDatabase } from './testing/cluster.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  const owner = await connect(database.ownerUrl, 'test')
  await owner.query(`insert into tenant (id, subdomain, name) values (1, 'one', 'One')`)
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
  it('is seen by the statements after it, and committed with them', async () => {
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
  ])('that fails undoes everything and tells why, %s', async (_, work) => {
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

it('sends away those who may come back when others wait too long, and lets the rest wait', async () => {
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
