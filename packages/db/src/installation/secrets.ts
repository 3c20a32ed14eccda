import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, messageOf } from '@parada/domain/errors'
import { newKey } from '../keys.ts'
import { StartProblem } from '../problems.ts'
import { newHomeMode } from './private-files.ts'

const fileOf = (home: string) => join(home, 'secrets.json')

const readSecrets = (home: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new StartProblem(`The secrets of this installation cannot be read: ${messageOf(error)}`)
  }
}

/** Creates the folder of an installation, or reports in one line why it cannot be used. */
export const prepareHome = (home: string) => {
  const probe = join(home, `.write-probe-${process.pid}`)
  try {
    mkdirSync(home, { recursive: true, mode: newHomeMode() })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new StartProblem(`Parada cannot write to its data folder ${home} (${codeOf(error) ?? messageOf(error)})`)
  }
}

/** Password of the embedded database's owner, created at the first start; two first starts at once agree on one. */
export const databasePassword = (home: string, { create }: { create: boolean }): string => {
  const kept = readSecrets(home)
  if (kept) {
    if (typeof kept.databasePassword === 'string') return kept.databasePassword
    throw new StartProblem(`${fileOf(home)} holds no databasePassword`)
  }
  if (!create) throw new StartProblem(`${fileOf(home)} is missing, and with it the password of the data beside it`)
  const draft = `${fileOf(home)}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify({ databasePassword: newKey(24) }, null, 2)}\n`, {
    mode: 0o600,
  })
  try {
    linkSync(draft, fileOf(home))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return databasePassword(home, { create: false })
}
