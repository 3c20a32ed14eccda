import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, messageOf } from '@parada/domain/errors'
import type pg from 'pg'
import { connect } from '../connect.ts'
import { isDatabaseAway, StartProblem } from '../problems.ts'

type Migration = { name: string; sql: string; checksum: string }
export type AppliedMigration = { name: string; checksum: string }

const appRole = 'parada_app'
export const migrationLock = 7_272_324
const oldestVersion = 150_000

const folder = join(import.meta.dirname, '../migrations')

export const readMigrations = (from = folder): Migration[] =>
  readdirSync(from)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(from, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })

/** Derived from the owner's password, so that all nodes get the same one and it is stored nowhere. */
export const appPassword = (ownerUrl: string) => {
  const password = decodeURIComponent(new URL(ownerUrl).password) || process.env.PGPASSWORD
  if (!password)
    throw new StartProblem('DATABASE_URL carries no password: set DATABASE_APP_URL for the role parada_app')
  return createHmac('sha256', password).update(appRole).digest('hex')
}

export const appUrlOf = (ownerUrl: string) => {
  const url = new URL(ownerUrl)
  url.username = appRole
  url.password = appPassword(ownerUrl)
  return url.href
}

export const connectOwner = async (ownerUrl: string) => {
  try {
    return await connect(ownerUrl, 'owner')
  } catch (error) {
    const { host } = new URL(ownerUrl)
    throw new StartProblem(`The database at ${host} cannot be reached: ${messageOf(error)}`, { cause: error })
  }
}

/** Creates the server's role, or sets its password again after the owner's has changed. */
export const ensureAppRole = async (client: pg.Client, password: string | undefined, renew = false) => {
  const { rows } = await client.query(
    'select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as strong from pg_roles where rolname = $1',
    [appRole],
  )
  if (rows[0]?.strong) {
    throw new StartProblem(`The role ${appRole} must be NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE`)
  }
  if (rows.length > 0 && !renew) return
  if (!password) throw new StartProblem(`The role ${appRole} is missing on the database server: create it first`)
  const verb = rows.length > 0 ? 'alter' : 'create'
  const rights = 'login nosuperuser nobypassrls nocreatedb nocreaterole'
  try {
    await client.query(`${verb} role ${appRole} ${rights} password ${client.escapeLiteral(password)}`)
  } catch (error) {
    // Roles belong to the whole server, so a node of another database may have created it first.
    if (verb === 'create' && ['42710', '23505'].includes(codeOf(error) ?? '')) return
    if (codeOf(error) !== '42501') throw error
    throw new StartProblem(
      `The owner in DATABASE_URL may not ${verb} the role ${appRole}: make it by hand and set DATABASE_APP_URL`,
    )
  }
}

export const readApplied = async (client: pg.Client): Promise<AppliedMigration[]> => {
  const { rows } = await client.query("select to_regclass('public.schema_migration') is not null as made")
  if (!rows[0]?.made) return []
  return (await client.query('select name, checksum from public.schema_migration order by name')).rows
}

/**
 * Migrations still to be applied. A file that changed after it was applied is refused, since nodes would end up with
 * different tables.
 */
export const findPending = (migrations: Migration[], applied: AppliedMigration[]) => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = known.get(name)
    if (!migration) throw new StartProblem(`The database was migrated by a newer Parada: it has ${name}`)
    if (migration.checksum !== checksum)
      throw new StartProblem(`The migration ${name} was changed after it was applied: put it back, and add a new one`)
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

/** Applies one file inside the caller's transaction. */
export const applyMigration = async (client: pg.Client, { name, sql, checksum }: Migration) => {
  await client.query(`create table if not exists public.schema_migration
    (name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query(sql)
  await client.query('insert into public.schema_migration (name, checksum) values ($1, $2)', [name, checksum])
}

const applyInTransaction = async (client: pg.Client, migration: Migration) => {
  await client.query('begin')
  try {
    await applyMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await client.query('rollback')
    throw new StartProblem(`The migration ${migration.name} failed: ${messageOf(error)}`)
  }
}

/** Keeps other nodes from migrating this database until the end of the transaction. */
export const lockMigrations = (client: pg.Client) => client.query('select pg_advisory_xact_lock($1)', [migrationLock])

type MigrateOptions = {
  /** Given by an operator who created the role by hand, and so manages its password. */
  appUrl?: string | undefined
  migrations?: Migration[]
}

const migrateOnce = async (ownerUrl: string, appUrl: string | undefined, migrations: Migration[]) => {
  const client = await connectOwner(ownerUrl)
  try {
    const { rows } = await client.query("select current_setting('server_version_num')::int as version")
    if (rows[0].version < oldestVersion)
      throw new StartProblem(
        `Parada needs PostgreSQL 15 or newer, and this server is ${Math.floor(rows[0].version / 10_000)}`,
      )
    await ensureAppRole(client, appUrl ? undefined : appPassword(ownerUrl))
    if (findPending(migrations, await readApplied(client)).length === 0) return
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    for (const migration of findPending(migrations, await readApplied(client)))
      await applyInTransaction(client, migration)
  } finally {
    // The connection may have been lost, and then there is nothing left to end.
    await client.end().catch(() => {})
  }
}

const longestAwayMs = 30_000

/**
 * Brings a database up to date. Any number of nodes may do so at once; one that loses the database repeats its file.
 */
export const migrate = async (ownerUrl: string, { appUrl, migrations = readMigrations() }: MigrateOptions = {}) => {
  let lostAt: number | undefined
  for (;;) {
    try {
      return await migrateOnce(ownerUrl, appUrl, migrations)
    } catch (error) {
      // A database that was never reached has a wrong address; one that was lost comes back.
      const isLost = isDatabaseAway(error)
      if (!isLost && (lostAt === undefined || !(error instanceof StartProblem) || !isDatabaseAway(error.cause)))
        throw error
      lostAt ??= Date.now()
      if (Date.now() - lostAt > longestAwayMs)
        throw new StartProblem(
          `The database ended while it was migrated and has not come back (${messageOf(error)}): nothing is half-done, so start again once it runs`,
        )
      await wait(100)
    }
  }
}
