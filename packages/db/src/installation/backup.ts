import { createWriteStream, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { codeOf, messageOf } from '@parada/domain/errors'
import pg from 'pg'
import { StartProblem } from '../problems.ts'
import { encrypting } from './backup-cipher.ts'
import { type BackupLine, keptFolders, makeInventory } from './backup-manifest.ts'
import { checksumOf, listSequences, listTables, plainText, rowText, type Table } from './backup-tables.ts'
import { type Log, startEmbedded } from './embedded.ts'
import { keyNeeded } from './keep-secrets.ts'
import { connectOwner, readApplied } from './migrate.ts'

export type Installation = {
  home: string
  databaseUrl?: string | undefined
  /** Passphrase for encrypting backups; without one they are not encrypted. */
  passphrase?: string | undefined
  log: Log
}

/** Version 1 had no manifest. */
export const backupVersion = 2
const rowsAtOnce = 2_000

/** Reaches an installation's database as its owner, either beside a running server or by starting it temporarily. */
export const reachInstallation = async ({ home, databaseUrl, log }: Installation, shared: boolean) => {
  if (!databaseUrl) return startEmbedded({ home, log, shared })
  return { ownerUrl: databaseUrl, close: async () => {} }
}

async function* tableLines(client: pg.Client, table: Table): AsyncGenerator<BackupLine | string[]> {
  yield { table }
  await client.query(
    `declare rows no scroll cursor for select ${rowText(table)} as line from ${pg.escapeIdentifier(table.name)}`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from rows`)
    if (rows.length === 0) break
    yield rows.map((row) => row.line)
  }
  await client.query('close rows')
  yield { end: table.name, ...(await checksumOf(client, table)) }
}

function* fileLines(home: string): Generator<BackupLine> {
  for (const folder of keptFolders) {
    let names: string[]
    try {
      names = readdirSync(join(home, folder))
    } catch {
      continue
    }
    for (const name of names) {
      try {
        yield { file: `${folder}/${name}`, content: readFileSync(join(home, folder, name), 'base64') }
      } catch (error) {
        // A running server may remove a file at any time, and subfolders are not backed up.
        if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EISDIR') throw error
      }
    }
  }
}

async function* contentLines(client: pg.Client, home: string): AsyncGenerator<BackupLine | string[]> {
  yield { parada: backupVersion, takenAt: new Date().toISOString(), migrations: await readApplied(client) }
  for (const table of await listTables(client)) yield* tableLines(client, table)
  // Sequences are not part of the snapshot: read last, they are never behind the rows.
  yield { sequences: await listSequences(client) }
  yield* fileLines(home)
}

/** The lines of a backup, ending with a manifest of what was actually written. */
async function* backupText(client: pg.Client, home: string) {
  const inventory = makeInventory()
  for await (const content of contentLines(client, home)) {
    if (Array.isArray(content)) {
      for (const row of content) inventory.takeRow(row)
      yield `${content.join('\n')}\n`
    } else {
      const line = JSON.stringify(content)
      inventory.takeMark(content, line)
      yield `${line}\n`
    }
  }
  yield `${JSON.stringify({ manifest: inventory.found } satisfies BackupLine)}\n`
}

const defaultFile = ({ home, passphrase }: Installation) => {
  const name = `parada-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl.gz`
  return join(home, 'backups', passphrase === undefined ? name : `${name}.enc`)
}

const unencrypted = [
  'WARNING: this backup is NOT encrypted. Whoever has the file has every name, telephone number and password hash in it.',
  'Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file with it, to encrypt backups.',
]

/** Writes the whole installation, as of one moment, to one file; the server may keep running. */
export const backup = async (installation: Installation, file = defaultFile(installation)) => {
  const { home, passphrase, log } = installation
  if (passphrase === undefined) for (const line of unencrypted) log(line)
  const reached = await reachInstallation(installation, true)
  const draft = `${file}.part`
  try {
    const client = await connectOwner(reached.ownerUrl)
    try {
      await client.query(plainText)
      await client.query('begin isolation level repeatable read read only')
      if ((await readApplied(client)).length === 0)
        throw new StartProblem('There is nothing to back up yet: start Parada first')
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      const target = createWriteStream(draft, { mode: 0o600, flush: true })
      const packed = [Readable.from(backupText(client, home)), createGzip({ level: 6 })] as const
      if (passphrase === undefined) await pipeline(...packed, target)
      else await pipeline(...packed, encrypting(passphrase), target)
      renameSync(draft, file)
      const key = await keyNeeded(client)
      if (key)
        log(
          `Its secrets need key ${key} of this installation, which is not in it: keep a copy of ${join(home, 'secret-key')} (or of PARADA_KEY) in another place`,
        )
    } finally {
      await client.end()
    }
  } catch (error) {
    rmSync(draft, { force: true })
    if (['EACCES', 'ENOSPC', 'EROFS', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? ''))
      throw new StartProblem(`The backup cannot be written to ${file}: ${messageOf(error)}`)
    throw error
  } finally {
    await reached.close()
  }
  return file
}
