import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { DB } from './schema.gen.ts'

/** A transaction that sees one tenant. */
export type Tx = Transaction<DB>

/** Anything queries run on: the pool, where only what belongs to no tenant shows, or a transaction. */
export type Executor = Kysely<DB>

export type Database = {
  kind: 'embedded' | 'server'
  ownerUrl: string
  appUrl: string
  /** Connections as parada_app, which sees no tenant's row outside inTenant. */
  pool: pg.Pool
  db: Kysely<DB>
  /** Runs the work in one transaction that sees and writes this tenant's rows alone. */
  inTenant<T>(tenantId: number, run: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const { builtins } = pg.types
const numeric = new Set<number>([builtins.INT8, builtins.NUMERIC])
const plain = new Set<number>([builtins.DATE])

/** Ids and amounts arrive as numbers, calendar days as text: a Date would move them by the server's time zone. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && numeric.has(oid)) return Number
    if (format !== 'binary' && plain.has(oid)) return String
    return pg.types.getTypeParser(oid, format)
  },
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** One pg client for the length of one transaction; afterwards the client may serve another tenant. */
class TransactionConnection implements DatabaseConnection {
  #client: pg.PoolClient | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  end() {
    this.#client = undefined
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#client) throw new Error('This transaction is over: await every query inside inTenant')
    const { command, rowCount, rows } = await this.#client.query(sql, parameters as unknown[])
    return changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  // biome-ignore lint/correctness/useYield: a generator is what the interface asks for
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Declare a cursor in SQL to read row by row')
  }
}

export const makePool = (appUrl: string, log: (line: string) => void, max = 20) => {
  const pool = new pg.Pool({ connectionString: appUrl, application_name: 'parada', max, types, keepAlive: true })
  // A connection lost with its server is replaced by the pool; without listeners it would end the process, at work or idle.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log(`A database connection was lost: ${error.message}`))
  return pool
}

export const makeKysely = (pool: pg.Pool) => {
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<DB>({ dialect })
  const driver = dialect.createDriver()

  const transactionOver = (connection: DatabaseConnection) =>
    new Transaction<DB>({
      config: { dialect },
      dialect,
      driver,
      executor: db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
    })

  const inTenant = async <T>(tenantId: number, run: (tx: Tx) => Promise<T>): Promise<T> => {
    // The id goes into the text of the query, so that opening the transaction and setting it are one round trip.
    if (!Number.isSafeInteger(tenantId)) throw new TypeError(`Not a tenant id: ${tenantId}`)
    const client = await pool.connect()
    const connection = new TransactionConnection(client)
    let broken = true
    try {
      await client.query(`begin; set local parada.tenant = '${tenantId}'`)
      const result = await run(transactionOver(connection))
      connection.end()
      const { command } = await client.query('commit')
      broken = false
      // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and the work went on regardless.
      if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: a failed statement was ignored')
      return result
    } catch (error) {
      connection.end()
      if (broken) {
        broken = await client.query('rollback').then(
          () => false,
          () => true,
        )
      }
      throw error
    } finally {
      client.release(broken)
    }
  }

  return { db, inTenant }
}
