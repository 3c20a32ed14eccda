import type { BookingRecord } from '@parada/domain/booking/fields'
import type { ActionToCreate, ActionToExecute, Availability, Worth } from '@parada/domain/promo/promo'
import { rowsOf, secretsOf, sendAlong } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Work } from './booking-changes.ts'

export type StoredPromo = Availability &
  Worth & {
    id: number
    name: string
    usesPerUser: number | null
    actionsToExecute: string[]
    actionsToCreate: string[]
  }

const worth = `p.id, p.name, p.active, p.type, p.amount, p.percent, p.cap, p.uses_per_user as "usesPerUser",
  p.uses_total as "usesTotal", p.current_usages as "currentUsages", ${millisOf('p.valid_from')} as "validFrom",
  ${millisOf('p.valid_to')} as "validTo", p.actions_to_execute as "actionsToExecute",
  p.actions_to_create as "actionsToCreate"`

/** What happened to a user: an action that promos are given for, one that they are paid for, or both. */
export type Actions = { create?: ActionToCreate; execute?: ActionToExecute }

/**
 * The promos to give or to pay to a user, with how often each was paid to them; null for one that they do not have yet.
 * All are locked until the transaction ends, in one order, so that transactions cannot deadlock.
 */
export const lockPromosFor = (tx: Tx, tenantId: number, idUser: number, { create, execute }: Actions) =>
  rowsOf<StoredPromo & { uses: number | null }>(tx, {
    name: 'promos_for_actions',
    text: `select ${worth}, u.uses from promo p
      left join promo_user u on u.tenant_id = p.tenant_id and u.id_promo = p.id and u.id_user = $2
      where p.tenant_id = $1 and p.active
        and case when u.uses is null then $3 = any(p.actions_to_create) else $4 = any(p.actions_to_execute) end
      order by p.id for no key update of p`,
    values: [tenantId, idUser, create ?? null, execute ?? null],
  })

type FoundCode = {
  promo: StoredPromo
  code: { id: number; usesTotal: number | null; currentUsages: number }
  /** The code that gave the user the promo; null if it came without a code, undefined if they do not have it. */
  heldBy: number | null | undefined
}

/** A code with its promo, both locked until the transaction ends. */
export const lockCode = async (
  tx: Tx,
  tenantId: number,
  idUser: number,
  code: string,
): Promise<FoundCode | undefined> => {
  type Row = StoredPromo & { idCode: number; codeTotal: number | null; codeUsages: number }
  const [found] = await rowsOf<Row>(tx, {
    name: 'promo_code_lock',
    text: `select ${worth}, c.id as "idCode", c.uses_total as "codeTotal", c.current_usages as "codeUsages"
      from promo_code c join promo p on p.tenant_id = c.tenant_id and p.id = c.id_promo
      where c.tenant_id = $1 and c.code = $2 for no key update of p, c`,
    values: [tenantId, code],
  })
  if (!found) return undefined
  const [held] = await rowsOf<{ idPromoCode: number | null }>(tx, {
    name: 'promo_held',
    text: `select id_promo_code as "idPromoCode" from promo_user where tenant_id = $1 and id_user = $2 and id_promo = $3`,
    values: [tenantId, idUser, found.id],
  })
  const { idCode, codeTotal, codeUsages, ...promo } = found
  return { promo, code: { id: idCode, usesTotal: codeTotal, currentUsages: codeUsages }, heldBy: held?.idPromoCode }
}

/** Gives a promo to a user who does not have it, and counts the use of its code. */
export const givePromo = async (
  tx: Tx,
  tenantId: number,
  given: { idPromo: number; idUser: number; idPromoCode: number | null; date: Date },
) => {
  await rowsOf(tx, {
    text: `insert into promo_user (tenant_id, id_promo, id_user, id_promo_code, date) values ($1, $2, $3, $4, $5)`,
    values: [tenantId, given.idPromo, given.idUser, given.idPromoCode, given.date],
  })
  if (given.idPromoCode !== null)
    await rowsOf(tx, {
      text: 'update promo_code set current_usages = current_usages + 1 where tenant_id = $1 and id = $2',
      values: [tenantId, given.idPromoCode],
    })
}

