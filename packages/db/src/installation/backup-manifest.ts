import { createHash, type Hash } from 'node:crypto'
import { StartProblem } from '../problems.ts'
import type { Checksum, Sequence, Table } from './backup-tables.ts'
import type { AppliedMigration } from './migrate.ts'

/** The contents of a backup by section, written at its end, when they are known. */
export type Manifest = {
  header: string
  tables: { name: string; rows: number; sha256: string }[]
  sequences?: { count: number; sha256: string }
  files: { file: string; bytes: number; sha256: string }[]
}

export type Header = { parada: number; takenAt: string; migrations: AppliedMigration[] }
export type KeptFile = { file: string; content: string }

/** The lines of a backup: a header, each table with its rows and its end, sequences, kept files, and the manifest. */
export type BackupLine =
  | Header
  | { table: Table }
  | ({ end: string } & Checksum)
  | { sequences: Sequence[] }
  | KeptFile
  | { manifest: Manifest }
  /** The end of a version 1 backup, which has no manifest. */
  | { complete: true }

/** A row is a JSON array; every other line is an object. */
export const isRow = (line: Buffer) => line[0] === 0x5b

export const parseLine = (line: Buffer): BackupLine => {
  try {
    const mark: BackupLine = JSON.parse(line.toString())
    return mark
  } catch {
    throw new StartProblem('This file is not a backup of Parada, or it is damaged: nothing was changed')
  }
}

/** Folders that are backed up with the database; the installation's secrets and logs are not. */
export const keptFolders = ['mail', 'documents']

/** Only a plain name in a kept folder: any other path could overwrite the installation's own files. */
const isKeptPath = (file: string) => {
  const [folder = '', name = '', ...deeper] = file.split('/')
  return keptFolders.includes(folder) && deeper.length === 0 && /^[^\\\0]+$/.test(name) && !['.', '..'].includes(name)
}

const damaged = (what: string) => new StartProblem(`${what}. The backup is damaged: nothing was changed`)

/** Takes the lines of a backup in order, refuses an impossible order, and builds a manifest. */
export const makeInventory = () => {
  const found: Manifest = { header: '', tables: [], files: [] }
  let header: Header | undefined
  let open: { name: string; rows: number; hash: Hash } | undefined
  let end: { manifest: Manifest | undefined } | undefined

  const hashOf = (line: Buffer | string) => createHash('sha256').update(line).digest('hex')

  const takeRow = (line: Buffer | string) => {
    if (!open || end) throw damaged('A row belongs to no table')
    open.hash.update(line).update('\n')
    open.rows++
  }

  const takeMark = (mark: BackupLine, line: Buffer | string) => {
    if (end) throw damaged('Something follows the end of the backup')
    if ('parada' in mark) {
      if (header) throw damaged('The backup has two headers')
      header = mark
      found.header = hashOf(line)
      return
    }
    if (!header) throw new StartProblem('This file is not a backup of Parada')
    if ('end' in mark) {
      if (open?.name !== mark.end) throw damaged(`The table ${mark.end} has no beginning`)
      if (String(open.rows) !== mark.rows)
        throw damaged(`The table ${mark.end} differs from the backup’s own count (${open.rows} of ${mark.rows} rows)`)
      found.tables.push({ name: open.name, rows: open.rows, sha256: open.hash.update(line).digest('hex') })
      open = undefined
      return
    }
    if (open) throw damaged(`The table ${open.name} has no end`)
    if ('table' in mark) open = { name: mark.table.name, rows: 0, hash: createHash('sha256').update(line).update('\n') }
    else if ('sequences' in mark) {
      if (found.sequences) throw damaged('The backup has its sequences twice')
      found.sequences = { count: mark.sequences.length, sha256: hashOf(line) }
    } else if ('file' in mark) {
      if (!isKeptPath(mark.file))
        throw new StartProblem(`The backup names a file that it may not write: ${mark.file}. Nothing was changed`)
      found.files.push({ file: mark.file, bytes: Buffer.byteLength(mark.content, 'base64'), sha256: hashOf(line) })
    } else if ('manifest' in mark) end = mark
    else if ('complete' in mark) end = { manifest: undefined }
    else throw damaged('The backup has a line of an unknown kind')
  }

  return { takeRow, takeMark, header: () => header, found, end: () => end }
}

const nameOf = (entry: { name: string } | { file: string }) =>
  'name' in entry ? `table ${entry.name}` : `file ${entry.file}`

/** The first difference between a file and its manifest, in words. */
export const findDifference = (found: Manifest, wanted: Manifest) => {
  if (found.header !== wanted.header) return 'The header differs from the backup’s manifest'
  const entries = [...found.tables, ...found.files]
  const listed = [...wanted.tables, ...wanted.files]
  const names = new Set(entries.map(nameOf))
  const missing = listed.find((entry) => !names.has(nameOf(entry)))
  if (missing) return `The ${nameOf(missing)} is missing`
  if (wanted.sequences && !found.sequences) return 'The sequences are missing'
  if (JSON.stringify(found.sequences) !== JSON.stringify(wanted.sequences))
    return 'The sequences differ from the backup’s manifest'
  const other = entries.find((entry, i) => JSON.stringify(entry) !== JSON.stringify(listed[i]))
  return other && `The ${nameOf(other)} differs from the backup’s manifest`
}
