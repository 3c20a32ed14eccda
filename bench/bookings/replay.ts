import type pg from 'pg'
import { book } from './book.ts'
import type { Office } from './office.ts'

type WrittenRows = {
  transaction: string
  table: string
  kind: 'INSERT' | 'UPDATE'
  columns: string[]
  values: (string | null)[]
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

/** Every row that one booking writes on its way from the wizard to the fleet, in its order and transactions. */
const observe = async ({ owner, openDesk }: Office): Promise<WrittenRows[]> => {
  const desk = await openDesk()
  await book(desk)
  await owner.query(watch)
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity`,
  )
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
    new: object
  }
  const { rows } = await owner.query<Row>(`
    select transaction, name, kind, old, new from bench_written
    where transaction in (select transaction from bench_written where name = 'booking') order by n`)
  const written: WrittenRows[] = []
  for (const { transaction, name, kind, old, new: row } of rows) {
    const columns = Object.entries(row)
      .filter(([column, value]) => !old || JSON.stringify(value) !== JSON.stringify(old[column]))
      .map(([column]) => column)
    const { rows: texts } = await owner.query({
      text: `select ${columns.map((column) => `${column}::text`).join(', ')} from jsonb_populate_record(null::${name}, $1)`,
      values: [JSON.stringify(row)],
      rowMode: 'array',
    })
    written.push({ transaction, table: name, kind, columns, values: texts[0] ?? [] })
  }
  await owner.query(unwatch)
  return written
}

/** A row that is completed in its own transaction is written once: the bare side knows it whole from the start. */
const completed = (all: WrittenRows[]) =>
  all.flatMap((one) => {
    if (one.kind === 'INSERT' || one.table === 'booking') return [one]
    const first = all.find((other) => other.table === one.table && other.transaction === one.transaction)
    if (first?.kind !== 'INSERT') return [one]
    for (const [index, column] of one.columns.entries())
      first.values[first.columns.indexOf(column)] = one.values[index] ?? null
    return []
  })

const madeByTheTable = new Set(['booking', 'booking_journal', 'outbox', 'delivery'])

type Ids = { booking?: unknown; outbox?: unknown }
type Statement = { name: string; text: string; values: (ids: Ids) => unknown[]; makes?: keyof Ids }

const prepare = ({ table, kind, columns, values }: WrittenRows, index: number): Statement => {
  const kept = columns
    .map((column, at) => ({ column, value: values[at] }))
    .filter(({ column }) => column !== 'id' || !madeByTheTable.has(table))
  const value = ({ column, value }: (typeof kept)[number], ids: Ids) => {
    if (column === 'id_booking') return ids.booking
    if (column === 'id_outbox') return ids.outbox
    return column === 'id' || column === 'key' ? crypto.randomUUID() : value
  }
  const names = kept.map(({ column }) => column)
  const name = `bench_${index}`
  if (kind === 'UPDATE') {
    const sets = names.map((column, at) => `${column} = $${at + 2}`).join(', ')
    const text = `update ${table} set ${sets} where tenant_id = 1 and id = $1`
    return { name, text, values: (ids) => [ids.booking, ...kept.map((one) => value(one, ids))] }
  }
  const places = names.map((_, at) => `$${at + 1}`).join(', ')
  const makes = table === 'booking' || table === 'outbox' ? table : undefined
  const text = `insert into ${table} (${names.join(', ')}) values (${places})${makes ? ' returning id' : ''}`
  return { name, text, values: (ids) => kept.map((one) => value(one, ids)), ...(makes && { makes }) }
}

/** The same rows in the same transactions, by nothing but `pg`: statements prepared, values at hand, nothing asked. */
export const bareBookings = async (office: Office, connections: number) => {
  const written = completed(await observe(office))
  const transactions = [
    ...Map.groupBy(
      written.map((one, index) => ({ ...one, ...prepare(one, index) })),
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
