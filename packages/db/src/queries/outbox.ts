import { setTimeout as wait } from 'node:timers/promises'
import type { Step } from '@parada/domain/route-sheet/records'
import { sql } from 'kysely'
import { type Lease, onceBack } from '../claims.ts'
import { rowsOf } from '../database.ts'
import type { Executor, Tx } from '../open.ts'

export type Attachment = { filename: string; contentType: string; base64: string }
export type Mail = { to: string; subject: string; text: string; attachments?: Attachment[] }
export type Sms = { to: string; text: string }

/** A ride that promos are to be paid for. */
export type PromoPayload = { action: 'setServiceFinished'; idBooking: number }

/** Images that were freed by an erasure, to be removed from where they lie. */
export type FreedImages = { hashes: string[] }

/** Somebody typed this address to get a link to a new password; it may be nobody's. */
export type PasswordLink = { email: string; base: string; language: 'en' | 'es' }

/** A booking whose sheets may have to follow it. */
export type SheetsToFollow = { idBooking: number }

/** What the authority's register is to be told of a sheet; one that is sent again may be known there. */
export type RegisterCall = { idSheet: number; step: Step; isAgain?: boolean }

/** What may leave the house, by kind; invoices of a month wait there for the month to be over. */
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
  /** This try included. */
  attempts: number
}

/** Takes what is due; it stays claimed until it is marked, or until the lease is over. */
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

/** What is done within so short a time is marked in one statement: every commit costs the disk and the processor. */
const gatherMs = 10

/** Marks what was sent. What is done while others are being marked is marked after them. */
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

/** Ends the tries for good. */
export const markGivenUp = (db: Executor, id: number, reason: string) =>
  onceBack(() => sql`select outbox_given_up(${id}, ${reason})`.execute(db))
