import { constants } from '../constants.ts'

/** What a clock on the wall of a place shows, as the epoch milliseconds of the same figures in UTC. */
type WallTime = number

const day = 86_400_000

/** Building a formatter costs more than a whole page of moments read with it. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatIn = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** A zone that the runtime does not know must not stop a booking: it falls back to Madrid's, as its display does (O1-61). */
const formatOf = (timeZone: string | null | undefined) => {
  try {
    return formatIn(timeZone || constants.defaultTimeZone)
  } catch {
    return formatIn(constants.defaultTimeZone)
  }
}

/** Whether the runtime knows it, asked of what people write. */
export const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export type Zone = string | null | undefined

const shownAt = (moment: number, timeZone: Zone): WallTime => {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) parts[type] = Number(value)
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, date, hour, minute, second) + (((moment % 1_000) + 1_000) % 1_000)
}

/** Since 1970 clocks have changed on quarters of an hour only; what was asked of one is not asked again. */
const quarter = 900_000
const mostKept = 20_000
const differences = new Map<Zone, Map<number, number>>()

export const wallTime = (moment: number, timeZone: Zone): WallTime => {
  if (!(moment >= 0)) return shownAt(moment, timeZone)
  const known = differences.get(timeZone) ?? new Map<number, number>()
  differences.set(timeZone, known)
  const number = Math.floor(moment / quarter)
  const difference = known.get(number) ?? shownAt(number * quarter, timeZone) - number * quarter
  if (known.size >= mostKept) known.clear()
  known.set(number, difference)
  return moment + difference
}

/** The moments on either side of a change of the clocks at which this may be shown, though not all of them show it. */
const candidatesAt = (wall: WallTime, timeZone: Zone) =>
  [-day, day].map((away) => wall + away - wallTime(wall + away, timeZone) + wall)

/** Every moment at which the clock shows this: two in the hour that the autumn change repeats, none in a skipped one. */
export const momentsAt = (wall: WallTime, timeZone: Zone) =>
  [...new Set(candidatesAt(wall, timeZone))]
    .filter((moment) => wallTime(moment, timeZone) === wall)
    .sort((a, b) => a - b)

/** An hour that occurs twice is its first occurrence; one that the spring change skips moves on by the skipped time. */
export const momentAt = (wall: WallTime, timeZone: Zone) =>
  momentsAt(wall, timeZone)[0] ?? Math.max(...candidatesAt(wall, timeZone))

/** Of two moments that the clock shows alike, the next one to come; the last one when both have passed. */
export const nextOf = (moments: readonly number[], now: number) =>
  moments.find((moment) => moment >= now) ?? moments.at(-1)

/** Lists ask this of every time in them, and on nearly all days the clocks do not change. */
const steadyDays = new Map<string, boolean>()

const isSteady = (moment: number, timeZone: Zone) => {
  const start = Math.floor(moment / day) * day
  const key = `${start} ${timeZone}`
  const known = steadyDays.get(key)
  if (known !== undefined) return known
  const awayAt = (one: number) => wallTime(one, timeZone) - one
  const steady = awayAt(start - day) === awayAt(start + 2 * day)
  if (steadyDays.size > 5_000) steadyDays.clear()
  steadyDays.set(key, steady)
  return steady
}

/** Whether a moment that the clock shows twice lies before or after the clocks go back. */
export const sideOfChange = (moment: number, timeZone: Zone) => {
  if (isSteady(moment, timeZone)) return undefined
  const [first, second] = momentsAt(wallTime(moment, timeZone), timeZone)
  if (second === undefined) return undefined
  return moment === first ? 'before' : 'after'
}

const dayOf = (wall: WallTime): WallTime => Math.floor(wall / day) * day

/** The first moment of a calendar day, counted in days from the one that holds the given moment. */
export const startOfDay = (moment: number, timeZone: Zone, daysAway = 0) =>
  momentAt(dayOf(wallTime(moment, timeZone)) + daysAway * day, timeZone)

export const endOfDay = (moment: number, timeZone: Zone, daysAway = 0) => startOfDay(moment, timeZone, daysAway + 1) - 1

/** The hour that the moment shows in its zone, on another calendar day (given as that day's midnight in UTC). */
export const sameHourOn = (moment: number, utcDay: number, timeZone: Zone) => {
  const wall = wallTime(moment, timeZone)
  return momentAt(utcDay + (wall - dayOf(wall)), timeZone)
}
