import { expect, it } from 'vitest'
import { amountOf, amountText } from './amount.ts'
import { momentOf, momentText, readMoment, settleMoment, writeMoment } from './moment-text.ts'

it.each([
  ['Europe/Madrid', Date.UTC(2026, 10, 15, 9), '2026-11-15T10:00'],
  ['Atlantic/Canary', Date.UTC(2026, 10, 15, 9), '2026-11-15T09:00'],
  ['Europe/Madrid', Date.UTC(2026, 6, 1, 22, 30), '2026-07-02T00:30'],
])('writes and reads a moment in the local time of %s', (timeZone, moment, text) => {
  expect(momentText(moment, timeZone)).toBe(text)
  expect(momentOf(text, timeZone)).toBe(moment)
})

it.each([
  ['Europe/Madrid', '2026-10-25T00:30Z', '2026-10-25T02:30+02:00'],
  ['Europe/Madrid', '2026-10-25T01:30Z', '2026-10-25T02:30+01:00'],
  ['America/New_York', '2026-11-01T06:30Z', '2026-11-01T01:30-05:00'],
])('keeps the two occurrences of a repeated hour in %s apart: %s', (timeZone, moment, text) => {
  expect(momentText(Date.parse(moment), timeZone)).toBe(text)
  expect(momentOf(text, timeZone)).toBe(Date.parse(moment))
  expect(writeMoment(text)).not.toMatch(/[+-]0/)
})

it.each([
  ['2026-10-24T20:00Z', '2026-10-25T02:30+02:00'],
  ['2026-10-25T00:40Z', '2026-10-25T02:30+01:00'],
  ['2026-10-25T05:00Z', '2026-10-25T02:30+01:00'],
])('resolves a repeated 2:30 typed at %s to %s', (now, text) =>
  expect(settleMoment('2026-10-25T02:30', Date.parse(now), 'Europe/Madrid')).toBe(text),
)

it.each([
  ['15/11/2026 10:05', '2026-11-15T10:05'],
  ['5-1-2027 7:05', '2027-01-05T07:05'],
  ['15.11.2026 1005', '2026-11-15T10:05'],
  ['2026-11-15T10:05', '2026-11-15T10:05'],
  ['31/02/2027 10:00', undefined],
  ['15/11/2026', undefined],
  ['15/11/2026 25:00', undefined],
])('reads a day and time as people write them: %j', (text, kept) => {
  expect(readMoment(text)).toBe(kept)
  if (kept) expect(readMoment(writeMoment(kept))).toBe(kept)
})

it.each(['', '2026-11', 'soon'])('reads no moment from an incomplete text: %j', (text) =>
  expect(momentOf(text, 'Europe/Madrid')).toBeUndefined(),
)

it.each([
  ['', null, null],
  ['12', 12, 12],
  ['12,5', 12.5, 12.5],
  ['12.50', 12.5, 12.5],
  ['12.50 €', 12.5, 12.5],
  ['-1', -1, -1],
  ['1.234,50', 1234.5, 1234.5],
  ['1,234.50', 1234.5, 1234.5],
  ['1 234,50', 1234.5, 1234.5],
  ['1.234', Number.NaN, 1234],
  ['1,234', 1234, Number.NaN],
  ['1.234.567', Number.NaN, 1234567],
  ['12.505', Number.NaN, 12505],
  ['12.3456', Number.NaN, Number.NaN],
  ['1.23,50', Number.NaN, Number.NaN],
  ['1,2,3', Number.NaN, Number.NaN],
  ['.', Number.NaN, Number.NaN],
  ['ten', Number.NaN, Number.NaN],
])('reads the amount %j as %d in English and %d in Spanish', (text, english, spanish) => {
  expect(amountOf(text, 'en')).toEqual(english)
  expect(amountOf(text, 'es')).toEqual(spanish)
})

it.each([
  [null, '', ''],
  [0, '0', '0'],
  [12.5, '12.5', '12,5'],
])('writes an amount of %s as %j in English and %j in Spanish', (amount, english, spanish) => {
  expect(amountText(amount, 'en')).toBe(english)
  expect(amountText(amount, 'es')).toBe(spanish)
  expect(amountOf(spanish, 'es')).toBe(amount)
})
