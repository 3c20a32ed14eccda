/** A total that a person has to give reasons for (documents 2 and 3, "301 or more"). */
export const priceAlertThreshold = 301

/** Who decides the customer's price. */
export const priceCustomerType = { supplier: 1, automatic: 3, operator: 4, limited: 5 } as const

export const priceProtocols = [1, 2] as const

const symbols: Record<string, string> = { GBP: '£', USD: '$' }

export const currencySymbol = (currency: string | null | undefined) => symbols[currency ?? ''] ?? '€'

/** Half up on the figure as it is written: 8.575 is 858, though its binary fraction lies a hair below. */
const rounded = (value: number) => Math.round(Number(value.toPrecision(15)))

export const toCents = (amount: number) => rounded(amount * 100)

/** A percentage is exact to its fourth decimal. */
const parts = 10_000
const whole = BigInt(100 * parts)

/**
 * The supplier's total plus the multiplier percent, half a cent rounded up (O3-64). Counted in whole numbers: binary
 * fractions would lose the very halves that the rule is about. A discount never turns into a debt.
 */
export const customerTotal = (supplierTotal: number, multiplierPercent: number | null | undefined) => {
  const factor = whole + BigInt(rounded((multiplierPercent ?? 0) * parts))
  const exact = BigInt(toCents(Math.max(0, supplierTotal))) * (factor > 0n ? factor : 0n)
  return Number((2n * exact + whole) / (2n * whole)) / 100
}
