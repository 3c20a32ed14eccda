import type { ProblemKey } from '../problem/keys.ts'
import { momentsAt, sameHourOn, wallTime, type Zone } from './calendar.ts'
import { startWindow } from './start.ts'

const day = 86_400_000

/** DD-MM-YYYY or DD/MM/YYYY as that day's midnight in UTC; undefined unless it is a real date. */
const utcDayOf = (text: string) => {
  const match = /^(\d{2})([-/])(\d{2})\2(\d{4})$/.exec(text)
  if (!match) return undefined
  const [date, month, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
  const utcDay = Date.UTC(year, month - 1, date)
  const read = new Date(utcDay)
  const isReal = read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && read.getUTCDate() === date
  return isReal ? utcDay : undefined
}

const startOn = (text: string, start: number, timeZone: Zone) => {
  const utcDay = utcDayOf(text)
  return utcDay === undefined ? undefined : sameHourOn(start, utcDay, timeZone)
}

const written = (text: string) => text.replaceAll('/', '-')

type RecurringBooking = { start: number; now: number; timeZone?: Zone }
type RecurringDates = { dates: string[]; problems: { text: string; problem: ProblemKey }[] }

/** The valid dates, written with hyphens, and the problems of the others (O2-40, O3-51). */
export const readRecurringDates = (
  texts: readonly string[],
  { start, now, timeZone }: RecurringBooking,
): RecurringDates => {
  const { to } = startWindow('new-booking', now, timeZone)
  const dates = new Set<string>()
  const problems: RecurringDates['problems'] = []
  const ownDay = Math.floor(wallTime(start, timeZone) / day) * day
  const problemOf = (text: string): ProblemKey | undefined => {
    const copy = startOn(text, start, timeZone)
    if (copy === undefined) return 'problems.dateInvalid'
    if (copy < now) return 'problems.dateInPast'
    // Compared by day, since the hour may be repeated on it.
    if (utcDayOf(text) === ownDay) return 'problems.dateOfOriginal'
    if (copy > to) return 'problems.startOutOfRange'
    return dates.has(written(text)) ? 'problems.dateRepeated' : undefined
  }
  for (const text of texts) {
    const problem = problemOf(text)
    if (problem) problems.push({ text, problem })
    else dates.add(written(text))
  }
  return { dates: [...dates], problems }
}

/** Removes the date from the list, or adds it. Unreadable entries stay, to be corrected. */
export const toggleDate = (texts: readonly string[], date: string) => {
  const others = texts.filter((text) => written(text) !== date)
  return others.length < texts.length ? others : [...texts, date]
}

/** Formats a calendar day, given as its midnight in UTC, as DD-MM-YYYY. */
export const dateText = (utcDay: number) => {
  const [year, month, date] = new Date(utcDay).toISOString().slice(0, 10).split('-')
  return `${date}-${month}-${year}`
}

type ByWeekday = RecurringBooking & {
  /** Monday is 0. */
  weekdays: readonly number[]
  /** Counted from the original. */
  weeks: number
}

/** The dates of these weekdays over the given weeks, as far ahead as bookings may be made. */
export const datesByWeekday = ({ weekdays, weeks, ...booking }: ByWeekday) => {
  const first = Math.floor(wallTime(booking.start, booking.timeZone) / day) * day
  const days = Array.from({ length: weeks * 7 }, (_, at) => first + (at + 1) * day)
  const wanted = days.filter((one) => weekdays.includes((new Date(one).getUTCDay() + 6) % 7))
  return readRecurringDates(wanted.map(dateText), booking).dates
}

/** The start on each date, at the original's local time. */
export const recurringStarts = (start: number, dates: readonly string[], timeZone?: Zone): number[] =>
  dates.map((date) => startOn(date, start, timeZone)).filter((moment) => moment !== undefined)

/** The dates on which a clock change repeats that hour, in which case the first occurrence is used, or skips it. */
export const changedHours = (dates: readonly string[], { start, timeZone }: { start: number; timeZone?: Zone }) =>
  dates.flatMap((date) => {
    const utcDay = utcDayOf(date)
    if (utcDay === undefined) return []
    const moments = momentsAt(utcDay + (wallTime(start, timeZone) % day), timeZone)
    if (moments.length === 1) return []
    const clock = moments.length === 2 ? ('twice' as const) : ('skipped' as const)
    return [{ date, start: sameHourOn(start, utcDay, timeZone), clock }]
  })

/** A request without dates copies nothing. */
export const recurringRequest = (idCopyFrom: number, recurringDates: readonly string[]) => ({
  idCopyFrom: recurringDates.length > 0 ? idCopyFrom : null,
  recurringDates: [...recurringDates],
})
