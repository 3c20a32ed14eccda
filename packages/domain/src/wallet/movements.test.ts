import { expect, it } from 'vitest'
import { movementKinds, signedAmount } from './movements.ts'

it('takes money out of a wallet only for a ride', () =>
  expect(movementKinds.filter((kind) => signedAmount(kind, 100) < 0)).toEqual(['ride']))
