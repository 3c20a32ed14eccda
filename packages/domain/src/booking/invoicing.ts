import { bookingStatus } from '../codes.ts'
import type { ProblemKey } from '../problem/keys.ts'

/** Whether a service is free to invoice, has a change request pending, or is on an invoice (O3-15). */
export const invoicingStatus = { pending: 0, free: 1, invoiced: 2 } as const

/** Reasons for requesting a change before invoicing; there is no reason 2 (O3-15). */
export const modificationReason = { duplicated: 0, wrongPrice: 1, doesNotCorrespond: 3 } as const

/** A requested change, with the price that the requester considers right. */
export type Modification = { reason: number; price: number | null; comment: string; who: string; at: number }

type Request = { reason: number; price?: number | null | undefined }

const reasons: readonly number[] = Object.values(modificationReason)

/** Requires the right price for `wrongPrice`, and only then. */
export const modificationProblem = ({ reason, price }: Request): ProblemKey | undefined => {
  if (!reasons.includes(reason)) return 'problems.reasonRequired'
  if (reason !== modificationReason.wrongPrice) return undefined
  if (price === null || price === undefined || !Number.isFinite(price)) return 'problems.amountInvalid'
  return price < 0 ? 'problems.priceNegative' : undefined
}

type Service = { status: number; statusInvoicing: number; validated: boolean }

/** A finished booking becomes a service to invoice once it is validated. */
export const isToInvoice = ({ status, validated }: Pick<Service, 'status' | 'validated'>) =>
  status === bookingStatus.finished && validated

/** An issued invoice never changes, and neither do the services on it. */
export const invoicedProblem = ({ statusInvoicing }: Pick<Service, 'statusInvoicing'>): ProblemKey | undefined =>
  statusInvoicing === invoicingStatus.invoiced ? 'problems.alreadyInvoiced' : undefined

/** A free service gets a change request; a pending one has it removed (L-033). */
export const modificationStep = (service: Service): 'request' | 'remove' | { problem: ProblemKey } => {
  const problem = invoicedProblem(service)
  if (problem) return { problem }
  if (!isToInvoice(service)) return { problem: 'problems.notToInvoice' }
  return service.statusInvoicing === invoicingStatus.free ? 'request' : 'remove'
}
