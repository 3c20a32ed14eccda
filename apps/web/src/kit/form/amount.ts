import type { ProblemKey } from '@parada/domain/problem/keys'

/** An amount as it is typed: with a comma or a point, empty for none. */
export const amountText = (amount: number | null | undefined) => (amount == null ? '' : String(amount))

/** Null if empty, NaN if it is not an amount. */
export const amountOf = (text: string) => {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  return /^-?\d{1,8}(\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN
}

/** An empty amount is fine: the supplier may send the price later. */
export const amountProblem = (text: string): ProblemKey | undefined => {
  const amount = amountOf(text)
  if (Number.isNaN(amount)) return 'problems.amountInvalid'
  return amount !== null && amount < 0 ? 'problems.priceNegative' : undefined
}
