import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '@parada/domain/errors'
import { StartProblem } from '../problems.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const usage = 'Usage: npm run backup -- [file]   or   npm run restore -- <file> [--force]'
const shortestPassphrase = 12

/** Never taken from an argument, which everybody on the machine could read. */
const readPassphrase = ({ BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE }: NodeJS.ProcessEnv) => {
  if (BACKUP_PASSPHRASE) return BACKUP_PASSPHRASE
  if (!BACKUP_PASSPHRASE_FILE) return undefined
  try {
    const passphrase = readFileSync(BACKUP_PASSPHRASE_FILE, 'utf8').trim()
    if (passphrase !== '') return passphrase
  } catch (error) {
    throw new StartProblem(`BACKUP_PASSPHRASE_FILE cannot be read: ${messageOf(error)}`)
  }
  throw new StartProblem(`BACKUP_PASSPHRASE_FILE names an empty file: ${BACKUP_PASSPHRASE_FILE}`)
}

const run = async () => {
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' } }, allowPositionals: true })
  const [action, file] = positionals
  const { PARADA_HOME, DATABASE_URL, DATABASE_APP_URL } = process.env
  const installation = {
    home: resolve(PARADA_HOME || '.parada'),
    databaseUrl: DATABASE_URL || undefined,
    appUrl: DATABASE_APP_URL || undefined,
    passphrase: readPassphrase(process.env),
    log: (line: string) => console.error(line),
  }
  if (action === 'backup') {
    const { passphrase } = installation
    if (passphrase !== undefined && passphrase.length < shortestPassphrase)
      throw new StartProblem(`The passphrase of a backup needs ${shortestPassphrase} characters or more`)
    console.log(`The installation is kept in ${await backup(installation, file && resolve(file))}`)
  } else if (action === 'restore' && file) {
    await restore(installation, resolve(file), values)
    console.log('The installation is restored, and every table is as it was')
  } else throw new StartProblem(usage)
}

try {
  await run()
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exitCode = 1
}
