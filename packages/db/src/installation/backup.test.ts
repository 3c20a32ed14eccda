import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../open.ts'
import { cloneDatabase, createDatabase, type TestDatabase } from '../testing/cluster.ts'
import { fillEveryTable } from '../testing/rows.ts'
import { backup } from './backup.ts'
import { checksumOf, listSequences, listTables, plainText } from './backup-tables.ts'
import { removeCluster } from './data-folder.ts'
import { readMigrations } from './migrate.ts'
import { readPidFile } from './postmaster.ts'
import { restore } from './restore.ts'

const clusterUrl = inject('paradaOwnerUrl')
const base = mkdtempSync(join(tmpdir(), 'parada-backup-ñ '))
chmodSync(base, 0o755)
const log = () => {}
const patience = 120_000

const asOwner = async <T>(url: string, run: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client(url)
  await client.connect()
  return run(client).finally(() => client.end())
}

/** Everything a restored installation must have in common with the one it was kept from. */
const portrait = (url: string) =>
  asOwner(url, async (client) => {
    await client.query(plainText)
    const tables: Record<string, unknown> = {}
    for (const table of await listTables(client)) tables[table.name] = await checksumOf(client, table)
    const { rows: schema } = await client.query(`
      select conname::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select tgname || ' ' || tgrelid::regclass, tgenabled::text from pg_trigger where not tgisinternal
      union all select name, checksum from schema_migration
      order by 1, 2`)
    return { tables, schema, sequences: await listSequences(client) }
  })

const fill = (url: string) =>
  asOwner(url, async (client) => {
    await fillEveryTable(client, [101, 102])
    await client.query(`insert into number_validation
        (tenant_id, prefix_mobile_number, mobile_number, validation_code, sms_sent_result, date_validated)
      select 101, '+34', n::text, '1234', 'OK', 'infinity' from generate_series(1, 5000) n`)
    await client.query(`insert into installation values ('nothing', 'null'), ('long', to_jsonb(repeat('ñ', 300000)))`)
    await client.query('delete from number_validation where id % 7 = 0; select fold_counts()')
  })

let source: TestDatabase

beforeAll(async () => {
  source = await cloneDatabase(clusterUrl)
  await fill(source.ownerUrl)
}, patience)

afterAll(async () => {
  await source.drop()
  rmSync(base, { recursive: true, force: true })
}, patience)

