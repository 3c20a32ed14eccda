import { bookingStatus } from '../codes.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { extraValidationProblem, removeErrors, type ValidatedErrorKey } from './edit.ts'
import { customerTotal, priceCustomerType } from './price.ts'
import { errorsOf } from './validation-filters.ts'

/** Decisions for all bookings that fail for the same cause: accept the prices as they are, or set the expected ones. */
export const decisions = ['accept', 'expected'] as const
/** The most bookings decided in one transaction, so that nobody waits long for one of them. */
export const decidedAtOnce = 200

export type Decision = (typeof decisions)[number]

/** Errors that setting a new price resolves. */
const aboutPrice: readonly string[] = [
  'priceTooLow',
  'priceTooHigh',
  'priceOutOfRange',
  'priceMissing',
  'fixedPriceSupplier',
] satisfies ValidatedErrorKey[]

export const mayTakeExpected = (cause: string) => aboutPrice.includes(cause)

type EndedBooking = {
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

const atExpected = <B extends EndedBooking>(booking: B, expected: number): B => ({
  ...booking,
  priceSupplierTotal: expected,
  priceCustomerTotal: customerTotal(expected, booking.priceCustomerMultiplier),
  priceSupplierType: priceCustomerType.operator,
  priceCustomerType: priceCustomerType.operator,
})

/** Applies the decision to one booking, or gives the reason why that booking needs individual review. */
export const decide = <B extends EndedBooking>(
  booking: B,
  { cause, decision, reason = '' }: DecisionInput,
  /** The expected supplier price. */
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
