import { sql } from 'kysely'
import type { Executor, Tx } from '../open.ts'

export type Attachment = { filename: string; contentType: string; base64: string }
export type Mail = { to: string; subject: string; text: string; attachments?: Attachment[] }
export type Sms = { to: string; text: string }

/** What may leave the house, by kind. */
export type OutboxPayloads = { mail: Mail; sms: Sms }

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

/** Takes what is due; what is not marked done within a minute will be taken again, by this server or another. */
export const takeDue = async <Kind extends keyof OutboxPayloads>(db: Executor, kind: Kind, most = 20) => {
  const { rows } = await sql<Due<Kind>>`
    select id, tenant_id as "tenantId", payload, attempts from outbox_take(${kind}, ${most})`.execute(db)
  return rows
}

export const markDone = (db: Executor, id: number) => sql`select outbox_done(${id})`.execute(db)

export const markFailed = (db: Executor, id: number, reason: string, againInSeconds: number) =>
  sql`select outbox_failed(${id}, ${reason}, make_interval(secs => ${againInSeconds}))`.execute(db)

/** Ends the tries for good. */
export const markGivenUp = (db: Executor, id: number, reason: string) =>
  sql`select outbox_given_up(${id}, ${reason})`.execute(db)
