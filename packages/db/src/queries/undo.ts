import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Change } from './holds.ts'
import type { StoredOrder } from './supplier-orders.ts'

export type StoredUndo = {
  at: Date
  until: Date
  undoneAt: Date | null
  /** The bookings that were worked on, with the versions found. */
  before: Pick<Change, 'id' | 'version'>[]
  /** Every version that the act has made. */
  changes: Change[]
}

/** What a user did under a key, locked until the transaction ends. */
export const lockUndo = async (
  tx: Tx,
  tenantId: number,
  idUser: number,
  key: string,
): Promise<StoredUndo | undefined> => {
  const [found] = await rowsOf<StoredUndo>(tx, {
    text: `select at, until, undone_at as "undoneAt", changes,
             (select coalesce(jsonb_agg(jsonb_build_object('id', b -> 'id', 'version', b -> 'version')), '[]')
              from jsonb_array_elements(before) b) as before
           from undo
           where tenant_id = $1 and key = $2 and id_user = $3 for update`,
    values: [tenantId, key, idUser],
  })
  return found
}

/**
 * Versions of the tenant's bookings made by acts that were undone, for acts that could still be undone at `since`. The
 * versions of the undo are included: together they changed nothing.
 */
export const versionsUndone = (tx: Tx, tenantId: number, since: Date) =>
  rowsOf<{ id: number; version: number }>(tx, {
    text: `select c.id, c.version from undo u, jsonb_to_recordset(u.changes) as c(id bigint, version int, mode text)
           where u.tenant_id = $1 and u.until > $2 and u.undone_at is not null and c.mode is null`,
    values: [tenantId, since],
  })

/**
 * What waits to be sent under a key, with the booking it is about; senders skip these rows until the transaction ends.
 */
export const lockHeld = (tx: Tx, tenantId: number, key: string) =>
  rowsOf<{ id: number; isTaken: boolean; idBooking: number | null }>(tx, {
    text: `select o.id, o.attempts > 0 or o.done_at is not null as "isTaken",
             (select d.id_booking from delivery d where d.tenant_id = $1 and d.id_outbox = o.id) as "idBooking"
           from outbox o where o.tenant_id = $1 and o.hold = $2 order by o.id for update`,
    values: [tenantId, key],
  })

/** Deletes what waits to be sent under a key, with its delivery records, and the booking messages written under it. */
export const dropHeld = async (tx: Tx, tenantId: number, key: string) => {
  await rowsOf(tx, {
    text: `with gone as (delete from outbox where tenant_id = $1 and hold = $2 returning id)
           delete from delivery d using gone where d.tenant_id = $1 and d.id_outbox = gone.id`,
    values: [tenantId, key],
  })
  await rowsOf(tx, {
    text: `delete from booking_message m using undo u, jsonb_array_elements(u.messages) as written
           where u.tenant_id = $1 and u.key = $2 and m.tenant_id = $1 and m.id = written::bigint`,
    values: [tenantId, key],
  })
}

/** The first state noted for each order, as an order may be noted twice under one key. */
const first = `
  (select distinct on (e.value ->> 'id') (e.value ->> 'id')::uuid as id, e.value ->> 'state' as state,
     (e.value ->> 'answeredAt')::timestamptz as answered_at, u.at
   from undo u, jsonb_array_elements(u.orders) with ordinality e
   where u.tenant_id = $1 and u.key = $2 order by e.value ->> 'id', e.ordinality)`

/**
 * Restores the state of the key's orders; those made under it are withdrawn, as no fleet has heard of them. A fleet
 * that has to answer gets the time since the act on top. Returns the orders still to be sent.
 */
export const restoreOrders = async (tx: Tx, tenantId: number, key: string, now: Date) => {
  await rowsOf(tx, {
    text: `update supplier_order o set state = 'withdrawn', answered_at = $3 from ${first} was
           where o.tenant_id = $1 and o.id = was.id and was.state is null and o.state in ('waiting', 'sent', 'accepted')`,
    values: [tenantId, key, now],
  })
  return rowsOf<Pick<StoredOrder, 'id' | 'idFleet' | 'dueAt'>>(tx, {
    text: `with back as (
             update supplier_order o set state = was.state, answered_at = was.answered_at,
               answer_by = o.answer_by + ($3::timestamptz - was.at)
             from ${first} was where o.tenant_id = $1 and o.id = was.id and was.state is not null
             returning o.*)
           select id, id_fleet as "idFleet", ${millisOf('due_at')} as "dueAt"
           from back where state = 'waiting'`,
    values: [tenantId, key, now],
  })
}

const restoreStatement = (table: 'trajectory' | 'price_detail', part: 'path' | 'prices') => ({
  name: `undo_restore_${table}`,
  text: `with was as (
      select distinct on (e.value -> 'id') (e.value ->> 'id')::bigint as id, e.value -> '${part}' as row
      from undo u, jsonb_array_elements(u.before) with ordinality e
      where u.tenant_id = $1 and u.key = $2 order by e.value -> 'id', e.ordinality),
    gone as (delete from ${table} t using was where t.tenant_id = $1 and t.id_booking = was.id returning t.id_booking)
    select was.row from was left join gone on gone.id_booking = was.id where was.row <> 'null'`,
})

/** Restores the paths and price details of the bookings. */
export const restoreBefore = async (tx: Tx, tenantId: number, key: string) => {
  for (const [table, part] of [
    ['trajectory', 'path'],
    ['price_detail', 'prices'],
  ] as const) {
    const rows = await rowsOf<{ row: object }>(tx, { ...restoreStatement(table, part), values: [tenantId, key] })
    for (const { row } of rows)
      await rowsOf(tx, {
        text: `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`,
        values: [JSON.stringify(row)],
      })
  }
}

export const markUndone = (tx: Tx, tenantId: number, key: string, now: Date) =>
  rowsOf(tx, {
    text: 'update undo set undone_at = $3 where tenant_id = $1 and key = $2',
    values: [tenantId, key, now],
  })
