import type { ProblemKey } from '../problem/keys.ts'

/** The highest price that a trip can have. */
export const mostTripPrice = 99_999

/** What is wrong with a price that was typed; NaN is none at all. */
export const tripPriceProblem = (price: number): ProblemKey | undefined => {
  if (Number.isNaN(price)) return 'problems.amountInvalid'
  if (price < 0) return 'problems.priceNegative'
  return price > mostTripPrice ? 'problems.priceTooHigh' : undefined
}
