import { constants, type Language } from '../constants.ts'
import { sideOfChange, wallTime, type Zone } from './calendar.ts'

/** What the derived start of a booking needs (document 1, section 3). */
export type BookingStart = { timeBookingStartTimestamp?: number | null; timeZone?: string | null }

/** What the clock of its place shows at the start, as YYYY-MM-DDTHH:MM; undefined without a start. */
const startText = ({ timeBookingStartTimestamp, timeZone }: BookingStart) => {
  const time = new Date(timeBookingStartTimestamp ?? Number.NaN).getTime()
  return Number.isNaN(time) ? undefined : new Date(wallTime(time, timeZone)).toISOString()
}

/** HH:MM in the booking's zone, else in Madrid's (O1-61); empty without a start. */
export const hourTimeServiceStart = (booking: BookingStart) => startText(booking)?.slice(11, 16) ?? ''

/** DD/MM/YYYY in the same zone. */
export const dateTimeServiceStart = (booking: BookingStart) =>
  startText(booking)?.slice(0, 10).split('-').reverse().join('/') ?? ''

/** The two hours of the autumn night, in full and as lists mark them. */
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

/** A time that is already written, with which of the two it is where the clocks going back make its hour exist twice. */
export const tellHour = (time: string, moment: number, { timeZone, language, length = 'full' }: Clock) => {
  const side = sideOfChange(moment, timeZone)
  return side ? `${time} ${sides[language.startsWith('es') ? 'es' : 'en'][side][length]}` : time
}

/** HH:MM as it is said to people. */
export const hourWords = (booking: BookingStart, language: string, length: Clock['length'] = 'full') => {
  const { timeBookingStartTimestamp: moment, timeZone } = booking
  const hour = hourTimeServiceStart(booking)
  return moment == null || hour === '' ? hour : tellHour(hour, moment, { timeZone, language, length })
}

/** DD/MM/YYYY HH:MM as it is said to people. */
export const startWords = (booking: BookingStart, language: string) =>
  `${dateTimeServiceStart(booking)} ${hourWords(booking, language)}`.trim()

/** The time zone that the booking is told in, where its clock shows another time than Madrid's; else empty. */
export const foreignZone = ({ timeBookingStartTimestamp, timeZone }: BookingStart) => {
  const time = timeBookingStartTimestamp
  if (!timeZone || timeZone === constants.defaultTimeZone || time == null) return ''
  return wallTime(time, timeZone) === wallTime(time, null) ? '' : timeZone
}

/** Places that Spanish names in another way than the time zones do. */
const placesInSpanish: Readonly<Record<string, string>> = {
  'Atlantic/Canary': 'Canarias',
  'Europe/Lisbon': 'Lisboa',
  'Europe/London': 'Londres',
}

/** The place whose clock a time zone is; empty for none. */
export const placeOf = (timeZone: string, language: string) =>
  (language === 'es' ? placesInSpanish[timeZone] : undefined) ??
  timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** The fleets in the order in which they are tried; a repeated one keeps its first place. */
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
