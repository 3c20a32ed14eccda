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

export type Zone = string | null | undefined

export const wallTime = (moment: number, timeZone: Zone): WallTime => {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) parts[type] = Number(value)
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, date, hour, minute, second) + (((moment % 1_000) + 1_000) % 1_000)
}

/** An hour that occurs twice is its first occurrence; one that the spring change skips moves on by the skipped time. */
export const momentAt = (wall: WallTime, timeZone: Zone) => {
  const offsets = [-day, day].map((away) => wallTime(wall + away, timeZone) - (wall + away))
  const candidates = offsets.map((offset) => wall - offset)
  const real = candidates.filter((moment) => wallTime(moment, timeZone) === wall)
  return real.length > 0 ? Math.min(...real) : Math.max(...candidates)
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
