import { momentAt, momentsAt, nextOf, wallTime, type Zone } from '../booking/calendar.ts'
import { minutes } from '../booking/duration.ts'

const day = 86_400_000

/** Weekdays and months by their first letters; both languages are always understood. */
const weekdays = ['dom|sun', 'lun|mon', 'mar|tue', 'mie|wed', 'jue|thu', 'vie|fri', 'sab|sat']
const months = ['ene|jan', 'feb', 'mar', 'abr|apr', 'may', 'jun', 'jul', 'ago|aug', 'sep', 'oct', 'nov', 'dic|dec']

const placeIn = (names: readonly string[], word: string) =>
  names.findIndex((name) => new RegExp(`^(${name})`).test(word))

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\b(a|at|las|la|el|on|de|del|of|the|proximo|proxima|next|this|este|esta)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

type Clock = { hour: number; minute: number }

const halfDay = (hour: number, mark: string | undefined) => {
  if (!mark) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (mark.startsWith('p') ? 12 : 0)
}

/** Reads 8, 830, 8:30, 8.30, 18h, 18h15, 7pm and 7:15 am. */
const readClock = (text: string): Clock | undefined => {
  const found =
    /^(\d{1,2})(?:[:.h](\d{2})|h)?\s?([ap]m?|[ap]\.m\.)?h?$/.exec(text) ?? /^(\d{1,2})(\d{2})\s?([ap]m)?h?$/.exec(text)
  if (!found) return undefined
  const hour = halfDay(Number(found[1]), found[3])
  const minute = Number(found[2] ?? 0)
  return hour >= 0 && hour <= 23 && minute <= 59 ? { hour, minute } : undefined
}

/** Midnight of a local day, as a wall time of calendar.ts. */
type Day = number

const dated = (year: number, month: number, date: number): Day | undefined => {
  const midnight = Date.UTC(year, month - 1, date)
  const read = new Date(midnight)
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === date ? midnight : undefined
}

/** A date without a year is its next occurrence. */
const nextDated = (today: Day, month: number, date: number) => {
  const year = new Date(today).getUTCFullYear()
  const thisYear = dated(year, month, date)
  return thisYear !== undefined && thisYear >= today ? thisYear : (dated(year + 1, month, date) ?? thisYear)
}

const readFigures = (text: string, today: Day) => {
  const found = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{2}|\d{4}))?$/.exec(text)
  if (!found) return undefined
  const [date, month] = [Number(found[1]), Number(found[2])]
  if (!found[3]) return nextDated(today, month, date)
  return dated(Number(found[3]) + (found[3].length === 2 ? 2_000 : 0), month, date)
}

const readNamedMonth = (text: string, today: Day) => {
  const [, date, name] = /^(\d{1,2}) ([a-z]{3,})$/.exec(text) ?? []
  const month = name ? placeIn(months, name) : -1
  return month >= 0 ? nextDated(today, month + 1, Number(date)) : undefined
}

const readWeekday = (text: string, today: Day) => {
  const wanted = /^[a-z]{3,}$/.test(text) ? placeIn(weekdays, text) : -1
  if (wanted < 0) return undefined
  const away = (wanted - new Date(today).getUTCDay() + 7) % 7
  return today + (away === 0 ? 7 : away) * day
}

const readDay = (text: string, today: Day): Day | undefined => {
  if (/^(hoy|today)$/.test(text)) return today
  if (/^(pasado manana|day after tomorrow|after tomorrow)$/.test(text)) return today + 2 * day
  if (/^(manana|tomorrow|tmr|tom)$/.test(text)) return today + day
  if (/^(ayer|yesterday)$/.test(text)) return today - day
  return readFigures(text, today) ?? readNamedMonth(text, today) ?? readWeekday(text, today)
}

const readDelay = (text: string) => {
  const found = /^(?:in|en|dentro|\+)\s?(\d{1,3})\s?(m|min|mins|minutos?|minutes?|h|hora|horas|hours?)?$/.exec(text)
  if (!found) return undefined
  return minutes(Number(found[1]) * (found[2]?.startsWith('h') ? 60 : 1))
}

/** How long a passed time still means today; after that it means tomorrow. */
const stillToday = minutes(15)

type SpokenStart = {
  start: number
  asap: boolean
  /** Both moments of a repeated hour, before and after the clocks go back. */
  choices?: number[]
  /** The clocks go forward past this hour. */
  isSkipped?: true
}

type Side = 'before' | 'after'

/** Splits off the side in "2:30 after the change", where only one of the two moments is meant. */
const readSide = (said: string): { said: string; side?: Side } => {
  const found = /^(.*) (before|after|antes|despues)(?: change| cambio)?$/.exec(said)
  if (!found) return { said }
  return { said: found[1] as string, side: /^(before|antes)$/.test(found[2] as string) ? 'before' : 'after' }
}

type PhraseContext = { now: number; timeZone: Zone; side?: Side | undefined }

const startAt = (wall: number, { now, timeZone, side }: PhraseContext): SpokenStart | undefined => {
  const moments = momentsAt(wall, timeZone)
  const [first, second] = moments
  if (second !== undefined) {
    const start = side ? moments[side === 'before' ? 0 : 1] : nextOf(moments, now)
    return { start: start as number, asap: false, choices: moments }
  }
  if (side) return undefined
  if (first !== undefined) return { start: first, asap: false }
  return { start: momentAt(wall, timeZone), asap: false, isSkipped: true }
}

/** A time without a day is today's, or tomorrow's once it has passed. */
const nextAt = (clock: number, today: Day, asked: PhraseContext) => {
  const start = startAt(today + clock, asked)
  return start && (asked.side || start.start >= asked.now - stillToday) ? start : startAt(today + day + clock, asked)
}

/** Reads a start said in one phrase, in English or Spanish; undefined if it cannot be understood. */
export const readStart = (text: string, now: number, timeZone?: Zone): SpokenStart | undefined => {
  const { said, side } = readSide(plain(text))
  if (!side && /^(ahora|ya|now|asap|cuanto antes|lo antes posible)$/.test(said)) return { start: now, asap: true }
  const delay = side ? undefined : readDelay(said)
  if (delay !== undefined) return { start: now + delay, asap: false }

  const asked = { now, timeZone, side }
  const today = Math.floor(wallTime(now, timeZone) / day) * day
  const words = said.split(' ')
  // The time comes last, or first as in "7:15 tomorrow"; a mark such as "pm" may be a word of its own.
  for (let cut = 0; cut <= words.length; cut++) {
    const parts = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')] as const
    for (const [dayText, clockText] of [parts, [parts[1], parts[0]]] as const) {
      const clock = readClock(clockText)
      if (!clock) continue
      const time = minutes(clock.hour * 60 + clock.minute)
      if (dayText === '') return nextAt(time, today, asked)
      const named = readDay(dayText, today)
      if (named !== undefined) return startAt(named + time, asked)
    }
  }
  return undefined
}

const sideWords = { en: { before: 'before', after: 'after' }, es: { before: 'antes', after: 'después' } }

/** The phrase with the word for one side of the change, in place of the word for the other. */
export const sayStart = (text: string, side: Side, language: string) => {
  const words = sideWords[language.startsWith('es') ? 'es' : 'en']
  return `${text.trim().replace(/\s+(before|after|antes|despu[eé]s)(\s+((the|del)\s+)?(change|cambio))?$/i, '')} ${words[side]}`
}
