import type { CodeOf } from '@parada/domain/codes'
import { sql } from 'kysely'
import { rowsOf, type Statement, sendAlong } from '../database.ts'
import type { Executor, Tx } from '../open.ts'

export type SecurityEvent = {
  at: Date
  kind: CodeOf<'securityKind'>
  outcome: CodeOf<'securityOutcome'>
  idStaff?: number | undefined
  who: string
  ipAddress: string
  /** The app user whom the event is about. */
  idUser?: number | undefined
  detail: string
  requestId: string
}

/** Kinds that change nothing and may come in floods: equal events within a minute are counted in one row. */
const repeated: ReadonlySet<SecurityEvent['kind']> = new Set(['signIn', 'signOut', 'passwordLink', 'export', 'access'])

const statementOf = (event: SecurityEvent): Statement => ({
  name: 'security_event_put',
  text: 'select security_event_put($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
  values: [
    event.at,
    event.kind,
    event.outcome,
    event.idStaff ?? null,
    event.who,
    event.ipAddress,
    event.idUser ?? null,
    event.detail,
    event.requestId,
    event.outcome === 'done' && !repeated.has(event.kind),
  ],
})

/** Sent with the change that it reports: neither is kept without the other. */
export const sendSecurityEvent = (tx: Tx, event: SecurityEvent) => sendAlong(tx, statementOf(event))

export const writeSecurityEvent = (tx: Tx, event: SecurityEvent) => rowsOf(tx, statementOf(event))

export const tidySecurityEvents = (db: Executor, days: number) => sql`select tidy_security_events(${days})`.execute(db)
