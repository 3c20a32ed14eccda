import { bookingStatus } from '../codes.ts'
import { defined } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { type BookingStatus, statusAfter, targetsOf } from './life.ts'
import { customerTotal, priceAlertThreshold, priceCustomerType } from './price.ts'

/** The statuses that the edit modal offers. */
export const editTargets = (status: number | null | undefined) => targetsOf('edit', status)

type Amount = number | null

export type Totals = { priceSupplierTotal?: Amount; priceCustomerTotal?: Amount }

type EditableBooking = Totals & {
  status: number
  toll?: Amount
  priceSupplierType?: number | null
  priceCustomerType?: number | null
  priceCustomerMultiplier?: number | null
  idSupplierTaxi?: number | null
  cancelledWithCharge?: boolean | null
}

/** The submitted edit form; its prices are those typed after the status was chosen (O3-67). */
type BookingEdit = Totals & { status: number; toll?: Amount; idSupplierTaxi?: number | null }

type ZeroedPrices = { priceSupplierTotal: 0; priceCustomerTotal: 0; toll: 0 | null; idSupplierTaxi?: 0 }

/** The amounts that choosing a status clears (O2-38, O3-24); a finished booking keeps its prices. */
export const zeroedBy = (status: number): ZeroedPrices | undefined => {
  if (status === bookingStatus.finished) return undefined
  return status === bookingStatus.cancelledByCallCentre
    ? { priceSupplierTotal: 0, priceCustomerTotal: 0, toll: null, idSupplierTaxi: 0 }
    : { priceSupplierTotal: 0, priceCustomerTotal: 0, toll: 0 }
}

const cancellations: readonly number[] = [bookingStatus.cancelledByUser, bookingStatus.cancelledByCallCentre]

const byOperator = {
  priceSupplierType: priceCustomerType.operator,
  priceCustomerType: priceCustomerType.operator,
} as const

const charged = <B extends EditableBooking>(booking: B, edit: BookingEdit, supplierTotal: number) => ({
  ...booking,
  ...defined(edit),
  ...byOperator,
  status: bookingStatus.finished,
  priceSupplierTotal: supplierTotal,
  priceCustomerTotal: edit.priceCustomerTotal ?? customerTotal(supplierTotal, booking.priceCustomerMultiplier),
  cancelledWithCharge: true,
})

type EditOutcome<B> = { booking: B & { status: BookingStatus } } | { problem: ProblemKey }

const isNegative = (amount: number | null | undefined) => amount !== undefined && amount !== null && !(amount >= 0)

/** The booking after an edit: values that were not typed stay, unless the chosen status clears them. */
export const applyEdit = <B extends EditableBooking>(booking: B, edit: BookingEdit): EditOutcome<B> => {
  const outcome = statusAfter('edit', booking.status, edit.status)
  if ('problem' in outcome) return outcome
  const { status } = outcome
  if ([edit.priceSupplierTotal, edit.priceCustomerTotal, edit.toll].some(isNegative))
    return { problem: 'problems.priceNegative' }
  const supplierTotal = edit.priceSupplierTotal ?? 0
  if (cancellations.includes(status) && supplierTotal > 0) return { booking: charged(booking, edit, supplierTotal) }
  const emptied = zeroedBy(status)
  return {
    booking: { ...booking, ...defined(edit), ...emptied, ...(emptied && { cancelledWithCharge: false }), status },
  }
}

export const validatedErrorKeys = [
  'priceTooLow',
  'priceTooHigh',
  'priceTollTooHigh',
  'priceOutOfRange',
  'priceMissing',
  'specialCustomer',
  'cancelledByUser',
  'cancelledOrRejectedBySupplier',
  'fixedPriceSupplier',
  'other',
] as const
export type ValidatedErrorKey = (typeof validatedErrorKeys)[number]

const priceWarnings: readonly string[] = [
  'priceTooLow',
  'priceTollTooHigh',
  'priceTooHigh',
  'priceOutOfRange',
  'priceMissing',
] satisfies ValidatedErrorKey[]

export const hasPriceWarning = (validatedErrors: readonly string[] | null | undefined) =>
  (validatedErrors ?? []).some((error) => priceWarnings.includes(error))

type ValidatedBooking = { status: number; validated?: boolean | null; validatedErrors?: readonly string[] | null }

/**
 * Removes the ticked errors. Once none is left the booking is validated, and a finished one marks its prices as the
 * operator's.
 */
export const removeErrors = <B extends ValidatedBooking>(booking: B, ticked: readonly string[]) => {
  const errors = booking.validatedErrors ?? []
  if (errors.length === 0) return booking
  const validatedErrors = errors.filter((error) => !ticked.includes(error))
  const validated = validatedErrors.length === 0
  const isSettled = validated && booking.status === bookingStatus.finished
  return { ...booking, validatedErrors, validated, ...(isSettled && byOperator) }
}

export const needsExtraValidation = ({ priceSupplierTotal, priceCustomerTotal }: Totals) =>
  [priceSupplierTotal, priceCustomerTotal].some((total) => (total ?? 0) >= priceAlertThreshold)

const tooHigh: ValidatedErrorKey = 'priceTooHigh'

type ExtraValidation = Totals & {
  keyValidationReason?: string | null
  additionalReason?: string | null
  /** Errors ticked in the same edit. */
  ticked?: readonly string[]
}

/** A reason is required for a high total, and for ticking off priceTooHigh. */
export const needsReason = ({ ticked = [], ...totals }: Pick<ExtraValidation, keyof Totals | 'ticked'>) =>
  needsExtraValidation(totals) || ticked.includes(tooHigh)

/** A required reason consists of its key and a text that explains it (O2-39). */
export const extraValidationProblem = (edit: ExtraValidation): ProblemKey | undefined =>
  needsReason(edit) && !(edit.keyValidationReason?.trim() && edit.additionalReason?.trim())
    ? 'problems.validationReasonRequired'
    : undefined

/** A customer price below the supplier price needs confirmation, but is never refused. */
export const asksConfirmation = ({ priceSupplierTotal, priceCustomerTotal }: Totals) =>
  (priceCustomerTotal ?? 0) < (priceSupplierTotal ?? 0)
