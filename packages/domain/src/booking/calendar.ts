import { constants } from '../constants.ts'

/** Local clock time, encoded as the epoch milliseconds of the same figures in UTC. */
type WallTime = number

const day = 86_400_000

/** Cached, because building a formatter costs more than formatting a whole page of times. */
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

/** An unknown time zone must not stop a booking, so it falls back to Madrid, as the display does (O1-61). */
const formatOf = (timeZone: string | null | undefined) => {
  try {
    return formatIn(timeZone || constants.defaultTimeZone)
  } catch {
    return formatIn(constants.defaultTimeZone)
  }
}

/** Whether the runtime knows this time zone; for validating input. */
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

/** Clock changes of recent decades fall on quarter hours, so the offset is cached per quarter of an hour. */
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

/**
 * The moments that this wall time means with the offsets of a day before and a day after. Around a clock change not all
 * of them really show it.
 */
const candidatesAt = (wall: WallTime, timeZone: Zone) =>
  [-day, day].map((away) => wall + away - wallTime(wall + away, timeZone) + wall)

/**
 * Every moment at which the clock shows this time: two in the hour repeated in autumn, none in the hour skipped in
 * spring.
 */
export const momentsAt = (wall: WallTime, timeZone: Zone) =>
  [...new Set(candidatesAt(wall, timeZone))]
    .filter((moment) => wallTime(moment, timeZone) === wall)
    .sort((a, b) => a - b)

/**
 * The moment that a local time means: the first occurrence of a repeated hour; a skipped hour is moved forward by the
 * gap.
 */
export const momentAt = (wall: WallTime, timeZone: Zone) =>
  momentsAt(wall, timeZone)[0] ?? Math.max(...candidatesAt(wall, timeZone))

/** The next of the moments with the same local time, or the last once all have passed. */
export const nextOf = (moments: readonly number[], now: number) =>
  moments.find((moment) => moment >= now) ?? moments.at(-1)

/** Cached, since lists check every time they show and on nearly all days the clocks do not change. */
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

/** Whether a moment in a repeated hour lies before or after the clocks go back; undefined outside such an hour. */
export const sideOfChange = (moment: number, timeZone: Zone) => {
  if (isSteady(moment, timeZone)) return undefined
  const [first, second] = momentsAt(wallTime(moment, timeZone), timeZone)
  if (second === undefined) return undefined
  return moment === first ? 'before' : 'after'
}

const dayOf = (wall: WallTime): WallTime => Math.floor(wall / day) * day

/** The first moment of a local calendar day, `daysAway` days from the day of the given moment. */
export const startOfDay = (moment: number, timeZone: Zone, daysAway = 0) =>
  momentAt(dayOf(wallTime(moment, timeZone)) + daysAway * day, timeZone)

export const endOfDay = (moment: number, timeZone: Zone, daysAway = 0) => startOfDay(moment, timeZone, daysAway + 1) - 1

/** The same local time on another calendar day, which is given as its midnight in UTC. */
export const sameHourOn = (moment: number, utcDay: number, timeZone: Zone) => {
  const wall = wallTime(moment, timeZone)
  return momentAt(utcDay + (wall - dayOf(wall)), timeZone)
}