/** Counts one payment, for the promo and for this user. */
export const countPayment = async (tx: Tx, tenantId: number, idPromo: number, idUser: number) => {
  await Promise.all([
    rowsOf(tx, {
      text: 'update promo set current_usages = current_usages + 1 where tenant_id = $1 and id = $2',
      values: [tenantId, idPromo],
    }),
    rowsOf(tx, {
      text: 'update promo_user set uses = uses + 1 where tenant_id = $1 and id_promo = $2 and id_user = $3',
      values: [tenantId, idPromo, idUser],
    }),
  ])
}

const finished: ActionToExecute = 'setServiceFinished'

/**
 * Queues the payment of promos to the booking's user; the booking is finished whatever becomes of it. Nothing is
 * written for a user without such a promo.
 */
export const raiseServiceFinished = ({ tx, tenant }: Work, { id, idUser }: Pick<BookingRecord, 'id' | 'idUser'>) => {
  if (idUser === null) return
  sendAlong(tx, {
    name: 'promo_service_finished',
    text: `insert into outbox (tenant_id, kind, payload)
      select $1, 'promo', jsonb_build_object('action', $3::text, 'idBooking', $4::bigint)
      where exists (select from promo_user u join promo p on p.tenant_id = u.tenant_id and p.id = u.id_promo
        where u.tenant_id = $1 and u.id_user = $2 and p.active and $3 = any(p.actions_to_execute))`,
    values: [tenant.id, idUser, finished, id],
  })
}

type FinishedRide = { idUser: number; price: number }

/**
 * Who rode, and the price in cents; undefined unless the booking is finished and has a user. Wallets are kept in euros,
 * so the price is 0 in any other currency.
 */
export const finishedRide = async (tx: Tx, tenantId: number, idBooking: number) => {
  const [found] = await rowsOf<FinishedRide>(tx, {
    text: `select id_user as "idUser", case when price_customer_currency = 'EUR'
        then coalesce(round(price_customer_total * 100), 0)::bigint else 0 end as price
      from booking where tenant_id = $1 and id = $2 and status = 30 and id_user is not null`,
    values: [tenantId, idBooking],
  })
  return found
}

/** Computed columns of the list of promos; the table is `t`. */
export const promoColumns = {
  compatibleActionsToExecute: `array_to_string(t.actions_to_execute, ',')`,
  compatibleActionsToCreate: `array_to_string(t.actions_to_create, ',')`,
  promoCodesAssociated: '(select count(*) from promo_code c where c.tenant_id = t.tenant_id and c.id_promo = t.id)',
}

type PromoRecord = StoredPromo & { internalDescription: string; codes: number; paid: number }

/** One promo with its number of codes and the amount it has paid. */
export const readPromo = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<PromoRecord>(tx, {
    text: `select ${worth}, p.internal_description as "internalDescription",
        (select count(*) from promo_code c where c.tenant_id = p.tenant_id and c.id_promo = p.id) as codes,
        (select coalesce(sum(m.amount), 0)::bigint from wallet_movement m
         where m.tenant_id = p.tenant_id and m.id_promo = p.id) as paid
      from promo p where p.tenant_id = $1 and p.id = $2`,
    values: [tenantId, id],
  })
  return found
}

type CodeRecord = {
  id: number
  name: string
  code: string
  currentUsages: number
  usesTotal: number | null
  type: 'fixed' | 'percent'
  idPromo: number
}

export const codesOfPromo = (tx: Tx, tenantId: number, idPromo: number, most: number) =>
  rowsOf<CodeRecord>(tx, {
    text: `select id, name, code, current_usages as "currentUsages", uses_total as "usesTotal", type, id_promo as "idPromo"
      from promo_code where tenant_id = $1 and id_promo = $2 order by id limit $3`,
    values: [tenantId, idPromo, most],
  })

type UseRecord = {
  id: number
  date: number
  amount: number
  idUser: number
  userName: string
  idWhiteLabel: number
}

