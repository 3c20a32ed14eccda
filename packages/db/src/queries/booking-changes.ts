import type { BookingRecord } from '@parada/domain/booking/fields'
import { invoicingStatus } from '@parada/domain/booking/invoicing'
import { bookingStatus, hasEnded, isAlive } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import { topicPrefix, topics } from '@parada/domain/live'
import { keysOf } from '@parada/domain/objects'
import { type BookingField, fleetName, isBookingField, selectBooking, stored } from '../booking-fields.ts'
import { rowsOf, sendAlong } from '../database.ts'
import { columnOf, millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import { tellCancelled, wasCancelled } from './cancelled-events.ts'
import { type Hold, noteChange } from './holds.ts'

/** Who made a change: a user of the desk, a fleet through its supplier link, or the house itself. */
export type Author = { idUser?: number; idFleet?: number; who: string }
export const theHouse: Author = { who: constants.productName }

export type Tenant = { id: number; subdomain: string }

/**
 * What a change of a booking works with: one transaction, its tenant, who acts and when. Under a hold, nothing it causes
 * leaves before the hold is over, and what it writes is noted, so that it can be taken back.
 */
export type Work = { tx: Tx; tenant: Tenant; by: Author; now: Date; hold?: Hold | undefined }

/** What a change gives; the version and the time of the change follow by themselves. */
export type BookingChange = Partial<Omit<BookingRecord, 'id' | 'version' | 'fleet' | 'timeUpdated'>>

type Changed = { [Field in BookingField]?: unknown }
type Line = { before: Changed; after: Changed }

const isSame = (a: unknown, b: unknown) =>
  a === b || (a !== null && b !== null && typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

const differences = (before: BookingRecord | undefined, change: BookingChange): Line => {
  const line: Line = { before: {}, after: {} }
  for (const [field, value] of Object.entries(change)) {
    if (!isBookingField(field) || value === undefined) continue
    const old = before?.[field]
    if (isSame(old, value)) continue
    if (old !== undefined) line.before[field] = old
    line.after[field] = value
  }
  return line
}

/**
 * Every desk that follows a fleet hears of its bookings; whoever lost the booking hears that it is gone. Of one that
 * never left the wizard nobody hears.
 */
const tellFleets = ({ tx, tenant, now }: Work, booking: BookingRecord, before: BookingRecord | undefined) => {
  const { id: idBooking, status: statusBooking, idFleet } = booking
  const isUnheard = before?.status === bookingStatus.created && !isAlive(statusBooking)
  if (isUnheard || (!isAlive(statusBooking) && !hasEnded(statusBooking))) return
  const fleets = new Set([idFleet, before?.idFleet].filter((id) => id != null))
  if (fleets.size === 0) return
  const message = { content: { idBooking, statusBooking, idFleet } }
  const events = [...fleets].map((id) => ({ destination: topicPrefix(tenant.subdomain) + topics.fleet(id), message }))
  sendAlong(tx, {
    name: 'booking_events_put',
    text: `insert into outbox (tenant_id, kind, payload)
           select $1, 'event', payload from unnest($2::jsonb[]) as payload`,
    values: [tenant.id, events.map((event) => JSON.stringify(event))],
  })
  if (wasCancelled(booking, before)) tellCancelled(tx, { tenant, now, booking, fleets })
}

const journalLine = `
  insert into booking_journal (tenant_id, id_booking, version, at, action, id_user, id_fleet, who, before, after)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

const tell = (work: Work, action: string, line: Line, booking: BookingRecord, before?: BookingRecord) => {
  const { tx, tenant, by, now, hold } = work
  sendAlong(tx, {
    name: 'booking_journal_put',
    text: journalLine,
    values: [
      tenant.id,
      booking.id,
      booking.version,
      now,
      action,
      by.idUser ?? null,
      by.idFleet ?? null,
      by.who,
      JSON.stringify(line.before),
      JSON.stringify(line.after),
    ],
  })
  noteChange(tx, tenant.id, hold, { id: booking.id, version: booking.version, isNew: before === undefined })
  tellFleets(work, booking, before)
}

const returned = `returning ${selectBooking}, ${fleetName}`

const mostNames = 64
const names = new Map<string, string>()

/** A booking is written with few sets of columns, again and again: the first ones get a name, and are planned once. */
const nameOf = (text: string) => {
  const known = names.get(text)
  if (known || names.size >= mostNames) return known
  const name = `booking_write_${names.size}`
  names.set(text, name)
  return name
}

/** Holds a booking until the transaction ends, so that rules are asked of what will really be changed. */
export const lockBooking = async (tx: Tx, tenantId: number, id: number): Promise<BookingRecord | undefined> => {
  const [found] = await rowsOf<BookingRecord>(tx, {
    name: 'booking_lock',
    text: `select ${selectBooking}, ${fleetName} from booking b where b.tenant_id = $1 and b.id = $2 for update of b`,
    values: [tenantId, id],
  })
  return found
}

/** A new booking with the first line of its journal. */
export const insertBooking = async (work: Work, action: string, change: BookingChange): Promise<BookingRecord> => {
  const fields = keysOf(change).filter((field) => change[field] !== undefined)
  const columns = fields.map(columnOf)
  const values = fields.map((field) => stored(field, change[field]))
  const text = `insert into booking as b (tenant_id, time_updated, ${columns.join(', ')})
    values ($1, $2, ${values.map((_, index) => `$${index + 3}`).join(', ')}) ${returned}`
  const [made] = await rowsOf<BookingRecord>(work.tx, {
    name: nameOf(text),
    text,
    values: [work.tenant.id, work.now, ...values],
  })
  if (!made) throw new Error('A booking was not written')
  tell(work, action, differences(undefined, change), made)
  return made
}

/**
 * The one way a booking changes: the row, its next version, the line of its journal and the events, in one transaction.
 * A change that changes nothing leaves no trace. `before` must come from lockBooking in the same transaction.
 */
export const changeBooking = async (
  work: Work,
  action: string,
  before: BookingRecord,
  change: BookingChange,
): Promise<BookingRecord> => {
  const line = differences(before, change)
  const fields = keysOf(line.after)
  if (fields.length === 0) return before
  const sets = fields.map((field, index) => `${columnOf(field)} = $${index + 4}`)
  const text = `update booking b set version = b.version + 1, time_updated = $3, ${sets.join(', ')}
    where b.tenant_id = $1 and b.id = $2 ${returned}`
  const [after] = await rowsOf<BookingRecord>(work.tx, {
    name: nameOf(text),
    text,
    values: [work.tenant.id, before.id, work.now, ...fields.map((field) => stored(field, line.after[field]))],
  })
  if (!after) throw new Error(`Booking ${before.id} was not changed`)
  tell(work, action, line, after, before)
  return after
}

/**
 * As changeBooking does it, for all the rides of an invoice in one statement: they are many, and alike. They must be free
 * and locked. No desk is told: nothing that is still under way changes, and whoever has one of them open is told when
 * they save.
 */
export const markInvoiced = async ({ tx, tenant, by, now }: Work, ids: readonly number[], idInvoice: number) => {
  const { free, invoiced } = invoicingStatus
  const before: BookingChange = { statusInvoicing: free, idInvoice: null }
  const after: BookingChange = { statusInvoicing: invoiced, idInvoice }
  const marked = await rowsOf(tx, {
    text: `with marked as (
        update booking set version = version + 1, time_updated = $3, status_invoicing = ${invoiced}, id_invoice = $4
        where tenant_id = $1 and id = any($2::bigint[]) and status_invoicing = ${free} returning id, version)
      insert into booking_journal (tenant_id, id_booking, version, at, action, id_user, id_fleet, who, before, after)
      select $1, id, version, $3, 'invoice', $5, $6, $7, $8, $9 from marked order by id returning id_booking`,
    values: [
      tenant.id,
      ids,
      now,
      idInvoice,
      by.idUser ?? null,
      by.idFleet ?? null,
      by.who,
      JSON.stringify(before),
      JSON.stringify(after),
    ],
  })
  if (marked.length !== ids.length) throw new Error(`${marked.length} of ${ids.length} rides were marked as invoiced`)
}

export type JournalLine = {
  id: number
  version: number
  at: number
  action: string
  who: string
  idUser: number | null
  idFleet: number | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** What happened to a booking, oldest first; since a version, for whoever saw that one. */
export const journalOf = (tx: Tx, tenantId: number, idBooking: number, sinceVersion = 0) =>
  rowsOf<JournalLine>(tx, {
    text: `select id, version, ${millisOf('at')} as at, action, who, id_user as "idUser",
             id_fleet as "idFleet", before, after
           from booking_journal where tenant_id = $1 and id_booking = $2 and version > $3 order by id limit 500`,
    values: [tenantId, idBooking, sinceVersion],
  })
