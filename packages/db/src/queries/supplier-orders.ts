import type { BookingRecord } from '@parada/domain/booking/fields'
import type { Point } from '@parada/domain/places/geo'
import { sql } from 'kysely'
import { selectBooking } from '../booking-fields.ts'
import type { Lease } from '../claims.ts'
import { rowsOf, sendAlong } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Executor, Tx } from '../open.ts'
import { dueUnder, type Hold } from './holds.ts'

export type OrderState = 'waiting' | 'sent' | 'accepted' | 'refused' | 'silent' | 'withdrawn' | 'failed' | 'done'

/** An order to a fleet to drive a booking; times are epoch milliseconds. */
export type StoredOrder = {
  id: string
  idBooking: number
  idFleet: number
  state: OrderState
  dueAt: number
  sentAt: number | null
  answerBy: number | null
  attempts: number
  lastError: string
  version: number
}

/** A message to a fleet about an order, sent through the outbox. */
export type SupplierMessage = { idOrder: string; idFleet: number } & (
  | { what: 'order' }
  | { what: 'amend' }
  | { what: 'withdraw'; reason: string }
  | { what: 'note'; idNote: string; text: string; at: number }
)

const columns = `o.id, o.id_booking as "idBooking", o.id_fleet as "idFleet", o.state, ${millisOf('o.due_at')} as "dueAt",
  ${millisOf('o.sent_at')} as "sentAt", ${millisOf('o.answer_by')} as "answerBy", o.attempts,
  o.last_error as "lastError", o.version`
const isOpen = `o.state in ('waiting', 'sent', 'accepted')`

type Leaving = { dueAt?: Date | undefined; hold?: Hold | undefined }

const messageLine = `insert into outbox (tenant_id, kind, payload, due_at, hold) values ($1, 'order', $2, coalesce($3, now()), $4)`

const messageValues = (tenantId: number, message: SupplierMessage, { dueAt, hold }: Leaving) => [
  tenantId,
  JSON.stringify(message),
  dueUnder(hold, dueAt) ?? null,
  hold?.key ?? null,
]

/** Writes a message with the change that causes it; it is sent when it is due and its hold is over. */
export const putMessage = (tx: Tx, tenantId: number, message: SupplierMessage, leaving: Leaving = {}) =>
  sendAlong(tx, {
    name: 'supplier_message_put',
    text: messageLine,
    values: messageValues(tenantId, message, leaving),
  })

/** Writes an order with the message that carries it. */
export const putOrder = (
  tx: Tx,
  tenantId: number,
  { id, idBooking, idFleet, dueAt }: Pick<StoredOrder, 'id' | 'idBooking' | 'idFleet' | 'dueAt'>,
  leaving: Leaving = {},
) =>
  sendAlong(tx, {
    name: 'supplier_order_put',
    text: `with message as (${messageLine})
           insert into supplier_order (tenant_id, id, id_booking, id_fleet, due_at) values ($1, $5, $6, $7, $8)`,
    values: [
      ...messageValues(tenantId, { what: 'order', idOrder: id, idFleet }, leaving),
      id,
      idBooking,
      idFleet,
      new Date(dueAt),
    ],
  })

/** The order of a booking that a fleet still has to deal with; there is at most one. */
export const openOrder = async (tx: Tx, tenantId: number, idBooking: number): Promise<StoredOrder | undefined> => {
  const [found] = await rowsOf<StoredOrder>(tx, {
    name: 'supplier_order_open',
    text: `select ${columns} from supplier_order o where o.tenant_id = $1 and o.id_booking = $2 and ${isOpen}`,
    values: [tenantId, idBooking],
  })
  return found
}

export const readOrder = async (tx: Tx, tenantId: number, id: string): Promise<StoredOrder | undefined> => {
  const [found] = await rowsOf<StoredOrder>(tx, {
    name: 'supplier_order_get',
    text: `select ${columns} from supplier_order o where o.tenant_id = $1 and o.id = $2`,
    values: [tenantId, id],
  })
  return found
}

type OrderChange = Partial<
  Pick<StoredOrder, 'state' | 'dueAt' | 'sentAt' | 'answerBy' | 'attempts' | 'lastError' | 'version'>
> & {
  answeredAt?: number
}

const moment = (value: number | null | undefined) => (typeof value === 'number' ? new Date(value) : value)

export const changeOrder = (tx: Tx, id: string, change: OrderChange) =>
  tx
    .updateTable('supplier_order')
    .set({
      ...(change.state !== undefined && { state: change.state }),
      ...(change.dueAt !== undefined && { due_at: new Date(change.dueAt) }),
      ...(change.sentAt !== undefined && { sent_at: moment(change.sentAt) ?? null }),
      ...(change.answerBy !== undefined && { answer_by: moment(change.answerBy) ?? null }),
      ...(change.answeredAt !== undefined && { answered_at: new Date(change.answeredAt) }),
      ...(change.attempts !== undefined && { attempts: change.attempts }),
      ...(change.lastError !== undefined && { last_error: change.lastError.slice(0, 500) }),
      ...(change.version !== undefined && { version: change.version }),
    })
    .where('id', '=', id)
    .execute()

