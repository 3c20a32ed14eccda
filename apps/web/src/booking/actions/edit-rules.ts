import { applyEdit, extraValidationProblem, needsReason, zeroedBy } from '@parada/domain/booking/edit'
import { customerTotal } from '@parada/domain/booking/price'
import { isAlive } from '@parada/domain/codes'
import { amountOf, amountProblem, amountText } from '../../kit/form/amount.ts'
import { changedNames } from '../../kit/form/take-over.ts'
import type { Problems } from '../../kit/form/use-form.ts'
import type { Booking } from '../record/booking-record.ts'

const contactFields = [
  'passengerName',
  'phoneNumberPassenger',
  'emailPassenger',
  'bookingReference',
  'flightNumber',
  'pickupZone',
  'notes',
] as const
type ContactField = (typeof contactFields)[number]

const amountFields = ['priceSupplierTotal', 'priceCustomerTotal', 'toll'] as const
type AmountField = (typeof amountFields)[number]

export type EditValues = Record<ContactField | AmountField | 'idSupplierTaxi', string> & {
  /** Empty while a live booking keeps its status. */
  status: string
  paymentMethod: string
  /** Once typed by hand, the customer price no longer follows the supplier price. */
  isCustomerPriceTyped: boolean
  ticked: string[]
  keyValidationReason: string
  additionalReason: string
}

export const editValues = (booking: Booking): EditValues => ({
  ...(Object.fromEntries(contactFields.map((name) => [name, booking[name] ?? ''])) as Record<ContactField, string>),
  ...(Object.fromEntries(amountFields.map((name) => [name, amountText(booking[name])])) as Record<AmountField, string>),
  idSupplierTaxi: amountText(booking.idSupplierTaxi),
  status: isAlive(booking.status) ? '' : String(booking.status),
  paymentMethod: String(booking.paymentMethod),
  isCustomerPriceTyped: false,
  ticked: [],
  keyValidationReason: booking.keyValidationReason ?? '',
  additionalReason: booking.additionalReason ?? '',
})

/** The form values after choosing a status: prices are reset once, and may be typed again (O3-67). */
export const chooseStatus = (booking: Booking, status: string): Partial<EditValues> => {
  const before = editValues(booking)
  const { priceSupplierTotal, priceCustomerTotal, toll, idSupplierTaxi } = before
  const kept = { status, priceSupplierTotal, priceCustomerTotal, toll, idSupplierTaxi, isCustomerPriceTyped: false }
  const zeroed = status === '' ? undefined : zeroedBy(Number(status))
  if (!zeroed) return kept
  return {
    ...kept,
    priceSupplierTotal: amountText(zeroed.priceSupplierTotal),
    priceCustomerTotal: amountText(zeroed.priceCustomerTotal),
    toll: amountText(zeroed.toll),
    ...('idSupplierTaxi' in zeroed && { idSupplierTaxi: amountText(zeroed.idSupplierTaxi) }),
  }
}

/** The customer price follows the supplier price, plus the multiplier, until it is typed by hand (L-228). */
export const typeSupplierPrice = (booking: Booking, typed: EditValues, text: string): Partial<EditValues> => {
  const amount = amountOf(text)
  if (typed.isCustomerPriceTyped || amount === null || !(amount >= 0)) return { priceSupplierTotal: text }
  return {
    priceSupplierTotal: text,
    priceCustomerTotal: amountText(customerTotal(amount, booking.priceCustomerMultiplier)),
  }
}

export const totalsOf = (typed: EditValues) => ({
  priceSupplierTotal: amountOf(typed.priceSupplierTotal),
  priceCustomerTotal: amountOf(typed.priceCustomerTotal),
})

export const hasNewTotals = (booking: Booking, typed: EditValues) => {
  const { priceSupplierTotal, priceCustomerTotal } = totalsOf(typed)
  return (
    priceSupplierTotal !== (booking.priceSupplierTotal ?? null) ||
    priceCustomerTotal !== (booking.priceCustomerTotal ?? null) ||
    (typed.status !== '' && Number(typed.status) !== booking.status)
  )
}

