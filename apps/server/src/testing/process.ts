import { spawn } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Envelope } from '@parada/contract/kit'
import { removeCluster } from '@parada/db/installation/data-folder'
import { readPidFile } from '@parada/db/installation/postmaster'
import { newFolder } from '@parada/db/testing/ground'
import { testKey } from '@parada/db/testing/key'
import { basic } from '../passwords.ts'

const root = join(import.meta.dirname, '../../../..')
const names = [
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'PORT',
  'HOST',
  'PARADA_HOME',
  'DEFAULT_TENANT',
  'LOG',
  'SMTP_URL',
  'INIT_CWD',
]
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)))

/** Compile cache of test processes: compiling takes half of a start. A process writes it when it ends by itself. */
export const compiled = join(tmpdir(), 'parada-test-compiled')

/** Longer than nearly all tests need their process to run. */
const usualMs = 240_000

export type Settings = Record<string, string>

/** Runs a program of the server in a process of its own and collects its output. */
const launch = (file: string, args: string[], settings: Settings, longestMs = usualMs) => {
  const child = spawn(process.execPath, [join(root, 'apps/server/dist', file), ...args], {
    cwd: root,
    env: {
      ...inherited,
      // A year of demo bookings takes seconds that only a test about them should spend.
      PARADA_DEMO_HISTORY: '0',
      NODE_COMPILE_CACHE: compiled,
      // Tests contact no external service.
      MAP_STYLE_URL: 'off',
      // All test databases use the same key.
      ...(settings.DATABASE_URL && { PARADA_KEY: testKey }),
      ...settings,
    },
    // A test that fails half-way must not leave a server behind.
    timeout: longestMs,
    killSignal: 'SIGKILL',
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, ...said })),
  )
  return { child, said, ended }
}

/** Runs a program to its end. */
export const outcome = (file: string, args: string[], settings: Settings) => launch(file, args, settings).ended

/** Starts the server, and stops it as soon as it has printed this text. */
export const stopWhen = async (text: string, settings: Settings) => {
  const { child, said, ended } = launch('main.js', ['--quiet'], { PORT: '0', ...settings })
  while (!said.out.includes(text) && child.exitCode === null) await wait(5)
  child.kill('SIGTERM')
  return ended
}

/**
 * Starts the server, on a free port unless one is given, and waits for its first response. Nothing is simulated unless
 * `isQuiet` is false.
 */
export const startProcess = async (
  settings: Settings,
  args: string[] = [],
  { isQuiet = true, longestMs = usualMs } = {},
) => {
  const allArgs = isQuiet ? ['--quiet', ...args] : args
  const { child, said, ended } = launch('main.js', allArgs, { PORT: '0', ...settings }, longestMs)
  while (!said.out.includes('Stop: ')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server did not start: ${said.err}`)
    await wait(10)
  }
  const port = Number(/running at http:\/\/[^:]+:(\d+)/.exec(said.out)?.[1])
  const origin = `http://localhost:${port}`
  const { ok } = await fetch(`${origin}/health`)
  if (!ok) throw new Error(`The server is not well: ${said.err}`)

  const ask = async <Response>(path: string, init: RequestInit = {}) => {
    const answered = await fetch(origin + path, init)
    return { status: answered.status, ...((await answered.json()) as Envelope<Response>) }
  }
  const signIn = (identifier: string, password: string, subdomain = 'demo') =>
    ask<{ token: string }>(`/api/authenticate/${subdomain}/`, {
      method: 'POST',
      headers: { authorization: basic(identifier, password) },
    })
  const isSignedIn = async (token: string, subdomain = 'demo') =>
    (await ask(`/api/users/${subdomain}/self`, { headers: { token } })).status === 200
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return { port, origin, pid: child.pid ?? 0, said, signIn, isSignedIn, stop }
}
export type RunningServer = Awaited<ReturnType<typeof startProcess>>

/** A folder for one installation, with a way to find its database process. */
export const newHome = () => {
  const home = newFolder()
  // When tests run as root, PostgreSQL runs as another user, who needs access to the data in here.
  chmodSync(home, 0o711)
  const dispose = async () => {
    await removeCluster(home)
    rmSync(home, { recursive: true, force: true })
  }
  const postmaster = () => readPidFile(realpathSync(join(home, 'postgres')))?.pid
  return { home, postmaster, dispose }
}

export const parentOf = (pid: string) =>
  Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])

/** All processes; one that ends during the scan is left out. */
const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), parent: parentOf(name), line: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
      } catch {
        return []
      }
    })

/** Process id of the server itself, below npm and the program that keeps it running, or 0 if there is none. */
export const serverBelow = (pid: number, all = processes()): number => {
  const below = all.filter(({ parent }) => parent === pid)
  const found = below.find(({ line }) => line.includes('apps/server/dist/main.js'))
  return found?.pid ?? below.map((one) => serverBelow(one.pid, all)).find((one) => one > 0) ?? 0
}
