import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { removeCluster } from '@parada/db/installation/data-folder'
import { freePort } from '@parada/db/installation/postmaster'
import { demoPassword, demoUsers, type Subdomain } from '@parada/db/seed/demo-users'
import { basic } from '../../apps/server/src/passwords.ts'

const root = join(import.meta.dirname, '../..')

/** A folder for one installation; `dispose` removes it with the database in it. */
export const newHome = () => {
  const home = mkdtempSync(join(tmpdir(), 'parada-bench-'))
  const dispose = async () => {
    await removeCluster(home)
    rmSync(home, { recursive: true, force: true })
  }
  return { home, dispose }
}

const isUp = (origin: string) =>
  fetch(`${origin}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The server alone, without building the web application first and without the simulator. */
export const serverAlone = ['apps/server/dist/main.js', '--quiet']

/** Runs what `npm start` runs, and waits until it answers; `took` is the time until then. */
export const startProduct = async (
  home: string,
  settings: Record<string, string> = {},
  program = ['scripts/start.mjs', '--quiet'],
) => {
  const port = Number(settings.PORT ?? (await freePort()))
  const origin = `http://localhost:${port}`
  const begun = performance.now()
  const child = spawn('node', program, {
    cwd: root,
    env: { ...process.env, MAP_STYLE_URL: 'off', PARADA_HOME: home, PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own, so that kill -9 reaches the server behind the script.
    detached: true,
  })
  let isRunning = true
  let complaints = ''
  child.stderr.on('data', (text) => {
    complaints += text
  })
  const end = (signal: NodeJS.Signals) => {
    if (isRunning && child.pid) process.kill(-child.pid, signal)
    return ended
  }
  const leaveNothing = () => void end('SIGTERM')
  process.on('exit', leaveNothing)
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      isRunning = false
      process.off('exit', leaveNothing)
      resolve()
    }),
  )

  const deadline = begun + 120_000
  while (!(await isUp(origin))) {
    if (!isRunning || performance.now() > deadline) {
      await end('SIGKILL')
      throw new Error(`The product did not start: ${complaints}`)
    }
    await wait(10)
  }
  const { pid = 0 } = child
  return { pid, port, origin, took: performance.now() - begun, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** The demo user who may see every list. */
export const everything = (subdomain: Subdomain) => {
  const user = demoUsers.find((one) => one.kind === 'everything' && one.subdomain === subdomain)
  if (!user?.email) throw new Error(`Nobody sees everything in ${subdomain}`)
  return { email: user.email, password: demoPassword, authorization: basic(user.email, demoPassword) }
}
