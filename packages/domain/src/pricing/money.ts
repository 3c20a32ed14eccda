/** Prices are added up in whole cents: binary fractions lose the very halves that rounding is about. */
export type Cents = number

/** A product of whole numbers divided, half a cent up; none of them negative. */
export const halfUp = (a: number, b: number, divisor: number): Cents =>
  Number((2n * BigInt(a) * BigInt(b) + BigInt(divisor)) / (2n * BigInt(divisor)))

export const fromCents = (cents: Cents) => cents / 100

export const sumOf = (lines: readonly { amount: number }[]): Cents =>
  lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
