import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { connect } from './connect.ts'
import { rowsOf } from './database.ts'
import type { Tx } from './open.ts'
import { noteTerms, remembered } from './terms.ts'
import { cloneDatabase, type TestDatabase } from './testing/cluster.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  owner = await connect(database.ownerUrl, 'test')
  await owner.query(`insert into tenant (id, subdomain, name) values (1, 'one', 'One'), (2, 'two', 'Two')`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const versionOf = async (tenantId: number) => {
  const { rows } = await owner.query<{ version: string }>('select terms_version as version from tenant where id = $1', [
    tenantId,
  ])
  return Number(rows[0]?.version)
}

it.each([
  ['a setting', `update tenant set front_config = '{"color": "#123456"}' where id = 1`],
  ['a name', `update tenant set name = 'First' where id = 1`],
  [
    'a new fleet',
    `insert into fleet (tenant_id, id, fleet_name, fleet_long_name, lat, lon) values (1, 5, 'F', 'Fleet', 40, -3)`,
  ],
  ['a fleet', 'update fleet set status = 0 where tenant_id = 1 and id = 5'],
  [
    'a new tariff',
    `insert into tariff (tenant_id, id, id_fleet, name, valid_from) values (1, 7, 5, 'Day', '2026-01-01')`,
  ],
  ['a tariff', 'update tariff set per_km = 2 where tenant_id = 1 and id = 7'],
  ['a tariff that is gone', 'delete from tariff where tenant_id = 1 and id = 7'],
  ['a holiday', `insert into tariff_holiday (tenant_id, id_fleet, day) values (1, 5, '2026-01-06')`],
  ['an invalid holiday', 'delete from tariff_holiday where tenant_id = 1'],
  ['a fleet that is gone', 'delete from fleet where tenant_id = 1 and id = 5'],
])('counts the change of %s, for its tenant only', async (_, change) => {
  const before = [await versionOf(1), await versionOf(2)]
  await owner.query(change)
  expect([(await versionOf(1)) - (before[0] ?? 0), await versionOf(2)]).toEqual([1, before[1]])
})

it('rereads terms only after a change, for each tenant and key, and freezes them', async () => {
  const asked: string[] = []
  const read = remembered(async (tx: Tx, tenantId: number, key: string) => {
    asked.push(`${tenantId} ${key}`)
    return { rows: await rowsOf<{ name: string }>(tx, { text: 'select name from tenant', values: [] }) }
  })
  const ask = (tenantId: number, key: string, version?: number) =>
    database.inTenant(tenantId, async (tx) => {
      if (version !== undefined) noteTerms(tx, version)
      return read(tx, key)
    })
  const first = await ask(1, 'a', 1)
  expect(await ask(1, 'a', 1)).toBe(first)
  expect(asked).toEqual(['1 a'])
  expect(() => first.rows.push({ name: 'Mine' })).toThrow(TypeError)
  expect(await ask(2, 'a', 1)).toEqual({ rows: [{ name: 'Two' }] })
  await ask(1, 'b', 1)
  await ask(1, 'a', 2)
  await ask(1, 'a', 2)
  expect(asked).toEqual(['1 a', '2 a', '1 b', '1 a'])
  // Without a version, terms are read every time.
  await ask(1, 'a')
  expect(asked).toHaveLength(5)
})

it('does not share terms between databases', async () => {
  const other = await cloneDatabase(inject('paradaOwnerUrl'))
  let reads = 0
  const read = remembered(async () => ++reads)
  const ask = ({ inTenant }: TestDatabase) =>
    inTenant(1, async (tx) => {
      noteTerms(tx, 1)
      return read(tx, 'key')
    })
  expect([await ask(database), await ask(other), await ask(database)]).toEqual([1, 2, 1])
  await other.drop()
})
