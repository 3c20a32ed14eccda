import { codes } from '../codes.ts'
import { keysOf } from '../objects.ts'
import type { Cents } from '../pricing/money.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { mostCents } from '../wallet/movements.ts'

export const actionsToExecute = keysOf(codes.promoActionToExecute)
export type ActionToExecute = (typeof actionsToExecute)[number]

export const actionsToCreate = keysOf(codes.promoActionToCreate)
export type ActionToCreate = (typeof actionsToCreate)[number]

/** What a promo is worth: a fixed amount, or a part of what was topped up or driven for, up to a cap. */
export type Worth = { type: 'fixed' | 'percent'; amount: Cents | null; percent: number | null; cap: Cents | null }

/** When a promo is to be had, and how often. No limit means as often as anybody likes. */
export type Availability = {
  active: boolean
  validFrom: number | null
  validTo: number | null
  usesTotal: number | null
  currentUsages: number
}

export type PromoState = keyof typeof codes.promoState

const isUsedUp = ({ usesTotal, currentUsages }: Pick<Availability, 'usesTotal' | 'currentUsages'>) =>
  usesTotal !== null && currentUsages >= usesTotal

/** What stands in its way now, if anything; a promo that is over stays over whatever else it is. */
export const promoState = (promo: Availability, now: number): PromoState => {
  if (promo.validTo !== null && promo.validTo < now) return 'over'
  if (isUsedUp(promo)) return 'usedUp'
  if (!promo.active) return 'inactive'
  return promo.validFrom !== null && promo.validFrom > now ? 'notBegun' : 'running'
}

const problemOfState: Record<PromoState, ProblemKey | undefined> = {
  over: 'problems.codeExpired',
  usedUp: 'problems.codeExhausted',
  inactive: 'problems.codeInactive',
  notBegun: 'problems.codeNotBegun',
  running: undefined,
}

type Redeemed = {
  promo: Availability & { actionsToCreate: readonly string[] }
  code: Pick<Availability, 'usesTotal' | 'currentUsages'>
  /** A user has a promo once, whichever of its codes it came by. */
  hasPromo: boolean
}

/** Why a code cannot be redeemed, in the order in which it helps to know. */
export const redeemProblem = ({ promo, code, hasPromo }: Redeemed, now: number): ProblemKey | undefined => {
  if (!promo.actionsToCreate.includes('redeemCode')) return 'problems.codeUnknown'
  if (hasPromo) return 'problems.codeUsedAlready'
  const problem = problemOfState[promoState(promo, now)]
  return problem ?? (isUsedUp(code) ? 'problems.codeExhausted' : undefined)
}

/** What is paid for one action; of a part of nothing, nothing. Fractions of a cent stay with the house. */
export const payoutOf = ({ type, amount, percent, cap }: Worth, base: Cents): Cents => {
  if (type === 'fixed') return amount ?? 0
  const part = Math.floor((Math.max(0, base) * (percent ?? 0)) / 100)
  return Math.min(part, cap ?? part, mostCents)
}

/** A promo that waits for no action is paid as soon as it is given. */
export const isPaidAtOnce = ({ actionsToExecute }: { actionsToExecute: readonly string[] }) =>
  actionsToExecute.length === 0

/** Codes are read out and typed: case and the spaces around them say nothing. */
export const normalizeCode = (typed: string) => typed.trim().toUpperCase()
