import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { demoPassword } from '@parada/db/seed/demo-users'
import { reservePort } from '@parada/db/testing/port'
import { required } from '@parada/domain/objects'
import { basic } from '../apps/server/src/passwords.ts'
import { serverBelow } from '../apps/server/src/testing/process.ts'
import { userOf } from './desk.ts'
import { newFilledHome } from './filled.ts'
import { withDatabaseOf } from './installation.ts'

export type Victim = 'server' | 'database' | 'both'

const root = join(import.meta.dirname, '..')

/** An installation of its own, kept running as `npm start` does, whose parts can be killed. */
export const openKept = async () => {
  const { home, postmaster, dispose } = newFilledHome()
  const port = await reservePort()
  const origin = `http://demo.localhost:${port}`
  const isWell = () =>
    fetch(`http://localhost:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )

  const start = async () => {
    const keeper = spawn('node', ['scripts/start.mjs', '--quiet'], {
      cwd: root,
      env: {
        ...process.env,
        PARADA_HOME: home,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        MAP_STYLE_URL: 'off',
      },
      stdio: 'ignore',
    })
    while (!(await isWell())) {
      if (keeper.exitCode !== null) throw new Error('The product did not start')
      await wait(20)
    }
    return keeper
  }
  let keeper = await start()

  const signedIn = await fetch(`http://localhost:${port}/api/authenticate/demo/`, {
    method: 'POST',
    headers: { authorization: basic(userOf('operator').email ?? '', demoPassword) },
  })
  if (!signedIn.ok) throw new Error(`Signing in was answered ${signedIn.status}: ${await signedIn.text()}`)
  const { response } = (await signedIn.json()) as { response: { token: string } }

  return {
    origin,
    /** Kills with SIGKILL, and returns how many milliseconds pass until the product is ready again. */
    kill: async (victim: Victim) => {
      const running = () => ({ server: serverBelow(required(keeper.pid)), database: postmaster() ?? 0 })
      const { server, database } = running()
      const begun = performance.now()
      if (victim !== 'database') process.kill(server, 'SIGKILL')
      if (victim !== 'server') process.kill(database, 'SIGKILL')
      const isBack = async () => {
        const now = running()
        const isNew =
          (victim === 'database' || now.server !== server) && (victim === 'server' || now.database !== database)
        return isNew && (await isWell())
      }
      while (!(await isBack())) await wait(20)
      return performance.now() - begun
    },
    /** Stops everything as an administrator does, and returns how many milliseconds that takes. */
    stop: async () => {
      const begun = performance.now()
      const ended = once(keeper, 'exit')
      keeper.kill('SIGTERM')
      await ended
      return performance.now() - begun
    },
    startAgain: async () => {
      keeper = await start()
    },
    ask: async <Answer>(method: string, path: string, { key, body }: { key?: string; body?: object } = {}) => {
      const answer = await fetch(`http://localhost:${port}/api${path}`, {
        method,
        headers: {
          token: response.token,
          ...(key && { 'idempotency-key': key }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
      const { response: told }: { response: Answer } = await answer.json()
      return { status: answer.status, response: told }
    },
    withDatabase: <T>(run: Parameters<typeof withDatabaseOf<T>>[1]) => withDatabaseOf(home, run),
    dispose: async () => {
      const ended = keeper.exitCode === null && once(keeper, 'exit')
      keeper.kill('SIGTERM')
      await ended
      await dispose()
    },
  }
}
export type KeptInstallation = Awaited<ReturnType<typeof openKept>>
