import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../testing/cluster.ts'
import { findPending, migrate, migrationLock, readApplied, readMigrations } from './migrate.ts'

const clusterUrl = inject('paradaOwnerUrl')

const step = (name: string, sql: string, checksum = sql) => ({ name, sql, checksum })

describe('migrations', { timeout: 30_000 }, () => {
  let target: Awaited<ReturnType<typeof createDatabase>>
  let client: pg.Client

  beforeAll(async () => {
    target = await createDatabase(clusterUrl)
    client = new pg.Client(target.ownerUrl)
    await client.connect()
  })

  afterAll(async () => {
    await client.end()
    await target.drop()
  })

  it('run once when five processes start at once', async () => {
    const child = join(import.meta.dirname, '../testing/child.ts')
    const starts = Array.from({ length: 5 }, () => spawn(process.execPath, [child, 'migrate', target.ownerUrl]))
    const codes = await Promise.all(starts.map(async (start) => (await once(start, 'exit'))[0]))
    expect(codes).toEqual([0, 0, 0, 0, 0])
    expect((await readApplied(client)).map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name))
  })

  it('do not wait for the lock when nothing is pending', async () => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(target.ownerUrl)
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  })

  it('undo a failing file completely, and name it in the error', async () => {
    const migrations = [...readMigrations(), step('9001_wrong.sql', 'create table half (id int); select nonsense')]
    await expect(migrate(target.ownerUrl, { migrations })).rejects.toThrow(
      'The migration 9001_wrong.sql failed: column "nonsense" does not exist',
    )
    const { rows } = await client.query("select to_regclass('half') as half")
    expect(rows).toEqual([{ half: null }])
  })

  it.each([
    ['the rest in order', [step('1', ''), step('2', ''), step('3', '')], [{ name: '1', checksum: '' }], ['2', '3']],
    ['a branch merged late', [step('1', ''), step('2', '')], [{ name: '2', checksum: '' }], ['1']],
    ['nothing when all is done', [step('1', '')], [{ name: '1', checksum: '' }], []],
  ])('apply %s', (_, migrations, applied, pending) => {
    expect(findPending(migrations, applied).map(({ name }) => name)).toEqual(pending)
  })

  it.each([
    ['changed after it was applied', [step('1', 'new')], 'The migration 1 was changed after it was applied'],
    ['this Parada does not know', [], 'The database was migrated by a newer Parada: it has 1'],
  ])('refuse a file that %s', (_, migrations, problem) => {
    expect(() => findPending(migrations, [{ name: '1', checksum: 'old' }])).toThrow(problem)
  })
})
