import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '@parada/domain/errors'
import { StartProblem } from '../problems.ts'
import { type Account, postgresEnvironment, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'

export type Cluster = { dataFolder: string; logFile: string; account: Account; binaries: Binaries; settings: string[] }
export type Postmaster = { pid: number; port: number; state: 'starting' | 'ready' | 'stopping' }
/** Adopted if the postmaster was already running. */
export type Running = Postmaster & { adopted: boolean }

const settings = [
  'listen_addresses=127.0.0.1',
  'shared_buffers=256MB',
  'max_connections=200',
  'jit=off',
  // pg_stat_activity shows what a process is doing; its title would be rewritten for every statement.
  'update_process_title=off',
  // No replica reads the WAL, and a small one is replayed quickly after a crash.
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=512MB',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
]

const longestLog = 5_000_000

const socketName = (port: number) => `.s.PGSQL.${port}`

/** Systems differ in how long a socket's path may be; all of them accept a hundred bytes. */
const mayHoldSocket = (folder: string) =>
  process.platform !== 'win32' && /^[\w./-]+$/.test(folder) && Buffer.byteLength(join(folder, socketName(65_535))) < 100

/**
 * Where PostgreSQL can be reached without the network, which costs both sides less; undefined if the folder has no
 * socket.
 */
export const socketFolder = (dataFolder: string, port: number) =>
  statSync(join(dataFolder, socketName(port)), { throwIfNoEntry: false })?.isSocket() ? dataFolder : undefined

const removeSocket = (dataFolder: string, port: number) => {
  for (const end of ['', '.lock']) rmSync(join(dataFolder, socketName(port) + end), { force: true })
}

/** The contents of postmaster.pid; its process need not be a postmaster any more. */
export const readPidFile = (dataFolder: string): Postmaster | undefined => {
  try {
    const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    const state = (['ready', 'stopping'] as const).find((one) => lines[7]?.trim() === one) ?? 'starting'
    return pid > 0 ? { pid, port: port || 0, state } : undefined
  } catch {
    return undefined
  }
}

export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    // Where nobody reaps orphans, a killed postmaster remains as a zombie.
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Every PostgreSQL process has its data folder as working directory; a reused process id does not. */
const standsIn = (pid: number | string, folder: string) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

const isPostgres = async (pid: number, dataFolder: string) => {
  if (process.platform === 'linux') return standsIn(pid, realpathSync(dataFolder))
  if (process.platform === 'win32') return true
  return basename((await runAs(undefined, 'ps', ['-p', String(pid), '-o', 'comm='])).output).startsWith('postgres')
}

const processesIn = (folder: string) =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && standsIn(pid, folder) && isAlive(Number(pid)))

/** After a power failure the pid file may be empty, and PostgreSQL does not start beside an empty one. */
const clearEmptyPidFile = (dataFolder: string) => {
  const file = join(dataFolder, 'postmaster.pid')
  const found = statSync(file, { throwIfNoEntry: false })
  // Another start creates the file a moment before it writes to it.
  const isLeft = found?.size === 0 && Date.now() - found.mtimeMs > 2_000
  if (isLeft && process.platform === 'linux' && processesIn(realpathSync(dataFolder)).length === 0)
    rmSync(file, { force: true })
}

/** Ends the processes that a killed postmaster left behind, after giving them a moment to notice by themselves. */
const clearLeftovers = async (dataFolder: string) => {
  if (process.platform !== 'linux') return
  const folder = realpathSync(dataFolder)
  const leftovers = () => processesIn(folder)
  for (let i = 0; i < 100 && leftovers().length > 0; i++) {
    if (i === 75) for (const pid of leftovers()) process.kill(Number(pid), 'SIGKILL')
    await wait(20)
  }
}

