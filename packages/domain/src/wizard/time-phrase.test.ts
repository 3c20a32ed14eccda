import { describe, expect, it } from 'vitest'
import { readStart } from './time-phrase.ts'

const madrid = 'Europe/Madrid'
/** A Sunday, 10:05 on the clocks of Madrid. */
const now = Date.parse('2026-11-15T09:05:00Z')

const local = (moment: number | undefined) =>
  moment === undefined
    ? undefined
    : new Intl.DateTimeFormat('sv-SE', { timeZone: madrid, dateStyle: 'short', timeStyle: 'short' }).format(moment)

describe('a start as people say it', () => {
  it.each([
    ['11', '2026-11-15 11:00'],
    ['8', '2026-11-16 08:00'],
    ['10', '2026-11-15 10:00'],
    ['830', '2026-11-16 08:30'],
    ['1830', '2026-11-15 18:30'],
    ['18h', '2026-11-15 18:00'],
    ['18h15', '2026-11-15 18:15'],
    ['7.15', '2026-11-16 07:15'],
    ['7pm', '2026-11-15 19:00'],
    ['7 pm', '2026-11-15 19:00'],
    ['12am', '2026-11-16 00:00'],
    ['tomorrow 7:15', '2026-11-16 07:15'],
    ['mañana 7:15', '2026-11-16 07:15'],
    ['MAÑANA A LAS 7:15', '2026-11-16 07:15'],
    ['7:15 mañana', '2026-11-16 07:15'],
    ['pasado mañana 8', '2026-11-17 08:00'],
    ['hoy 9', '2026-11-15 09:00'],
    ['fri 18h', '2026-11-20 18:00'],
    ['viernes 18h', '2026-11-20 18:00'],
    ['el lunes a las 9:30', '2026-11-16 09:30'],
    ['miércoles 830', '2026-11-18 08:30'],
    ['sunday 9', '2026-11-22 09:00'],
    ['20/11 8:30', '2026-11-20 08:30'],
    ['8:30 20/11', '2026-11-20 08:30'],
    ['1-2-2027 8', '2027-02-01 08:00'],
    ['14/11 9', '2027-11-14 09:00'],
    ['25 dec 7', '2026-12-25 07:00'],
    ['25 de diciembre 7', '2026-12-25 07:00'],
    ['in 20 min', '2026-11-15 10:25'],
    ['en 20', '2026-11-15 10:25'],
    ['+2h', '2026-11-15 12:05'],
  ])('%s is %s', (said, expected) => expect(local(readStart(said, now, madrid)?.start)).toBe(expected))

  it.each(['now', 'ahora', 'ya', 'asap'])('%s is at once', (said) =>
    expect(readStart(said, now, madrid)).toEqual({ start: now, asap: true }),
  )

  it.each(['', '25', '8:75', 'whenever', '31/2 8', 'tomorrow', '13pm', 'fri', '99999'])(
    '%s is not understood',
    (said) => expect(readStart(said, now, madrid)).toBeUndefined(),
  )

  it('keeps the hour on the day the clocks change', () => {
    const saturday = Date.parse('2026-10-24T12:00:00Z')
    expect(local(readStart('mañana 8', saturday, madrid)?.start)).toBe('2026-10-25 08:00')
    expect(readStart('mañana 8', saturday, madrid)?.start).toBe(Date.parse('2026-10-25T07:00:00Z'))
  })
})