/** The last payments of a promo, with the users who received them. */
export const lastUsesOf = (tx: Tx, tenantId: number, idPromo: number, most: number) =>
  rowsOf<UseRecord>(tx, {
    text: `select m.id, ${millisOf('m.date')} as date, m.amount, m.id_user as "idUser",
        concat_ws(' ', u.first_name, u.last_name) as "userName", u.id_white_label as "idWhiteLabel"
      from wallet_movement m join app_user u on u.tenant_id = m.tenant_id and u.id = m.id_user
      where m.tenant_id = $1 and m.id_promo = $2 order by m.date desc, m.id desc limit $3`,
    values: [tenantId, idPromo, most],
  })

type HeldPromo = Omit<StoredPromo, keyof Worth | 'actionsToExecute' | 'actionsToCreate'> &
  Pick<Worth, 'type'> & { date: number; code: string | null; uses: number; paid: number }

/** The promos that a user has, latest first. */
export const promosOfUser = (tx: Tx, tenantId: number, idUser: number, idPromo?: number) =>
  rowsOf<HeldPromo>(tx, {
    text: `select p.id, p.name, p.active, p.type, p.uses_per_user as "usesPerUser", p.uses_total as "usesTotal",
        p.current_usages as "currentUsages", ${millisOf('p.valid_from')} as "validFrom",
        ${millisOf('p.valid_to')} as "validTo", ${millisOf('u.date')} as date, c.code, u.uses,
        (select coalesce(sum(m.amount), 0)::bigint from wallet_movement m
         where m.tenant_id = u.tenant_id and m.id_user = u.id_user and m.id_promo = p.id) as paid
      from promo_user u join promo p on p.tenant_id = u.tenant_id and p.id = u.id_promo
      left join promo_code c on c.tenant_id = u.tenant_id and c.id = u.id_promo_code
      where u.tenant_id = $1 and u.id_user = $2 and ($3::bigint is null or p.id = $3) order by u.date desc, p.id desc`,
    values: [tenantId, idUser, idPromo ?? null],
  })

const appPlace = (tenantId: number, id: number) => ({ table: 'app_link', tenantId, id }) as const

/** The secret that the backend of a white label's app signs with. */
export const appSecret = async (tx: Tx, tenantId: number, idWhiteLabel: number) => {
  const [found] = await rowsOf<{ secret: string }>(tx, {
    text: 'select secret from app_link where tenant_id = $1 and id_white_label = $2::bigint',
    values: [tenantId, idWhiteLabel],
  })
  return found && secretsOf(tx).secret(appPlace(tenantId, idWhiteLabel), found.secret)
}

/** Links a white label's app, or changes its secret; false if there is no such white label. */
export const saveAppLink = async (tx: Tx, tenantId: number, idWhiteLabel: number, secret: string) => {
  const saved = await rowsOf(tx, {
    text: `insert into app_link (tenant_id, id_white_label, secret)
      select tenant_id, id, $3 from white_label where tenant_id = $1 and id = $2::bigint
      on conflict (tenant_id, id_white_label) do update set secret = excluded.secret returning id_white_label`,
    values: [tenantId, idWhiteLabel, secretsOf(tx).seal(appPlace(tenantId, idWhiteLabel), secret)],
  })
  return saved.length > 0
}

export const deleteAppLink = async (tx: Tx, tenantId: number, idWhiteLabel: number) => {
  const deleted = await rowsOf(tx, {
    text: 'delete from app_link where tenant_id = $1 and id_white_label = $2::bigint returning id_white_label',
    values: [tenantId, idWhiteLabel],
  })
  return deleted.length > 0
}

/** Whether a booking belongs to this user. */
export const isBookingOf = async (tx: Tx, tenantId: number, idBooking: number, idUser: number) => {
  const found = await rowsOf(tx, {
    text: 'select from booking where tenant_id = $1 and id = $2 and id_user = $3',
    values: [tenantId, idBooking, idUser],
  })
  return found.length > 0
}
