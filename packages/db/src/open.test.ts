import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Tx } from './database.ts'
import { ensureAppRole } from './installation/migrate.ts'
import { openDatabase } from './open.ts'
import { StartProblem } from './problems.ts'
import { cloneDatabase, type TestDatabase } from './testing/cluster.ts'
import { reservePort } from './testing/port.ts'

const clusterUrl = inject('paradaOwnerUrl')
const log = () => {}

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase(clusterUrl)
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query("insert into tenant (id, subdomain, name) values (101, 't101', 'One'), (102, 't102', 'Two')")
  await owner.end()
})

afterAll(() => database.drop())

const addFeature = (tx: Tx, id: number) =>
  tx.insertInto('taxi_feature').values({ tenant_id: 101, id, name: 'Child seat' }).execute()

const featureIds = () =>
  database.inTenant(101, async (tx) =>
    (await tx.selectFrom('taxi_feature').select('id').orderBy('id').execute()).map(({ id }) => id),
  )

describe('inTenant', () => {
  it('commits the work of one tenant and shows it to no other', async () => {
    await database.inTenant(101, (tx) => addFeature(tx, 1))
    expect(await featureIds()).toEqual([1])
    expect(await database.inTenant(102, (tx) => tx.selectFrom('taxi_feature').selectAll().execute())).toEqual([])
    expect(await database.db.selectFrom('taxi_feature').selectAll().execute()).toEqual([])
  })

  it('rolls back when the work throws, and rethrows the same error', async () => {
    const mishap = new Error('mishap')
    const work = database.inTenant(101, async (tx) => {
      await addFeature(tx, 2)
      throw mishap
    })
    await expect(work).rejects.toBe(mishap)
    expect(await featureIds()).toEqual([1])
  })

  it('rejects when a failed statement was ignored, since nothing is committed', async () => {
    const work = database.inTenant(101, async (tx) => {
      await addFeature(tx, 3)
      await sql`select nonsense`.execute(tx).catch(() => {})
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await featureIds()).toEqual([1])
  })

  it('refuses queries after it ends, when the connection may serve another tenant', async () => {
    const kept = await database.inTenant(101, async (tx) => ({ tx }))
    await expect(addFeature(kept.tx, 4)).rejects.toThrow('This transaction is over')
  })

  it('discards a lost connection, so that later calls get a working one', async () => {
    const work = database.inTenant(101, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
    await expect(work).rejects.toThrow()
    expect(await Promise.all(Array.from({ length: 30 }, featureIds))).toEqual(Array.from({ length: 30 }, () => [1]))
  })

  it.each([Number.NaN, 1.5, "1'; drop table tenant; --", undefined])('refuses %s as a tenant', async (id) => {
    await expect(database.inTenant(id as number, async () => 1)).rejects.toThrow('Not a tenant id')
  })

  it('reads ids, amounts and sums as numbers, times as dates and days as text', async () => {
    const query = sql`select 1::bigint as id, 1.50::numeric as amount, sum(2) as sum, '2026-01-02'::date as day,
      '2026-01-02T03:04:05Z'::timestamptz as time`
    const { rows } = await database.inTenant(101, (tx) => query.execute(tx))
    expect(rows).toEqual([{ id: 1, amount: 1.5, sum: 2, day: '2026-01-02', time: new Date('2026-01-02T03:04:05Z') }])
  })
})

describe('a server set by DATABASE_URL', () => {
  const open = (databaseUrl: string, appUrl?: string) => openDatabase({ home: '', databaseUrl, appUrl, log })
  const changed = (change: (url: URL) => void) => {
    const url = new URL(database.ownerUrl)
    change(url)
    return url.href
  }

  it('opens like the embedded one, with the same rows', async () => {
    const server = await open(database.ownerUrl)
    expect([server.kind, server.appUrl]).toEqual(['server', database.appUrl])
    expect(await server.inTenant(101, (tx) => tx.selectFrom('tenant').select('id').execute())).toEqual([{ id: 101 }])
    await server.close()
  })

  it.each([
    [
      'cannot be reached',
      async () => changed((url) => Object.assign(url, { port: String(port), search: '' })),
      /cannot be reached: connect ECONNREFUSED/,
    ],
    ['takes another password', async () => changed((url) => (url.password = 'wrong')), /cannot be reached: password/],
    ['is no URL', async () => 'localhost', /^DATABASE_URL is not a URL/],
    ['carries no password', async () => changed((url) => (url.password = '')), /cannot be reached/],
  ])('that %s is reported in one line', async (_, url, message) => {
    const opening = open(await url())
    await expect(opening).rejects.toThrow(StartProblem)
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.not.toThrow(/\n/)
  })

  it('is not opened with a role that bypasses row-level security', async () => {
    await expect(open(database.ownerUrl, database.ownerUrl)).rejects.toThrow('could pass the walls between tenants')
  })

  it('tells an owner who may not create roles what to do', async () => {
    const owner = new pg.Client(database.ownerUrl)
    await owner.connect()
    await owner.query('create role weak_owner nosuperuser')
    await owner.query('set role weak_owner')
    await expect(ensureAppRole(owner, 'secret', true)).rejects.toThrow('make it by hand and set DATABASE_APP_URL')
    await owner.query('reset role; drop role weak_owner')
    await owner.end()
  })
})

const port = await reservePort()