describe('a backup', { timeout: patience }, () => {
  const file = join(base, 'kept.jsonl.gz')
  const installation = (databaseUrl: string, home = join(base, 'home')) => ({ home, databaseUrl, log })

  it('gives an empty database every table, sequence, index, reference and trigger as it was', async () => {
    mkdirSync(join(base, 'home', 'mail'), { recursive: true })
    writeFileSync(join(base, 'home', 'mail', 'one.eml'), 'To: ana@example.test')
    writeFileSync(join(base, 'home', 'secrets.json'), '{"databasePassword":"do-not-keep"}')
    expect(await backup(installation(source.ownerUrl), file)).toBe(file)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(gunzipSync(readFileSync(file)).includes('do-not-keep')).toBe(false)

    const target = await createDatabase(clusterUrl)
    await restore(installation(target.ownerUrl, join(base, 'second home')), file)
    expect(await portrait(target.ownerUrl)).toEqual(await portrait(source.ownerUrl))
    expect(readFileSync(join(base, 'second home', 'mail', 'one.eml'), 'utf8')).toBe('To: ana@example.test')
    await target.drop()
  })

  it('replaces an installation only by force, wholly or not at all', async () => {
    const target = await cloneDatabase(clusterUrl)
    await asOwner(target.ownerUrl, (client) => fillEveryTable(client, [103]))
    // As if a later Parada had migrated it further than the backup.
    const later = "insert into schema_migration values ('9999_later.sql', 'x')"
    await asOwner(target.ownerUrl, (client) => client.query(`create table later (id int); ${later}`))
    const before = await portrait(target.ownerUrl)
    const lines = gunzipSync(readFileSync(file)).toString().split('\n')
    const spoil = (name: string, spoiled: string[]) => {
      writeFileSync(join(base, name), gzipSync(spoiled.join('\n')))
      return join(base, name)
    }
    const at = installation(target.ownerUrl)
    await expect(restore(at, file)).rejects.toThrow('This installation holds data already')
    await expect(restore(at, spoil('short', lines.slice(0, -3)), { force: true })).rejects.toThrow('cut short')
    const lost = lines.filter((line) => !line.startsWith('["101","17",'))
    await expect(restore(at, spoil('lost', lost), { force: true })).rejects.toThrow('differs from the backup')
    await expect(restore(at, spoil('other', ['{"a":1}', '']), { force: true })).rejects.toThrow(
      'not a backup of Parada',
    )
    writeFileSync(join(base, 'plain'), 'no gzip')
    await expect(restore(at, join(base, 'plain'), { force: true })).rejects.toThrow('cannot be restored')
    await expect(restore(at, join(base, 'missing'), { force: true })).rejects.toThrow('cannot be restored')
    expect(await portrait(target.ownerUrl)).toEqual(before)

    await restore(at, file, { force: true })
    expect(await portrait(target.ownerUrl)).toEqual(await portrait(source.ownerUrl))
    await target.drop()
  })

  it('can be restored by an owner who is no superuser, and the walls stand', async () => {
    const target = await createDatabase(clusterUrl)
    const weakUrl = Object.assign(new URL(target.ownerUrl), { username: 'weak_restorer', password: 'weak' }).href
    await asOwner(target.ownerUrl, async (client) => {
      await client.query("create role weak_restorer login password 'weak'")
      await client.query(`alter database ${new URL(target.ownerUrl).pathname.slice(1)} owner to weak_restorer`)
    })
    const { appUrl: appOfSource } = source
    const appUrl = Object.assign(new URL(appOfSource), { pathname: new URL(target.ownerUrl).pathname }).href
    await restore({ ...installation(weakUrl), appUrl }, file)
    expect(await portrait(target.ownerUrl)).toEqual(await portrait(source.ownerUrl))

    const server = await openDatabase({ home: base, databaseUrl: weakUrl, appUrl, log })
    expect(await server.inTenant(101, (tx) => tx.selectFrom('tenant').select('id').execute())).toEqual([{ id: 101 }])
    expect((await server.pool.query("select tenant_of_subdomain('t102') as id")).rows).toEqual([{ id: 102 }])
    expect((await server.pool.query('select tidy()')).rowCount).toBe(1)
    await server.close()
    await target.drop()
    await asOwner(clusterUrl, (client) => client.query('drop role weak_restorer'))
  })

  it('taken before the last migration is loaded as it was and then migrated', async () => {
    const [first] = readMigrations()
    const target = await createDatabase(clusterUrl)
    const old = [
      { parada: 1, takenAt: '', migrations: [{ name: first?.name, checksum: first?.checksum }] },
      { complete: true },
    ]
    const oldFile = join(base, 'old.jsonl.gz')
    writeFileSync(oldFile, gzipSync(old.map((line) => `${JSON.stringify(line)}\n`).join('')))
    await restore(installation(target.ownerUrl), oldFile)
    expect((await portrait(target.ownerUrl)).schema).toEqual((await portrait(source.ownerUrl)).schema)
    await target.drop()
  })
})

describe('npm run backup and npm run restore', { timeout: patience }, () => {
  const run = (home: string, ...parameters: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = { ...process.env, PARADA_HOME: home, DATABASE_URL: '', DATABASE_APP_URL: '' }
      execFile(
        process.execPath,
        [join(import.meta.dirname, 'backup-cli.ts'), ...parameters],
        { env },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      )
    })

  it('keep a whole embedded installation, beside its running server and without it', async () => {
    const [first, second] = [join(base, 'first'), join(base, 'second')]
    const server = await openDatabase({ home: first, log })
    await fill(server.ownerUrl)
    const kept = await portrait(server.ownerUrl)
    expect(await run(first, 'backup')).toMatchObject({ code: 0 })
    expect(await run(first, 'restore', join(base, 'kept.jsonl.gz'), '--force')).toEqual({
      code: 1,
      output: `Another Parada is running on the data in ${first}\n`,
    })
    await server.pool.query('select 1')
    await server.close()
    expect(readPidFile(join(first, 'postgres'))).toBeUndefined()

    const file = join(base, 'quiet.jsonl.gz')
    expect(await run(first, 'backup', file)).toMatchObject({ code: 0 })
    expect(readPidFile(join(first, 'postgres'))).toBeUndefined()
    const [running] = readdirSync(join(first, 'backups'))
    expect(running).toMatch(/^parada-.*\.jsonl\.gz$/)
    const contentOf = (path: string) =>
      gunzipSync(readFileSync(path))
        .toString()
        .replace(/"takenAt":"[^"]*"/, '')
    expect(contentOf(join(first, 'backups', running as string)) === contentOf(file)).toBe(true)

    expect(await run(second, 'restore', file)).toMatchObject({ code: 0 })
    const restored = await openDatabase({ home: second, log })
    expect(await portrait(restored.ownerUrl)).toEqual(kept)
    await restored.close()
    await removeCluster(first)
    await removeCluster(second)
  })

  it('say in one line what they need', async () => {
    expect((await run(base, 'restore')).output).toMatch(/^Usage: .*\n$/)
  })
})
