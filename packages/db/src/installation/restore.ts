import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '@parada/domain/errors'
import { required } from '@parada/domain/objects'
import type pg from 'pg'
import { StartProblem } from '../problems.ts'
import { type Installation, reachInstallation } from './backup.ts'
import { isRow, type KeptFile, type Manifest, parseLine } from './backup-manifest.ts'
import {
  checksumOf,
  insertRows,
  listBurdens,
  listSequences,
  listTables,
  plainText,
  type Sequence,
  type Table,
} from './backup-tables.ts'
import { keyNeeded } from './keep-secrets.ts'
import {
  type AppliedMigration,
  applyMigration,
  appPassword,
  connectOwner,
  ensureAppRole,
  findPending,
  lockMigrations,
  migrate,
  readApplied,
  readMigrations,
} from './migrate.ts'
import { checkBackup, eachLine } from './read-backup.ts'

const batchLength = 1_000_000

const isFilled = async (client: pg.Client) => {
  const { rows } = await client.query("select to_regclass('public.tenant') is not null as made")
  return rows[0].made && (await client.query('select from tenant limit 1')).rowCount === 1
}

/** Gives the tables exactly the shape that they had when the backup was taken. */
const shapeTables = async (client: pg.Client, wanted: AppliedMigration[]) => {
  const migrations = readMigrations()
  findPending(migrations, wanted)
  const names = new Set(wanted.map(({ name }) => name))
  let applied = await readApplied(client)
  if (applied.some(({ name }) => !names.has(name))) {
    await client.query('drop schema public cascade; create schema public; grant usage on schema public to public')
    applied = []
  }
  for (const migration of findPending(migrations, applied)) {
    if (names.has(migration.name)) await applyMigration(client, migration)
  }
}

const truncateAll = async (client: pg.Client, tables: Table[]) =>
  client.query(`truncate ${tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')}`)

/** Everything that these migrations create must be in the backup, or a restore would silently empty it. */
const requireAll = (kind: string, made: { name: string }[], kept: { name: string }[]) => {
  const names = new Set(kept.map(({ name }) => name))
  const missing = made.find(({ name }) => !names.has(name))
  if (missing) throw new StartProblem(`The backup holds nothing of the ${kind} ${missing.name}: nothing was changed`)
}

/** Empties the tables, in the shape that they had when the backup was taken, and removes what slows loading down. */
const makeRoom = async (client: pg.Client, { migrations, tables }: { migrations: AppliedMigration[] } & Manifest) => {
  await shapeTables(client, migrations)
  const made = await listTables(client)
  requireAll('table', made, tables)
  const burdens = await listBurdens(client)
  for (const statement of burdens.lift) await client.query(statement)
  await truncateAll(client, made)
  return burdens
}

const setSequences = async (client: pg.Client, sequences: Sequence[]) => {
  requireAll('sequence', await listSequences(client), sequences)
  for (const { name, value, called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), value, called])
}

/** Loads the lines of a backup that has been checked. */
const makeLoader = (client: pg.Client, keepFile: (file: KeptFile) => void) => {
  const checks: (() => Promise<void>)[] = []
  let table: Table | undefined
  let batch: string[] = []
  let length = 0

  const flush = async () => {
    if (table && batch.length > 0) await insertRows(client, table, batch)
    batch = []
    length = 0
  }

  const take = async (line: Buffer) => {
    if (isRow(line)) {
      batch.push(line.toString())
      length += line.length
      if (length > batchLength) await flush()
      return
    }
    const mark = parseLine(line)
    if ('table' in mark) table = mark.table
    else if ('end' in mark) {
      await flush()
      const loaded = required(table, `The table ${mark.end}`)
      checks.push(async () => {
        const { rows, checksum } = await checksumOf(client, loaded)
        if (rows !== mark.rows || checksum !== mark.checksum)
          throw new StartProblem(`The table ${mark.end} differs from the backup after loading: nothing was changed`)
      })
      table = undefined
    } else if ('sequences' in mark) checks.push(() => setSequences(client, mark.sequences))
    else if ('file' in mark) keepFile(mark)
  }

  return {
    take,
    check: async () => {
      for (const check of checks) await check()
    },
  }
}

/**
 * Stages files beside their place until the database is committed, so that a full disk is noticed before anything is
 * replaced.
 */
const makeFileStage = (home: string) => {
  const stage = join(home, 'restoring')
  rmSync(stage, { recursive: true, force: true })
  return {
    keep: ({ file, content }: KeptFile) => {
      mkdirSync(dirname(join(stage, file)), { recursive: true, mode: 0o700 })
      writeFileSync(join(stage, file), content, { encoding: 'base64', mode: 0o600 })
    },
    publish: (files: Manifest['files']) => {
      for (const { file } of files) {
        mkdirSync(dirname(join(home, file)), { recursive: true, mode: 0o700 })
        renameSync(join(stage, file), join(home, file))
      }
    },
    remove: () => rmSync(stage, { recursive: true, force: true }),
  }
}

const makeClock = () => {
  const began = performance.now()
  return () => `${((performance.now() - began) / 1_000).toFixed(1)} s`
}

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

type RestoreOptions = {
  force?: boolean | undefined
  /** Interval of the progress messages. */
  progressEveryMs?: number
}

/**
 * Loads a backup into an installation: checks the whole file first, then loads it in one transaction and verifies every
 * table, or changes nothing.
 */
export const restore = async (
  installation: Installation & { appUrl?: string | undefined },
  file: string,
  { force = false, progressEveryMs = 5_000 }: RestoreOptions = {},
) => {
  const { appUrl, home, passphrase, log } = installation
  const progress = { log, everyMs: progressEveryMs }
  const elapsed = makeClock()
  const reached = await reachInstallation(installation, false)
  const stage = makeFileStage(home)
  try {
    const client = await connectOwner(reached.ownerUrl)
    try {
      if (!force && (await isFilled(client)))
        throw new StartProblem('This installation holds data already: restore with --force to replace it')
      const kept = await checkBackup({ file, passphrase }, progress)
      const rows = kept.tables.reduce((sum, table) => sum + table.rows, 0)
      const content = `${count(kept.tables.length, 'table')}, ${count(rows, 'row')}, ${count(kept.files.length, 'file')}`
      log(`The backup of ${kept.takenAt} is whole: ${content} (${elapsed()})`)

      await ensureAppRole(client, appUrl ? undefined : appPassword(reached.ownerUrl))
      await client.query(plainText)
      await client.query('begin')
      await lockMigrations(client)
      const burdens = await makeRoom(client, kept)
      const loader = makeLoader(client, stage.keep)
      await eachLine({ file, passphrase }, loader.take, progress, 'Loading the backup')
      log(`Everything is loaded: building indexes and comparing every table with the backup (${elapsed()})`)
      for (const statement of burdens.restore) await client.query(statement)
      await loader.check()
      await client.query('commit')
      stage.publish(kept.files)
      log(`Restored ${content} in ${elapsed()}`)
      const key = await keyNeeded(client)
      if (key)
        log(
          `Its secrets need key ${key}: put it into ${join(home, 'secret-key')} or PARADA_KEY before the server starts`,
        )
    } catch (error) {
      if (error instanceof StartProblem) throw error
      throw new StartProblem(`The backup ${file} cannot be restored: ${messageOf(error)}`)
    } finally {
      await client.end()
    }
    await migrate(reached.ownerUrl, { appUrl })
  } finally {
    stage.remove()
    await reached.close()
  }
}
