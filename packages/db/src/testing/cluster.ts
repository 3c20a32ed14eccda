import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '@parada/domain/errors'
import pg from 'pg'
import type { Database } from '../database.ts'
import { ownerName, prepareCluster, removeCluster } from '../installation/data-folder.ts'
import { startEmbedded } from '../installation/embedded.ts'
import { migrate } from '../installation/migrate.ts'
import { isAlive, startPostmaster, stopPostmaster } from '../installation/postmaster.ts'
import { openMigrated } from '../open.ts'
import { secretKeys } from '../secret-keys.ts'
import { folderName, memory, newFolder } from './ground.ts'
import { testKey } from './key.ts'

declare module 'vitest' {
  interface ProvidedContext {
    paradaOwnerUrl: string
    paradaFilledHome: string
  }
}

type TestCluster = {
  ownerUrl: string
  /**
   * Makes an installation from the template. Nothing may have been written to the cluster since the template was
   * filled.
   */
  copyTo: (home: string) => Promise<void>
  stop: () => Promise<void>
}
export type TestDatabase = Database & { drop: () => Promise<void> }

const template = 'parada_template'
const quiet = () => {}

// Nothing in a test outlives its run, so nothing has to reach the disk.
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=400',
  'autovacuum=off',
  // Each test opens its own connections, so signing in has to be fast.
  'scram_iterations=1',
]

const at = (ownerUrl: string, database: string) => {
  const url = new URL(ownerUrl)
  url.pathname = `/${database}`
  return url.href
}

const onServer = async <T>(ownerUrl: string, run: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ connectionString: at(ownerUrl, 'postgres') })
  await client.connect()
  return run(client).finally(() => client.end())
}

/** Removes the clusters that killed runs left behind. */
const sweep = async (parent: string) => {
  if (!existsSync(parent)) return
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(folderName))) {
    const owner = Number(name.slice(folderName.length).split('-')[0])
    if (!owner || isAlive(owner)) continue
    const folder = join(parent, name)
    await removeCluster(folder).catch(quiet)
    rmSync(folder, { recursive: true, force: true })
  }
}

export const testKeys = () => secretKeys({ key: testKey, file: '' })

/** Makes the template the database of a copied cluster. */
const nameTemplate = async (home: string) => {
  const { cluster, password } = await prepareCluster(home)
  const { port } = await startPostmaster({ ...cluster, settings })
  await onServer(`postgres://${ownerName}:${password}@127.0.0.1:${port}/`, async (client) => {
    await client.query('drop database parada')
    await client.query(`alter database ${template} rename to parada`)
  })
  await stopPostmaster(cluster)
}

/** One PostgreSQL for a whole test run, with a migrated template that `fill` may seed. */
export const testCluster = async (fill?: (database: Database) => Promise<void>): Promise<TestCluster> => {
  for (const parent of [memory, tmpdir()]) await sweep(parent)
  const home = newFolder()
  // When root runs the tests, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(home, 0o755)
  const embedded = await startEmbedded({ home, log: quiet, settings })
  const stop = async () => {
    await embedded.close()
    await removeCluster(home)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const { ownerUrl } = embedded
    await onServer(ownerUrl, (client) => client.query(`create database ${template}`))
    await migrate(at(ownerUrl, template))
    if (fill) {
      const database = await openMigrated(
        { kind: 'server', ownerUrl: at(ownerUrl, template), secrets: testKeys() },
        quiet,
      )
      await fill(database).finally(() => database.close())
    }
    const copyTo = async (folder: string) => {
      await onServer(ownerUrl, (client) => client.query('checkpoint'))
      cpSync(home, folder, { recursive: true })
      rmSync(join(folder, 'postgres/postmaster.pid'))
      await nameTemplate(folder)
    }
    return { ownerUrl, copyTo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const clone = async (client: pg.Client, name: string) => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await client.query(`create database ${name} template ${template} strategy file_copy`)
    } catch (error) {
      // 55006: a connection to the template has not quite ended, or another clone is being made.
      if (codeOf(error) !== '55006' || attempt === 100) throw error
      await wait(50)
    }
  }
}

const newName = () => `test_${randomBytes(6).toString('hex')}`

const dropDatabase = (ownerUrl: string, name: string) =>
  onServer(ownerUrl, (client) => client.query(`drop database if exists ${name} with (force)`))

/** A database without tables, for tests of what happens before the first migration. */
export const createDatabase = async (ownerUrl: string) => {
  const name = newName()
  await onServer(ownerUrl, (client) => client.query(`create database ${name} template template0`))
  return { ownerUrl: at(ownerUrl, name), drop: () => dropDatabase(ownerUrl, name) }
}

/** A database for one test file, copied from the template. */
export const cloneDatabase = async (ownerUrl: string): Promise<TestDatabase> => {
  const name = newName()
  await onServer(ownerUrl, (client) => clone(client, name))
  const database = await openMigrated({ kind: 'server', ownerUrl: at(ownerUrl, name), secrets: testKeys() }, quiet)
  const drop = async () => {
    await database.close()
    await dropDatabase(ownerUrl, name)
  }
  return { ...database, drop }
}

/** A migrated database in its own cluster, for scripts that need one briefly. */
export const withTemporaryDatabase = async <T>(run: (database: Database) => Promise<T>) => {
  const cluster = await testCluster()
  try {
    const database = await cloneDatabase(cluster.ownerUrl)
    return await run(database).finally(() => database.drop())
  } finally {
    await cluster.stop()
  }
}
