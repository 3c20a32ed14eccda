import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@parada/db/installation/postmaster'
import type { Database } from '@parada/db/open'
import { demoUsersOf } from '@parada/db/queries/demo-users'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { StartOptions } from './options.ts'

const program = join(import.meta.dirname, '../../../simulator/src/main.ts')
const pauses = { first: 1_000, longest: 60_000 }
/** A simulator that ran this long before it failed is restarted after the shortest pause. */
const steadyAfter = 60_000
const stopWithin = 3_000
/** Gives everything else on the machine priority, above all the server. */
const niceness = 10

export const simulatorLog = (home: string) => join(home, 'simulator.log')

/**
 * Where the simulator of this installation listens. A demo has one unless --quiet is given; with DATABASE_URL it also
 * needs --demo, and with SIMULATOR_URL there is none.
 */
export const simulatorUrlFor = async (config: Config, options: StartOptions, database: Database) => {
  const isWanted = !options.quiet && !config.simulatorUrl && (options.demo || !config.databaseUrl)
  if (!isWanted || !(await demoUsersOf(database))) return undefined
  return `http://127.0.0.1:${await freePort()}`
}

/** Runs the simulator beside the server: restarts it when it fails, and ends it with the server. */
export const startSimulator = ({ home }: Config, args: string[], logger: FastifyBaseLogger) => {
  const log = openSync(simulatorLog(home), 'w', 0o600)
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  const start = (pause: number) => {
    const begun = Date.now()
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
      env: { ...process.env, PARADA_HOME: home },
      // The IPC channel tells the simulator when the server is gone, even if it was killed.
      stdio: ['ignore', log, log, 'ipc'],
    })
    child = started
    started.once('error', (error) => logger.warn({ err: error }, 'The simulator could not be started'))
    started.once('spawn', () => {
      if (started.pid) setPriority(started.pid, niceness)
    })
    started.once('exit', (code, signal) => {
      if (isStopping) return
      const wait = Date.now() - begun > steadyAfter ? pauses.first : pause
      logger.warn({ code, signal }, `The simulator ended; it is started again in ${wait / 1_000} s`)
      timer = setTimeout(() => start(Math.min(wait * 2, pauses.longest)), wait)
    })
  }
  start(pauses.first)

  return async () => {
    isStopping = true
    clearTimeout(timer)
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      const impatience = setTimeout(() => child?.kill('SIGKILL'), stopWithin)
      child.kill('SIGTERM')
      await ended
      clearTimeout(impatience)
    }
    closeSync(log)
  }
}
