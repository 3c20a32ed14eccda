import type { ListFields, RowOf } from '@parada/domain/list/fields'
import { keysOf } from '@parada/domain/objects'
import { rowsOf, type Tx } from './database.ts'
import { columnOf, selectOf, sqlOf, storedAs } from './list/columns.ts'

type Versioned = { id: number; version: number }

/** What a change gives; the version and the time of the change follow by themselves. */
export type ChangeOf<F extends ListFields> = Partial<Omit<RowOf<F>, 'id' | 'version' | 'timeUpdated'>>

/** The values of the fields that changed, before and after. */
export type Line = { before: Record<string, unknown>; after: Record<string, unknown> }

export type Work = { tx: Tx; tenant: { id: number }; now: Date }

const isSame = (a: unknown, b: unknown) =>
  a === b || (a !== null && b !== null && typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

type Told<R, W> = (work: W, action: string, line: Line, after: R, before?: R) => void

type Kind<F extends ListFields, R, W> = {
  table: string
  fields: F
  /** What is read beside the fields; the table is `b`. */
  beside?: string
  /** Writes the line of the journal, and tells whoever has to know, within the transaction. */
  tell: Told<R, W>
}

const mostNames = 64

/** Records that change in one way alone: the row, its next version and the line of its journal, in one transaction. */
export const versioned = <F extends ListFields, R extends Versioned, W extends Work>({
  table,
  fields,
  beside = '',
  tell,
}: Kind<F, R, W>) => {
  const select = selectOf(fields, sqlOf(fields, {}, 'b.')) + beside
  const returned = `returning ${select}`
  const names = new Map<string, string>()

  /** A record is written with few sets of columns, again and again: the first ones get a name, and are planned once. */
  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known || names.size >= mostNames) return known
    const name = `${table}_write_${names.size}`
    names.set(text, name)
    return name
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

  /** Holds a record until the transaction ends, so that rules are asked of what will really be changed. */
  const lock = async (tx: Tx, tenantId: number, id: number): Promise<R | undefined> => {
    const [found] = await rowsOf<R>(tx, {
      name: `${table}_lock`,
      text: `select ${select} from ${table} b where b.tenant_id = $1 and b.id = $2 for update of b`,
      values: [tenantId, id],
    })
    return found
  }

  const read = async (tx: Tx, tenantId: number, id: number): Promise<R | undefined> => {
    const [found] = await rowsOf<R>(tx, {
      name: `${table}_read`,
      text: `select ${select} from ${table} b where b.tenant_id = $1 and b.id = $2`,
      values: [tenantId, id],
    })
    return found
  }

  /** A new record with the first line of its journal. */
  const insert = async (work: W, action: string, change: ChangeOf<F>): Promise<R> => {
    const given: Readonly<Record<string, unknown>> = change
    const named = keysOf(given).filter((field) => given[field] !== undefined)
    const values = named.map((field) => stored(field, given[field]))
    const text = `insert into ${table} as b (tenant_id, time_updated, ${named.map(columnOf).join(', ')})
      values ($1, $2, ${values.map((_, index) => `$${index + 3}`).join(', ')}) ${returned}`
    const [made] = await rowsOf<R>(work.tx, {
      name: nameOf(text),
      text,
      values: [work.tenant.id, work.now, ...values],
    })
    if (!made) throw new Error(`Nothing was written to ${table}`)
    tell(work, action, differences(undefined, change), made)
    return made
  }

  /** What changes nothing leaves no trace. `before` must come from lock in the same transaction. */
  const change = async (work: W, action: string, before: R, wanted: ChangeOf<F>): Promise<R> => {
    const line = differences(before, wanted)
    const changed = Object.keys(line.after)
    if (changed.length === 0) return before
    const sets = changed.map((field, index) => `${columnOf(field)} = $${index + 4}`)
    const text = `update ${table} b set version = b.version + 1, time_updated = $3, ${sets.join(', ')}
      where b.tenant_id = $1 and b.id = $2 ${returned}`
    const [after] = await rowsOf<R>(work.tx, {
      name: nameOf(text),
      text,
      values: [work.tenant.id, before.id, work.now, ...changed.map((field) => stored(field, line.after[field]))],
    })
    if (!after) throw new Error(`${table} ${before.id} was not changed`)
    tell(work, action, line, after, before)
    return after
  }

  return { select, lock, read, insert, change }
}
