import type { ProblemKey } from '../problem/keys.ts'

/**
 * Epoch milliseconds, as lists send them. Days and months follow the local calendar, which in a browser is the user's.
 */
export type DateRange = { from: number; to: number }

export const rangePresets = ['currentMonth', 'lastMonth', 'last2Months', 'lastMonthToFourAhead'] as const
export type RangePreset = (typeof rangePresets)[number]

const addDays = (time: number, days: number) => {
  const date = new Date(time)
  return date.setDate(date.getDate() + days)
}

/** The same moment some months away; a day that the month lacks becomes its last day. */
const addMonths = (time: number, months: number) => {
  const date = new Date(time)
  const day = date.getDate()
  date.setMonth(date.getMonth() + months, 1)
  const lastDay = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()
  return date.setDate(Math.min(day, lastDay))
}

const currentMonth = (now: number): DateRange => {
  const date = new Date(now)
  const [year, month] = [date.getFullYear(), date.getMonth()]
  return { from: new Date(year, month, 1).getTime(), to: new Date(year, month + 1, 1).getTime() - 1 }
}

/** "Last" goes back from now; "current" is the whole calendar month (O3-07). */
export const rangeOf = (preset: RangePreset, now: number): DateRange =>
  ({
    currentMonth: currentMonth(now),
    lastMonth: { from: addMonths(now, -1), to: now },
    last2Months: { from: addMonths(now, -2), to: now },
    lastMonthToFourAhead: { from: addMonths(now, -1), to: addMonths(now, 4) },
  })[preset]

/**
 * Counts calendar days, so that a clock change neither lengthens nor shortens the span. The maximum itself is allowed
 * (O3-64).
 */
export const rangeProblem = ({ from, to }: DateRange, maxDays?: number): ProblemKey | undefined => {
  if (!(from <= to)) return 'problems.rangeReversed'
  return maxDays !== undefined && to > addDays(from, maxDays) ? 'problems.rangeTooLong' : undefined
}

const hour = 3_600_000

/** For code that does not know the user's calendar: allows one more hour, in case the clock changed. */
export const spanProblem = ({ from, to }: DateRange, maxDays?: number): ProblemKey | undefined => {
  if (!(from <= to)) return 'problems.rangeReversed'
  return maxDays !== undefined && to - from > maxDays * 24 * hour + hour ? 'problems.rangeTooLong' : undefined
}

/** A typed DD-MM-YYYY or DD/MM/YYYY as [from, to); undefined unless it is a real date (O3-28). */
export const parseDay = (text: string): DateRange | undefined => {
  const match = /^(\d{2})([-/])(\d{2})\2(\d{4})$/.exec(text.trim())
  if (!match) return undefined
  const [day, month, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
  const date = new Date(year, month - 1, day)
  const isReal = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  return isReal ? { from: date.getTime(), to: addDays(date.getTime(), 1) } : undefined
}
