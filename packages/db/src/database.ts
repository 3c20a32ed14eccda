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

/** Anything queries run on: the pool, where only what belongs to no tenant shows, or a transaction. */
export type Executor = Kysely<DB>

type TenantOptions = {
  /** What only read need not wait for its transaction to end. */
  isRead?: boolean
  /** For what only reads, and needs no more of a transaction than that each statement sees the tenant; it can write nothing. */
  onlyReads?: boolean
  /** Refused with DatabaseBusy when the first of those who wait for a connection has waited for so long. */
  longestQueueMs?: number
}

/** Connections as parada_app, which sees no tenant's row outside inTenant. */
export type Connections = {
  pool: pg.Pool
  db: Kysely<DB>
  /** Runs the work in one transaction that sees and writes this tenant's rows alone. */
  inTenant<T>(tenantId: number, run: (tx: Tx) => Promise<T>, options?: TenantOptions): Promise<T>
}

export type Database = Connections & {
  kind: 'embedded' | 'server'
  ownerUrl: string
  appUrl: string
  /** The keys to the secrets that it keeps. */
  secrets: SecretKeys
  /** A few of their own for health and for what is sent out, which go on however many calls wait. */
  aside: Connections
  close(): Promise<void>
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The connection behind each transaction: what is a statement already need not pass through the query builder. */
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

/** The keys to the secrets of the database that a transaction works on. */
export const secretsOf = (tx: Tx): SecretKeys => {
  const { secrets } = connectionOf(tx)
  if (!secrets) throw new Error('This connection was opened without the keys to secrets')
  return secrets
}

/**
 * For what nobody waits for: it leaves with the statement after it, or with the commit. Should it fail, the whole
 * transaction does, and with this error.
 */
export const sendAlong = (tx: Tx, statement: Statement) => connectionOf(tx).sendAlong(statement)

/** For what is to be said only of work that is kept. */
export const afterCommit = (tx: Tx, run: () => void) => connectionOf(tx).afterCommit.push(run)

/** Work that leaves nothing behind when it fails, so that its transaction can go on. */
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
  /** The same for all transactions of a database, and for no other's. */
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
      // From here it leads to whoever asked; so far it led to the socket.
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

  /** Throws what failed of the statements sent along; those after a failure tell nothing. */
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
  /** When those who wait for a connection began to, the first one first. */
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
      // What was sent along with the commit may have failed, and then the transaction is still there.
      const { command } = await ask(statements[how]).catch((error) => {
        if (!isSkipped(error)) throw error
        return ask(statements.rollback)
      })
      isBroken = false
      // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and the work went on regardless.
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
    // The first statement of the work travels with these; should they fail, it is not run.
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
    // An answer that only read goes out first.
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

  /** What is asked for in one moment is a transaction by itself, which sees the tenant: nothing has to be ended. */
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
