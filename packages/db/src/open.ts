import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, messageOf } from '@parada/domain/errors'
import type pg from 'pg'
import { type Database, makeKysely } from './database.ts'
import { loadStreets } from './gazetteer/streets.ts'
import { type EmbeddedOptions, type Log, startEmbedded } from './installation/embedded.ts'
import { appPassword, appUrlOf, connectOwner, ensureAppRole, migrate } from './installation/migrate.ts'
import { makePool } from './pool.ts'
import { StartProblem } from './problems.ts'
import { type KeySource, secretKeys } from './secret-keys.ts'

export type { Database, Executor, Tx } from './database.ts'

type OpenOptions = {
  /** The folder of the installation: data, secrets, logs, backups. */
  home: string
  databaseUrl?: string | undefined
  appUrl?: string | undefined
  /** The key to secrets, if it is not in a file of the home folder. */
  keys?: Partial<KeySource> | undefined
  log: Log
  /** Settings of the embedded PostgreSQL for this start. */
  settings?: string[]
} & Pick<EmbeddedOptions, 'isStopping'>

const checkAppRole = async (pool: pg.Pool) => {
  const { rows } = await pool.query(
    `select r.rolsuper or r.rolbypassrls as bypasses, pg_has_role(d.datdba, 'member') as owns
     from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
  )
  if (rows[0]?.bypasses || rows[0]?.owns)
    throw new StartProblem('DATABASE_APP_URL names a role that could pass the walls between tenants: use parada_app')
}

const openAs = async (pool: pg.Pool, ownerUrl: string, hasOwnAppUrl: boolean) => {
  try {
    await checkAppRole(pool)
  } catch (error) {
    if (error instanceof StartProblem) throw error
    if (codeOf(error) !== '28P01' || hasOwnAppUrl)
      throw new StartProblem(`The database cannot be opened as parada_app: ${messageOf(error)}`)
    // The role's password is derived from the owner's, which has changed since the role was created.
    const owner = await connectOwner(ownerUrl)
    await ensureAppRole(owner, appPassword(ownerUrl), true).finally(() => owner.end())
    await checkAppRole(pool)
  }
}

const connectionsAside = 6

/** Opens a migrated database by its owner URL and its app URL. */
export const openMigrated = async (
  urls: Pick<Database, 'kind' | 'ownerUrl' | 'secrets'> & { appUrl?: string | undefined },
  log: Log,
  stop: () => Promise<void> = async () => {},
): Promise<Database> => {
  const appUrl = urls.appUrl ?? appUrlOf(urls.ownerUrl)
  const pool = makePool(appUrl, log)
  const aside = makePool(appUrl, log, connectionsAside)
  let closing: Promise<void> | undefined
  // Work in progress gets a moment; a request that hangs must not keep the database from stopping.
  const close = async () => {
    const ended = Promise.allSettled([pool.end(), aside.end()])
    await Promise.race([ended, wait(1_000, undefined, { ref: false })])
    await stop()
  }
  try {
    await openAs(pool, urls.ownerUrl, urls.appUrl !== undefined)
  } catch (error) {
    await Promise.all([pool.end(), aside.end()])
    throw error
  }
  return {
    kind: urls.kind,
    ownerUrl: urls.ownerUrl,
    appUrl,
    pool,
    secrets: urls.secrets,
    ...makeKysely(pool, urls.secrets),
    aside: { pool: aside, ...makeKysely(aside, urls.secrets) },
    close: () => (closing ??= close()),
  }
}

/** The keys to an installation's secrets, from a given key or its key file. */
export const keysOf = (home: string, { key, file }: Partial<KeySource> = {}) =>
  secretKeys({ key, file: file ?? join(home, 'secret-key') })

/** Loads the data that every installation ships with. */
export const loadShipped = async (ownerUrl: string) => {
  const owner = await connectOwner(ownerUrl)
  await loadStreets(owner).finally(() => owner.end())
}

/** Opens the installation's database, embedded or by URL, migrated and under row-level security. */
export const openDatabase = async ({
  home,
  databaseUrl,
  appUrl,
  keys,
  log,
  settings,
  isStopping,
}: OpenOptions): Promise<Database> => {
  const secrets = keysOf(home, keys)
  if (databaseUrl) {
    if (!URL.canParse(databaseUrl))
      throw new StartProblem('DATABASE_URL is not a URL such as postgres://user:password@host/parada')
    await migrate(databaseUrl, { appUrl })
    await loadShipped(databaseUrl)
    return openMigrated({ kind: 'server', ownerUrl: databaseUrl, appUrl, secrets }, log)
  }
  const embedded = await startEmbedded({ home, log, settings, isStopping })
  try {
    await migrate(embedded.ownerUrl)
    await loadShipped(embedded.ownerUrl)
    return await openMigrated({ kind: 'embedded', ownerUrl: embedded.ownerUrl, secrets }, log, embedded.close)
  } catch (error) {
    await embedded.close()
    throw error
  }
}
