import { type BookingRecord, bookingFields } from '@parada/domain/booking/fields'
import { invoicingStatus } from '@parada/domain/booking/invoicing'
import { assistanceClient, bookingStatus, hasEnded, isAlive } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import { topics } from '@parada/domain/live'
import { fleetName } from '../booking-fields.ts'
import { rowsOf, sendAlong } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import { type ChangeOf, type Line, versioned } from '../versioned.ts'
import { tellAssistance } from './assistance.ts'
import { tellCancelled, wasCancelled } from './cancelled-events.ts'
import { eventTo } from './events.ts'
import { type Hold, noteChange } from './holds.ts'
import { followBooking } from './route-sheets.ts'

/**
 * Who made a change: a call-centre user, a fleet, another supplier or an insurer through its link, or Parada itself.
 */
export type Author = { idUser?: number; idFleet?: number; idSupplier?: number; idInsurer?: number; who: string }
export const theHouse: Author = { who: constants.productName }

export type Tenant = { id: number; subdomain: string }

/**
 * What a change works with: one transaction, its tenant, the author and the time. Under a hold, nothing it causes is
 * sent before the hold is over, and its writes are noted so that they can be undone.
 */
export type Work = { tx: Tx; tenant: Tenant; by: Author; now: Date; hold?: Hold | undefined }

export type BookingChange = ChangeOf<typeof bookingFields>

/**
 * The fleets whose desks are notified of a change: the booking's own and one that has lost it. There are none for a
 * booking that never left the wizard.
 */
const fleetsToTell = ({ status, idFleet }: BookingRecord, before: BookingRecord | undefined) => {
  const isUnheard = before?.status === bookingStatus.created && !isAlive(status)
  const isHeard = !isUnheard && (isAlive(status) || hasEnded(status))
  return new Set(isHeard ? [idFleet, before?.idFleet].filter((id) => id != null) : [])
}

const journalLine = `
  insert into booking_journal
    (tenant_id, id_booking, version, at, action, id_user, id_fleet, id_insurer, who, before, after)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

const lineAndEvents = `
  with told as (insert into outbox (tenant_id, kind, payload) select $1, 'event', unnest($12::jsonb[]))
  ${journalLine}`

const tell = (work: Work, action: string, line: Line, booking: BookingRecord, before?: BookingRecord) => {
  const { tx, tenant, by, now, hold } = work
  const { id: idBooking, version, status: statusBooking, idFleet } = booking
  const fleets = fleetsToTell(booking, before)
  const message = { content: { idBooking, statusBooking, idFleet } }
  const events = [...fleets].map((id) => JSON.stringify(eventTo(tenant, topics.fleet(id), message)))
  const told = [
    tenant.id,
    idBooking,
    version,
    now,
    action,
    by.idUser ?? null,
    by.idFleet ?? null,
    by.idInsurer ?? null,
    by.who,
    JSON.stringify(line.before),
    JSON.stringify(line.after),
  ]
  if (events.length === 0) sendAlong(tx, { name: 'booking_journal_put', text: journalLine, values: told })
  else sendAlong(tx, { name: 'booking_journal_tell', text: lineAndEvents, values: [...told, events] })
  if (fleets.size > 0 && wasCancelled(booking, before)) tellCancelled(tx, { tenant, now, booking, fleets })
  noteChange(tx, tenant.id, hold, { id: idBooking, version, isNew: before === undefined })
  followBooking(work, line, booking, before)
  if (booking.clientType === assistanceClient) tellAssistance(tx, tenant)
}

const bookings = versioned<typeof bookingFields, BookingRecord, Work>({
  table: 'booking',
  fields: bookingFields,
  beside: `, ${fleetName}`,
  tell,
})

/**
 * The one way to read and write a whole booking: insert and change write its journal and notify the desks. Pass to
 * change what lock returned.
 */
export const { lock: lockBooking, read: readBooking, insert: insertBooking, change: changeBooking } = bookings

/**
 * Does what changeBooking does, for all rides of an invoice in one statement, since they are many and alike. They must
 * be free and locked. No desk is notified: nothing under way changes, and users with one of them open are told when
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
  idInsurer: number | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** The history of a booking, oldest first; with `sinceVersion`, only what came after it. */
export const journalOf = (tx: Tx, tenantId: number, idBooking: number, sinceVersion = 0) =>
  rowsOf<JournalLine>(tx, {
    text: `select id, version, ${millisOf('at')} as at, action, who, id_user as "idUser",
             id_fleet as "idFleet", id_insurer as "idInsurer", before, after
           from booking_journal where tenant_id = $1 and id_booking = $2 and version > $3 order by id limit 500`,
    values: [tenantId, idBooking, sinceVersion],
  })
