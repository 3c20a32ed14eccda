import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, messageOf } from '@parada/domain/errors'
import { StartProblem } from '../problems.ts'
import { type Account, accountFor, mayEnter, runAs } from './account.ts'
import { type Binaries, findBinaries, openGround } from './binaries.ts'
import { type Cluster, isAlive, stopPostmaster } from './postmaster.ts'
import { databasePassword, prepareHome } from './secrets.ts'

export const ownerName = 'parada'
const shippedVersion = '18'
const firstStartBytes = 300_000_000

const linkOf = (home: string) => join(home, 'postgres')
const clusterAt = (home: string, dataFolder: string, account: Account, binaries: Binaries): Cluster => ({
  dataFolder,
  logFile: join(home, 'postgres.log'),
  account,
  binaries,
  settings: [],
})

const give = (path: string, account: Account) => {
  if (account) chownSync(path, account.uid, account.gid)
}

/** Gives data that root restored or moved back to the user that PostgreSQL runs as. */
const giveAll = (folder: string, account: Account) => {
  if (!account || lstatSync(folder).uid === account.uid) return
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), account.uid, account.gid)
  chownSync(folder, account.uid, account.gid)
}

/**
 * A data folder for a home that the account cannot enter. Older ones of the same home, which have lost their link, are
 * removed.
 */
const openGroundFor = async (home: string, account: Account, binaries: Binaries) => {
  const name = createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 16)
  mkdirSync(openGround, { recursive: true, mode: 0o755 })
  for (const old of readdirSync(openGround).filter((entry) => entry.startsWith(`${name}-`))) {
    await stopPostmaster(clusterAt(home, join(openGround, old), account, binaries))
    rmSync(join(openGround, old), { recursive: true, force: true })
  }
  return join(openGround, `${name}-${randomBytes(4).toString('hex')}`)
}

const initialise = async (folder: string, password: string, account: Account, binaries: Binaries) => {
  const passwordFile = `${folder}.password`
  mkdirSync(folder, { mode: 0o700 })
  give(folder, account)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  give(passwordFile, account)
  const parameters = ['-D', folder, '-U', ownerName, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    // The system's C.UTF-8 tells trigrams which characters are letters; a system without it still gets a database.
    let run = await runAs(account, binaries.initdb, [...parameters, ...locale, '--locale=C.UTF-8'])
    if (run.code !== 0 && /invalid locale/.test(run.output)) {
      run = await runAs(account, binaries.initdb, [...parameters, ...locale, '--locale=C'])
    }
    if (run.code !== 0) throw new StartProblem(`PostgreSQL cannot be set up: ${run.output.split('\n').at(-1)}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

const freeBytesAt = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Sets up in a draft folder that is then moved into place, so that a killed start leaves nothing half-done. */
const create = async (home: string, account: Account, binaries: Binaries, freeBytes: typeof freeBytesAt) => {
  const isOpen = await mayEnter(account, home)
  const target = isOpen ? linkOf(home) : await openGroundFor(home, account, binaries)
  const disk = isOpen ? home : dirname(target)
  if (freeBytes(disk) < firstStartBytes)
    throw new StartProblem(`A new installation needs 300 MB, and the disk of ${disk} has less: free some space first`)
  const password = databasePassword(home, { create: true })
  const draft = `${target}.new`
  rmSync(draft, { recursive: true, force: true })
  await initialise(draft, password, account, binaries)
  renameSync(draft, target)
  if (!isOpen) symlinkSync(target, linkOf(home))
}

/** If several first starts run at once, one sets up and the others wait; the lock of a dead process is removed. */
const withSetupLock = async (home: string, run: () => Promise<void>) => {
  const lock = join(home, '.setting-up')
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    if (Date.now() > deadline || !isHeld(lock)) rmSync(lock, { force: true })
    else await wait(50)
  }
  await run().finally(() => rmSync(lock, { force: true }))
}

const isHeld = (lock: string) => {
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    // The file is empty for a moment between being created and written.
    return holder === 0 || isAlive(holder)
  } catch {
    return false
  }
}

/** The cluster in an installation's folder, created if missing, and its owner's password. */
export const prepareCluster = async (
  home: string,
  freeBytes = freeBytesAt,
): Promise<{ cluster: Cluster; password: string }> => {
  prepareHome(home)
  const account = accountFor(linkOf(home))
  const binaries = await findBinaries(account)
  if (!existsSync(linkOf(home))) {
    await withSetupLock(home, async () => {
      if (!existsSync(linkOf(home))) await create(home, account, binaries, freeBytes)
    })
  }
  const password = databasePassword(home, { create: false })
  const dataFolder = realpathSync(linkOf(home))
  let version: string
  try {
    giveAll(dataFolder, account)
    if (process.platform !== 'win32') chmodSync(dataFolder, 0o700)
    version = readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    const owner = lstatSync(dataFolder).uid
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'EACCES') throw new StartProblem(messageOf(error))
    throw new StartProblem(`The data in ${dataFolder} belongs to user ${owner}: start Parada as that user or as root`)
  }
  if (version !== shippedVersion) {
    throw new StartProblem(
      `The data in ${home} was made by PostgreSQL ${version}, but this Parada brings ${shippedVersion}`,
    )
  }
  return { cluster: clusterAt(home, dataFolder, account, binaries), password }
}

/** Removes an installation's database, wherever it is kept; the instance must be closed first. */
export const removeCluster = async (home: string) => {
  if (existsSync(linkOf(home))) {
    const account = accountFor(linkOf(home))
    const dataFolder = realpathSync(linkOf(home))
    await stopPostmaster(clusterAt(home, dataFolder, account, await findBinaries(account)))
    rmSync(dataFolder, { recursive: true, force: true })
  }
  for (const name of ['postgres', 'postgres.log', 'secrets.json'])
    rmSync(join(home, name), { recursive: true, force: true })
}
