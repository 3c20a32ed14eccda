import { rowsOf, type Statement, sendAlong } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Hold } from './holds.ts'
import type { OutboxPayloads } from './outbox.ts'

export type Channel = 'mail' | 'sms'

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

type About = {
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

const put = <Kind extends Channel & keyof OutboxPayloads>(
  tenantId: number,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  { idBooking, idAuthorization, idParking, template, locale, who, once, hold }: About,
): Statement => ({
  name: 'delivery_put',
  text: `with leaving as (
      insert into outbox (tenant_id, kind, payload, due_at, hold)
      select $1, $2, $3, coalesce($11, now()), $12 where not exists (
        select from delivery where tenant_id = $1 and id_booking = $4 and channel = $2 and once = $10)
      returning id)
    insert into delivery
      (tenant_id, channel, id_booking, id_authorization, id_parking, template, recipient, locale, who, once, id_outbox)
    select $1, $2, $4, $5, $13, $6, $7, $8, $9, $10, id from leaving
    returning ${selected}`,
  values: [
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
  ],
})

/**
 * Writes what is to be sent, with the record of it, into the transaction that causes it; nothing for what the booking was
 * told once already. A caller who gives `once` holds the booking's lock.
 */
export const putDelivery = async <Kind extends Channel & keyof OutboxPayloads>(
  tx: Tx,
  tenantId: number,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About,
): Promise<Delivery | undefined> => {
  const [written] = await rowsOf<Delivery>(tx, put(tenantId, channel, payload, about))
  return written
}

/** The same for whoever does not ask what was written. */
export const sendDelivery = <Kind extends Channel & keyof OutboxPayloads>(
  tx: Tx,
  tenantId: number,
  channel: Kind,
  payload: OutboxPayloads[Kind],
  about: About,
) => sendAlong(tx, put(tenantId, channel, payload, about))

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
