import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { startEmbedded } from '@parada/db/installation/embedded'
import { keysOf, openMigrated } from '@parada/db/open'

const home = process.env.E2E_HOME ?? ''
const quiet = () => {}

type Run<T> = (database: Awaited<ReturnType<typeof openMigrated>>) => Promise<T>

const openDatabaseOf = async (home: string) => {
  const embedded = await startEmbedded({ home, log: quiet, shared: true })
  return openMigrated({ kind: 'embedded', ownerUrl: embedded.ownerUrl, secrets: keysOf(home) }, quiet, embedded.close)
}

/** Opens the database of a running installation, and closes it afterwards. */
export const withDatabaseOf = async <T>(home: string, run: Run<T>) => {
  const database = await openDatabaseOf(home)
  return run(database).finally(() => database.close())
}

let kept: ReturnType<typeof openDatabaseOf> | undefined

/** Gives access to the database of the started product, for what no API call does. Each worker opens it once. */
export const withDatabase = async <T>(run: Run<T>) => {
  kept ??= openDatabaseOf(home)
  return run(await kept)
}

export const closeDatabase = async () => {
  await (await kept)?.close()
  kept = undefined
}

/** Runs a command of npm run admin and returns its output. */
export const admin = (...args: string[]) =>
  execFileSync('node', [join(import.meta.dirname, '../apps/server/dist/admin.js'), ...args], {
    env: { ...process.env, PARADA_HOME: home },
    encoding: 'utf8',
  })
