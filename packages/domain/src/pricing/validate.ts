import { extraValidationProblem, type ValidatedErrorKey } from '../booking/edit.ts'
import { toCents } from '../booking/price.ts'
import { bookingStatus } from '../codes.ts'
import { keysOf } from '../objects.ts'
import { isFixedPrice, type PriceBlock, tollOf } from './estimate.ts'

/**
 * The range of a real price, as a percentage of the tariff's price for the same ride. Where the street route is
 * unknown, the distance is the straight line times 1.6: a straight road is only 62 % of that, and a detour around
 * roadworks half as long again.
 */
const share = { low: 60, high: 150 }
/** Tolerance for short rides, where a red light or the next corner already makes a difference. */
const slackCents = 300

/** Customers whose prices are agreed case by case, so a person has to compare them with the agreement. */
const specialClients: readonly string[] = ['events', 'clinicaltrial', 'partners', 'Asistencia']

export type EndedBooking = {
  status: number
  clientType?: string | null
  priceSupplierTotal?: number | null
  priceCustomerTotal?: number | null
  toll?: number | null
  cancelledWithCharge?: boolean | null
  keyValidationReason?: string | null
  additionalReason?: string | null
}

export type Checks = {
  /** The tariff's price for the ride as driven, if there is a tariff. */
  expected?: PriceBlock | undefined
  /** The fleet's own price range. */
  min?: number | null
  max?: number | null
}

const endedOtherwise: Readonly<Record<number, ValidatedErrorKey>> = {
  [bookingStatus.cancelledByUser]: 'cancelledByUser',
  [bookingStatus.cancelledByCallCentre]: 'cancelledOrRejectedBySupplier',
  [bookingStatus.replaced]: 'other',
}

const againstTariff = (total: number, toll: number, expected: PriceBlock) => {
  const price = toCents(expected.estimatedPrice)
  const paid = toCents(total)
  const isFixed = isFixedPrice(expected)
  return {
    priceTooLow: 100 * (paid + slackCents) < share.low * price,
    priceTooHigh: !isFixed && 100 * (paid - slackCents) > share.high * price,
    // Fixed prices and tolls are public figures, so even a cent more is an error.
    fixedPriceSupplier: isFixed && paid > price,
    priceTollTooHigh: !isFixed && toll > tollOf(expected),
  } satisfies Partial<Record<ValidatedErrorKey, boolean>>
}

const priceErrors = (
  booking: EndedBooking,
  { expected, min, max }: Checks,
): Partial<Record<ValidatedErrorKey, boolean>> => {
  const { priceSupplierTotal: total, toll, cancelledWithCharge } = booking
  // A price of zero means that none was entered.
  if (!total) return { priceMissing: true }
  // A total that needs an explanation counts as too high until it has one.
  const isUnexplained = extraValidationProblem(booking) !== undefined
  // A cancellation fee has nothing to do with the distance.
  if (cancelledWithCharge) return { priceTooHigh: isUnexplained }
  const compared = expected && againstTariff(total, toll ?? 0, expected)
  const hasRange = typeof min === 'number' || typeof max === 'number'
  return {
    priceOutOfRange: total < (min ?? 0) || total > (max ?? Number.POSITIVE_INFINITY),
    ...compared,
    priceTooHigh: isUnexplained || compared?.priceTooHigh === true,
    other: !expected && !hasRange,
  }
}

/** The deviation of the real price, as a fraction of the expected one; undefined if there is nothing to compare. */
export const deviationOf = (total: number | null | undefined, expected: number | null | undefined) =>
  total == null || Number.isNaN(total) || !expected
    ? undefined
    : (toCents(total) - toCents(expected)) / toCents(expected)

/**
 * The errors that a person has to review before the booking counts as validated; 'other' stands for what could not be
 * checked here.
 */
export const validateFinished = (booking: EndedBooking, checks: Checks) => {
  const ended = endedOtherwise[booking.status]
  const isSpecial = specialClients.includes(booking.clientType ?? '')
  const found: Partial<Record<ValidatedErrorKey, boolean>> = ended
    ? { [ended]: true }
    : { ...priceErrors(booking, checks), specialCustomer: isSpecial }
  const validatedErrors = keysOf(found).filter((key) => found[key])
  return { validatedErrors, validated: validatedErrors.length === 0 }
}
