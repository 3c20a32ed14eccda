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
/** A postmaster that was running already is adopted. */
export type Running = Postmaster & { adopted: boolean }

const settings = [
  'listen_addresses=127.0.0.1',
  'shared_buffers=256MB',
  'max_connections=200',
  'jit=off',
  // What a process is at is told by pg_stat_activity; its title would be written anew for every statement.
  'update_process_title=off',
  // No replica reads this log, and a small one is quickly replayed after a crash.
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=512MB',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
]

const longestLog = 5_000_000

const socketName = (port: number) => `.s.PGSQL.${port}`

/** Systems differ in how long the path of a socket may be; a hundred bytes are enough for none to refuse. */
const mayHoldSocket = (folder: string) =>
  process.platform !== 'win32' && /^[\w./-]+$/.test(folder) && Buffer.byteLength(join(folder, socketName(65_535))) < 100

/** Where PostgreSQL can be reached without the network, which costs both sides less; not every folder can hold a socket. */
export const socketFolder = (dataFolder: string, port: number) =>
  statSync(join(dataFolder, socketName(port)), { throwIfNoEntry: false })?.isSocket() ? dataFolder : undefined

const removeSocket = (dataFolder: string, port: number) => {
  for (const end of ['', '.lock']) rmSync(join(dataFolder, socketName(port) + end), { force: true })
}

/** What postmaster.pid says; whether its process still is a postmaster is another question. */
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
    // Where nobody reaps orphans a killed postmaster stays behind as a zombie, alive by name only.
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Every process of PostgreSQL stands in its data folder; a process id that was used again does not. */
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

/** A machine that lost its power may leave the pid file empty, and PostgreSQL does not start beside one. */
const clearEmptyPidFile = (dataFolder: string) => {
  const file = join(dataFolder, 'postmaster.pid')
  const found = statSync(file, { throwIfNoEntry: false })
  // Another start makes the file a moment before it writes to it.
  const isLeft = found?.size === 0 && Date.now() - found.mtimeMs > 2_000
  if (isLeft && process.platform === 'linux' && processesIn(realpathSync(dataFolder)).length === 0)
    rmSync(file, { force: true })
}

/** Ends what a killed postmaster left behind, after giving it a moment to notice by itself. */
const clearLeftovers = async (dataFolder: string) => {
  if (process.platform !== 'linux') return
  const folder = realpathSync(dataFolder)
  const leftovers = () => processesIn(folder)
  for (let i = 0; i < 100 && leftovers().length > 0; i++) {
    if (i === 75) for (const pid of leftovers()) process.kill(Number(pid), 'SIGKILL')
    await wait(20)
  }
}

/** The live postmaster of this data folder, once it is ready; a pid file left by a dead one is cleared away. */
export const findPostmaster = async (dataFolder: string): Promise<Postmaster | undefined> => {
  const deadline = Date.now() + 60_000
  for (;;) {
    const found = readPidFile(dataFolder)
    if (!found) {
      clearEmptyPidFile(dataFolder)
      return undefined
    }
    if (!isAlive(found.pid) || !(await isPostgres(found.pid, dataFolder))) {
      await clearLeftovers(dataFolder)
      // Somebody else may have started a fresh one in the meantime.
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

/** A free port below those that the system hands to outgoing connections, so that none of them takes it meanwhile. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 32_000)
  return (await isFree(port)) ? port : freePort()
}

const isPassing = (reason: string) =>
  /shared memory block|lock file .* (already exists|is empty)|could not bind|could not create any TCP|address already in use/i.test(
    reason,
  )

/** Why a postmaster ended. Several that start at once write to one log: a reason that passes may not be the last line. */
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
  // Several that start at once write to it: only what is appended overwrites no words of another.
  const log = openSync(logFile, 'a', 0o600)
  const sockets = `unix_socket_directories=${withSocket ? dataFolder : ''}`
  const parameters = [...settings, ...cluster.settings, sockets, `port=${port}`].flatMap((setting) => ['-c', setting])
  // Detached, so that Ctrl-C reaches only us, and we stop it when the last answers are out.
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
  // Long after the start, when the log may be gone with its folder, this is nobody's concern.
  child.once('exit', () => (hasEnded = true))
  while (failed === undefined && !hasEnded) {
    const found = readPidFile(dataFolder)
    if (found?.state === 'ready' && found.pid === child.pid) return found
    await wait(15)
  }
  return failed || lastWords(logFile, from) || 'it ended without a word'
}

/** Starts PostgreSQL, unless it runs, and waits until it answers; what passes by itself is waited for, some ten seconds at most. */
export const startPostmaster = async (cluster: Cluster, wantedPort?: number): Promise<Running> => {
  const deadline = Date.now() + 10_000
  let withSocket = mayHoldSocket(cluster.dataFolder)
  for (;;) {
    const running = await findPostmaster(cluster.dataFolder)
    if (running) return { ...running, adopted: true }
    const started = await launch(cluster, wantedPort ?? (await freePort()), withSocket)
    if (typeof started !== 'string') return { ...started, adopted: false }
    // Not every file system has sockets; the loopback address is everywhere.
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
  // Whatever is cut short here is recovered at the next start, and nothing that was committed is lost.
  if ((await stop('fast', '4')).code !== 0 && isAlive(running.pid)) await stop('immediate', '5')
}
