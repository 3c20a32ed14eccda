/**
 * Prices are added up in whole cents, because binary fractions get exactly the halves wrong that rounding depends on.
 */
export type Cents = number

/** a × b / divisor, rounded half up, for non-negative integers. */
export const halfUp = (a: number, b: number, divisor: number): Cents =>
  Number((2n * BigInt(a) * BigInt(b) + BigInt(divisor)) / (2n * BigInt(divisor)))

export const fromCents = (cents: Cents) => cents / 100

export const sumOf = (lines: readonly { amount: number }[]): Cents =>
  lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
