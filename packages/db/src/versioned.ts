import type { ListFields, RowOf } from '@parada/domain/list/fields'
import { keysOf, membersNamed } from '@parada/domain/objects'
import { rowsOf, type Statement, type Tx } from './database.ts'
import { selectOf, sqlOf, storedAs } from './list/columns.ts'

type VersionedRecord = { id: number; version: number }

/** The fields that a change sets; its version and time are set automatically. */
export type ChangeOf<F extends ListFields> = Partial<Omit<RowOf<F>, 'id' | 'version' | 'timeUpdated'>>

/** The values of the fields that changed, before and after. */
export type Line = { before: Record<string, unknown>; after: Record<string, unknown> }

export type Work = { tx: Tx; tenant: { id: number }; now: Date }

const isSame = (a: unknown, b: unknown) =>
  a === b || (a !== null && b !== null && typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

type Tell<R, W> = (work: W, action: string, line: Line, after: R, before?: R) => void

type Kind<F extends ListFields, R, W> = {
  table: string
  fields: F
  /** SQL appended to the select list; the table is `b`. */
  beside?: string
  /** Writes the journal line and notifies whoever has to know, within the transaction. */
  tell: Tell<R, W>
}

const mostNames = 64

/** Records that can be changed in only one way: the row, its next version and its journal line, in one transaction. */
export const versioned = <F extends ListFields, R extends VersionedRecord, W extends Work>({
  table,
  fields,
  beside = '',
  tell,
}: Kind<F, R, W>) => {
  const columns = sqlOf(fields)
  const selected = sqlOf(fields, {}, 'b.')
  const select = selectOf(fields, selected) + beside
  // Selected as one value: describing and parsing a hundred columns costs more than anything else done with a record.
  const asRecord = (select: string) => `(select row_to_json(record) from (select ${select}) record) as record`
  const record = asRecord(select)
  const writes = new Map<string, Pick<Statement, 'name' | 'text'>>()

  /**
   * A record is written with few sets of fields, over and over: the first ones get a name, so that they are planned
   * once.
   */
  const writeOf = (kind: 'insert' | 'change', written: readonly string[], textOf: () => string) => {
    const key = `${kind} ${written.join()}`
    const known = writes.get(key)
    if (known) return known
    const text = textOf()
    if (writes.size >= mostNames) return { text }
    const write = { name: `${table}_write_${writes.size}`, text }
    writes.set(key, write)
    return write
  }

  const insertText = (named: readonly string[]) => `
    insert into ${table} as b (tenant_id, time_updated, ${named.map((field) => columns.get(field)).join(', ')})
    values ($1, $2, ${named.map((_, index) => `$${index + 3}`).join(', ')}) returning ${record}`

  /** Returns only what it writes; the rest is unchanged. */
  const changeText = (changed: readonly string[]) => {
    const sets = changed.map((field, index) => `${columns.get(field)} = $${index + 4}`)
    const written = membersNamed(fields, ['version', 'timeUpdated', ...changed])
    return `update ${table} b set version = b.version + 1, time_updated = $3, ${sets.join(', ')}
      where b.tenant_id = $1 and b.id = $2 returning ${asRecord(selectOf(written, selected) + beside)}`
  }

  const stored = (field: string, value: unknown) => storedAs(fields[field] ?? { kind: 'text' }, value)

  const differences = (before: R | undefined, change: ChangeOf<F>): Line => {
    const line: Line = { before: {}, after: {} }
    const known: Readonly<Record<string, unknown>> = { ...before }
    for (const [field, value] of Object.entries(change)) {
      if (!Object.hasOwn(fields, field) || value === undefined || isSame(known[field], value)) continue
      if (known[field] !== undefined) line.before[field] = known[field]
      line.after[field] = value
    }
    return line
  }

  /** Locks a record until the transaction ends, so that rules are checked against what is actually changed. */
  const lock = async (tx: Tx, tenantId: number, id: number): Promise<R | undefined> => {
    const [found] = await rowsOf<{ record: R }>(tx, {
      name: `${table}_lock`,
      text: `select ${record} from ${table} b where b.tenant_id = $1 and b.id = $2 for update of b`,
      values: [tenantId, id],
    })
    return found?.record
  }

  const read = async (tx: Tx, tenantId: number, id: number): Promise<R | undefined> => {
    const [found] = await rowsOf<{ record: R }>(tx, {
      name: `${table}_read`,
      text: `select ${record} from ${table} b where b.tenant_id = $1 and b.id = $2`,
      values: [tenantId, id],
    })
    return found?.record
  }

  /** Inserts a record with the first line of its journal. */
  const insert = async (work: W, action: string, change: ChangeOf<F>): Promise<R> => {
    const given: Readonly<Record<string, unknown>> = change
    const named = keysOf(given).filter((field) => given[field] !== undefined)
    const values = named.map((field) => stored(field, given[field]))
    const [made] = await rowsOf<{ record: R }>(work.tx, {
      ...writeOf('insert', named, () => insertText(named)),
      values: [work.tenant.id, work.now, ...values],
    })
    if (!made) throw new Error(`Nothing was written to ${table}`)
    tell(work, action, differences(undefined, change), made.record)
    return made.record
  }

  /** Nothing is written if nothing changes. `before` must come from lock in the same transaction. */
  const change = async (work: W, action: string, before: R, wanted: ChangeOf<F>): Promise<R> => {
    const line = differences(before, wanted)
    const changed = Object.keys(line.after)
    if (changed.length === 0) return before
    const [done] = await rowsOf<{ record: Partial<R> }>(work.tx, {
      ...writeOf('change', changed, () => changeText(changed)),
      values: [work.tenant.id, before.id, work.now, ...changed.map((field) => stored(field, line.after[field]))],
    })
    if (!done) throw new Error(`${table} ${before.id} was not changed`)
    const after = { ...before, ...done.record }
    tell(work, action, line, after, before)
    return after
  }

  return { select, lock, read, insert, change }
}
