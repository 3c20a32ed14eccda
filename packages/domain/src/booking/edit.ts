import { bookingStatus } from '../codes.ts'
import { defined } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { type BookingStatus, statusAfter, targetsOf } from './life.ts'
import { customerTotal, priceAlertThreshold, priceCustomerType } from './price.ts'

/** The statuses that the edit modal offers. */
export const editTargets = (status: number | null | undefined) => targetsOf('edit', status)

type Amount = number | null

export type Totals = { priceSupplierTotal?: Amount; priceCustomerTotal?: Amount }

export type EditableBooking = Totals & {
  status: number
  toll?: Amount
  priceSupplierType?: number | null
  priceCustomerType?: number | null
  priceCustomerMultiplier?: number | null
  idSupplierTaxi?: number | null
  cancelledWithCharge?: boolean | null
}

/** What the operator leaves in the form; the prices are those typed after the status was chosen (O3-67). */
export type BookingEdit = Totals & { status: number; toll?: Amount; idSupplierTaxi?: number | null }

type ZeroedPrices = { priceSupplierTotal: 0; priceCustomerTotal: 0; toll: 0 | null; idSupplierTaxi?: 0 }

/** What choosing a status empties (O2-38, O3-24); a finished booking keeps its prices. */
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

export type EditOutcome<B> = { booking: B & { status: BookingStatus } } | { problem: ProblemKey }

const isNegative = (amount: number | null | undefined) => amount !== undefined && amount !== null && !(amount >= 0)

/** The booking as an edit stores it: what was not typed stays, unless the chosen status empties it. */
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

/** Ticked errors go; the booking is validated once none is left, and a finished one then holds its prices as the operator's. */
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
  /** The errors that the same edit ticks off. */
  ticked?: readonly string[]
}

/** Whether a reason is asked for: of a high total, and of one that was too high and is to count as checked. */
export const needsReason = ({ ticked = [], ...totals }: Pick<ExtraValidation, keyof Totals | 'ticked'>) =>
  needsExtraValidation(totals) || ticked.includes(tooHigh)

/** A high total is saved with its reason and a text that explains it (O2-39). */
export const extraValidationProblem = (edit: ExtraValidation): ProblemKey | undefined =>
  needsReason(edit) && !(edit.keyValidationReason?.trim() && edit.additionalReason?.trim())
    ? 'problems.validationReasonRequired'
    : undefined

/** A customer who pays less than the supplier gets is asked about, never refused. */
export const asksConfirmation = ({ priceSupplierTotal, priceCustomerTotal }: Totals) =>
  (priceCustomerTotal ?? 0) < (priceSupplierTotal ?? 0)
