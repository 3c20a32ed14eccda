import { codeOf } from '@parada/domain/errors'
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import { DatabaseBusy } from './problems.ts'
import type { DB } from './schema.gen.ts'
import type { SecretKeys } from './secret-keys.ts'

/** A transaction that sees one tenant. */
export type Tx = Transaction<DB>

/** Anything queries run on: the pool, where only what belongs to no tenant shows, or a transaction. */
export type Executor = Kysely<DB>

type TenantOptions = {
  /** What only read need not wait for its transaction to end. */
  isRead?: boolean
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

/**
 * A statement as text. One with a name is planned once by each connection: for what every call asks, planning costs more
 * than running. Names must be few, and one plan must fit every value.
 */
export type Statement = { text: string; values: readonly unknown[]; name?: string | undefined }

/** The connection behind each transaction: what is a statement already need not pass through the query builder. */
const connections = new WeakMap<Executor, TransactionConnection>()

const connectionOf = (tx: Executor) => {
  const connection = connections.get(tx)
  if (!connection) throw new Error('Only the transaction that inTenant gives runs statements')
  return connection
}

/** The pool behind each database, for statements that are a transaction of their own. */
const pools = new WeakMap<Executor, pg.Pool>()

export const rowsOf = async <Row>(executor: Executor, statement: Statement): Promise<Row[]> => {
  const pool = pools.get(executor)
  const { rows } = pool
    ? await pool.query({ ...statement, values: [...statement.values] })
    : await connectionOf(executor).run<Row>(statement)
  return rows
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

/** Statements asked for in the same moment leave in one packet: on a small answer the system calls cost the most. */
const send = (client: pg.PoolClient, { text, values, name }: Statement) => {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query({ text, values: [...values], name })
}

/** One pg client for the length of one transaction; afterwards the client may serve another tenant. */
class TransactionConnection implements DatabaseConnection {
  hasWritten = false
  readonly afterCommit: (() => void)[] = []
  readonly #along: Promise<unknown>[] = []
  #client: pg.PoolClient | undefined

  readonly secrets: SecretKeys | undefined

  constructor(client: pg.PoolClient, secrets: SecretKeys | undefined) {
    this.#client = client
    this.secrets = secrets
  }

  end() {
    this.#client = undefined
  }

  #open() {
    if (!this.#client) throw new Error('This transaction is over: await every query inside inTenant')
    return this.#client
  }

  async run<R>(statement: Statement): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await send(this.#open(), statement)
    if (!changing.has(command)) return { rows }
    this.hasWritten = true
    return { numAffectedRows: BigInt(rowCount ?? 0), rows }
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.run({ text: sql, values: parameters })
  }

  sendAlong(statement: Statement) {
    this.hasWritten = true
    const sent = send(this.#open(), statement)
    sent.catch(() => {})
    this.#along.push(sent)
  }

  /** Throws what failed of the statements sent along; those after a failure fail too (25P02), and tell nothing. */
  async checkAlong() {
    for (const outcome of await Promise.allSettled(this.#along))
      if (outcome.status === 'rejected' && codeOf(outcome.reason) !== '25P02') throw outcome.reason
  }

  // biome-ignore lint/correctness/useYield: a generator is what the interface asks for
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Declare a cursor in SQL to read row by row')
  }
}

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

  const leave = async (client: pg.PoolClient, how: 'commit' | 'rollback') => {
    let isBroken = true
    try {
      const { command } = await client.query(how)
      isBroken = false
      // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and the work went on regardless.
      if (how === 'commit' && command === 'ROLLBACK')
        throw new Error('The transaction was rolled back: a failed statement was ignored')
    } finally {
      client.release(isBroken)
    }
  }

  const inTenant: Connections['inTenant'] = async (
    tenantId,
    run,
    { isRead = false, longestQueueMs = Number.POSITIVE_INFINITY } = {},
  ) => {
    // The id goes into the text of the query, so that opening the transaction and setting it are one round trip.
    if (!Number.isSafeInteger(tenantId)) throw new TypeError(`Not a tenant id: ${tenantId}`)
    const client = await takeClient(longestQueueMs)
    const connection = new TransactionConnection(client, secrets)
    // The first statement of the work travels with this one; should this one fail, that one would see no tenant's row.
    const opened = send(client, { text: `begin; set local parada.tenant = '${tenantId}'`, values: [] })
    opened.catch(() => {})
    const work = async () => {
      const result = await run(transactionOver(connection))
      await opened
      return result
    }
    const result = await work().catch(async (error) => {
      connection.end()
      await leave(client, 'rollback').catch(() => {})
      await connection.checkAlong()
      throw error
    })
    connection.end()
    // An answer that only read goes out first.
    const tell = () => {
      for (const run of connection.afterCommit) run()
    }
    if (isRead && !connection.hasWritten) setImmediate(() => leave(client, 'commit').then(tell, () => {}))
    else
      await leave(client, 'commit')
        .catch(async (error) => {
          await connection.checkAlong()
          throw error
        })
        .then(tell)
    return result
  }

  return { db, inTenant }
}
