import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencySymbol, customerTotal, toCents } from './price.ts'

describe('the customer total', () => {
  it.each([
    ['equals the supplier total without a multiplier', 20, null, 20],
    ['equals the supplier total with a multiplier of zero', 20.5, 0, 20.5],
    ['adds the percent', 20, 10, 22],
    ['adds a fractional percentage', 20, 12.5, 22.5],
    ['rounds half a cent up', 0.5, 1, 0.51],
    ['rounds half a cent up even if its binary value is slightly lower', 1.15, 50, 1.73],
    ['rounds less than half a cent down', 1.04, 10, 1.14],
    ['applies a discount', 20, -10, 18],
    ['discounts no more than the whole price', 20, -150, 0],
    ['stays exact for large amounts', 99_999_999.99, 12.3456, 112_345_599.99],
  ])('%s', (_, supplier, percent, total) => expect(customerTotal(supplier, percent)).toBe(total))

  const amount = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100)
  const percent = fc.integer({ min: -20_000, max: 50_000 }).map((hundredths) => hundredths / 100)

  it('is never negative and always whole cents', () =>
    fc.assert(
      fc.property(amount, percent, (supplier, multiplier) => {
        const total = customerTotal(supplier, multiplier)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(toCents(total) / 100).toBe(total)
      }),
    ))

  it('lies within half a cent of the exact figure', () =>
    fc.assert(
      fc.property(amount, percent, (supplier, multiplier) => {
        const exact = Math.max(0, supplier * (1 + multiplier / 100))
        expect(Math.abs(customerTotal(supplier, multiplier) - exact)).toBeLessThan(0.005001)
      }),
    ))
})

it.each([
  [8.575, 858],
  [1.005, 101],
  [0.1 + 0.2, 30],
  [20, 2000],
])('%d are %i cents', (amount, cents) => expect(toCents(amount)).toBe(cents))

it.each([
  ['GBP', '£'],
  ['USD', '$'],
  ['EUR', '€'],
  ['SEK', '€'],
  ['', '€'],
  [null, '€'],
  [undefined, '€'],
])('the currency symbol of %s is %s (B-111)', (currency, symbol) => expect(currencySymbol(currency)).toBe(symbol))
