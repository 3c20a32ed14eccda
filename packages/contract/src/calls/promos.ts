import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { code, fields, flag, list, number, rowOf, text, time } from '../list.ts'
import { exportOf } from '../list-export.ts'

const access = anyOf('viewPromo')

const promoFields = fields({
  id: number,
  name: text,
  internalDescription: text.notSorted,
  active: flag,
  type: code('promoType'),
  usesPerUser: number.nullable,
  usesTotal: number.nullable,
  currentUsages: number,
  validFrom: time.nullable,
  validTo: time.nullable,
  /** Comma-separated lists of actions. */
  compatibleActionsToExecute: text.notFiltered.notSorted,
  compatibleActionsToCreate: text.notFiltered.notSorted,
  /** Number of codes; the detail has the codes themselves. */
  promoCodesAssociated: number.notFiltered.notSorted,
})

const promoCodeFields = fields({
  id: number,
  name: text,
  code: text,
  currentUsages: number,
  usesTotal: number.nullable,
  type: code('promoType'),
  idPromo: number,
})

const Cents = z.int()

/** A payment of a promo to a user; without a name if the reader may not see that user. */
const PromoUse = z.object({
  id: z.int(),
  date: z.int(),
  amount: Cents,
  idUser: z.int(),
  userName: z.string().nullable(),
})

export const PromoDetail = rowOf(promoFields).extend({
  amount: Cents.nullable(),
  percent: z.int().nullable(),
  cap: Cents.nullable(),
  /** Total cost so far. */
  paid: Cents,
  lastUses: z.array(PromoUse),
})
export type PromoDetail = z.output<typeof PromoDetail>

export const PromoCode = rowOf(promoCodeFields)
export type PromoCode = z.output<typeof PromoCode>

/** A promo that a user has: since when, through which code, and what it has paid. */
export const PromoOfUser = rowOf(promoFields)
  .pick({ id: true, name: true, active: true, type: true, usesPerUser: true, usesTotal: true, currentUsages: true })
  .extend({
    validFrom: z.int().nullable(),
    validTo: z.int().nullable(),
    date: z.int(),
    code: z.string().nullable(),
    uses: z.int(),
    paid: Cents,
  })
export type PromoOfUser = z.output<typeof PromoOfUser>

/** As typed by a user: case and surrounding spaces do not matter. */
export const TypedCode = z.string().trim().min(1).max(50)
const idUser = z.int().positive()

const promoList = list({
  path: '/promo/:sd/promos',
  access,
  summary: 'The promos of the tenant (O3-35)',
  key: 'response',
  fields: promoFields,
  export: { title: 'screens.promos' },
})

const codeList = list({
  path: '/promo/:sd/promoCodes',
  access,
  summary: 'The codes of all promos',
  key: 'response',
  fields: promoCodeFields,
  export: { title: 'screens.promoCodes' },
})

export const promos = {
  list: promoList,
  export: exportOf(promoList),
  codes: codeList,
  exportCodes: exportOf(codeList),
  detail: call({
    method: 'GET',
    path: '/promo/:sd/promoDetail/:id',
    access,
    summary: 'One promo with its codes, what it has cost and who used it last',
    params: withParams({ id }),
    response: z.object({ promoDetail: PromoDetail, promoCodesAssociated: z.array(PromoCode) }),
  }),
  byUser: call({
    method: 'GET',
    path: '/promo/:sd/promosbyuser/:idUser',
    access,
    summary: 'The promos that a user has. Needs viewUserByWhitelabel of the user’s white label too.',
    params: withParams({ idUser: id }),
    response: z.object({ promosByUserList: z.array(PromoOfUser) }),
  }),
  redeem: call({
    method: 'POST',
    path: '/promo/:sd/redeem',
    access,
    summary: 'Redeems a code for a user. Needs editUserByWhitelabel of the user’s white label too.',
    body: z.strictObject({ idUser, code: TypedCode }),
    isIdempotent: true,
    response: z.object({ promo: PromoOfUser }),
  }),
}
