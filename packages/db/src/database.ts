import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import { type Ask, asker, isSkipped, type Statement } from './batch.ts'
import { DatabaseBusy } from './problems.ts'
import type { DB } from './schema.gen.ts'
import type { SecretKeys } from './secret-keys.ts'

export type { Statement } from './batch.ts'

/** A transaction that sees one tenant. */
export type Tx = Transaction<DB>

/** Anything that runs queries: a transaction, or the pool, which sees only rows that belong to no tenant. */
export type Executor = Kysely<DB>

type TenantOptions = {
  /** If nothing was written, the result is returned without waiting for the commit. */
  isRead?: boolean
  /** For work that only reads, without a transaction across its statements: each sees the tenant; none can write. */
  onlyReads?: boolean
  /** Throws DatabaseBusy if the first call in the queue for a connection has waited this long. */
  longestQueueMs?: number
}

/** Connections as parada_app, which sees no tenant's row outside inTenant. */
export type Connections = {
  pool: pg.Pool
  db: Kysely<DB>
  /** Runs the work in one transaction that sees and writes only this tenant's rows. */
  inTenant<T>(tenantId: number, run: (tx: Tx) => Promise<T>, options?: TenantOptions): Promise<T>
}

export type Database = Connections & {
  kind: 'embedded' | 'server'
  ownerUrl: string
  appUrl: string
  /** The keys to the secrets that it keeps. */
  secrets: SecretKeys
  /** A small pool for token lookups, health checks and background work, which never wait behind calls. */
  aside: Connections
  close(): Promise<void>
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The connection behind each transaction, so that ready-made statements bypass the query builder. */
const connections = new WeakMap<Executor, TransactionConnection>()

export const connectionOf = (tx: Executor) => {
  const connection = connections.get(tx)
  if (!connection) throw new Error('Only the transaction that inTenant gives runs statements')
  return connection
}

/** The pool behind each database, for statements that are a transaction of their own. */
const pools = new WeakMap<Executor, pg.Pool>()

export const rowsOf = async <Row>(executor: Executor, statement: Statement): Promise<Row[]> => {
  const pool = pools.get(executor)
  if (!pool) return (await connectionOf(executor).run<Row>(statement)).rows
  const client = await pool.connect()
  try {
    return (await asker(client)<Row>(statement)).rows
  } finally {
    client.release()
  }
}

/** The keys to the secrets of the transaction's database. */
export const secretsOf = (tx: Tx): SecretKeys => {
  const { secrets } = connectionOf(tx)
  if (!secrets) throw new Error('This connection was opened without the keys to secrets')
  return secrets
}

/**
 * Sends a statement whose result nobody awaits: it leaves with the next statement or with the commit. If it fails, the
 * whole transaction fails with its error.
 */
export const sendAlong = (tx: Tx, statement: Statement) => connectionOf(tx).sendAlong(statement)

/** Runs a callback after the commit, for announcements that are true only if the work is kept. */
export const afterCommit = (tx: Tx, run: () => void) => connectionOf(tx).afterCommit.push(run)

/** Runs work in a savepoint: if it fails, its changes are rolled back and the transaction can go on. */
export const attempt = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await rowsOf(tx, { text: 'savepoint attempt', values: [] })
  try {
    const done = await work()
    await rowsOf(tx, { text: 'release savepoint attempt', values: [] })
    return done
  } catch (error) {
    await rowsOf(tx, { text: 'rollback to savepoint attempt', values: [] })
    throw error
  }
}

type Surroundings = { tenantId: number; secrets: SecretKeys | undefined; memory: object }

/** One pg client for the length of one transaction; afterwards the client may serve another tenant. */
class TransactionConnection implements DatabaseConnection {
  hasWritten = false
  readonly afterCommit: (() => void)[] = []
  readonly tell = () => {
    for (const run of this.afterCommit) run()
  }
  readonly #along: Promise<unknown>[] = []
  #ask: Ask | undefined
  readonly tenantId: number
  readonly secrets: SecretKeys | undefined
  /** The same object for all transactions of one database, and different for every other database. */
  readonly memory: object
  termsVersion: number | undefined

  constructor(ask: Ask, { tenantId, secrets, memory }: Surroundings) {
    this.#ask = ask
    this.tenantId = tenantId
    this.secrets = secrets
    this.memory = memory
  }

  end() {
    this.#ask = undefined
  }

  #open() {
    if (!this.#ask) throw new Error('This transaction is over: await every query inside inTenant')
    return this.#ask
  }

