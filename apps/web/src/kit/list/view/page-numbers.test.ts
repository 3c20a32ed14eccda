import { expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

it.each([
  [0, 1, '1'],
  [0, 5, '1 2 3 4 5'],
  [0, 65, '1 2 3 4 … 65'],
  [30, 65, '1 … 30 31 32 … 65'],
  [64, 65, '1 … 62 63 64 65'],
  [3, 7, '1 2 3 4 5 6 7'],
])('offers these pages around page index %i of %i: %s', (page, count, text) =>
  expect(
    pageNumbers(page, count)
      .map((number) => (number === 'gap' ? '…' : number + 1))
      .join(' '),
  ).toBe(text),
)