/** Locks an order, so that one still to be sent is sent by only one worker at a time. */
export const lockOrder = async (tx: Tx, tenantId: number, id: string): Promise<StoredOrder | undefined> => {
  const [found] = await rowsOf<StoredOrder>(tx, {
    name: 'supplier_order_lock',
    text: `select ${columns} from supplier_order o where o.tenant_id = $1 and o.id = $2 for update`,
    values: [tenantId, id],
  })
  return found
}

/** The sent and accepted orders of a fleet with their live bookings, for a fleet's system that restarts. */
export const openOrdersOfFleet = (tx: Tx, tenantId: number, idFleet: number, most: number) =>
  rowsOf<{ order: Pick<StoredOrder, 'id' | 'answerBy'> & { state: 'sent' | 'accepted' }; booking: BookingRecord }>(tx, {
    text: `select json_build_object('id', o.id, 'state', o.state, 'answerBy', ${millisOf('o.answer_by')}) as "order",
             (select to_json(r) from (select ${selectBooking}, '' as fleet) r) as booking
           from supplier_order o join booking b on b.tenant_id = o.tenant_id and b.id = o.id_booking
           where o.tenant_id = $1 and o.id_fleet = $2 and o.state in ('sent', 'accepted') and b.status in (10, 20, -30)
           order by o.due_at limit $3`,
    values: [tenantId, idFleet, most],
  })

export type DueMessage = { id: number; tenantId: number; subdomain: string; payload: SupplierMessage; attempts: number }

/**
 * Takes messages due for fleets whose queues ('tenant:fleet') are not full; they stay claimed until they are marked or
 * the lease is over.
 */
export const takeMessages = async (db: Executor, most: number, fullQueues: readonly string[], { id: taker }: Lease) => {
  const { rows } = await sql<DueMessage>`
    select id, tenant_id as "tenantId", subdomain, payload, attempts
    from supplier_messages_take(${most}, ${fullQueues}::text[], ${taker}) order by id`.execute(db)
  return rows
}

export type OverdueOrder = { tenantId: number; subdomain: string; id: string; idBooking: number }

export const overdueOrders = async (db: Executor, at: Date, most: number) => {
  const { rows } = await sql<OverdueOrder>`
    select tenant_id as "tenantId", subdomain, id, id_booking as "idBooking"
    from supplier_orders_overdue(${at}, ${most})`.execute(db)
  return rows
}

/** Claims an order for this server; false if another one is handling it. */
export const claimOrder = async (tx: Tx, id: string) => {
  const [row] = await rowsOf<{ claimed: boolean }>(tx, {
    text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 11)) as claimed',
    values: [`supplier-order ${id}`],
  })
  return row?.claimed === true
}

/** Whether the report is new; false if it was taken before. */
export const rememberReport = async (tx: Tx, tenantId: number, idFleet: number, id: string, type: string) => {
  const rows = await rowsOf(tx, {
    name: 'supplier_report_put',
    text: `insert into supplier_report (tenant_id, id_fleet, id, type) values ($1, $2, $3, $4)
           on conflict do nothing returning id`,
    values: [tenantId, idFleet, id, type],
  })
  return rows.length > 0
}

export const tidyReports = (db: Executor) => sql`select tidy_supplier_reports()`.execute(db)

type PositionTarget = Pick<StoredOrder, 'idBooking' | 'idFleet' | 'state'> & {
  status: number
  statusDispatch: number | null
  origin: Point
  timeZone: string
}

/** What a reported position is checked against. */
export const positionTarget = async (tx: Tx, tenantId: number, id: string): Promise<PositionTarget | undefined> => {
  const [found] = await rowsOf<PositionTarget>(tx, {
    name: 'position_target',
    text: `select o.id_booking as "idBooking", o.id_fleet as "idFleet", o.state, b.status, b.status_dispatch as "statusDispatch",
             b.origin, b.time_zone as "timeZone"
           from supplier_order o join booking b on b.tenant_id = o.tenant_id and b.id = o.id_booking
           where o.tenant_id = $1 and o.id = $2`,
    values: [tenantId, id],
  })
  return found
}

/** The booking that a fleet, identified by its external id, knows under this id; the newest if there are several. */
export const bookingAtSupplier = async (
  tx: Tx,
  tenantId: number,
  idExternalFleet: string,
  idExternalService: string,
) => {
  const [found] = await rowsOf<{ id: number }>(tx, {
    text: `select b.id from booking b join fleet f on f.tenant_id = b.tenant_id and f.id = b.id_fleet
           where b.tenant_id = $1 and f.id_external = $2 and b.id_supplier_service = $3 and b.id_supplier_service <> ''
           order by b.id desc limit 1`,
    values: [tenantId, idExternalFleet, idExternalService],
  })
  return found?.id
}
