import type pg from 'pg'
import { book } from './book.ts'
import type { Office } from './office.ts'

type WrittenRows = {
  transaction: string
  table: string
  kind: 'INSERT' | 'UPDATE'
  /** The columns of the primary key. */
  key: string[]
  values: Record<string, string | null>
  /** The columns that are written. */
  columns: string[]
}

const watch = `
  create table bench_written (n int generated always as identity, transaction text, name text, kind text, old jsonb, new jsonb);
  create function bench_watch() returns trigger language plpgsql security definer as $$
  begin
    -- What a trigger writes it writes for the bare side too.
    if pg_trigger_depth() = 1 then
      insert into bench_written (transaction, name, kind, old, new) values
        (pg_current_xact_id()::text, tg_table_name, tg_op, case when tg_op = 'UPDATE' then to_jsonb(old) end, to_jsonb(new));
    end if;
    return null;
  end $$`

const unwatch = 'drop function bench_watch() cascade; drop table bench_written'

/** Every row that one booking writes on its way from the wizard to the fleet, in order, with its transaction. */
const observe = async ({ owner, openDesk }: Office): Promise<WrittenRows[]> => {
  const desk = await openDesk()
  await book(desk)
  await owner.query(watch)
  const { rows: tables } = await owner.query<{ name: string; key: string[] }>(
    `select c.relname as name, coalesce(array_agg(a.attname::text) filter (where a.attname is not null), '{}') as key
     from pg_class c
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity group by 1`,
  )
  const keys = new Map(tables.map(({ name, key }) => [name, key]))
  for (const { name } of tables)
    await owner.query(
      `create trigger bench_watch after insert or update on ${name} for each row execute function bench_watch()`,
    )
  await book(desk)
  type Row = {
    transaction: string
    name: string
    kind: WrittenRows['kind']
    old: Record<string, unknown> | null
    new: Record<string, unknown>
  }
  const { rows } = await owner.query<Row>(`
    select transaction, name, kind, old, new from bench_written
    where transaction in (select transaction from bench_written where name = 'booking') order by n`)
  const written: WrittenRows[] = []
  for (const { transaction, name, kind, old, new: row } of rows) {
    const columns = Object.entries(row)
      .filter(([column, value]) => !old || JSON.stringify(value) !== JSON.stringify(old[column]))
      .map(([column]) => column)
    const texts = Object.keys(row).map((column) => `${column}::text`)
    const { rows: found } = await owner.query<WrittenRows['values']>({
      text: `select ${texts.join(', ')} from jsonb_populate_record(null::${name}, $1)`,
      values: [JSON.stringify(row)],
    })
    written.push({ transaction, table: name, kind, key: keys.get(name) ?? [], columns, values: found[0] ?? {} })
  }
  await owner.query(unwatch)
  return written
}

/**
 * Merges an update into the insert of the same row in the same transaction: the bare side knows the whole row from the
 * start.
 */
const completed = (all: WrittenRows[]) =>
  all.flatMap((one) => {
    if (one.kind === 'INSERT' || one.table === 'booking') return [one]
    const isSame = (other: WrittenRows) => one.key.every((column) => other.values[column] === one.values[column])
    const first = all.find(
      (other) => other.table === one.table && other.transaction === one.transaction && isSame(other),
    )
    if (first?.kind !== 'INSERT') return [one]
    for (const column of one.columns) first.values[column] = one.values[column] ?? null
    return []
  })

const madeByTheTable = new Set(['booking', 'booking_journal', 'outbox', 'delivery'])
const isUuid = /^[\da-f]{8}-/

type Ids = { booking?: unknown; outbox?: unknown }
type Statement = { name: string; text: string; values: (ids: Ids) => unknown[]; makes?: keyof Ids }

const prepare = (
  { table, kind, key, columns, values }: WrittenRows,
  index: number,
  idOfBooking: string | null | undefined,
): Statement => {
  const written = (column: string, ids: Ids) => {
    const value = values[column]
    if (column === 'id_outbox') return ids.outbox
    if (column === 'id_booking' || (column === 'id' && value === idOfBooking)) return ids.booking
    return column === 'key' || (column === 'id' && isUuid.test(value ?? '')) ? crypto.randomUUID() : value
  }
  const name = `bench_${index}`
  if (kind === 'UPDATE') {
    const sets = columns.map((column, at) => `${column} = $${at + 1}`)
    const where = key.map((column, at) => `${column} = $${columns.length + at + 1}`)
    const text = `update ${table} set ${sets.join(', ')} where ${where.join(' and ')}`
    return { name, text, values: (ids) => [...columns, ...key].map((column) => written(column, ids)) }
  }
  const names = columns.filter((column) => column !== 'id' || !madeByTheTable.has(table))
  const places = names.map((_, at) => `$${at + 1}`).join(', ')
  const makes = table === 'booking' || table === 'outbox' ? table : undefined
  const text = `insert into ${table} (${names.join(', ')}) values (${places})${makes ? ' returning id' : ''}`
  return { name, text, values: (ids) => names.map((column) => written(column, ids)), ...(makes && { makes }) }
}

/**
 * Writes the same rows in the same transactions with nothing but `pg`: statements prepared, values known, nothing read.
 */
export const bareBookings = async (office: Office, connections: number) => {
  const written = completed(await observe(office))
  const idOfBooking = written.find(({ table }) => table === 'booking')?.values.id
  const transactions = [
    ...Map.groupBy(
      written.map((one, index) => ({ ...one, ...prepare(one, index, idOfBooking) })),
      (one) => one.transaction,
    ).values(),
  ]
  const clients = await Promise.all(Array.from({ length: connections }, office.openBare))
  const write = async (client: pg.Client) => {
    const ids: Ids = {}
    for (const statements of transactions) {
      await client.query('begin')
      for (const { name, text, values, makes } of statements) {
        const { rows } = await client.query({ name, text, values: values(ids) })
        if (makes) ids[makes] = rows[0].id
      }
      await client.query('commit')
    }
  }
  return clients.map((client) => () => write(client))
}
