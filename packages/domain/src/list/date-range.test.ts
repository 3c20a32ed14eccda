import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseDay, type RangePreset, rangeOf, rangeProblem } from './date-range.ts'

beforeAll(() => {
  vi.stubEnv('TZ', 'Europe/Madrid')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

it('runs in a time zone with clock changes', () =>
  expect(at('2025-11-01T00:00') - at('2025-10-01T00:00')).toBe(31 * 86_400_000 + 3_600_000))

const at = (text: string) => new Date(text).getTime()

describe('rangeOf', () => {
  it.each<[RangePreset, string, string, string]>([
    ['currentMonth', '2025-02-10T12:00', '2025-02-01T00:00', '2025-02-28T23:59:59.999'],
    ['currentMonth', '2025-10-31T12:00', '2025-10-01T00:00', '2025-10-31T23:59:59.999'],
    ['currentMonth', '2025-12-01T00:00', '2025-12-01T00:00', '2025-12-31T23:59:59.999'],
    ['lastMonth', '2025-05-10T12:00', '2025-04-10T12:00', '2025-05-10T12:00'],
    ['lastMonth', '2025-03-31T12:00', '2025-02-28T12:00', '2025-03-31T12:00'],
    ['lastMonth', '2025-01-15T12:00', '2024-12-15T12:00', '2025-01-15T12:00'],
    ['last2Months', '2025-04-30T12:00', '2025-02-28T12:00', '2025-04-30T12:00'],
    ['lastMonthToFourAhead', '2025-10-31T12:00', '2025-09-30T12:00', '2026-02-28T12:00'],
  ])('%s at %s runs from %s to %s', (preset, now, from, to) =>
    expect(rangeOf(preset, at(now))).toEqual({ from: at(from), to: at(to) }),
  )
})

describe('rangeProblem', () => {
  it.each<[string, string, string, number | undefined, string | undefined]>([
    ['accepts the maximum itself', '2025-01-01T00:00', '2025-02-01T00:00', 31, undefined],
    ['refuses one minute more', '2025-01-01T00:00', '2025-02-01T00:01', 31, 'problems.rangeTooLong'],
    ['counts days across the hour gained in autumn', '2025-10-01T00:00', '2025-11-01T00:00', 31, undefined],
    ['counts days across the hour lost in spring', '2025-03-01T00:00', '2025-04-01T00:01', 31, 'problems.rangeTooLong'],
    ['accepts any span without a maximum', '2000-01-01T00:00', '2025-01-01T00:00', undefined, undefined],
    ['accepts a single moment', '2025-01-01T00:00', '2025-01-01T00:00', 31, undefined],
    ['refuses an end before the start', '2025-01-02T00:00', '2025-01-01T00:00', 31, 'problems.rangeReversed'],
    ['refuses an invalid date', 'x', '2025-01-01T00:00', 31, 'problems.rangeReversed'],
  ])('%s', (_, from, to, maxDays, problem) =>
    expect(rangeProblem({ from: at(from), to: at(to) }, maxDays)).toBe(problem),
  )

  it.each<[RangePreset, number]>([
    ['currentMonth', 31],
    ['lastMonth', 32],
    ['last2Months', 120],
    ['lastMonthToFourAhead', 367],
  ])('never refuses the preset %s for a list of %s days', (preset, maxDays) => {
    for (let month = 0; month < 24; month++)
      for (const day of [1, 15, 28, 31])
        expect(rangeProblem(rangeOf(preset, new Date(2024, month, day, 2, 30).getTime()), maxDays)).toBeUndefined()
  })
})

describe('parseDay', () => {
  it.each<[string, string, string]>([
    ['05-01-2025', '2025-01-05T00:00', '2025-01-06T00:00'],
    ['05/01/2025', '2025-01-05T00:00', '2025-01-06T00:00'],
    [' 29-02-2024 ', '2024-02-29T00:00', '2024-03-01T00:00'],
    ['26-10-2025', '2025-10-26T00:00', '2025-10-27T00:00'],
    ['31/12/2025', '2025-12-31T00:00', '2026-01-01T00:00'],
  ])('reads %s', (text, from, to) => expect(parseDay(text)).toEqual({ from: at(from), to: at(to) }))

  it.each([
    '29-02-2025',
    '31-04-2025',
    '00-01-2025',
    '01-13-2025',
    '2025-01-05',
    '5-1-2025',
    '05-01/2025',
    '01-01-0050',
    'x',
  ])('refuses %s', (text) => expect(parseDay(text)).toBeUndefined())
})
