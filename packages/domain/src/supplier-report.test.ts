import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spanProblem } from './list/date-range.ts'
import { maxReportDays, type ReportPeriod, reportPeriods, reportRange, sharesOf, statsBy } from './supplier-report.ts'

const madrid = 'Europe/Madrid'
const canaries = 'Atlantic/Canary'
const at = (text: string) => Date.parse(text)

describe('the period of a report', () => {
  it.each<[string, ReportPeriod, string, string, string, string]>([
    [
      'from day 1 to now',
      'currentMonth',
      madrid,
      '2026-11-16T10:00+01:00',
      '2026-11-01T00:00+01:00',
      '2026-11-16T10:00+01:00',
    ],
    [
      'at the first moment',
      'currentMonth',
      madrid,
      '2026-12-01T00:00+01:00',
      '2026-12-01T00:00+01:00',
      '2026-12-01T00:00+01:00',
    ],
    [
      'a short month',
      'lastMonth',
      madrid,
      '2026-03-31T12:00+02:00',
      '2026-02-01T00:00+01:00',
      '2026-02-28T23:59:59.999+01:00',
    ],
    [
      'a leap year',
      'lastMonth',
      madrid,
      '2028-03-01T00:00+01:00',
      '2028-02-01T00:00+01:00',
      '2028-02-29T23:59:59.999+01:00',
    ],
    [
      'over new year',
      'lastMonth',
      madrid,
      '2026-01-15T12:00+01:00',
      '2025-12-01T00:00+01:00',
      '2025-12-31T23:59:59.999+01:00',
    ],
    [
      'clocks going back',
      'lastMonth',
      madrid,
      '2026-11-16T10:00+01:00',
      '2026-10-01T00:00+02:00',
      '2026-10-31T23:59:59.999+01:00',
    ],
    [
      'clocks going forward',
      'lastMonth',
      madrid,
      '2026-04-10T10:00+02:00',
      '2026-03-01T00:00+01:00',
      '2026-03-31T23:59:59.999+02:00',
    ],
    [
      'the fleet’s own calendar',
      'currentMonth',
      canaries,
      '2026-11-30T23:30Z',
      '2026-11-01T00:00Z',
      '2026-11-30T23:30Z',
    ],
    [
      'a zone nobody knows, as Madrid',
      'currentMonth',
      'Nowhere/None',
      '2026-11-30T23:30Z',
      '2026-11-30T23:00Z',
      '2026-11-30T23:30Z',
    ],
  ])('covers %s: %s (L-219)', (_, period, timeZone, now, from, to) =>
    expect(reportRange(period, at(now), timeZone)).toEqual({ from: at(from), to: at(to) }),
  )

  it('never exceeds the longest period of a report', () =>
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') }), (now) => {
        for (const period of reportPeriods)
          expect(spanProblem(reportRange(period, now.getTime(), madrid), maxReportDays)).toBeUndefined()
      }),
    ))
})

describe('shares', () => {
  it.each([
    [
      [1, 1, 1],
      [0.334, 0.333, 0.333],
    ],
    [
      [1, 0],
      [1, 0],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [[], []],
    [
      [2, 1],
      [0.667, 0.333],
    ],
  ])('of %j are %j', (values, shares) => expect(sharesOf(values)).toEqual(shares))

  it('add up to the whole, each at most a thousandth off', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1 }), (values) => {
        const total = values.reduce((sum, value) => sum + value, 0)
        fc.pre(total > 0)
        const shares = sharesOf(values)
        expect(Math.round(shares.reduce((sum, share) => sum + share, 0) * 1_000)).toBe(1_000)
        for (const [index, value] of values.entries())
          expect(Math.abs((shares[index] ?? 0) - value / total)).toBeLessThanOrEqual(0.001)
      }),
    ))
})

it('adds up codes with the same meaning to the cent, the most frequent first', () => {
  const stats = [
    { code: 1, count: 1, priceSupplierSum: 0.1 },
    { code: 20, count: 2, priceSupplierSum: 12.4 },
    { code: 10, count: 2, priceSupplierSum: 0.2 },
  ]
  expect(statsBy(stats, ({ code }) => (code === 20 ? 'desk' : 'app'))).toEqual([
    { key: 'app', count: 3, priceSupplierSum: 0.3 },
    { key: 'desk', count: 2, priceSupplierSum: 12.4 },
  ])
})
