/** From this total on, a person has to give reasons (documents 2 and 3, "301 or more"). */
export const priceAlertThreshold = 301

/** Who decides the customer's price. */
export const priceCustomerType = { supplier: 1, automatic: 3, operator: 4, limited: 5 } as const

const symbols: Record<string, string> = { GBP: '£', USD: '$' }

export const currencySymbol = (currency: string | null | undefined) => symbols[currency ?? ''] ?? '€'

/** Rounds the decimal figure half up: 8.575 becomes 858 cents, though its binary value lies just below. */
const rounded = (value: number) => Math.round(Number(value.toPrecision(15)))

export const toCents = (amount: number) => rounded(amount * 100)

/** Percentages are exact to four decimals. */
const parts = 10_000
const whole = BigInt(100 * parts)

/**
 * The supplier's total plus the multiplier percent, rounded half up (O3-64). Calculated in whole numbers, because
 * binary fractions would get exactly the halves wrong. A discount never makes the total negative.
 */
export const customerTotal = (supplierTotal: number, multiplierPercent: number | null | undefined) => {
  const factor = whole + BigInt(rounded((multiplierPercent ?? 0) * parts))
  const exact = BigInt(toCents(Math.max(0, supplierTotal))) * (factor > 0n ? factor : 0n)
  return Number((2n * exact + whole) / (2n * whole)) / 100
}
