import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changedHours,
  datesByWeekday,
  readRecurringDates,
  recurringRequest,
  recurringStarts,
  toggleDate,
} from './recurring.ts'
import { hourTimeServiceStart } from './texts.ts'

const madrid = 'Europe/Madrid'
const start = Date.parse('2026-06-15T16:30:00Z')
const booking = { start, now: Date.parse('2026-06-15T10:00:00Z'), timeZone: madrid }

describe('dates by weekday', () => {
  it.each([
    [
      'fall on every Monday and Wednesday after the original',
      [0, 2],
      2,
      ['17-06-2026', '22-06-2026', '24-06-2026', '29-06-2026'],
    ],
    ['are none without a weekday', [], 4, []],
  ])('%s', (_, weekdays, weeks, dates) => expect(datesByWeekday({ ...booking, weekdays, weeks })).toEqual(dates))

  it('end a year ahead, as bookings do', () =>
    expect(datesByWeekday({ ...booking, weekdays: [0], weeks: 60 })).toHaveLength(52))
})

it.each([
  ['adds it', ['31-02-2027'], ['31-02-2027', '01-07-2026']],
  ['takes it out, however it is written', ['31-02-2027', '01/07/2026', '01-07-2026'], ['31-02-2027']],
])('picking a date %s, and leaves unreadable entries', (_, texts, left) =>
  expect(toggleDate(texts, '01-07-2026')).toEqual(left),
)

describe('recurring dates', () => {
  it('refuse the booking’s own day even in a repeated hour', () => {
    const second = Date.parse('2026-10-25T01:30:00Z')
    const change = { start: second, now: Date.parse('2026-10-20T10:00:00Z'), timeZone: madrid }
    expect(readRecurringDates(['25-10-2026'], change).problems).toEqual([
      { text: '25-10-2026', problem: 'problems.dateOfOriginal' },
    ])
  })

  it('report days on which the hour is repeated or skipped', () => {
    const early = { start: Date.parse('2026-10-24T00:30:00Z'), timeZone: madrid }
    expect(changedHours(['24-10-2026', '25-10-2026', '28-03-2027'], early)).toEqual([
      { date: '25-10-2026', start: Date.parse('2026-10-25T00:30:00Z'), clock: 'twice' },
      { date: '28-03-2027', start: Date.parse('2027-03-28T01:30:00Z'), clock: 'skipped' },
    ])
  })

  it.each([
    ['accept hyphens (B-094)', '01-07-2026', undefined],
    ['accept slashes (B-094)', '01/07/2026', undefined],
    ['refuse the booking’s own day', '15-06-2026', 'problems.dateOfOriginal'],
    ['refuse 9 characters (B-094)', '1-07-2026', 'problems.dateInvalid'],
    ['refuse 11 characters (B-094)', '01-07-2026 ', 'problems.dateInvalid'],
    ['refuse letters (B-094)', '01-JL-2026', 'problems.dateInvalid'],
    ['refuse another separator (B-094)', '01.07.2026', 'problems.dateInvalid'],
    ['refuse another order of day, month and year (B-094)', '2026-07-01', 'problems.dateInvalid'],
    ['refuse mixed separators', '01-07/2026', 'problems.dateInvalid'],
    ['refuse a day that does not exist', '31-06-2026', 'problems.dateInvalid'],
    ['refuse 29 February in a common year', '29-02-2027', 'problems.dateInvalid'],
    ['refuse a month that does not exist', '01-13-2026', 'problems.dateInvalid'],
    ['refuse a year far in the past', '01-07-0026', 'problems.dateInvalid'],
    ['refuse yesterday', '14-06-2026', 'problems.dateInPast'],
    ['accept the last day, a year ahead', '15-06-2027', undefined],
    ['refuse the day after the last', '16-06-2027', 'problems.startOutOfRange'],
  ])('%s', (_, text, problem) => {
    const { dates, problems } = readRecurringDates([text], booking)
    expect(problems).toEqual(problem ? [{ text, problem }] : [])
    expect(dates).toEqual(problem ? [] : [text.replaceAll('/', '-')])
  })

  it('accept today while the hour is still to come', () =>
    expect(readRecurringDates(['15/06/2026'], { ...booking, start: start + 86_400_000 })).toEqual({
      dates: ['15-06-2026'],
      problems: [],
    }))

  it('refuse today once the hour has passed', () =>
    expect(readRecurringDates(['15-06-2026'], { ...booking, now: start + 1 }).problems).toEqual([
      { text: '15-06-2026', problem: 'problems.dateInPast' },
    ]))

  it('may be several, but each only once, however it is written', () =>
    expect(readRecurringDates(['02-07-2026', '01-07-2026', '02/07/2026'], booking)).toEqual({
      dates: ['02-07-2026', '01-07-2026'],
      problems: [{ text: '02/07/2026', problem: 'problems.dateRepeated' }],
    }))
})

it('a request without dates has a null idCopyFrom (B-095)', () => {
  expect(recurringRequest(7, [])).toEqual({ idCopyFrom: null, recurringDates: [] })
  expect(recurringRequest(7, ['01-07-2026'])).toEqual({ idCopyFrom: 7, recurringDates: ['01-07-2026'] })
})

describe('recurring copies', () => {
  it.each([
    ['after the autumn change', '2026-10-20T06:30:00Z', '26-10-2026', '2026-10-26T07:30:00Z'],
    ['after the spring change', '2027-03-20T07:30:00Z', '29-03-2027', '2027-03-29T06:30:00Z'],
    ['in the hour that comes twice, the first time', '2026-10-20T00:30:00Z', '25-10-2026', '2026-10-25T00:30:00Z'],
    ['in the skipped hour, moved on', '2027-03-20T01:30:00Z', '28-03-2027', '2027-03-28T01:30:00Z'],
  ])('start at the original’s local time %s', (_, original, date, copy) =>
    expect(recurringStarts(Date.parse(original), [date], madrid)).toEqual([Date.parse(copy)]),
  )

  it('keep the local time in every season and zone', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(madrid, 'Atlantic/Canary', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
        fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2028, 0, 1) }),
        fc.integer({ min: 0, max: 730 }),
        (timeZone, original, days) => {
          const hour = hourTimeServiceStart({ timeBookingStartTimestamp: original, timeZone })
          fc.pre(!/^0[0-3]/.test(hour))
          const [year, month, day] = new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10).split('-')
          const [copy] = recurringStarts(original, [`${day}-${month}-${year}`], timeZone)
          expect(hourTimeServiceStart({ timeBookingStartTimestamp: copy, timeZone })).toBe(hour)
        },
      ),
    ))
})
