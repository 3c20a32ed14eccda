import type { ProblemKey } from '../problem/keys.ts'

/** The highest price of a trip. */
export const mostTripPrice = 99_999

/** What is wrong with a typed price; NaN means that it is not a number. */
export const tripPriceProblem = (price: number): ProblemKey | undefined => {
  if (Number.isNaN(price)) return 'problems.amountInvalid'
  if (price < 0) return 'problems.priceNegative'
  return price > mostTripPrice ? 'problems.priceTooHigh' : undefined
}