  async run<R>(statement: Statement): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await this.#open()<R>(statement)
      if (!changing.has(command)) return { rows }
      this.hasWritten = true
      return { numAffectedRows: BigInt(rowCount), rows }
    } catch (error) {
      // Points the stack trace to the caller instead of the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.run({ text: sql, values: parameters })
  }

  sendAlong(statement: Statement) {
    this.hasWritten = true
    const sent = this.#open()(statement)
    sent.catch(() => {})
    this.#along.push(sent)
  }

  /** Throws the error of a failed statement that was sent along; statements skipped after it are ignored. */
  async checkAlong() {
    for (const outcome of await Promise.allSettled(this.#along))
      if (outcome.status === 'rejected' && !isSkipped(outcome.reason)) throw outcome.reason
  }

  // biome-ignore lint/correctness/useYield: a generator is what the interface asks for
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Declare a cursor in SQL to read row by row')
  }
}

const statements = {
  begin: { name: 'begin', text: 'begin', values: [] },
  commit: { name: 'commit', text: 'commit', values: [] },
  rollback: { name: 'rollback', text: 'rollback', values: [] },
}

const seeing = (tenantId: number): Statement => ({
  name: 'tenant',
  text: `select set_config('parada.tenant', $1, true)`,
  values: [tenantId],
})

const onlyReading = (tenantId: number): Statement => ({
  name: 'tenant to read',
  text: `select set_config('parada.tenant', $1, true), set_config('transaction_read_only', 'on', true)`,
  values: [tenantId],
})

export const makeKysely = (pool: pg.Pool, secrets?: SecretKeys) => {
  /** When each call waiting for a connection began to wait, in order of arrival. */
  const queue = new Set<{ since: number }>()

  const takeClient = async (longestQueueMs: number) => {
    const [first] = queue
    if (first && pool.waitingCount > 0 && performance.now() - first.since >= longestQueueMs)
      throw new DatabaseBusy('Too many calls are waiting for the database')
    const place = { since: performance.now() }
    queue.add(place)
    return pool.connect().finally(() => queue.delete(place))
  }

  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<DB>({ dialect })
  pools.set(db, pool)
  const driver = dialect.createDriver()

  const transactionOver = (connection: TransactionConnection) => {
    const tx = new Transaction<DB>({
      config: { dialect },
      dialect,
      driver,
      executor: db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
    })
    connections.set(tx, connection)
    return tx
  }

  const leave = async (client: pg.PoolClient, ask: Ask, how: 'commit' | 'rollback') => {
    let isBroken = true
    try {
      // A statement sent along with the commit may have failed, which leaves the transaction open.
      const { command } = await ask(statements[how]).catch((error) => {
        if (!isSkipped(error)) throw error
        return ask(statements.rollback)
      })
      isBroken = false
      // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and the error was ignored.
      if (how === 'commit' && command === 'ROLLBACK')
        throw new Error('The transaction was rolled back: a failed statement was ignored')
    } finally {
      client.release(isBroken)
    }
  }

  const inTransaction = async <T>(
    client: pg.PoolClient,
    tenantId: number,
    run: (tx: Tx) => Promise<T>,
    isRead: boolean,
  ) => {
    const ask = asker(client)
    const connection = new TransactionConnection(ask, { tenantId, secrets, memory: pool })
    // The first statement of the work travels in the same batch; if these fail, it is not run.
    const opened = Promise.all([ask(statements.begin), ask(seeing(tenantId))])
    opened.catch(() => {})
    const work = async () => {
      const result = await run(transactionOver(connection))
      await opened
      return result
    }
    const result = await work().catch(async (error) => {
      connection.end()
      await leave(client, ask, 'rollback').catch(() => {})
      await connection.checkAlong()
      throw error
    })
    connection.end()
    // A result that was only read is returned before the commit.
    if (isRead && !connection.hasWritten)
      setImmediate(() => leave(client, ask, 'commit').then(connection.tell, () => {}))
    else
      await leave(client, ask, 'commit')
        .catch(async (error) => {
          await connection.checkAlong()
          throw error
        })
        .then(connection.tell)
    return result
  }

  /** Statements issued together form a transaction of their own that sees the tenant, so there is none to end. */
  const inMoments = async <T>(client: pg.PoolClient, tenantId: number, run: (tx: Tx) => Promise<T>) => {
    const around = { tenantId, secrets, memory: pool }
    const connection = new TransactionConnection(asker(client, onlyReading(tenantId)), around)
    try {
      const result = await run(transactionOver(connection))
      await connection.checkAlong()
      connection.tell()
      return result
    } finally {
      connection.end()
      client.release()
    }
  }

  const inTenant: Connections['inTenant'] = async (
    tenantId,
    run,
    { isRead = false, onlyReads = false, longestQueueMs = Number.POSITIVE_INFINITY } = {},
  ) => {
    if (!Number.isSafeInteger(tenantId)) throw new TypeError(`Not a tenant id: ${tenantId}`)
    const client = await takeClient(longestQueueMs)
    return onlyReads ? inMoments(client, tenantId, run) : inTransaction(client, tenantId, run, isRead)
  }

  return { db, inTenant }
}
