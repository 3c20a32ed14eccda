import { constants, type Language } from '../constants.ts'
import { sideOfChange, wallTime, type Zone } from './calendar.ts'

/** The fields that a booking's derived start is computed from (document 1, section 3). */
export type BookingStart = { timeBookingStartTimestamp?: number | null; timeZone?: string | null }

/** The start's local time as an ISO string; undefined without a start. */
const startText = ({ timeBookingStartTimestamp, timeZone }: BookingStart) => {
  const time = new Date(timeBookingStartTimestamp ?? Number.NaN).getTime()
  return Number.isNaN(time) ? undefined : new Date(wallTime(time, timeZone)).toISOString()
}

/** HH:MM in the booking's time zone, or in Madrid's if it has none (O1-61); empty without a start. */
export const hourTimeServiceStart = (booking: BookingStart) => startText(booking)?.slice(11, 16) ?? ''

/** DD/MM/YYYY in the same zone. */
export const dateTimeServiceStart = (booking: BookingStart) =>
  startText(booking)?.slice(0, 10).split('-').reverse().join('/') ?? ''

/** The marks for the two occurrences of the hour repeated in autumn: in full, and short for lists. */
const sides: Record<Language, Record<'before' | 'after', { full: string; short: string }>> = {
  en: {
    before: { full: 'before the change', short: '(1st)' },
    after: { full: 'after the change', short: '(2nd)' },
  },
  es: {
    before: { full: 'antes del cambio de hora', short: '(1.ª)' },
    after: { full: 'después del cambio de hora', short: '(2.ª)' },
  },
}

type Clock = { timeZone: Zone; language: string; length?: 'full' | 'short' }

/** Appends to a formatted time which of the two it is, if the clocks going back repeat its hour. */
export const tellHour = (time: string, moment: number, { timeZone, language, length = 'full' }: Clock) => {
  const side = sideOfChange(moment, timeZone)
  return side ? `${time} ${sides[language.startsWith('es') ? 'es' : 'en'][side][length]}` : time
}

/** HH:MM for people, marked if its hour is repeated. */
export const hourWords = (booking: BookingStart, language: string, length: Clock['length'] = 'full') => {
  const { timeBookingStartTimestamp: moment, timeZone } = booking
  const hour = hourTimeServiceStart(booking)
  return moment == null || hour === '' ? hour : tellHour(hour, moment, { timeZone, language, length })
}

/** DD/MM/YYYY HH:MM for people, marked if its hour is repeated. */
export const startWords = (booking: BookingStart, language: string) =>
  `${dateTimeServiceStart(booking)} ${hourWords(booking, language)}`.trim()

/** The booking's time zone, if its clock differs from Madrid's at the start; otherwise empty. */
export const foreignZone = ({ timeBookingStartTimestamp, timeZone }: BookingStart) => {
  const time = timeBookingStartTimestamp
  if (!timeZone || timeZone === constants.defaultTimeZone || time == null) return ''
  return wallTime(time, timeZone) === wallTime(time, null) ? '' : timeZone
}

/** Places whose Spanish name differs from that in the time zone. */
const placesInSpanish: Readonly<Record<string, string>> = {
  'Atlantic/Canary': 'Canarias',
  'Europe/Lisbon': 'Lisboa',
  'Europe/London': 'Londres',
}

/** The place that a time zone is named after; empty for none. */
export const placeOf = (timeZone: string, language: string) =>
  (language === 'es' ? placesInSpanish[timeZone] : undefined) ??
  timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** The fleets in the order they are tried; a repeated fleet keeps its first position. */
export const parseFleetsFiltered = (fleetsFiltered: string | null | undefined): number[] => [
  ...new Set(
    (fleetsFiltered ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => /^\d{1,15}$/.test(item))
      .map(Number),
  ),
]

export const formatFleetsFiltered = (fleets: readonly number[]) => [...new Set(fleets)].join(',')
