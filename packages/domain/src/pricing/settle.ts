import { customerTotal, priceCustomerType, toCents } from '../booking/price.ts'
import { bookingStatus } from '../codes.ts'
import { type CustomerTerms, customerBlock, customerPrice, customerTypeOf } from './customer.ts'
import {
  blockOf,
  estimate,
  isFixedPrice,
  lineOf,
  type PriceBlock,
  type PriceLine,
  priceRange,
  tollOf,
} from './estimate.ts'
import { fromCents, sumOf } from './money.ts'
import type { Ride } from './ride.ts'
import type { Tariff } from './tariff.ts'
import { type EndedBooking, validateFinished } from './validate.ts'

/**
 * 1: our tariff sets the price. 2: the supplier reports it, and our tariff only checks it (O2-62 leaves their meaning
 * open).
 */
export const priceProtocol = { tariff: 1, supplier: 2 } as const

type Amount = number | null

export type SettledBooking = EndedBooking & {
  priceSupplierTotal: Amount
  priceCustomerTotal: Amount
  priceSupplierType: number | null
  priceCustomerType: number | null
  priceCustomerMultiplier: Amount
  toll: Amount
  tollSupplier: Amount
  tollCustomer: Amount
  promisedPrice: Amount
}

export type PricedFleet = {
  priceProtocol: number
  priceCustomerType: number
  estimatedMinPrice: Amount
  estimatedMaxPrice: Amount
}

export type Settlement = {
  booking: SettledBooking
  fleet: PricedFleet | undefined
  tariff: Tariff | undefined
  planned: Ride
  driven: Ride
  /** The account's multiplier, for bookings without one of their own. */
  multiplierPercent: Amount
  /** The customer's price as typed by a person; it overrides the customer type. */
  typedCustomerPrice?: Amount
  isByOperator: boolean
}

export type PriceDetails = {
  estimationDetailsCustomer?: PriceBlock | null
  estimationDetailsSupplier?: PriceBlock | null
  totalDetailsCustomer?: PriceBlock | null
  totalDetailsSupplier?: PriceBlock | null
}

/** The tariff's price with the toll actually paid; a fixed price already includes tolls. */
const withToll = (block: PriceBlock, toll: Amount) => {
  if (toll === null || isFixedPrice(block)) return block.estimatedPrice
  return fromCents(toCents(block.estimatedPrice) - toCents(tollOf(block)) + toCents(toll))
}

/** The tariff's lines and the difference to the real price; without a tariff, the supplier's price as one line. */
const totalBlock = (
  expected: PriceBlock | undefined,
  estimatedPrice: number,
  total: number,
  toll: Amount,
): PriceBlock => {
  const isKnownToll = expected && (toll === null || toCents(toll) === sumOf(expected.tollLines))
  const tollLines = isKnownToll ? expected.tollLines : toll ? [lineOf('toll', toll)] : []
  const lines: PriceLine[] = expected ? [...expected.estimationLines] : []
  const minimumLine = expected?.minimumLine ?? null
  const rest = toCents(total) - sumOf([...lines, ...tollLines, ...(minimumLine ? [minimumLine] : [])])
  if (rest !== 0) lines.push(lineOf(expected ? 'difference' : 'supplier', fromCents(rest)))
  return { ...blockOf(lines, tollLines, minimumLine), estimatedPrice, realPrice: total }
}

/**
 * The limit of a limited price without a promise: the upper end of the estimate, or the fleet's own maximum if there is
 * no estimate.
 */
export const limitOf = (range: { max: number } | undefined, fleet: PricedFleet | undefined, terms: CustomerTerms) =>
  range ? customerTotal(range.max, terms.multiplierPercent) : (fleet?.estimatedMaxPrice ?? null)

const termsOf = ({ booking, fleet, tariff, planned, multiplierPercent }: Settlement): CustomerTerms => {
  const terms = {
    type: customerTypeOf(booking.priceCustomerType, fleet?.priceCustomerType),
    multiplierPercent: booking.priceCustomerMultiplier ?? multiplierPercent,
    typed: booking.priceCustomerTotal,
  }
  const range = tariff && priceRange(tariff, planned)
  return { ...terms, limit: booking.promisedPrice ?? limitOf(range, fleet, terms) }
}

const withOperatorPrice = (terms: CustomerTerms, supplierTotal: Amount, typed: Amount): CustomerTerms => {
  const holds = typed === null || (supplierTotal !== null && customerPrice(supplierTotal, terms) === typed)
  return holds ? terms : { ...terms, type: priceCustomerType.operator, typed }
}

/** What the supplier gets: the price given when the booking ended, or our tariff's if the fleet's protocol says so. */
const supplierSide = ({ booking, fleet, isByOperator }: Settlement, expected: PriceBlock | undefined) => {
  const toll = booking.tollSupplier ?? booking.toll
  if (booking.priceSupplierTotal !== null) {
    const teller = isByOperator ? priceCustomerType.operator : priceCustomerType.supplier
    return { total: booking.priceSupplierTotal, toll, type: booking.priceSupplierType ?? teller }
  }
  if (!expected || fleet?.priceProtocol !== priceProtocol.tariff)
    return { total: null, toll, type: booking.priceSupplierType }
  return { total: withToll(expected, toll), toll: toll ?? tollOf(expected), type: priceCustomerType.automatic }
}

/**
 * The final prices of a booking, the lines they consist of, and the errors to review. Totals include tolls. A booking
 * that did not finish keeps its prices and gets no lines.
 */
export const settle = (settlement: Settlement) => {
  const { booking, fleet, tariff, planned, driven } = settlement
  if (booking.status !== bookingStatus.finished) return { change: validateFinished(booking, {}), details: undefined }

  // Without a destination or a distance, a tariff cannot give a price.
  const isKnown = !!driven.destination || driven.distanceMetres != null
  const expected = tariff && isKnown ? estimate(tariff, driven) : undefined
  const supplier = supplierSide(settlement, expected)
  const typed = settlement.typedCustomerPrice ?? null
  const terms = withOperatorPrice(termsOf(settlement), supplier.total, typed)
  const priced = {
    priceSupplierTotal: supplier.total,
    priceSupplierType: supplier.type,
    priceCustomerTotal: supplier.total === null ? booking.priceCustomerTotal : customerPrice(supplier.total, terms),
    priceCustomerType: terms.type,
    priceCustomerMultiplier: terms.multiplierPercent ?? null,
    toll: supplier.toll,
    tollSupplier: supplier.toll,
    tollCustomer: booking.tollCustomer ?? supplier.toll,
  }
  const { estimatedMinPrice: min = null, estimatedMaxPrice: max = null } = fleet ?? {}
  const change = { ...priced, ...validateFinished({ ...booking, ...priced }, { expected, min, max }) }

  const estimated = tariff && estimate(tariff, planned)
  const total =
    supplier.total === null
      ? undefined
      : totalBlock(expected, estimated?.estimatedPrice ?? supplier.total, supplier.total, supplier.toll)
  const details: PriceDetails = {
    estimationDetailsCustomer: estimated && customerBlock(estimated, terms),
    estimationDetailsSupplier: estimated,
    totalDetailsCustomer: total && customerBlock(total, terms),
    totalDetailsSupplier: total,
  }
  return { change, details: estimated || total ? details : undefined }
}
