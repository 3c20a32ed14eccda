import type { MessageChannel as Channel, CountedScope } from '@parada/domain/message-quota'
import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
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
  /** Under this word the booking gets the message only once on the channel. */
  once?: string
  /** It may be taken back until then, and leaves no earlier. */
  hold?: Hold | undefined
}

const selected = `id, channel, template, recipient, locale, state, attempts, last_error as "lastError", who,
  ${millisOf('created_at')} as "createdAt", ${millisOf('sent_at')} as "sentAt"`

const isTold = 'exists (select from delivery where tenant_id = $1 and id_booking = $4 and channel = $2 and once = $10)'

/** The message and the record of it, where the condition holds. */
const written = (condition: string) => `
  leaving as (
    insert into outbox (tenant_id, kind, payload, due_at, hold)
    select $1, $2, $3, coalesce($11, now()), $12 where ${condition}
    returning id),
  written as (
    insert into delivery
      (tenant_id, channel, id_booking, id_authorization, id_parking, template, recipient, locale, who, once, id_outbox)
    select $1, $2, $4, $5, $13, $6, $7, $8, $9, $10, id from leaving
    returning ${selected})`

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
  template,
  payload.to,
  locale,
  who,
  once ?? null,
  hold?.until ?? null,
  hold?.key ?? null,
  idParking ?? null,
]

/** Writes what is to be sent, with the record of it, into the transaction that causes it, whatever was sent before. */
export const putDelivery = async <Kind extends Channel & keyof OutboxPayloads>(
  tx: Tx,
  tenantId: number,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: Omit<About, 'once'>,
): Promise<Delivery | undefined> => {
  const [delivery] = await rowsOf<Delivery>(tx, {
    name: 'delivery_put',
    text: `with ${written('true')} select * from written`,
    values: valuesOf(tenantId, channel, payload, about),
  })
  return delivery
}

/** What a message is counted for on a day, and how many each may have. */
type Count = {
  day: string
  scopes: readonly CountedScope[]
  ids: readonly number[]
  limits: readonly number[]
  /** How many of the tenant's raise the first alarm. */
  nearlyAt: number
}

type Counted = {
  /** None where it was refused, or the booking was told once already. */
  delivery?: Delivery | undefined
  refusal?: CountedScope | undefined
  /** What the tenant is to be told now: 1 nearly used up, 2 used up. */
  alarm?: number | undefined
}

/**
 * The same within the limits of the day, counted in the same statement. A caller who gives `once` holds the booking's lock.
 */
export const putCounted = async <Kind extends Channel & keyof OutboxPayloads>(
  tx: Tx,
  tenantId: number,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About,
  { day, scopes, ids, limits, nearlyAt }: Count,
): Promise<Counted> => {
  type Row = Delivery & { refusal: CountedScope | null; alarm: number | null }
  const [found] = await rowsOf<Row>(tx, {
    name: 'delivery_put_counted',
    text: `with counted as materialized (
        select refusal, alarm from (select where not ${isTold}) new
        cross join lateral count_message($1, $14, $2, $15, $16, $17, $18)),
      ${written('exists (select from counted where refusal is null)')}
      select counted.refusal, counted.alarm, written.* from counted left join written on true`,
    values: [...valuesOf(tenantId, channel, payload, about), day, scopes, ids, limits, nearlyAt],
  })
  if (!found) return {}
  const { refusal, alarm, ...delivery } = found
  return { ...(refusal ? { refusal } : { delivery }), ...(alarm !== null && { alarm }) }
}

/** What left about a booking, oldest first. */
export const deliveriesOf = (tx: Tx, tenantId: number, idBooking: number) =>
  rowsOf<Delivery>(tx, {
    name: 'deliveries_of_booking',
    text: `select ${selected} from delivery where tenant_id = $1 and id_booking = $2 order by id limit 200`,
    values: [tenantId, idBooking],
  })

/** The language that an authorization asks for, such as es_ES. */
export const localeOfAuthorization = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<{ locale: string }>(tx, {
    text: 'select locale from customer_authorization where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  })
  return found?.locale
}
