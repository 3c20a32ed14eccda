import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartProblem } from '../problems.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const usage = 'Usage: npm run backup -- [file]   or   npm run restore -- <file> [--force]'

const run = async () => {
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' } }, allowPositionals: true })
  const [action, file] = positionals
  const { PARADA_HOME, DATABASE_URL, DATABASE_APP_URL } = process.env
  const installation = {
    home: resolve(PARADA_HOME || '.parada'),
    databaseUrl: DATABASE_URL || undefined,
    appUrl: DATABASE_APP_URL || undefined,
    log: (line: string) => console.error(line),
  }
  if (action === 'backup') {
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
