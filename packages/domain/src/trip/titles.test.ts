import { expect, it } from 'vitest'
import { enabledDaysOf, enabledDaysText, expiryOf } from './titles.ts'

it.each([
  [0, 0, 0, 0],
  [59, 0, 0, 59],
  [60, 0, 1, 0],
  [1_439, 0, 23, 59],
  [1_440, 1, 0, 0],
  [1_565, 1, 2, 5],
  [43_200, 30, 0, 0],
])('splits %i minutes into %i days, %i hours and %i minutes', (total, days, hours, minutes) =>
  expect(expiryOf(total)).toEqual({ days, hours, minutes }),
)

it.each([
  ['1111111', 'D L M X J V S'],
  ['0111110', 'L M X J V'],
  ['1000001', 'D S'],
  ['0000000', ''],
  ['', ''],
])('shows the flags %j as %j', (flags, letters) => expect(enabledDaysText(flags)).toBe(letters))

it('starts the week on Sunday', () =>
  expect(enabledDaysOf('1000000').filter(({ isEnabled }) => isEnabled)).toEqual([{ letter: 'D', isEnabled: true }]))
