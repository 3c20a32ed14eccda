import { expect, it } from 'vitest'
import { isAmount, movementKinds, signedAmount } from './movements.ts'

it.each([
  [1, true],
  [1_000_000, true],
  [0, false],
  [-1, false],
  [1_000_001, false],
  [10 ** 12, false],
  [0.5, false],
  [10.01, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])('accepts %d cents as an amount: %s', (cents, isOne) => expect(isAmount(cents)).toBe(isOne))

it('takes money out of a wallet only for a ride', () =>
  expect(movementKinds.filter((kind) => signedAmount(kind, 100) < 0)).toEqual(['ride']))
