import type pg from 'pg'

const columnsOf = async (owner: pg.Client, table: string) => {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Columns in which a copy of a booking differs from the original; all others are copied. */
const ownColumns: Record<string, string> = {
  id: '$1::bigint + n',
  status: `case when n % 10 = 0 then -20 else 30 end`,
  status_dispatch: 'null',
  time_booking_start: `now() - interval '1 year' * $3 * (n::float / $2)`,
  created_at: `now() - interval '1 year' * $3 * (n::float / $2)`,
  booking_reference: `'B-' || n`,
  validated: 'n % 50 <> 0',
  price_supplier_total: '5 + n % 40',
  id_previous: 'null',
  id_copy_from: 'null',
}

const besides = (names: readonly string[]) =>
  names.map((name) => (name in ownColumns ? ownColumns[name] : `b.${name}`)).join(', ')

/**
 * Adds ended bookings to the demo tenant, copied from those it has, each with two lines in its journal. The indexes are
 * rebuilt afterwards, which takes a fraction of the time.
 */
export const fillBookings = async (owner: pg.Client, count: number, years = 1) => {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in ('booking'::regclass, 'booking_journal'::regclass) and not i.indisprimary
      and not exists (select from pg_constraint where conindid = i.indexrelid)`)
  for (const { name } of indexes) await owner.query(`drop index ${name}`)
  await owner.query(
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off`,
  )
  const names = await columnsOf(owner, 'booking')
  const { rows } = await owner.query<{ last: string }>('select max(id) as last from booking')
  const last = Number(rows[0]?.last)
  await owner.query(
    `with source as (select *, row_number() over (order by id) - 1 as nth from booking where tenant_id = 1),
       size as (select count(*) as total from source)
     insert into booking (${names.join(', ')})
     select ${besides(names)} from generate_series(1, $2::int) n, size, source b where b.nth = n % size.total`,
    [last, count, years],
  )
  await owner.query(
    `insert into booking_journal (tenant_id, id_booking, version, at, action, who, after)
     select 1, $1::bigint + n, version, now(), case version when 1 then 'create' else 'finish' end, 'Bench',
       case version when 1 then '{"status": 5}'::jsonb else '{"status": 30}' end
     from generate_series(1, $2::int) n, generate_series(1, 2) version`,
    [last, count],
  )
  await owner.query('set session_replication_role = origin')
  await owner.query(
    `insert into ended_total
     select tenant_id, date_trunc('day', time_booking_start, 'UTC'), id_fleet, price_customer_currency, count(*),
       coalesce(sum(price_supplier_total), 0), coalesce(sum(price_customer_total), 0)
     from booking where id > $1 and status in (30, -20, -40, -60) group by 1, 2, 3, 4`,
    [last],
  )
  for (const { definition } of indexes) await owner.query(definition)
  await owner.query(`select setval(pg_get_serial_sequence('booking', 'id'), (select max(id) from booking))`)
  await owner.query('vacuum analyze booking')
  await owner.query('vacuum analyze booking_journal')
  await owner.query('select fold_counts()')
  await owner.query('vacuum analyze ended_total')
  await owner.query('checkpoint')
  return { first: last + 1, last: last + count }
}

/** Gives the demo tenant exactly this many live bookings, by copying or ending some. */
export const fillAlive = async (owner: pg.Client, count: number) => {
  const names = await columnsOf(owner, 'booking')
  const copied = names.map((name) => (name === 'id' ? `nextval(pg_get_serial_sequence('booking', 'id'))` : `b.${name}`))
  const isAlive = 'tenant_id = 1 and status in (10, 20, -30)'
  await owner.query(
    `update booking set status = 30 where tenant_id = 1 and id in (select id from booking where ${isAlive} order by id offset $1)`,
    [count],
  )
  await owner.query(
    `with source as (select *, row_number() over (order by id) - 1 as nth from booking where ${isAlive}),
       size as (select count(*) as total from source)
     insert into booking (${names.join(', ')})
     select ${copied.join(', ')} from size, generate_series(1, $1::int - size.total) n, source b
     where b.nth = n % size.total`,
    [count],
  )
  await owner.query('vacuum analyze booking')
}
