import { momentAt, wallTime, type Zone } from './booking/calendar.ts'
import type { DateRange } from './list/date-range.ts'
import { fromCents, sumOf } from './pricing/money.ts'

/** In calendar order; a report opens on the current month (O3-69). */
export const reportPeriods = ['lastMonth', 'currentMonth'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** The longest two consecutive months. */
export const maxReportDays = 62

const monthStart = (now: number, monthsAway: number, timeZone: Zone) => {
  const wall = new Date(wallTime(now, timeZone))
  return momentAt(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + monthsAway, 1), timeZone)
}

/** Months follow the fleet's own calendar, so that every user gets the same figures. */
export const reportRange = (period: ReportPeriod, now: number, timeZone: Zone): DateRange => {
  const thisMonth = monthStart(now, 0, timeZone)
  if (period === 'currentMonth') return { from: thisMonth, to: now }
  return { from: monthStart(now, -1, timeZone), to: thisMonth - 1 }
}

const thousandths = 1_000

/** Each value's share of the total in thousandths that add up to one; the largest remainders are rounded up. */
export const sharesOf = (values: readonly number[]): number[] => {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total === 0) return values.map(() => 0)
  const exact = values.map((value) => (value / total) * thousandths)
  const shares = exact.map(Math.floor)
  const left = thousandths - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares.map((share) => share / thousandths)
}

export type ServiceStats = { count: number; priceSupplierSum: number }

export const totalOf = (stats: readonly ServiceStats[]): ServiceStats => ({
  count: stats.reduce((sum, { count }) => sum + count, 0),
  priceSupplierSum: fromCents(sumOf(stats.map(({ priceSupplierSum }) => ({ amount: priceSupplierSum })))),
})

/** The stats with one line per key, the most frequent first; several codes may have the same key. */
export const statsBy = <Stats extends ServiceStats>(
  stats: readonly Stats[],
  keyOf: (stats: Stats) => string,
): (ServiceStats & { key: string })[] =>
  [...Map.groupBy(stats, keyOf)]
    .map(([key, same]) => ({ key, ...totalOf(same) }))
    .toSorted((a, b) => b.count - a.count || b.priceSupplierSum - a.priceSupplierSum)
