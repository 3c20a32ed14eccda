import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { codeOf } from '@parada/domain/errors'
import { StartProblem } from '../problems.ts'
import { backupVersion } from './backup.ts'
import { decrypting } from './backup-cipher.ts'
import { findDifference, type Header, isRow, type Manifest, makeInventory, parseLine } from './backup-manifest.ts'
import type { Log } from './embedded.ts'
import { findPending, readMigrations } from './migrate.ts'

export type Progress = { log: Log; everyMs: number }
type BackupFile = { file: string; passphrase?: string | undefined }

const cutShort = () => new StartProblem('This backup is cut short: nothing was changed')

/** Passes on the lines one by one, with only a piece of the file in memory, and reports progress. */
export const eachLine = async (
  { file, passphrase }: BackupFile,
  take: (line: Buffer) => Promise<void> | void,
  { log, everyMs }: Progress,
  doing: string,
) => {
  const { size } = await stat(file)
  const source = createReadStream(file)
  let told = performance.now()
  let rest: Buffer[] = []
  try {
    await pipeline(source, decrypting(passphrase), createGunzip(), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        let from = 0
        for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
          const last = piece.subarray(from, end)
          await take(rest.length > 0 ? Buffer.concat([...rest, last]) : last)
          rest = []
          from = end + 1
        }
        if (from < piece.length) rest.push(piece.subarray(from))
        if (performance.now() - told < everyMs) continue
        told = performance.now()
        log(`${doing}: ${Math.floor((source.bytesRead / size) * 100)} %`)
      }
    })
  } catch (error) {
    if (codeOf(error) === 'Z_BUF_ERROR') throw cutShort()
    throw error
  }
  if (rest.length > 0) throw cutShort()
}

/** Checks a whole backup against its manifest and returns its contents; needs no database. */
export const checkBackup = async (file: BackupFile, progress: Progress): Promise<Header & Manifest> => {
  const inventory = makeInventory()
  const take = (line: Buffer) => {
    if (isRow(line)) return inventory.takeRow(line)
    const mark = parseLine(line)
    if ('parada' in mark) {
      if (mark.parada > backupVersion) throw new StartProblem('This backup was made by a newer Parada')
      findPending(readMigrations(), mark.migrations)
    }
    inventory.takeMark(mark, line)
  }
  await eachLine(file, take, progress, 'Checking the backup')

  const { found } = inventory
  const header = inventory.header()
  const end = inventory.end()
  if (!header || !end) throw cutShort()
  const isOld = header.parada < 2
  if (isOld)
    progress.log(
      'This backup has no manifest, because an older Parada made it: it is checked against the tables instead',
    )
  else if (!end.manifest) throw cutShort()
  const difference = end.manifest && findDifference(found, end.manifest)
  if (difference) throw new StartProblem(`${difference}. The backup is damaged: nothing was changed`)
  if (!found.sequences) throw new StartProblem('The sequences are missing. The backup is damaged: nothing was changed')
  return { ...header, ...found }
}
