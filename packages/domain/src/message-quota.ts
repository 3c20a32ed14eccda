import { startOfDay, wallTime, type Zone } from './booking/calendar.ts'
import { dateTimeServiceStart, hourTimeServiceStart } from './booking/texts.ts'
import { membersOf, recordOf } from './objects.ts'
import type { ProblemKey } from './problem/keys.ts'

const messageChannels = ['mail', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

export const quotaScopes = ['booking', 'user', 'tenant'] as const
type Limits = Record<(typeof quotaScopes)[number], number>

/** How many messages may be sent per day: about one booking, by one user, and by the whole tenant. */
export type Quotas = Record<MessageChannel, Limits>

export const defaultQuotas: Quotas = {
  sms: { booking: 10, user: 200, tenant: 5_000 },
  mail: { booking: 20, user: 300, tenant: 20_000 },
}

/** A tenant's own limits; those it does not set are the defaults. */
export type TenantQuotas = { [Channel in MessageChannel]?: Partial<Limits> | undefined }

/** More than anyone sends, and within the range of the database column. */
export const mostPerDay = 10_000_000

const isLimit = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostPerDay

/** The tenant's flag may hold anything: an unreadable limit must not keep anyone from booking. */
export const limitsFor = (channel: MessageChannel, house: Quotas, tenant?: unknown): Limits => {
  const named = membersOf(membersOf(tenant)[channel])
  return recordOf(quotaScopes, (scope) => {
    const limit = named[scope]
    return isLimit(limit) ? limit : house[channel][scope]
  })
}

/** The number of messages in a tenant's day that raises the first alert. */
export const nearlyUsedAt = (limit: number) => Math.ceil(limit * 0.8)

/** What a message is counted against. Parkings and authorizations have the same limit as bookings. */
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

/** The day that a message counts towards, on the tenant's calendar. */
export const quotaDay = (now: number, timeZone: Zone) => new Date(wallTime(now, timeZone)).toISOString().slice(0, 10)

/** When the next day begins, in epoch milliseconds and as text. */
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
