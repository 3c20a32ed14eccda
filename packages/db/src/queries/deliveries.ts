import type { MessageChannel as Channel, CountedScope } from '@parada/domain/message-quota'
import { rowsOf, type Statement, sendAlong } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Author } from './booking-changes.ts'
import type { LiveEvent } from './events.ts'
import type { Hold } from './holds.ts'
import type { OutboxPayloads } from './outbox.ts'

export type Delivery = {
  id: number
  channel: Channel
  template: string
  recipient: string
  locale: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  lastError: string | null
  who: string
  createdAt: number
  sentAt: number | null
}

export type About = {
  idBooking?: number
  idAuthorization?: number
  idParking?: number
  template: string
  locale: 'en' | 'es'
  who: string
  /** Under this key the booking gets the message only once per channel. */
  once?: string
  /** Until this hold is over the message may be taken back, and it is not sent before. */
  hold?: Hold | undefined
}

const selected = `id, channel, template, recipient, locale, state, attempts, last_error as "lastError", who,
  ${millisOf('created_at')} as "createdAt", ${millisOf('sent_at')} as "sentAt"`

const valuesOf = <Kind extends Channel & keyof OutboxPayloads>(
  tenantId: number,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  { idBooking, idAuthorization, idParking, template, locale, who, once, hold }: About,
) => [
  tenantId,
  channel,
  JSON.stringify(payload),
  idBooking ?? null,
  idAuthorization ?? null,
  idParking ?? null,
  template,
  payload.to,
  locale,
  who,
  once ?? null,
  hold?.until ?? null,
  hold?.key ?? null,
]

/** Writes a message with its delivery record in the transaction that causes it, whatever was sent before. */
export const putDelivery = async <Kind extends Channel & keyof OutboxPayloads>(
  tx: Tx,
  tenantId: number,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: Omit<About, 'once'>,
): Promise<Delivery | undefined> => {
  const [delivery] = await rowsOf<Delivery>(tx, {
    name: 'delivery_put',
    text: `with leaving as (
        insert into outbox (tenant_id, kind, payload, due_at, hold) values ($1, $2, $3, coalesce($12, now()), $13)
        returning id)
      insert into delivery
        (tenant_id, channel, id_booking, id_authorization, id_parking, template, recipient, locale, who, once, id_outbox)
      select $1, $2, $4, $5, $6, $7, $8, $9, $10, $11, id from leaving returning ${selected}`,
    values: valuesOf(tenantId, channel, payload, about),
  })
  return delivery
}

/** What a message counts towards on a day, and the limit of each. */
type Count = {
  day: string
  scopes: readonly CountedScope[]
  ids: readonly number[]
  limits: readonly number[]
  /** The tenant's count that raises the first alarm. */
  nearlyAt: number
  /** Events for the tenant's desks when the day's quota is nearly used up, and when it is used up. */
  alarms: readonly [LiveEvent, LiveEvent]
}

/** The line in the booking's journal for a message dropped over the limit. */
type DropNote = { action: string; at: Date; by: Author }

/**
 * Like putDelivery, within the limits of the day and counted in the same statement. With `once`, the booking must be
 * locked.
 */
const countedStatement = <Kind extends Channel & keyof OutboxPayloads>(
  tenantId: number,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About,
  { day, scopes, ids, limits, nearlyAt, alarms }: Count,
  dropped?: DropNote,
): Statement => ({
  name: 'delivery_put_counted',
  text: `select refusal, id_delivery as "idDelivery" from put_counted($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
    $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)`,
  values: [
    ...valuesOf(tenantId, channel, payload, about),
    day,
    scopes,
    ids,
    limits,
    nearlyAt,
    alarms.map((event) => JSON.stringify(event)),
    dropped?.action ?? null,
    dropped?.at ?? null,
    dropped?.by.idUser ?? null,
    dropped?.by.idFleet ?? null,
    dropped?.by.idInsurer ?? null,
  ],
})

type DeliveryCounts = {
  /** Undefined if it was refused, or if the booking has already had the message. */
  delivery?: Delivery | undefined
  refusal?: CountedScope | undefined
}

export const putCounted = async <Kind extends Channel & keyof OutboxPayloads>(
  tx: Tx,
  ...message: Parameters<typeof countedStatement<Kind>>
): Promise<DeliveryCounts> => {
  type Put = { refusal: CountedScope | null; idDelivery: number | null }
  const [put] = await rowsOf<Put>(tx, countedStatement(...message))
  if (put?.refusal) return { refusal: put.refusal }
  if (!put?.idDelivery) return {}
  const [tenantId] = message
  const [delivery] = await rowsOf<Delivery>(tx, {
    name: 'delivery_get',
    text: `select ${selected} from delivery where tenant_id = $1 and id = $2`,
    values: [tenantId, put.idDelivery],
  })
  return { delivery }
}

/**
 * Like putCounted when nobody needs the outcome: it is sent with the commit, so that the tenant's other messages, which
 * wait for this transaction to be counted, wait only for the database.
 */
export const putCountedAlong = <Kind extends Channel & keyof OutboxPayloads>(
  tx: Tx,
  ...message: Parameters<typeof countedStatement<Kind>>
) => sendAlong(tx, countedStatement(...message))

/** Deliveries about a booking, oldest first. */
export const deliveriesOf = (tx: Tx, tenantId: number, idBooking: number) =>
  rowsOf<Delivery>(tx, {
    name: 'deliveries_of_booking',
    text: `select ${selected} from delivery where tenant_id = $1 and id_booking = $2 order by id limit 200`,
    values: [tenantId, idBooking],
  })

/** The locale that an authorization asks for, such as es_ES. */
export const localeOfAuthorization = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<{ locale: string }>(tx, {
    text: 'select locale from customer_authorization where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  })
  return found?.locale
}
