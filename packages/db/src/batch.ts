/// <reference path="./pg-utils.d.ts" />
import { codeOf } from '@parada/domain/errors'
import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { types } from './pool.ts'

/**
 * A statement as text. A named one is planned once per connection: for statements of every request, planning costs more
 * than running. Use few names, each with one plan that fits every value.
 */
export type Statement = { text: string; values: readonly unknown[]; name?: string | undefined }

export type Outcome<Row> = { command: string; rowCount: number; rows: Row[] }

type Column = { name: string; parse: (text: string) => unknown }

type Entry = {
  text: string
  name: string | undefined
  values: (string | Buffer | null)[]
  /** The columns of its rows; undefined until PostgreSQL describes them. */
  columns: readonly Column[] | undefined
  outcome: Outcome<unknown>
  failed: unknown
  resolve: () => void
  reject: (error: unknown) => void
}

/** A named statement that a connection has run, which need not be parsed or described again. */
type PreparedStatement = { text: string; columns: readonly Column[] }
const knownOn = new WeakMap<pg.Connection, Map<string, PreparedStatement>>()

const knownBy = (connection: pg.Connection) => {
  const known = knownOn.get(connection) ?? new Map<string, PreparedStatement>()
  knownOn.set(connection, known)
  return known
}

/** PostgreSQL's code for a statement that is not run because an earlier one failed. */
const skippedCode = '25P02'
export const isSkipped = (error: unknown) => codeOf(error) === skippedCode
const skipped = () => Object.assign(new Error('A statement before this one failed'), { code: skippedCode })

/** Matches command tags: 'INSERT 0 1', 'SELECT 20', 'COMMIT'. */
const completion = /^([A-Z]+)(?: 0)?(?: (\d+))?$/

const rowOf = (columns: readonly Column[], fields: readonly (string | null)[]) => {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]
    const value = fields[index]
    if (column) row[column.name] = typeof value === 'string' ? column.parse(value) : null
  }
  return row
}

const settle = ({ failed, resolve, reject }: Entry) => {
  if (failed === undefined) resolve()
  else reject(failed)
}

/**
 * Statements sent in one packet and answered in one: for small results the system calls cost the most, on both sides.
 * Statements after a failed one are not run. Outside a transaction the whole batch is one.
 */
export class Batch extends pg.Query {
  readonly #entries: Entry[] = []
  #known = new Map<string, PreparedStatement>()
  #at = 0

  get statements(): readonly Pick<Entry, 'text' | 'values'>[] {
    return this.#entries
  }

  add<Row>({ text, name, values }: Statement): Promise<Outcome<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<Row>>()
    const outcome: Outcome<Row> = { command: '', rowCount: 0, rows: [] }
    this.#entries.push({
      text,
      name,
      values: values.map(utils.prepareValue),
      columns: undefined,
      outcome,
      failed: undefined,
      resolve: () => resolve(outcome),
      reject,
    })
    return promise
  }

  /** Returns an error if the batch cannot be sent; nothing has been sent then. */
  override submit = (connection: pg.Connection) => {
    const known = knownBy(connection)
    this.#known = known
    const clash = this.#entries.find(({ name = '', text }) => (known.get(name)?.text ?? text) !== text)
    if (clash) return new Error(`Two statements are called ${clash.name}`)
    connection.stream.cork()
    for (const entry of this.#entries) this.#submitOne(connection, entry, known.get(entry.name ?? ''))
    connection.sync()
    connection.stream.uncork()
    return null
  }

  #submitOne(connection: pg.Connection, entry: Entry, known: PreparedStatement | undefined) {
    const { text, name = '', values } = entry
    entry.columns = known?.columns
    // A failed attempt may have parsed it already; closing an unknown statement is not an error.
    if (!known && name) connection.close({ type: 'S', name }, true)
    if (!known) connection.parse({ name, text, types: [] }, true)
    connection.bind({ statement: name, values }, true)
    if (!known) connection.describe({ type: 'P' }, true)
    connection.execute({}, true)
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }) {
    const entry = this.#entries[this.#at]
    if (!entry) return
    entry.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID, 'text') }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
    const entry = this.#entries[this.#at]
    if (!entry?.columns) return
    try {
      entry.outcome.rows.push(rowOf(entry.columns, fields))
    } catch (error) {
      entry.failed = error
    }
  }

  handleCommandComplete({ text: tag }: { text: string }) {
    const entry = this.#entries[this.#at++]
    if (!entry) return
    const [, command = '', rowCount = '0'] = completion.exec(tag) ?? []
    entry.outcome.command = command
    entry.outcome.rowCount = Number(rowCount)
    const { name, text, columns = [] } = entry
    if (name) this.#known.set(name, { text, columns })
  }

  handleEmptyQuery() {
    this.#at++
  }

  handleReadyForQuery() {
    for (const entry of this.#entries.splice(0)) settle(entry)
  }

  handleError(error: unknown) {
    const entries = this.#entries.splice(0)
    for (const one of entries.slice(0, this.#at)) settle(one)
    entries[this.#at]?.reject(error)
    // If the connection is lost, they all fail with the same error.
    const isAlone = error instanceof pg.DatabaseError
    for (const one of entries.slice(this.#at + 1)) one.reject(isAlone ? skipped() : error)
  }
}

export type Ask = <Row>(statement: Statement) => Promise<Outcome<Row>>

/**
 * Makes the function that runs statements for one user of a connection: those issued in the same tick go in one batch,
 * with `lead` first. Each user has its own, so that no statement travels behind another user's lead.
 */
export const asker = (client: pg.PoolClient, lead?: Statement): Ask => {
  let open: Batch | undefined
  return (statement) => {
    if (open) return open.add(statement)
    const batch = new Batch('')
    open = batch
    process.nextTick(() => {
      open = undefined
      client.query(batch)
    })
    if (lead) batch.add(lead).catch(() => {})
    return batch.add(statement)
  }
}
