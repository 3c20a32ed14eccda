import { bookingStatus } from '../codes.ts'
import type { ProblemKey } from '../problem/keys.ts'

/** Where a service stands on its way into an invoice (O3-15). */
export const invoicingStatus = { pending: 0, free: 1, invoiced: 2 } as const

/** Why a service should be changed before it is invoiced; there is no reason 2 (O3-15). */
export const modificationReason = { duplicated: 0, wrongPrice: 1, doesNotCorrespond: 3 } as const

/** A change that somebody asks for, with the price they hold to be right. */
export type Modification = { reason: number; price: number | null; comment: string; who: string; at: number }

type Request = { reason: number; price?: number | null | undefined }

const reasons: readonly number[] = Object.values(modificationReason)

/** Only a wrong price comes with the right one, and it always does. */
export const modificationProblem = ({ reason, price }: Request): ProblemKey | undefined => {
  if (!reasons.includes(reason)) return 'problems.reasonRequired'
  if (reason !== modificationReason.wrongPrice) return undefined
  if (price === null || price === undefined || !Number.isFinite(price)) return 'problems.amountInvalid'
  return price < 0 ? 'problems.priceNegative' : undefined
}

type Service = { status: number; statusInvoicing: number; validated: boolean }

/** What was driven and looked at is to be invoiced; until then it is only finished. */
export const isToInvoice = ({ status, validated }: Pick<Service, 'status' | 'validated'>) =>
  status === bookingStatus.finished && validated

/** An invoice that is out is never changed, and neither is what it says. */
export const invoicedProblem = ({ statusInvoicing }: Pick<Service, 'statusInvoicing'>): ProblemKey | undefined =>
  statusInvoicing === invoicingStatus.invoiced ? 'problems.alreadyInvoiced' : undefined

/** A request is made of what is free and taken back from what is not (L-033). */
export const modificationStep = (service: Service): 'request' | 'remove' | { problem: ProblemKey } => {
  const problem = invoicedProblem(service)
  if (problem) return { problem }
  if (!isToInvoice(service)) return { problem: 'problems.notToInvoice' }
  return service.statusInvoicing === invoicingStatus.free ? 'request' : 'remove'
}
