import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { messageOf } from '@parada/domain/errors'
import { required } from '@parada/domain/objects'
import type pg from 'pg'
import { StartProblem } from '../problems.ts'
import { type BackupLine, backupVersion, type Installation, reachInstallation } from './backup.ts'
import { checksumOf, insertRows, listBurdens, listTables, plainText, type Table } from './backup-tables.ts'
import {
  type Applied,
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

const batchLength = 1_000_000

type KeptFile = { file: string; content: string }

/** Hands over the lines one by one, never more than a piece of the file in memory. */
const eachLine = (file: string, take: (line: string) => Promise<void>) =>
  pipeline(createReadStream(file), createGunzip(), async (pieces: AsyncIterable<Buffer>) => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const piece of pieces) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) await take(line)
    }
  })

const isFilled = async (client: pg.Client) => {
  const { rows } = await client.query("select to_regclass('public.tenant') is not null as made")
  return rows[0].made && (await client.query('select from tenant limit 1')).rowCount === 1
}

/** Brings the tables to exactly the shape they had when the backup was taken. */
const shapeTables = async (client: pg.Client, wanted: Applied[]) => {
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

/** Takes the lines of a backup and writes what they say. */
const makeLoader = (client: pg.Client, force: boolean) => {
  const checks: (() => Promise<void>)[] = []
  const files: KeptFile[] = []
  let burdens: Awaited<ReturnType<typeof listBurdens>> | undefined
  let table: Table | undefined
  let batch: string[] = []
  let length = 0
  let isComplete = false

  const flush = async () => {
    if (table && batch.length > 0) await insertRows(client, table, batch)
    batch = []
    length = 0
  }

  const begin = async (wanted: Applied[]) => {
    if (!force && (await isFilled(client)))
      throw new StartProblem('This installation holds data already: restore with --force to replace it')
    await shapeTables(client, wanted)
    burdens = await listBurdens(client)
    for (const statement of burdens.lift) await client.query(statement)
    await truncateAll(client, await listTables(client))
  }

  const takeMark = async (mark: BackupLine) => {
    if ('parada' in mark) {
      if (mark.parada !== backupVersion) throw new StartProblem('This backup was made by a newer Parada')
      return begin(mark.migrations)
    }
    if (!burdens) throw new StartProblem('This file is not a backup of Parada')
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
    } else if ('sequences' in mark) {
      checks.push(async () => {
        for (const { name, value, called } of mark.sequences)
          await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), value, called])
      })
    } else if ('file' in mark) files.push(mark)
    else isComplete = true
  }

  return {
    files,
    take: async (line: string) => {
      if (!line.startsWith('[')) {
        const mark: BackupLine = JSON.parse(line)
        return takeMark(mark)
      }
      batch.push(line)
      length += line.length
      if (length > batchLength) await flush()
    },
    finish: async () => {
      if (!isComplete || !burdens) throw new StartProblem('This backup is cut short: nothing was changed')
      for (const statement of burdens.restore) await client.query(statement)
      for (const check of checks) await check()
    },
  }
}

const writeFiles = (home: string, files: KeptFile[]) => {
  for (const { file, content } of files) {
    const target = resolve(home, file)
    if (!target.startsWith(resolve(home) + sep))
      throw new StartProblem(`The backup names a file outside its home: ${file}`)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content, 'base64')
  }
}

/** Loads a backup into an installation in one transaction: all of it, proven table by table, or nothing. */
export const restore = async (
  installation: Installation & { appUrl?: string | undefined },
  file: string,
  { force = false } = {},
) => {
  const reached = await reachInstallation(installation, false)
  const { appUrl } = installation
  try {
    const client = await connectOwner(reached.ownerUrl)
    const loader = makeLoader(client, force)
    try {
      await ensureAppRole(client, appUrl ? undefined : appPassword(reached.ownerUrl))
      await client.query(plainText)
      await client.query('begin')
      await lockMigrations(client)
      await eachLine(file, loader.take)
      await loader.finish()
      await client.query('commit')
    } catch (error) {
      if (error instanceof StartProblem) throw error
      throw new StartProblem(`The backup ${file} cannot be restored: ${messageOf(error)}`)
    } finally {
      await client.end()
    }
    await migrate(reached.ownerUrl, { appUrl })
    writeFiles(installation.home, loader.files)
  } finally {
    await reached.close()
  }
}
