import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CustomerTerms, customerBlock, customerPrice, customerTypeOf } from './customer.ts'
import { estimate } from './estimate.ts'
import { sumOf } from './money.ts'
import { rideWith, tariffWith } from './testing.ts'

it.each([
  ['a supplier price is the supplier’s total', { type: 1, multiplierPercent: 10 }, 20],
  ['an automatic price adds the multiplier percent', { type: 3, multiplierPercent: 10 }, 22],
  ['an automatic price without a multiplier is the supplier’s', { type: 3, multiplierPercent: null }, 20],
  ['an operator price is what the operator typed', { type: 4, multiplierPercent: 10, typed: 7.5 }, 7.5],
  ['an operator price may be zero', { type: 4, typed: 0 }, 0],
  [
    'an operator price is the automatic one until the operator types it',
    { type: 4, multiplierPercent: 10, typed: null },
    22,
  ],
  ['a typed price counts only for an operator price', { type: 3, multiplierPercent: 10, typed: 7.5 }, 22],
  ['a limited price below its limit is the automatic one', { type: 5, multiplierPercent: 10, limit: 30 }, 22],
  ['a limited price stops at its limit', { type: 5, multiplierPercent: 10, limit: 21 }, 21],
  ['a limit does not affect the other types', { type: 3, multiplierPercent: 10, limit: 21 }, 22],
  ['a discount never makes the price negative', { type: 3, multiplierPercent: -150 }, 0],
] satisfies [string, CustomerTerms, number][])('%s (B-112)', (_, terms, price) =>
  expect(customerPrice(20, terms)).toBe(price),
)

it('accepts the customer types 1, 3, 4 and 5, and falls back to 1 (B-112)', () => {
  expect([1, 3, 4, 5, 2, 0, null].map((type) => customerTypeOf(type))).toEqual([1, 3, 4, 5, 1, 1, 1])
  expect(customerTypeOf(null, 2, 5)).toBe(5)
})

describe('the customer’s price block', () => {
  const supplier = estimate(tariffWith(), rideWith())

  it('adds the multiplier as a line to the supplier’s', () => {
    const block = customerBlock(supplier, { type: 3, multiplierPercent: 10 })
    expect(block.estimationLines.slice(-2)).toEqual([
      supplier.estimationLines.at(-1),
      { concept: 'multiplier', quantity: 0.1, unitPrice: 16.5, amount: 1.65 },
    ])
    expect([block.totalLine.amount, block.estimatedPrice, block.realPrice]).toEqual([18.15, 18.15, null])
  })

  it('shows the reduction to the limit as a line', () => {
    const block = customerBlock(supplier, { type: 5, multiplierPercent: 10, limit: 17 })
    expect(block.estimationLines.at(-1)).toEqual({ concept: 'limit', quantity: 1, unitPrice: -1.15, amount: -1.15 })
  })

  it('has a single line for an operator price', () => {
    const block = customerBlock(supplier, { type: 4, typed: 12 })
    expect(block.estimationLines).toEqual([{ concept: 'operator', quantity: 1, unitPrice: 12, amount: 12 }])
    expect([block.tollLines, block.minimumLine, block.estimatedPrice]).toEqual([[], null, 12])
  })

  const cents = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100)
  const anyTerms = fc.record({
    type: fc.constantFrom(1, 3, 4, 5),
    multiplierPercent: fc.option(fc.integer({ min: -20_000, max: 50_000 }).map((value) => value / 100)),
    typed: fc.option(cents(500)),
    limit: fc.option(cents(500)),
  })

  it('is never negative, and its lines add up to the total', () => {
    fc.assert(
      fc.property(anyTerms, fc.nat(200_000), fc.nat(300), (terms, distanceMetres, minutes) => {
        const block = customerBlock(estimate(tariffWith(), rideWith({ distanceMetres, minutes })), terms)
        expect(block.totalLine.amount).toBeGreaterThanOrEqual(0)
        const lines = [...block.estimationLines, ...block.tollLines, ...(block.minimumLine ? [block.minimumLine] : [])]
        expect(sumOf(lines)).toBe(Math.round(block.totalLine.amount * 100))
        if (terms.type === 5 && terms.limit !== null) expect(block.totalLine.amount).toBeLessThanOrEqual(terms.limit)
      }),
    )
  })
})
