import { bookingStatus } from '../codes.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { extraValidationProblem, removeErrors, type ValidatedErrorKey } from './edit.ts'
import { customerTotal, priceCustomerType } from './price.ts'
import { errorsOf } from './validation-filters.ts'

/** What can be decided for all bookings that fail for one cause: they are right as they are, or cost what was expected. */
export const decisions = ['accept', 'expected'] as const
/** In one transaction: no desk should wait long for a booking that is among them. */
export const decidedAtOnce = 200

export type Decision = (typeof decisions)[number]

/** What a price that is set anew puts right. */
const aboutPrice: readonly string[] = [
  'priceTooLow',
  'priceTooHigh',
  'priceOutOfRange',
  'priceMissing',
  'fixedPriceSupplier',
] satisfies ValidatedErrorKey[]

export const mayTakeExpected = (cause: string) => aboutPrice.includes(cause)

type Ended = {
  status: number
  validated: boolean
  validatedErrors: string[]
  priceSupplierTotal: number | null
  priceCustomerTotal: number | null
  priceSupplierType: number | null
  priceCustomerType: number | null
  priceCustomerMultiplier: number | null
  cancelledWithCharge: boolean
  keyValidationReason: string
  additionalReason: string
}

type DecisionInput = { cause: ValidatedErrorKey; decision: Decision; reason?: string | undefined }

const atExpected = <B extends Ended>(booking: B, expected: number): B => ({
  ...booking,
  priceSupplierTotal: expected,
  priceCustomerTotal: customerTotal(expected, booking.priceCustomerMultiplier),
  priceSupplierType: priceCustomerType.operator,
  priceCustomerType: priceCustomerType.operator,
})

/** What the decision makes of one booking, or why it has to be looked at by itself. */
export const decide = <B extends Ended>(
  booking: B,
  { cause, decision, reason = '' }: DecisionInput,
  /** What the supplier's price should have been. */
  expected: number | null | undefined,
): { change: B } | { problem: ProblemKey } => {
  const isByPrice = decision === 'expected'
  if (
    isByPrice &&
    (booking.status !== bookingStatus.finished || booking.cancelledWithCharge || !mayTakeExpected(cause))
  )
    return { problem: 'problems.actionNotAllowed' }
  if (isByPrice && !expected) return { problem: 'problems.noExpectedPrice' }
  const meant: readonly string[] = isByPrice ? aboutPrice : errorsOf(cause)
  const ticked = booking.validatedErrors.filter((error) => meant.includes(error))
  const priced = isByPrice && expected ? atExpected(booking, expected) : booking
  const text = reason.trim()
  const reasons = text
    ? { keyValidationReason: 'other', additionalReason: text }
    : { keyValidationReason: booking.keyValidationReason, additionalReason: booking.additionalReason }
  const problem = extraValidationProblem({
    ...(isByPrice && { priceSupplierTotal: priced.priceSupplierTotal, priceCustomerTotal: priced.priceCustomerTotal }),
    ...reasons,
    ticked: isByPrice ? [] : ticked,
  })
  if (problem) return { problem }
  return { change: { ...removeErrors(priced, ticked), ...reasons } }
}
