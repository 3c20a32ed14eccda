import { journalMessage, type Work } from '@parada/db/queries/booking-changes'
import { type About, type Delivery, putCounted } from '@parada/db/queries/deliveries'
import { putEvent } from '@parada/db/queries/events'
import type { OutboxPayloads } from '@parada/db/queries/outbox'
import { tenantSettings } from '@parada/db/queries/tenants'
import { constants } from '@parada/domain/constants'
import { topics } from '@parada/domain/live'
import {
  type CountedScope,
  defaultQuotas,
  isOverQuota,
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
import { words } from '../words/words.ts'

let house: Quotas = defaultQuotas

/** The limits of the installation, known from its start. */
export const setQuotas = (quotas: Quotas) => {
  house = quotas
}

type Counted = [scope: CountedScope, id: number]

const subjectOf = ({ idBooking, idParking, idAuthorization }: About): Counted[] => {
  if (idBooking !== undefined) return [['booking', idBooking]]
  if (idParking !== undefined) return [['parking', idParking]]
  return idAuthorization === undefined ? [] : [['authorization', idAuthorization]]
}

type Day = { channel: MessageChannel; limit: number; time: string }

/** Tells every desk of the tenant that messages are running out, or have run out. */
const raiseAlarm = async ({ tx, tenant }: Work, alarm: number, day: Day) => {
  const say = words[await tenantLocale(tx)].quotas
  const message = alarm === 2 ? say.usedUp(day) : say.nearlyUsed({ ...day, sent: nearlyUsedAt(day.limit) })
  await putEvent(tx, tenant, topics.everybody, { notification: { message, color: 'warning', sticky: true } })
}

const send = async <Kind extends MessageChannel>(
  work: Work,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About,
  ofUser: Counted[],
): Promise<Delivery | OverQuota | undefined> => {
  const { tx, tenant, now } = work
  const { timeZone = constants.defaultTimeZone, messageQuotas } = await tenantSettings(tx)
  const limits = limitsFor(channel, house, messageQuotas)
  const counted: Counted[] = [...subjectOf(about), ...ofUser, ['tenant', 0]]
  const { delivery, refusal, alarm } = await putCounted(tx, tenant.id, channel, payload, about, {
    day: quotaDay(now.getTime(), timeZone),
    scopes: counted.map(([scope]) => scope),
    ids: counted.map(([, id]) => id),
    limits: counted.map(([scope]) => limitOf(limits, scope)),
    nearlyAt: nearlyUsedAt(limits.tenant),
  })
  const { freeAt, time } = quotaEnd(now.getTime(), timeZone)
  if (refusal) return { channel, overQuota: refusal, limit: limitOf(limits, refusal), freeAt, time }
  if (alarm) await raiseAlarm(work, alarm, { channel, limit: limits.tenant, time })
  return delivery
}

/** Sends what a person asked for, unless a quota of the day is used up. */
export const sendByHand = async <Kind extends MessageChannel>(
  work: Work,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About,
): Promise<Delivery | OverQuota> => {
  const { idUser } = work.by
  const sent = await send(work, channel, payload, about, idUser === undefined ? [] : [['user', idUser]])
  if (!sent) throw new Error('What is sent by hand is sent each time')
  return sent
}

/**
 * Sends what the house says by itself. With the quota used up it is dropped, and the booking's journal tells of it: the
 * work that caused it goes on.
 */
export const sendByItself = async <Kind extends MessageChannel>(
  work: Work,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About & { idBooking: number },
) => {
  const sent = await send(work, channel, payload, about, [])
  if (isOverQuota(sent)) journalMessage(work, channel === 'sms' ? 'smsDropped' : 'mailDropped', about.idBooking)
}
