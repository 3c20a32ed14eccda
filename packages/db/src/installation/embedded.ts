import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, messageOf } from '@parada/domain/errors'
import type pg from 'pg'
import { connect } from '../connect.ts'
import { DatabaseInUse, StartProblem } from '../problems.ts'
import { ownerName, prepareCluster } from './data-folder.ts'
import {
  type Cluster,
  type Postmaster,
  type Running,
  readPidFile,
  socketFolder,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'

export type Log = (line: string) => void

type EmbeddedServer = { ownerUrl: string; close: () => Promise<void> }

type Live = { session: pg.Client; postmaster: Running }

export type EmbeddedOptions = {
  home: string
  log: Log
  /** Lets a backup work beside a running server; otherwise only one server may use the folder. */
  shared?: boolean
  /** Whether the server is about to stop: a signal to all processes at once is meant for the database too. */
  isStopping?: (() => boolean) | undefined
  /** PostgreSQL settings for this start, such as fsync=off in tests. */
  settings?: string[]
}

const instanceLock = 7_272_325
const databaseName = 'parada'
const urlOf = (password: string, port: number, database: string, socket?: string) =>
  `postgres://${ownerName}:${password}@127.0.0.1:${port}/${database}${socket ? `?host=${encodeURIComponent(socket)}` : ''}`

const holdInstanceLock = async (client: pg.Client, home: string) => {
  // The session of a server that was just killed may not have ended yet.
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [instanceLock])
    if (rows[0]?.held) return
    await wait(100)
  }
  throw new DatabaseInUse(`Another Parada is running on the data in ${home}`)
}

/** The dedicated connection of this process. Creates the database if it does not exist yet. */
const enter = async (password: string, postmaster: Postmaster, home: string) => {
  try {
    return await connect(urlOf(password, postmaster.port, databaseName), 'instance')
  } catch (error) {
    if (codeOf(error) === '28P01')
      throw new StartProblem(`The password in ${home}/secrets.json is not the one of the data beside it`)
    if (codeOf(error) !== '3D000') throw error
  }
  const maintenance = await connect(urlOf(password, postmaster.port, 'postgres'), 'instance')
  try {
    await maintenance.query(`create database ${databaseName}`)
  } catch (error) {
    // 42P04, 23505: another start was faster.
    if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await maintenance.end()
  }
  return connect(urlOf(password, postmaster.port, databaseName), 'instance')
}

/** Starts or adopts the PostgreSQL in a folder, and keeps it running until it is closed. */
export const startEmbedded = async ({
  home,
  log,
  shared = false,
  isStopping = () => false,
  settings = [],
}: EmbeddedOptions): Promise<EmbeddedServer> => {
  const prepared = await prepareCluster(home)
  const cluster: Cluster = { ...prepared.cluster, settings }
  const { password } = prepared
  let closing: Promise<void> | undefined
  let reviving: Promise<void> | undefined

  const join = async (postmaster: Postmaster) => {
    const client = await enter(password, postmaster, home)
    try {
      if (!shared) await holdInstanceLock(client, home)
    } catch (error) {
      await client.end()
      throw error
    }
    return client
  }

  const settle = async (port?: number): Promise<Live> => {
    const deadline = Date.now() + 10_000
    for (;;) {
      const postmaster = await startPostmaster(cluster, port)
      try {
        const session = await join(postmaster)
        // A backup beside a server leaves it to the server to restart the database.
        if (!shared) session.once('end', () => (reviving = revive()))
        return { session, postmaster }
      } catch (error) {
        // A process that was just killed may still look alive, and break a connection made to it.
        if (!(error instanceof StartProblem) && !closing && Date.now() < deadline) {
          await wait(50)
          continue
        }
        if (!postmaster.adopted && !(error instanceof DatabaseInUse)) await stopPostmaster(cluster)
        throw error
      }
    }
  }

  const revive = async () => {
    for (let isBack = false; !isBack && !closing; ) {
      log('The connection to the database process was lost: starting it again')
      try {
        live = await settle(live.postmaster.port)
        isBack = true
      } catch (error) {
        log(`The database is away: ${messageOf(error)}`)
        await wait(1_000, undefined, { ref: false })
      }
    }
  }

  let live = await settle()
  const { adopted } = live.postmaster
  if (adopted && !shared) log('Found the database process of an earlier start and took it over')

  // If somebody else tells PostgreSQL to stop, it waits for all connections to end and accepts no new ones. Stopping it
  // at once breaks our connection, which makes us start it again.
  let ending: Promise<void> | undefined
  const endIfStopping = () => {
    if (!ending && !isStopping() && readPidFile(cluster.dataFolder)?.state === 'stopping')
      ending = stopPostmaster(cluster).finally(() => (ending = undefined))
  }
  const watch = shared ? undefined : setInterval(endIfStopping, 1_000).unref()

  const isOurs = async () => {
    if (!shared) return true
    if (adopted) return false
    // A server that started while the backup ran has adopted the process and holds the lock.
    const attempt = live.session.query('select pg_try_advisory_lock($1) as held', [instanceLock])
    return attempt.then(
      ({ rows }) => rows[0]?.held === true,
      () => false,
    )
  }

  const close = async () => {
    clearInterval(watch)
    await ending
    await reviving
    const mayStop = await isOurs()
    await live.session.end().catch(() => {})
    if (mayStop) await stopPostmaster(cluster)
  }

  const { port } = live.postmaster
  return {
    ownerUrl: urlOf(password, port, databaseName, socketFolder(cluster.dataFolder, port)),
    close: () => (closing ??= close()),
  }
}
