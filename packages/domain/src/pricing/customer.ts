import { customerTotal, priceCustomerType, toCents } from '../booking/price.ts'
import { lineOf, type PriceBlock, type PriceLine } from './estimate.ts'
import { fromCents } from './money.ts'

const known: readonly number[] = Object.values(priceCustomerType)

/**
 * The first known type; otherwise the customer pays what the supplier asks, so an unknown type changes nobody's price.
 */
export const customerTypeOf = (...wished: (number | null | undefined)[]) =>
  wished.find((type) => type !== null && type !== undefined && known.includes(type)) ?? priceCustomerType.supplier

export type CustomerTerms = {
  /** 1 supplier, 3 automatic, 4 operator, 5 limited. */
  type: number
  multiplierPercent?: number | null
  /** The price typed by the operator; without one the automatic price applies. */
  typed?: number | null
  /** The upper limit of a limited price. */
  limit?: number | null
}

const difference = (a: number, b: number) => fromCents(toCents(a) - toCents(b))

const linesOnTop = (supplierTotal: number, { type, multiplierPercent, limit }: CustomerTerms): PriceLine[] => {
  if (type === priceCustomerType.supplier) return []
  const automatic = customerTotal(supplierTotal, multiplierPercent)
  const lines: PriceLine[] = []
  if (automatic !== supplierTotal)
    lines.push({
      concept: 'multiplier',
      quantity: (multiplierPercent ?? 0) / 100,
      unitPrice: supplierTotal,
      amount: difference(automatic, supplierTotal),
    })
  if (type === priceCustomerType.limited && typeof limit === 'number' && automatic > limit)
    lines.push(lineOf('limit', difference(limit, automatic)))
  return lines
}

const typedPrice = ({ type, typed }: CustomerTerms) => (type === priceCustomerType.operator ? (typed ?? null) : null)

/** The customer's price for a supplier total. */
export const customerPrice = (supplierTotal: number, terms: CustomerTerms) => {
  const typed = typedPrice(terms)
  if (typed !== null) return typed
  const onTop = linesOnTop(supplierTotal, terms).reduce((sum, { amount }) => sum + toCents(amount), 0)
  return fromCents(toCents(supplierTotal) + onTop)
}

/** The customer's block for a supplier's block, estimated or real. */
export const customerBlock = (supplier: PriceBlock, terms: CustomerTerms): PriceBlock => {
  const base = supplier.totalLine.amount
  const price = customerPrice(base, terms)
  const shared = {
    totalLine: lineOf('total', price),
    estimatedPrice: customerPrice(supplier.estimatedPrice, terms),
    realPrice: supplier.realPrice === null ? null : price,
  }
  if (typedPrice(terms) !== null)
    return { estimationLines: [lineOf('operator', price)], tollLines: [], minimumLine: null, ...shared }
  return { ...supplier, estimationLines: [...supplier.estimationLines, ...linesOnTop(base, terms)], ...shared }
}
