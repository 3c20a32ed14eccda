import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isAlive } from '@parada/db/installation/postmaster'
import { reservePort } from '@parada/db/testing/port'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { compiled, newHome, parentOf, serverBelow } from '../testing/process.ts'

const root = join(import.meta.dirname, '../../../..')

// A first start sets up a database, on a machine busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const installation = newHome()
let port: number
let npm: ChildProcess
let out = ''
let err = ''

beforeAll(async () => {
  port = await reservePort()
})
afterAll(async () => {
  npm?.kill('SIGTERM')
  await installation.dispose()
})

const isServing = () =>
  fetch(`http://localhost:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

const start = async (command = 'npm', args = ['start', '--', '--empty']) => {
  out = ''
  err = ''
  npm = spawn(command, args, {
    cwd: root,
    env: {
      ...process.env,
      PARADA_HOME: installation.home,
      PORT: String(port),
      NODE_COMPILE_CACHE: compiled,
      // The pages are not needed here, so they need not be built.
      WEB_FOLDER: installation.home,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  npm.stdout?.setEncoding('utf8').on('data', (text) => (out += text))
  npm.stderr?.setEncoding('utf8').on('data', (text) => (err += text))
  await expect.poll(() => out, { timeout: 60_000 }).toContain('Stop: ')
  return { server: serverBelow(npm.pid ?? 0), postmaster: installation.postmaster() ?? 0 }
}

it('restarts the server and its database after both were killed, and ends both on SIGTERM to npm', async () => {
  const { server, postmaster } = await start()
  expect([server > 0, isAlive(postmaster)]).toEqual([true, true])

  process.kill(server, 'SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await expect.poll(() => out.match(/Stop: /g)?.length).toBe(2)
  expect(await isServing()).toBe(true)
  expect(err).toContain('The server ended by itself (SIGKILL) and is started again.')

  const now = { server: serverBelow(npm.pid ?? 0), postmaster: installation.postmaster() ?? 0 }
  expect(now.server).not.toBe(server)
  npm.kill('SIGTERM')
  await once(npm, 'close')
  expect([isAlive(now.server), isAlive(now.postmaster), await isServing()]).toEqual([false, false, false])
})

/** Stopping must take less than this, whoever sends the signal (docs/operate.md). */
const soon = 15_000

it.each([
  ['npm', 'npm', ['start', '--', '--empty']],
  ['a shell that has nothing else to do', 'sh', ['-c', 'npm start -- --empty']],
  ['a shell that has become npm', 'sh', ['-c', 'export PARADA_DEMO_HISTORY=0; exec npm start -- --empty']],
  // What a container or systemd runs to leave npm out.
  ['a shell that has become the start script', 'sh', ['-c', 'cd . && exec node scripts/start.mjs --empty']],
])('ends the server and its database on SIGTERM to %s', async (_, command, args) => {
  const { server, postmaster } = await start(command, args)
  expect([isAlive(server), isAlive(postmaster)]).toEqual([true, true])
  npm.kill('SIGTERM')
  await expect.poll(() => isAlive(server) || isAlive(postmaster), { timeout: soon }).toBe(false)
  expect(await isServing()).toBe(false)
})

it.each([
  ['the program that keeps it running', (server: number) => parentOf(String(server))],
  ['npm', () => npm.pid ?? 0],
])('ends the server and its database when %s is killed', async (_, victim) => {
  const { server, postmaster } = await start()
  process.kill(victim(server), 'SIGKILL')
  await expect.poll(() => isAlive(server) || isAlive(postmaster)).toBe(false)
})
