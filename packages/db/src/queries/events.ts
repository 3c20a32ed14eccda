import { topicPrefix } from '@parada/domain/live'
import { sql } from 'kysely'
import { rowsOf } from '../database.ts'
import type { Executor, Tx } from '../open.ts'

/** An event for everybody subscribed to the destination. */
export type LiveEvent = { destination: string; message: object }

type Tenant = { id: number; subdomain: string }

export const eventTo = ({ subdomain }: Pick<Tenant, 'subdomain'>, topic: string, message: object): LiveEvent => ({
  destination: topicPrefix(subdomain) + topic,
  message,
})

/**
 * Writes an event with the change that causes it; it is published after the commit, or when it is due. Returns its id.
 */
export const putEvent = async (tx: Tx, tenant: Tenant, topic: string, message: object, dueAt?: Date) => {
  const payload = JSON.stringify(eventTo(tenant, topic, message))
  const { id } = await tx
    .insertInto('outbox')
    .values({ tenant_id: tenant.id, kind: 'event', payload, ...(dueAt && { due_at: dueAt }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const dueEvents = async (db: Executor, most: number): Promise<(LiveEvent & { id: number })[]> => {
  const { rows } = await sql<{ id: number; payload: LiveEvent }>`
    select id, payload from events_due(${most})`.execute(db)
  return rows.map(({ id, payload }) => ({ id, ...payload }))
}

export const markPublished = (db: Executor, ids: readonly number[]) =>
  sql`select events_done(${ids}::bigint[])`.execute(db)

/** Numbers the events that are due, for every server to publish; true if there may be more. */
export const numberEvents = async (db: Executor, most: number) => {
  const [numbered] = await rowsOf<{ hasMore: boolean }>(db, {
    name: 'events_number',
    text: 'select events_number($1) as "hasMore"',
    values: [most],
  })
  return numbered?.hasMore ?? false
}

export const lastEventNumber = async (db: Executor) => {
  const { rows } = await sql<{ last: number }>`select events_last() as last`.execute(db)
  return rows[0]?.last ?? 0
}

export const eventsAfter = async (
  db: Executor,
  last: number,
  most: number,
): Promise<(LiveEvent & { number: number })[]> => {
  const rows = await rowsOf<{ number: number; payload: LiveEvent }>(db, {
    name: 'events_after',
    text: 'select number, payload from events_after($1, $2)',
    values: [last, most],
  })
  return rows.map(({ number, payload }) => ({ number, ...payload }))
}

export type LiveUser = { tenantId: number; subdomain: string; userId: number; tokenHash: Buffer }

/** The session of live credentials, if they are correct and have not expired. */
export const liveLogin = async (db: Executor, userName: string, secretHash: Buffer): Promise<LiveUser | undefined> => {
  const { rows } = await sql<LiveUser>`
    select tenant_id as "tenantId", subdomain, user_id as "userId", token_hash as "tokenHash"
    from live_login(${userName}, ${secretHash})`.execute(db)
  return rows[0]
}
