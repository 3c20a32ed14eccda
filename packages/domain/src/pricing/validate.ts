import { extraValidationProblem, type ValidatedErrorKey } from '../booking/edit.ts'
import { toCents } from '../booking/price.ts'
import { bookingStatus } from '../codes.ts'
import { keysOf } from '../objects.ts'
import { isFixedPrice, type PriceBlock, tollOf } from './estimate.ts'

/**
 * Percent that a real price may be of the tariff's price for the same ride. The distance is a straight line times 1.6: a ride
 * along a straight road is only 62 % of it, and a detour around works half as long again.
 */
const share = { low: 60, high: 150 }
/** A short ride may come to this much more or less without anybody having done wrong: a red light, the next corner. */
const slackCents = 300

/** Customers whose prices are agreed case by case, so that a person compares them with the agreement. */
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
  /** The tariff's price for the ride as it was driven, where there is a tariff. */
  expected?: PriceBlock | undefined
  /** The fleet's own range. */
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
    // A fixed price and a toll are public figures: nothing excuses a cent more.
    fixedPriceSupplier: isFixed && paid > price,
    priceTollTooHigh: !isFixed && toll > tollOf(expected),
  } satisfies Partial<Record<ValidatedErrorKey, boolean>>
}

const priceErrors = (
  booking: EndedBooking,
  { expected, min, max }: Checks,
): Partial<Record<ValidatedErrorKey, boolean>> => {
  const { priceSupplierTotal: total, toll, cancelledWithCharge } = booking
  // A ride that costs nothing is one whose price was never entered.
  if (!total) return { priceMissing: true }
  // A total that has to be explained is too high until somebody does.
  const isUnexplained = extraValidationProblem(booking) !== undefined
  // What a cancellation costs has nothing to do with a distance.
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

/** By how much of the expected price the real one differs from it; undefined where that says nothing. */
export const deviationOf = (total: number | null | undefined, expected: number | null | undefined) =>
  total == null || Number.isNaN(total) || !expected
    ? undefined
    : (toCents(total) - toCents(expected)) / toCents(expected)

/** What a person has to look at before the booking counts as validated; 'other' is what nothing here could judge. */
export const validateFinished = (booking: EndedBooking, checks: Checks) => {
  const ended = endedOtherwise[booking.status]
  const isSpecial = specialClients.includes(booking.clientType ?? '')
  const found: Partial<Record<ValidatedErrorKey, boolean>> = ended
    ? { [ended]: true }
    : { ...priceErrors(booking, checks), specialCustomer: isSpecial }
  const validatedErrors = keysOf(found).filter((key) => found[key])
  return { validatedErrors, validated: validatedErrors.length === 0 }
}
