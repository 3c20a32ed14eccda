import { expect, it } from 'vitest'
import { amountOf, amountText } from './amount.ts'
import { momentOf, momentText } from './moment-text.ts'

it.each([
  ['Europe/Madrid', Date.UTC(2026, 10, 15, 9), '2026-11-15T10:00'],
  ['Atlantic/Canary', Date.UTC(2026, 10, 15, 9), '2026-11-15T09:00'],
  ['Europe/Madrid', Date.UTC(2026, 6, 1, 22, 30), '2026-07-02T00:30'],
])('a moment is typed on the clock of %s', (timeZone, moment, text) => {
  expect(momentText(moment, timeZone)).toBe(text)
  expect(momentOf(text, timeZone)).toBe(moment)
})

it.each(['', '2026-11', 'soon'])('a half-typed moment is none: %j', (text) =>
  expect(momentOf(text, 'Europe/Madrid')).toBeUndefined(),
)

it.each([
  ['', null],
  ['12', 12],
  ['12,5', 12.5],
  ['12.50', 12.5],
  ['-1', -1],
  ['12.505', Number.NaN],
  ['1.000,50', Number.NaN],
  ['ten', Number.NaN],
])('an amount is typed with a comma or a point: %j', (text, amount) => expect(amountOf(text)).toEqual(amount))

it.each([
  [null, ''],
  [0, '0'],
  [12.5, '12.5'],
])('an amount of %s stands in its input as %j', (amount, text) => expect(amountText(amount)).toBe(text))
