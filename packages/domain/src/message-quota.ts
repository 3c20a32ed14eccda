import { startOfDay, wallTime, type Zone } from './booking/calendar.ts'
import { dateTimeServiceStart, hourTimeServiceStart } from './booking/texts.ts'
import { membersOf, recordOf } from './objects.ts'
import type { ProblemKey } from './problem/keys.ts'

export const messageChannels = ['mail', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

export const quotaScopes = ['booking', 'user', 'tenant'] as const
type Limits = Record<(typeof quotaScopes)[number], number>

/** How many messages may leave on a day: about one booking, by the hand of one user, and from the whole tenant. */
export type Quotas = Record<MessageChannel, Limits>

export const defaultQuotas: Quotas = {
  sms: { booking: 10, user: 200, tenant: 5_000 },
  mail: { booking: 20, user: 300, tenant: 20_000 },
}

/** What a tenant is given instead; limits that it does not name are those of the house. */
export type TenantQuotas = { [Channel in MessageChannel]?: Partial<Limits> | undefined }

/** More than anybody sends, and no more than the database counts. */
export const mostPerDay = 10_000_000

const isLimit = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostPerDay

/** The database may hold anything under the flag: a limit that cannot be read must not keep anybody from booking. */
export const limitsFor = (channel: MessageChannel, house: Quotas, tenant?: unknown): Limits => {
  const named = membersOf(membersOf(tenant)[channel])
  return recordOf(quotaScopes, (scope) => {
    const limit = named[scope]
    return isLimit(limit) ? limit : house[channel][scope]
  })
}

/** How many messages of a tenant's day raise the first alarm. */
export const nearlyUsedAt = (limit: number) => Math.ceil(limit * 0.8)

/** What a message is counted for. A parking and an authorization have the limit of a booking. */
export type CountedScope = keyof Limits | 'parking' | 'authorization'

export const limitOf = (limits: Limits, scope: CountedScope) =>
  scope === 'parking' || scope === 'authorization' ? limits.booking : limits[scope]

/** A message that was not sent because the day's limit was reached. */
export type OverQuota = {
  channel: MessageChannel
  overQuota: CountedScope
  limit: number
  freeAt: number
  time: string
}

/** The day that a message counts for, on the tenant's calendar. */
export const quotaDay = (now: number, timeZone: Zone) => new Date(wallTime(now, timeZone)).toISOString().slice(0, 10)

/** When the next day begins, as a moment and in figures. */
export const quotaEnd = (now: number, timeZone: Zone) => {
  const freeAt = startOfDay(now, timeZone, 1)
  const shown = { timeBookingStartTimestamp: freeAt, ...(timeZone && { timeZone }) }
  return { freeAt, time: `${dateTimeServiceStart(shown)} ${hourTimeServiceStart(shown)}` }
}

export const isOverQuota = <Sent>(sent: Sent | OverQuota): sent is OverQuota =>
  typeof sent === 'object' && sent !== null && 'overQuota' in sent

const problems: Record<MessageChannel, Record<CountedScope, ProblemKey>> = {
  sms: {
    booking: 'problems.smsQuotaBooking',
    parking: 'problems.smsQuotaBooking',
    authorization: 'problems.smsQuotaBooking',
    user: 'problems.smsQuotaUser',
    tenant: 'problems.smsQuotaTenant',
  },
  mail: {
    booking: 'problems.mailQuotaBooking',
    parking: 'problems.mailQuotaBooking',
    authorization: 'problems.mailQuotaAuthorization',
    user: 'problems.mailQuotaUser',
    tenant: 'problems.mailQuotaTenant',
  },
}

export const quotaProblem = ({ channel, overQuota }: Pick<OverQuota, 'channel' | 'overQuota'>) =>
  problems[channel][overQuota]
