import { codes } from '../codes.ts'
import { keysOf } from '../objects.ts'
import type { Cents } from '../pricing/money.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { mostCents } from '../wallet/movements.ts'

export const actionsToExecute = keysOf(codes.promoActionToExecute)
export type ActionToExecute = (typeof actionsToExecute)[number]

export const actionsToCreate = keysOf(codes.promoActionToCreate)
export type ActionToCreate = (typeof actionsToCreate)[number]

/**
 * The value of a promo: a fixed amount, or a percentage of the amount topped up or the price of the service, up to a
 * cap.
 */
export type Worth = { type: 'fixed' | 'percent'; amount: Cents | null; percent: number | null; cap: Cents | null }

/** When a promo is available, and how often; null means no limit. */
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

/** Whether a promo is running, or why not. A promo that is over stays over, whatever else applies. */
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

type Redemption = {
  promo: Availability & { actionsToCreate: readonly string[] }
  code: Pick<Availability, 'usesTotal' | 'currentUsages'>
  /** Whether the user already has the promo, which each user gets only once, whatever the code. */
  hasPromo: boolean
}

/** Why a code cannot be redeemed, with the most helpful reason first. */
export const redeemProblem = ({ promo, code, hasPromo }: Redemption, now: number): ProblemKey | undefined => {
  if (!promo.actionsToCreate.includes('redeemCode')) return 'problems.codeUnknown'
  if (hasPromo) return 'problems.codeUsedAlready'
  const problem = problemOfState[promoState(promo, now)]
  return problem ?? (isUsedUp(code) ? 'problems.codeExhausted' : undefined)
}

/**
 * What is paid for one action, rounded down to whole cents; a percentage of nothing or of a negative amount is nothing.
 */
export const payoutOf = ({ type, amount, percent, cap }: Worth, base: Cents): Cents => {
  if (type === 'fixed') return amount ?? 0
  const part = Math.floor((Math.max(0, base) * (percent ?? 0)) / 100)
  return Math.min(part, cap ?? part, mostCents)
}

/** A promo that waits for no action is paid as soon as it is granted. */
export const isPaidAtOnce = ({ actionsToExecute }: { actionsToExecute: readonly string[] }) =>
  actionsToExecute.length === 0

/** Codes are read out and typed, so case and surrounding spaces do not matter. */
export const normalizeCode = (typed: string) => typed.trim().toUpperCase()