/** Only a booking that has ended, or is being ended, has prices. */
export const hasPrices = ({ status }: Pick<EditValues, 'status'>) => status !== ''

/** What needs an explanation: high new totals, and an error about a high total that is ticked off. */
const toExplain = (booking: Booking, typed: EditValues) => ({
  ...(hasPrices(typed) && hasNewTotals(booking, typed) && totalsOf(typed)),
  ticked: typed.ticked,
})

/** Whether a new total is high enough to need an explanation, whatever errors are ticked off. */
export const hasHighTotal = (booking: Booking, typed: EditValues) =>
  needsReason({ ...toExplain(booking, typed), ticked: [] })

export const asksReason = (booking: Booking, typed: EditValues) => needsReason(toExplain(booking, typed))

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

const amountProblems = (typed: EditValues) =>
  Object.fromEntries(amountFields.map((name) => [name, amountProblem(typed[name])]))

export const editProblems = (booking: Booking, typed: EditValues): Problems<EditValues> => {
  const email = typed.emailPassenger.trim()
  const isPhoneMissing = isAlive(booking.status) && typed.phoneNumberPassenger.trim() === ''
  const contact: Problems<EditValues> = {
    emailPassenger: email === '' || isEmail(email) ? undefined : 'problems.emailInvalid',
    phoneNumberPassenger: isPhoneMissing ? 'problems.missingProperty' : undefined,
  }
  const { keyValidationReason, additionalReason } = typed
  const reason = extraValidationProblem({ ...toExplain(booking, typed), keyValidationReason, additionalReason })
  const explained: Problems<EditValues> = {
    keyValidationReason: reason && !keyValidationReason.trim() ? 'problems.reasonRequired' : undefined,
    additionalReason: reason && !additionalReason.trim() ? 'problems.explanationRequired' : undefined,
  }
  if (!hasPrices(typed)) return { ...contact, ...explained }
  const outcome = applyEdit(booking, { status: Number(typed.status) })
  return {
    ...contact,
    ...explained,
    ...amountProblems(typed),
    status: 'problem' in outcome ? outcome.problem : undefined,
  }
}

/** Fields that only make sense together: how a booking ended, its prices and its taxi. */
export const endingFields = ['status', ...amountFields, 'idSupplierTaxi'] as const

/** The changed fields; a new status sends all prices with it, the customer price only if the user sees it. */
export const editBody = (booking: Booking, typed: EditValues, seesCustomerPrice: boolean) => {
  const changed = new Set<string>(changedNames(editValues(booking), typed))
  const contact = contactFields.filter((name) => changed.has(name)).map((name) => [name, typed[name].trim()])
  const errors = booking.validatedErrors ?? []
  const isSent = (name: string) => hasPrices(typed) && (changed.has('status') || changed.has(name))
  const reasons = asksReason(booking, typed)
    ? { keyValidationReason: typed.keyValidationReason, additionalReason: typed.additionalReason.trim() }
    : {}
  return {
    id: booking.id,
    ...Object.fromEntries(contact),
    ...(changed.has('paymentMethod') && { paymentMethod: Number(typed.paymentMethod) }),
    ...(typed.ticked.length > 0 && { validatedErrors: errors.filter((error) => !typed.ticked.includes(error)) }),
    ...(isSent('status') && { status: Number(typed.status) }),
    ...(isSent('priceSupplierTotal') && { priceSupplierTotal: amountOf(typed.priceSupplierTotal) }),
    ...(isSent('toll') && { toll: amountOf(typed.toll) }),
    ...(isSent('idSupplierTaxi') && { idSupplierTaxi: amountOf(typed.idSupplierTaxi) }),
    ...(seesCustomerPrice &&
      isSent('priceCustomerTotal') && { priceCustomerTotal: amountOf(typed.priceCustomerTotal) }),
    ...reasons,
  }
}

/** The fields that a save counts as writing: one of the ending fields stands for all of them. */
export const writtenBy = (body: object): string[] => {
  const names = Object.keys(body)
  return endingFields.some((name) => names.includes(name)) ? [...names, ...endingFields, 'validatedErrors'] : names
}
