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

/** 1: the price is our tariff's. 2: the supplier tells it, and our tariff only checks it (O2-62 leaves them open). */
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
  /** As it was planned, and as it was driven. */
  planned: Ride
  driven: Ride
  /** The payment account's, for bookings that carry none of their own. */
  multiplierPercent: Amount
  /** The customer's price as a person typed it: it holds, whoever would have decided it. */
  typedCustomerPrice?: Amount
  isByOperator: boolean
}

export type PriceDetails = {
  estimationDetailsCustomer?: PriceBlock | null
  estimationDetailsSupplier?: PriceBlock | null
  totalDetailsCustomer?: PriceBlock | null
  totalDetailsSupplier?: PriceBlock | null
}

/** The tariff's price with the toll that was really paid; a fixed price holds any toll already. */
const withToll = (block: PriceBlock, toll: Amount) => {
  if (toll === null || isFixedPrice(block)) return block.estimatedPrice
  return fromCents(toCents(block.estimatedPrice) - toCents(tollOf(block)) + toCents(toll))
}

/** The lines of the tariff, and what the real price differs from them by. */
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

/** The most that a limited price comes to: what the caller was told, else the upper end of the estimate. */
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

const withTyped = (terms: CustomerTerms, supplierTotal: Amount, typed: Amount): CustomerTerms => {
  const holds = typed === null || (supplierTotal !== null && customerPrice(supplierTotal, terms) === typed)
  return holds ? terms : { ...terms, type: priceCustomerType.operator, typed }
}

/** What the supplier gets: told by whoever finished the booking, or by our tariff where that is the fleet's price. */
const supplierSide = ({ booking, fleet, isByOperator }: Settlement, expected: PriceBlock | undefined) => {
  const toldToll = booking.tollSupplier ?? booking.toll
  if (booking.priceSupplierTotal !== null) {
    const teller = isByOperator ? priceCustomerType.operator : priceCustomerType.supplier
    return { total: booking.priceSupplierTotal, toll: toldToll, type: booking.priceSupplierType ?? teller }
  }
  if (!expected || fleet?.priceProtocol !== priceProtocol.tariff)
    return { total: null, toll: toldToll, type: booking.priceSupplierType }
  return { total: withToll(expected, toldToll), toll: toldToll ?? tollOf(expected), type: priceCustomerType.automatic }
}

/**
 * The prices that a booking ends with, the lines they are made of, and what is to be checked in them. A total includes
 * its toll. One that was cancelled keeps its prices and needs no lines.
 */
export const settle = (settlement: Settlement) => {
  const { booking, fleet, tariff, planned, driven } = settlement
  if (booking.status !== bookingStatus.finished) return { change: validateFinished(booking, {}), details: undefined }

  // Of a ride to nobody knows where, a tariff cannot tell the price.
  const isKnown = !!driven.destination || driven.distanceMetres != null
  const expected = tariff && isKnown ? estimate(tariff, driven) : undefined
  const supplier = supplierSide(settlement, expected)
  const typed = settlement.typedCustomerPrice ?? null
  const terms = withTyped(termsOf(settlement), supplier.total, typed)
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
