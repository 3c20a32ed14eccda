import { setTimeout as wait } from 'node:timers/promises'
import type { Step } from '@parada/domain/route-sheet/records'
import { sql } from 'kysely'
import { type Lease, onceBack } from '../claims.ts'
import { rowsOf } from '../database.ts'
import type { Executor, Tx } from '../open.ts'

type Attachment = { filename: string; contentType: string; base64: string }
export type Mail = { to: string; subject: string; text: string; attachments?: Attachment[] }
type Sms = { to: string; text: string }

/** A finished ride that promos are to be paid for. */
type PromoPayload = { action: 'setServiceFinished'; idBooking: number }

/** Images freed by an erasure, to be removed from storage. */
type FreedImages = { hashes: string[] }

/** A request for a password link to this address, which may belong to nobody. */
type PasswordLink = { email: string; base: string; language: 'en' | 'es' }

/** A booking whose route sheets may need an update. */
type SheetsToFollow = { idBooking: number }

/** A call to the authority's register about a sheet; with `isAgain`, the register may already know the sheet. */
type RegisterCall = { idSheet: number; step: Step; isAgain?: boolean }

/** The payloads of the outbox, by kind; a month's `invoices` wait there until the month is over. */
export type OutboxPayloads = {
  mail: Mail
  sms: Sms
  invoices: { month: string }
  promo: PromoPayload
  freedImages: FreedImages
  routeSheets: SheetsToFollow
  register: RegisterCall
  passwordLink: PasswordLink
}

export const putInOutbox = <Kind extends keyof OutboxPayloads>(
  tx: Tx,
  tenantId: number,
  kind: Kind,
  payload: OutboxPayloads[Kind],
) =>
  tx
    .insertInto('outbox')
    .values({ tenant_id: tenantId, kind, payload: JSON.stringify(payload) })
    .execute()

export type Due<Kind extends keyof OutboxPayloads> = {
  id: number
  tenantId: number
  payload: OutboxPayloads[Kind]
  /** Includes this attempt. */
  attempts: number
}

/** Takes rows that are due; they stay claimed until they are marked, or until the lease is over. */
export const takeDue = <Kind extends keyof OutboxPayloads>(
  db: Executor,
  kind: Kind,
  most: number,
  { id: taker }: Lease,
) =>
  rowsOf<Due<Kind>>(db, {
    name: 'outbox_take',
    text: 'select id, tenant_id as "tenantId", payload, attempts from outbox_take($1, $2, $3)',
    values: [kind, most, taker],
  })

/** Rows finished within this time are marked in one statement, since every commit costs disk and processor time. */
const gatherMs = 10

/** Marks rows as sent. Rows finished while others are being marked are marked after them. */
export const doneMarker = (db: Executor) => {
  let waiting: number[] = []
  let next: Promise<unknown> = Promise.resolve()
  const markAll = async () => {
    await wait(gatherMs)
    const ids = waiting
    waiting = []
    return onceBack(() => rowsOf(db, { name: 'outbox_done', text: 'select outbox_done($1)', values: [ids] }))
  }
  return (id: number) => {
    if (waiting.push(id) === 1) next = next.then(markAll, markAll)
    return next
  }
}

export const markFailed = (db: Executor, id: number, reason: string, againInSeconds: number, { id: taker }: Lease) =>
  onceBack(() =>
    sql`select outbox_failed(${id}, ${reason}, make_interval(secs => ${againInSeconds}), ${taker})`.execute(db),
  )

/** Stops further attempts for good. */
export const markGivenUp = (db: Executor, id: number, reason: string) =>
  onceBack(() => sql`select outbox_given_up(${id}, ${reason})`.execute(db))
