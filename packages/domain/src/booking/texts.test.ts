import { describe, expect, it } from 'vitest'
import {
  type BookingStart,
  dateTimeServiceStart,
  formatFleetsFiltered,
  hourTimeServiceStart,
  hourWords,
  parseFleetsFiltered,
  placeOf,
  startWords,
} from './texts.ts'

const winterNight = Date.UTC(2025, 0, 5, 23, 7)
const summerNoon = Date.UTC(2025, 6, 9, 10, 30)

describe('the derived start', () => {
  it.each<[string, BookingStart, string, string]>([
    ['shows Madrid time without a zone', { timeBookingStartTimestamp: summerNoon }, '12:30', '09/07/2025'],
    ['shows midnight as 00', { timeBookingStartTimestamp: winterNight }, '00:07', '06/01/2025'],
    [
      "shows the booking's own zone",
      { timeBookingStartTimestamp: winterNight, timeZone: 'Atlantic/Canary' },
      '23:07',
      '05/01/2025',
    ],
    ['treats an empty zone as none', { timeBookingStartTimestamp: summerNoon, timeZone: '' }, '12:30', '09/07/2025'],
    [
      'shows Madrid time for an unknown zone',
      { timeBookingStartTimestamp: summerNoon, timeZone: 'Mars/Olympus' },
      '12:30',
      '09/07/2025',
    ],
    ['shows nothing without a start', { timeBookingStartTimestamp: null }, '', ''],
    ['shows nothing for a start out of the calendar’s range', { timeBookingStartTimestamp: 9e15 }, '', ''],
  ])('%s', (_, booking, hour, date) => {
    expect(hourTimeServiceStart(booking)).toBe(hour)
    expect(dateTimeServiceStart(booking)).toBe(date)
  })
})

describe('the hour repeated in autumn', () => {
  const at = (moment: string, timeZone = 'Europe/Madrid') => ({
    timeBookingStartTimestamp: Date.parse(moment),
    timeZone,
  })

  it.each([
    ['2026-10-25T00:30:00Z', 'en', '25/10/2026 02:30 before the change', '02:30 (1st)'],
    ['2026-10-25T01:30:00Z', 'en', '25/10/2026 02:30 after the change', '02:30 (2nd)'],
    ['2026-10-25T00:30:00Z', 'es', '25/10/2026 02:30 antes del cambio de hora', '02:30 (1.ª)'],
    ['2026-10-25T01:30:00Z', 'es', '25/10/2026 02:30 después del cambio de hora', '02:30 (2.ª)'],
    ['2026-10-25T02:30:00Z', 'en', '25/10/2026 03:30', '03:30'],
    ['2026-10-24T23:30:00Z', 'es', '25/10/2026 01:30', '01:30'],
  ])('%s is told apart in %s', (moment, language, whole, short) => {
    expect(startWords(at(moment), language)).toBe(whole)
    expect(hourWords(at(moment), language, 'short')).toBe(short)
  })

  it('depends on the booking’s time zone', () => {
    expect(startWords(at('2026-10-25T00:30:00Z', 'Atlantic/Canary'), 'en')).toBe('25/10/2026 01:30 before the change')
    expect(startWords(at('2026-10-25T00:30:00Z', 'UTC'), 'en')).toBe('25/10/2026 00:30')
  })

  it('is empty without a start', () => expect(startWords({}, 'en')).toBe(''))
})

it.each([
  ['Atlantic/Canary', 'en', 'Canary'],
  ['Atlantic/Canary', 'es', 'Canarias'],
  ['America/Buenos_Aires', 'es', 'Buenos Aires'],
  ['', 'es', ''],
])('names the place of %s in %s', (zone, language, place) => expect(placeOf(zone, language)).toBe(place))

describe('fleetsFiltered', () => {
  it.each<[string, string | null | undefined, number[]]>([
    ['keeps the order of the list (P-113)', '87,29,140', [87, 29, 140]],
    ['keeps the first position of a repeated fleet (P-113)', '87,29,87', [87, 29]],
    ['ignores blanks and empty items', ' 87, ,29,', [87, 29]],
    ['ignores items that are not fleet ids', '87,x,-1,2.5', [87]],
    ['reads a missing list as no fleets', undefined, []],
    ['reads null as no fleets', null, []],
  ])('%s', (_, text, fleets) => expect(parseFleetsFiltered(text)).toEqual(fleets))

  it('is written the way it is read (P-113)', () => {
    expect(formatFleetsFiltered([87, 29, 140])).toBe('87,29,140')
    expect(formatFleetsFiltered([])).toBe('')
    expect(parseFleetsFiltered(formatFleetsFiltered([3, 1, 2]))).toEqual([3, 1, 2])
  })
})
