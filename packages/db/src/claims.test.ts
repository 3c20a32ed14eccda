import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { keepClaims } from './claims.ts'
import { listen } from './listen.ts'
import { doneMarker, markFailed, takeDue } from './queries/outbox.ts'
import { cloneDatabase, type TestDatabase } from './testing/cluster.ts'
import { fillEveryTable } from './testing/rows.ts'

const tenant = 101
let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await fillEveryTable(owner, [tenant])
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(() => owner.query('delete from outbox; delete from claimant'))

const startWorker = async () => {
  const told: string[] = []
  const listening = listen(database.appUrl, {
    channels: ['parada_leaving'],
    hear: (_, kind) => told.push(kind),
    onConnect: () => void claims.renew(),
    log: () => {},
  })
  const claims = keepClaims(listening, { onHeld: () => {}, log: () => {} })
  onTestFinished(async () => {
    await claims.end()
    await listening.close()
  })
  await expect.poll(() => claims.lease()).toBeDefined()
  const lease = claims.lease()
  if (!lease) throw new Error('No lease')
  const take = () => takeDue(database.db, 'sms', 10, lease)
  return { claims, lease, take, told }
}

const put = async (count = 1) => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into outbox (tenant_id, kind, payload) select ${tenant}, 'sms', '{}' from generate_series(1, $1) returning id`,
    [count],
  )
  return rows.map(({ id }) => Number(id))
}
const claimedBy = async () =>
  (await owner.query('select claimed_by from outbox order by id')).rows.map((row) => row.claimed_by)
const aliveUntil = async (id: string): Promise<number> =>
  (await owner.query('select alive_until from claimant where id = $1', [id])).rows[0]?.alive_until.getTime()

it('gives a row to one worker for as long as that worker lives', async () => {
  const [one, other] = [await startWorker(), await startWorker()]
  await put()
  expect(await one.take()).toHaveLength(1)
  const seen = await aliveUntil(one.lease.id)
  // Past the end of the first lease, while the other worker looks for dead ones every second.
  await expect.poll(() => aliveUntil(one.lease.id)).toBeGreaterThan(seen + 3_000)
  expect(await other.take()).toEqual([])
  expect(await claimedBy()).toEqual([one.lease.id])
})

it('keeps claims through a lost connection', async () => {
  const [one, other] = [await startWorker(), await startWorker()]
  await put()
  await one.take()
  const seen = await aliveUntil(one.lease.id)
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'parada-listen'`)
  await expect.poll(() => aliveUntil(one.lease.id)).toBeGreaterThan(seen)
  expect([await one.lease.isMine(), await claimedBy(), await other.take()]).toEqual([true, [one.lease.id], []])
})

it('frees the rows of a worker that stopped renewing its lease, and wakes the others', async () => {
  const dead = '00000000-0000-4000-8000-0000000000dd'
  await owner.query(`insert into claimant values ($1, now() + interval '1 hour')`, [dead])
  await put()
  await takeDue(database.db, 'sms', 10, { id: dead, isMine: async () => true })
  const other = await startWorker()
  expect(await other.take()).toEqual([])
  other.told.length = 0
  await owner.query('update claimant set alive_until = now() where id = $1', [dead])
  await expect.poll(() => other.told).toContain('sms')
  expect(await other.take()).toMatchObject([{ attempts: 2 }])
})

it('keeps a worker presumed dead from sending or failing rows that others have claimed', async () => {
  const one = await startWorker()
  const [id = 0] = await put()
  await one.take()
  // As another worker does when the lease has expired.
  await owner.query('begin; delete from claimant; update outbox set claimed_by = null; commit')
  const other = await startWorker()
  expect(await other.take()).toHaveLength(1)
  await expect.poll(() => one.claims.lease()?.id).not.toBe(one.lease.id)
  expect(await one.lease.isMine()).toBe(false)
  await markFailed(database.db, id, 'late', 60, one.lease)
  expect(await claimedBy()).toEqual([other.lease.id])
  // A row that it did send stays marked as sent.
  await doneMarker(database.db)(id)
  expect((await owner.query('select done_at from outbox')).rows[0]?.done_at).not.toBeNull()
})

it('marks rows finished at the same time in one statement', async () => {
  const ids = await put(20)
  const markDone = doneMarker(database.db)
  await Promise.all(ids.map(markDone))
  const { rows } = await owner.query(
    'select count(*)::int as done, count(distinct xmin::text)::int as statements from outbox where done_at is not null',
  )
  expect(rows).toEqual([{ done: 20, statements: 1 }])
})

it('wakes workers for rows that are due, and not for later ones', async () => {
  const { told } = await startWorker()
  await owner.query(`insert into outbox (tenant_id, kind, payload, due_at) values
    (${tenant}, 'mail', '{}', now() + interval '1 day'), (${tenant}, 'sms', '{}', now())`)
  await expect.poll(() => told).toContain('sms')
  expect(told).not.toContain('mail')
})

it('takes nothing under a lease unknown to the database', async () => {
  await put()
  const unknown = { id: '00000000-0000-4000-8000-0000000000ee', isMine: async () => true }
  expect(await takeDue(database.db, 'sms', 10, unknown)).toEqual([])
})

it('gives back unstarted rows when it leaves, and the rest when it ends', async () => {
  const [one, other] = [await startWorker(), await startWorker()]
  const [begun = 0, ...waiting] = await put(3)
  await one.take()
  await one.claims.leave([begun])
  expect((await other.take()).map(({ id }) => id)).toEqual(waiting)
  expect([await one.lease.isMine(), one.claims.lease()]).toEqual([false, undefined])
  await one.claims.end()
  expect((await other.take()).map(({ id }) => id)).toEqual([begun])
  expect(await aliveUntil(one.lease.id)).toBeUndefined()
})
