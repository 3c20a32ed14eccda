import { expect, it } from 'vitest'
import { mostTripPrice, tripPriceProblem } from './price.ts'

it.each([
  [0, undefined],
  [mostTripPrice, undefined],
  [-0.01, 'problems.priceNegative'],
  [mostTripPrice + 0.01, 'problems.priceTooHigh'],
  [Number.NaN, 'problems.amountInvalid'],
])('checks the price %s: %s', (price, problem) => expect(tripPriceProblem(price)).toBe(problem))
