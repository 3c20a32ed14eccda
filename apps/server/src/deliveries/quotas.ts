import type { Work } from '@parada/db/queries/booking-changes'
import { type About, type Delivery, putCounted, putCountedAlong } from '@parada/db/queries/deliveries'
import { eventTo } from '@parada/db/queries/events'
import type { OutboxPayloads } from '@parada/db/queries/outbox'
import { tenantSettings } from '@parada/db/queries/tenants'
import { constants } from '@parada/domain/constants'
import { topics } from '@parada/domain/live'
import {
  type CountedScope,
  defaultQuotas,
  limitOf,
  limitsFor,
  type MessageChannel,
  nearlyUsedAt,
  type OverQuota,
  type Quotas,
  quotaDay,
  quotaEnd,
} from '@parada/domain/message-quota'
import { tenantLocale } from '../words/tenant-locale.ts'
import { type Locale, words } from '../words/words.ts'

let house: Quotas = defaultQuotas

/** Sets the limits of the installation, which are known from its start. */
export const setQuotas = (quotas: Quotas) => {
  house = quotas
}

type Subject = [scope: CountedScope, id: number]

const subjectOf = ({ idBooking, idParking, idAuthorization }: About): Subject[] => {
  if (idBooking !== undefined) return [['booking', idBooking]]
  if (idParking !== undefined) return [['parking', idParking]]
  return idAuthorization === undefined ? [] : [['authorization', idAuthorization]]
}

/** The events that tell every desk of the tenant that messages are running out, or have run out. */
const alarmsOf = (
  tenant: Work['tenant'],
  locale: Locale,
  day: { channel: MessageChannel; limit: number; time: string },
) => {
  const say = words[locale].quotas
  const alarm = (message: string) =>
    eventTo(tenant, topics.everybody, { notification: { message, color: 'warning', sticky: true } })
  return [alarm(say.nearlyUsed({ ...day, sent: nearlyUsedAt(day.limit) })), alarm(say.usedUp(day))] as const
}

/** Today's limits for one message, and when they reset. */
const countOf = async ({ tx, tenant, now }: Work, channel: MessageChannel, about: About, ofUser: Subject[] = []) => {
  const [{ timeZone = constants.defaultTimeZone, messageQuotas }, locale] = await Promise.all([
    tenantSettings(tx),
    tenantLocale(tx),
  ])
  const limits = limitsFor(channel, house, messageQuotas)
  const counted: Subject[] = [...subjectOf(about), ...ofUser, ['tenant', 0]]
  const end = quotaEnd(now.getTime(), timeZone)
  const count = {
    day: quotaDay(now.getTime(), timeZone),
    scopes: counted.map(([scope]) => scope),
    ids: counted.map(([, id]) => id),
    limits: counted.map(([scope]) => limitOf(limits, scope)),
    nearlyAt: nearlyUsedAt(limits.tenant),
    alarms: alarmsOf(tenant, locale, { channel, limit: limits.tenant, time: end.time }),
  }
  return { limits, end, count }
}

/** Sends what a person requested, unless a daily quota is used up. */
export const sendByHand = async <Kind extends MessageChannel>(
  work: Work,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About,
): Promise<Delivery | OverQuota> => {
  const { idUser } = work.by
  const { limits, end, count } = await countOf(work, channel, about, idUser === undefined ? [] : [['user', idUser]])
  const { delivery, refusal } = await putCounted(work.tx, work.tenant.id, channel, payload, about, count)
  if (refusal) return { channel, overQuota: refusal, limit: limitOf(limits, refusal), ...end }
  if (!delivery) throw new Error('What is sent by hand is sent each time')
  return delivery
}

/**
 * Sends an automatic message. If the quota is used up, the message is dropped and noted in the booking's journal, and
 * the work that caused it goes on.
 */
export const sendByItself = async <Kind extends MessageChannel>(
  work: Work,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About & { idBooking: number },
) => {
  const { tx, tenant, by, now } = work
  const { count } = await countOf(work, channel, about)
  const dropped = { action: channel === 'sms' ? 'smsDropped' : 'mailDropped', at: now, by }
  putCountedAlong(tx, tenant.id, channel, payload, about, count, dropped)
}
