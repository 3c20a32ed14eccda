import { userInfo } from 'node:os'
import { afterCommit } from '@parada/db/database'
import type { Tx } from '@parada/db/open'
import { type SecurityEvent, sendSecurityEvent, writeSecurityEvent } from '@parada/db/queries/security-events'
import type { FastifyBaseLogger } from 'fastify'

type Person = { id: number; name: string; surname: string }

/** What an event needs of the request; the context of every handler has it. */
type EventSource = {
  tenant: { id: number; subdomain: string }
  user?: Person | undefined
  now: Date
  ip: string
  requestId: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** What happened. The user of the request did it, unless somebody else is given. */
export type Happening = Pick<SecurityEvent, 'kind'> &
  Partial<Pick<SecurityEvent, 'outcome' | 'idStaff' | 'who' | 'idUser' | 'detail'>>

export const fullName = ({ name, surname }: Pick<Person, 'name' | 'surname'>) => `${name} ${surname}`.trim()

const eventOf = ({ user, now, ip, requestId }: EventSource, happening: Happening): SecurityEvent => ({
  at: now,
  outcome: 'done',
  idStaff: user?.id,
  who: user ? fullName(user) : '',
  ipAddress: ip,
  detail: '',
  requestId,
  ...happening,
})

const logEvent = ({ tenant, log }: EventSource, { at: _, requestId: __, ...event }: SecurityEvent) => {
  const line = { security: event, tenant: tenant.subdomain }
  if (event.outcome === 'done') log.info(line, 'Security event')
  else log.warn(line, 'Security event')
}

/** Records a change within its transaction: stored with it, and logged once it is committed. */
export const securityEvent = (source: EventSource & { tx: Tx }, happening: Happening) => {
  const event = eventOf(source, happening)
  sendSecurityEvent(source.tx, event)
  afterCommit(source.tx, () => logEvent(source, event))
}

type InTenant = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Records what changed nothing, in a transaction of its own. A failure is only logged, so it keeps nobody from signing
 * in.
 */
export const securityEventAside = async (source: EventSource & { inTenant: InTenant }, happening: Happening) => {
  const event = eventOf(source, happening)
  logEvent(source, event)
  await source
    .inTenant((tx) => writeSecurityEvent(tx, event))
    .catch((err) => source.log.error({ err, security: event }, 'A security event was not kept'))
}

const accountName = () => {
  try {
    return userInfo().username
  } catch {
    // A container may run under a user id that has no name.
    return String(process.getuid?.() ?? '')
  }
}

/** Records what the admin commands do, within their transaction. */
export const commandLineEvent = (tx: Tx, happening: Happening) =>
  sendSecurityEvent(tx, {
    at: new Date(),
    outcome: 'done',
    who: `npm run admin (${accountName()})`,
    ipAddress: '',
    detail: '',
    requestId: '',
    ...happening,
  })