/** The live postmaster of this data folder, once it is ready. The pid file of a dead one is removed. */
const findPostmaster = async (dataFolder: string): Promise<Postmaster | undefined> => {
  const deadline = Date.now() + 60_000
  for (;;) {
    const found = readPidFile(dataFolder)
    if (!found) {
      clearEmptyPidFile(dataFolder)
      return undefined
    }
    if (!isAlive(found.pid) || !(await isPostgres(found.pid, dataFolder))) {
      await clearLeftovers(dataFolder)
      // Another start may have launched a new one in the meantime.
      if (readPidFile(dataFolder)?.pid === found.pid) {
        removeSocket(dataFolder, found.port)
        rmSync(join(dataFolder, 'postmaster.pid'), { force: true })
      }
      continue
    }
    if (found.state === 'ready' && found.port > 0) return found
    if (Date.now() > deadline) throw new StartProblem(`PostgreSQL in ${dataFolder} is still recovering: try again soon`)
    await wait(20)
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })

/**
 * A free port below the range that the system uses for outgoing connections, so that none of them takes it meanwhile.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 32_000)
  return (await isFree(port)) ? port : freePort()
}

const isPassing = (reason: string) =>
  /shared memory block|lock file .* (already exists|is empty)|could not bind|could not create any TCP|address already in use/i.test(
    reason,
  )

/**
 * Why a postmaster ended. Several that start at once share one log, so a temporary reason may not be in the last line.
 */
const lastWords = (logFile: string, from: number) => {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n')
  const telling = lines.filter((line) => /FATAL|PANIC|ERROR|could not/.test(line))
  const reason = telling.findLast(isPassing) ?? telling.at(-1) ?? lines.at(-1) ?? ''
  return reason.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '').trim()
}

const launch = async (cluster: Cluster, port: number, withSocket: boolean): Promise<Postmaster | string> => {
  const { dataFolder, logFile, account, binaries } = cluster
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const from = size > longestLog ? 0 : size
  if (size > longestLog) truncateSync(logFile)
  // Several that start at once share the log, and appending keeps them from overwriting each other.
  const log = openSync(logFile, 'a', 0o600)
  const sockets = `unix_socket_directories=${withSocket ? dataFolder : ''}`
  const parameters = [...settings, ...cluster.settings, sockets, `port=${port}`].flatMap((setting) => ['-c', setting])
  // Detached, so that Ctrl-C reaches only us, and we stop it after the last responses have been sent.
  const child = spawn(binaries.postgres, ['-D', dataFolder, ...parameters], {
    ...account,
    cwd: process.platform === 'win32' ? undefined : '/',
    env: postgresEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let failed: string | undefined
  let hasEnded = false
  child.once('error', (error) => (failed = error.message))
  // Only sets a flag: long after the start the log may be gone with its folder, and nobody needs the reason.
  child.once('exit', () => (hasEnded = true))
  while (failed === undefined && !hasEnded) {
    const found = readPidFile(dataFolder)
    if (found?.state === 'ready' && found.pid === child.pid) return found
    await wait(15)
  }
  return failed || lastWords(logFile, from) || 'it ended without a word'
}

/**
 * Starts PostgreSQL if it is not running, and waits until it answers. Temporary failures are retried for about ten
 * seconds.
 */
export const startPostmaster = async (cluster: Cluster, wantedPort?: number): Promise<Running> => {
  const deadline = Date.now() + 10_000
  let withSocket = mayHoldSocket(cluster.dataFolder)
  for (;;) {
    const running = await findPostmaster(cluster.dataFolder)
    if (running) return { ...running, adopted: true }
    const started = await launch(cluster, wantedPort ?? (await freePort()), withSocket)
    if (typeof started !== 'string') return { ...started, adopted: false }
    // Not every file system supports sockets; the loopback address always works.
    if (withSocket && /Unix/.test(started)) {
      withSocket = false
      continue
    }
    if (!isPassing(started) || Date.now() > deadline)
      throw new StartProblem(`PostgreSQL does not start: ${started} (see ${cluster.logFile})`)
    await wait(200)
  }
}

export const stopPostmaster = async ({ dataFolder, account, binaries }: Cluster) => {
  const running = readPidFile(dataFolder)
  if (!running || !isAlive(running.pid)) return
  const stop = (mode: string, seconds: string) =>
    runAs(account, binaries.pgCtl, ['stop', '-D', dataFolder, '-m', mode, '-w', '-t', seconds])
  // Anything cut short here is recovered at the next start; nothing that was committed is lost.
  if ((await stop('fast', '4')).code !== 0 && isAlive(running.pid)) await stop('immediate', '5')
}
