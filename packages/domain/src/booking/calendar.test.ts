import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfDay, momentAt, momentsAt, sameHourOn, sideOfChange, startOfDay, wallTime } from './calendar.ts'
import { hours } from './duration.ts'

const madrid = 'Europe/Madrid'
const zones = [madrid, 'Atlantic/Canary', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'Africa/Cairo', 'UTC']

describe('the local clock', () => {
  it.each([
    ['is two hours ahead of UTC in a Spanish summer', '2026-07-01T10:00:00Z', '2026-07-01T12:00:00Z'],
    ['is one hour ahead in winter', '2026-01-01T10:00:00.250Z', '2026-01-01T11:00:00.250Z'],
    ['shows 01:59 before the spring change', '2026-03-29T00:59:00Z', '2026-03-29T01:59:00Z'],
    ['shows 03:00 right after it', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00Z'],
    ['shows midnight as 00:00 of the new day', '2026-07-01T22:00:00Z', '2026-07-02T00:00:00Z'],
  ])('%s', (_, moment, wall) => expect(wallTime(Date.parse(moment), madrid)).toBe(Date.parse(wall)))

  it.each([
    ['takes the first occurrence of a repeated hour', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00Z'],
    ['moves a skipped hour forward', '2026-03-29T02:30:00Z', '2026-03-29T01:30:00Z'],
    ['reads the hour after the autumn change', '2026-10-25T03:00:00Z', '2026-10-25T02:00:00Z'],
  ])('%s', (_, wall, moment) => expect(momentAt(Date.parse(wall), madrid)).toBe(Date.parse(moment)))

  it('falls back to Madrid for an unknown or missing zone', () => {
    const moment = Date.parse('2026-07-01T10:00:00Z')
    for (const zone of ['Nowhere/At_All', '', null, undefined])
      expect(wallTime(moment, zone)).toBe(wallTime(moment, madrid))
  })

  it('round-trips through the earliest matching moment in every zone', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) }),
        (zone, moment) => {
          const wall = wallTime(moment, zone)
          expect(wallTime(momentAt(wall, zone), zone)).toBe(wall)
          expect(momentAt(wall, zone)).toBeLessThanOrEqual(moment)
        },
      ),
    ))
})

describe('a calendar day', () => {
  const lengthOf = (moment: string, zone: string) =>
    endOfDay(Date.parse(moment), zone) + 1 - startOfDay(Date.parse(moment), zone)

  it.each([
    ['2026-03-29T12:00:00Z', madrid, 23],
    ['2026-10-25T12:00:00Z', madrid, 25],
    ['2026-10-24T12:00:00Z', madrid, 24],
    ['2026-04-24T12:00:00Z', 'Africa/Cairo', 23],
  ])('containing %s in %s lasts %i hours', (moment, zone, length) => expect(lengthOf(moment, zone)).toBe(hours(length)))

  it('starts at local midnight, also when counted days away', () => {
    const now = Date.parse('2026-10-24T23:30:00Z')
    expect(startOfDay(now, madrid)).toBe(Date.parse('2026-10-24T22:00:00Z'))
    expect(startOfDay(now, madrid, 1)).toBe(Date.parse('2026-10-25T23:00:00Z'))
    expect(startOfDay(now, madrid, -1)).toBe(Date.parse('2026-10-23T22:00:00Z'))
  })

  it('takes the local time from another day', () =>
    expect(sameHourOn(Date.parse('2026-07-01T06:15:00Z'), Date.UTC(2026, 11, 1), madrid)).toBe(
      Date.parse('2026-12-01T07:15:00Z'),
    ))
})

describe('around a clock change', () => {
  const utc = (text: string) => Date.parse(`${text}Z`)

  it.each([
    ['Europe/Madrid', '2026-10-25T02:30', ['2026-10-25T00:30', '2026-10-25T01:30']],
    ['Europe/Madrid', '2026-10-25T02:00', ['2026-10-25T00:00', '2026-10-25T01:00']],
    ['Europe/Madrid', '2026-10-25T01:59', ['2026-10-24T23:59']],
    ['Europe/Madrid', '2026-10-25T03:00', ['2026-10-25T02:00']],
    ['Europe/Madrid', '2027-03-28T02:30', []],
    ['Atlantic/Canary', '2026-10-25T01:30', ['2026-10-25T00:30', '2026-10-25T01:30']],
    ['Atlantic/Canary', '2026-10-25T02:30', ['2026-10-25T02:30']],
    // Lord Howe Island changes its clocks by half an hour only.
    ['Australia/Lord_Howe', '2027-04-04T01:45', ['2027-04-03T14:45', '2027-04-03T15:15']],
    ['America/Bogota', '2026-10-25T02:30', ['2026-10-25T07:30']],
  ])('in %s %s occurs at %j', (zone, wall, moments) => expect(momentsAt(utc(wall), zone)).toEqual(moments.map(utc)))

  it.each([
    ['2026-10-24T23:59', undefined],
    ['2026-10-25T00:00', 'before'],
    ['2026-10-25T00:59', 'before'],
    ['2026-10-25T01:00', 'after'],
    ['2026-10-25T01:59', 'after'],
    ['2026-10-25T02:00', undefined],
  ])('the side of %s UTC in Madrid is %s', (moment, side) =>
    expect(sideOfChange(utc(moment), 'Europe/Madrid')).toBe(side),
  )
})
