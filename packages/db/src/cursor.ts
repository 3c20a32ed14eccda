import type pg from 'pg'
import type { Statement } from './database.ts'

/** Values read at once: enough to be fast, few enough to let others have their turn. */
const valuesPerBatch = 2_000
/** PostgreSQL refuses the setting on systems where it cannot detect a lost connection. */
const noticeLostConnection = `do $$ begin perform set_config('client_connection_check_interval', '500ms', true);
  exception when others then null; end $$`

type Row = unknown[]

type CursorRead = {
  count: number
  /** The rows in batches, each row as values in the order of the select list. */
  batches: AsyncIterable<Row[]>
  /** Call it if the rows are not wanted after all. */
  end: () => Promise<void>
}

type Options = {
  tenantId: number
  rows: Statement
  total: Statement
  /** Values in a row. */
  width: number
  /** Stops reading at once, whatever the database is doing. */
  signal: AbortSignal
}

/**
 * Counts rows and reads them through a cursor in one read-only transaction, so that the two agree however long reading
 * takes. The transaction ends with the last row, when the reader stops, or when the signal aborts.
 */
export const readByCursor = async (pool: pg.Pool, options: Options): Promise<CursorRead> => {
  const { tenantId, rows, total, width, signal } = options
  if (!Number.isSafeInteger(tenantId)) throw new TypeError(`Not a tenant id: ${tenantId}`)
  signal.throwIfAborted()
  const client = await pool.connect()
  let isOver = false
  const giveBack = (isBroken: boolean) => {
    if (isOver) return
    isOver = true
    signal.removeEventListener('abort', cutOff)
    client.release(isBroken)
  }
  /** A running statement would keep the connection busy; PostgreSQL aborts it once the socket is closed. */
  const cutOff = () => {
    client.connection.stream.destroy()
    giveBack(true)
  }
  signal.addEventListener('abort', cutOff)

  const begin = async () => {
    await client.query(`begin isolation level repeatable read read only; set local parada.tenant = '${tenantId}';
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      ${noticeLostConnection}`)
    const found = await client.query<{ n: number }>(total.text, [...total.values])
    await client.query(`declare whole_list no scroll cursor for ${rows.text}`, [...rows.values])
    return found.rows[0]?.n ?? 0
  }
  const size = Math.min(1_000, Math.max(20, Math.floor(valuesPerBatch / width)))
  const fetchBatch = async () =>
    (await client.query<Row>({ text: `fetch forward ${size} from whole_list`, rowMode: 'array' })).rows

  const end = async () => {
    await client.query('commit')
    giveBack(false)
  }

  async function* batches() {
    try {
      let next = fetchBatch()
      for (;;) {
        const batch = await next
        const isLast = batch.length < size
        // Fetches the next batch while the caller writes this one.
        if (!isLast) {
          next = fetchBatch()
          next.catch(() => {})
        }
        if (batch.length > 0) yield batch
        if (isLast) break
      }
      await end()
    } finally {
      if (!isOver) cutOff()
    }
  }

  try {
    return { count: await begin(), batches: batches(), end }
  } catch (error) {
    cutOff()
    throw error
  }
}
