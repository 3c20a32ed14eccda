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
  /** What the tenant's desks are told when its day is nearly used up, and when it is used up. */
  alarms: readonly [LiveEvent, LiveEvent]
}

/** The line of the booking's journal about a message that was over the limit. */
type Dropped = { action: string; at: Date; by: Author }

/** The same within the limits of the day, counted in the same statement. Who gives `once` holds the booking's lock. */
const countedStatement = <Kind extends Channel & keyof OutboxPayloads>(
  tenantId: number,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About,
  { day, scopes, ids, limits, nearlyAt, alarms }: Count,
  dropped?: Dropped,
): Statement => ({
  name: 'delivery_put_counted',
  text: `with counted as materialized (
      select refusal, alarm from (select where not ${isTold}) new
      cross join lateral count_message($1, $14, $2, $15, $16, $17, $18)),
    alarmed as (
      insert into outbox (tenant_id, kind, payload)
      select $1, 'event', ($19::jsonb[])[alarm] from counted where alarm is not null),
    dropped as (
      insert into booking_journal (tenant_id, id_booking, version, at, action, id_user, id_fleet, id_insurer, who)
      select b.tenant_id, b.id, b.version, $21, $20, $22, $23, $24, $9
      from counted join booking b on b.tenant_id = $1 and b.id = $4
      where counted.refusal is not null and $20::text is not null),
    ${written('exists (select from counted where refusal is null)')}
    select counted.refusal, written.* from counted left join written on true`,
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

type Counted = {
  /** None where it was refused, or the booking was told once already. */
  delivery?: Delivery | undefined
  refusal?: CountedScope | undefined
}

export const putCounted = async <Kind extends Channel & keyof OutboxPayloads>(
  tx: Tx,
  ...message: Parameters<typeof countedStatement<Kind>>
): Promise<Counted> => {
  const [found] = await rowsOf<Delivery & { refusal: CountedScope | null }>(tx, countedStatement(...message))
  if (!found) return {}
  const { refusal, ...delivery } = found
  return refusal ? { refusal } : { delivery }
}

/**
 * Where nobody asks what became of it: it leaves with the commit, and the tenant's others, who wait for the end of this
 * transaction to be counted, wait for nothing but the database.
 */
export const putCountedAlong = <Kind extends Channel & keyof OutboxPayloads>(
  tx: Tx,
  ...message: Parameters<typeof countedStatement<Kind>>
) => sendAlong(tx, countedStatement(...message))

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
