import { describe, expect, it } from 'vitest'
import { readStart, sayStart } from './time-phrase.ts'

const madrid = 'Europe/Madrid'
/** A Sunday, 10:05 in Madrid. */
const now = Date.parse('2026-11-15T09:05:00Z')

const local = (moment: number | undefined) =>
  moment === undefined
    ? undefined
    : new Intl.DateTimeFormat('sv-SE', { timeZone: madrid, dateStyle: 'short', timeStyle: 'short' }).format(moment)

describe('a spoken start', () => {
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

  it.each(['now', 'ahora', 'ya', 'asap'])('%s means as soon as possible', (said) =>
    expect(readStart(said, now, madrid)).toEqual({ start: now, asap: true }),
  )

  it.each(['', '25', '8:75', 'whenever', '31/2 8', 'tomorrow', '13pm', 'fri', '99999'])(
    '%s is not understood',
    (said) => expect(readStart(said, now, madrid)).toBeUndefined(),
  )

  it('keeps the local time on the day of a clock change', () => {
    const saturday = Date.parse('2026-10-24T12:00:00Z')
    expect(local(readStart('mañana 8', saturday, madrid)?.start)).toBe('2026-10-25 08:00')
    expect(readStart('mañana 8', saturday, madrid)?.start).toBe(Date.parse('2026-10-25T07:00:00Z'))
  })
})

describe('a start around a clock change', () => {
  /** Madrid's clocks go back from 3:00 to 2:00 at 1:00 UTC, New York's from 2:00 to 1:00 at 6:00 UTC. */
  const newYork = 'America/New_York'
  const first = Date.parse('2026-10-25T00:30:00Z')
  const second = Date.parse('2026-10-25T01:30:00Z')
  const at = (clock: string) => Date.parse(`2026-10-25T${clock}:00Z`)

  it.each([
    ['2:30', '2026-10-24T20:00', first],
    ['mañana 2:30', '2026-10-24T20:00', first],
    ['2:30', '2026-10-25T00:10', first],
    ['2:30', '2026-10-25T00:40', second],
    ['2:30', '2026-10-25T01:10', second],
    ['2:30', '2026-10-25T01:40', second],
    ['2:55', '2026-10-25T01:05', at('01:55')],
    ['hoy 2:30', '2026-10-25T01:10', second],
    ['2:30 after', '2026-10-24T20:00', second],
    ['2:30 after the change', '2026-10-24T20:00', second],
    ['2:30 después del cambio', '2026-10-24T20:00', second],
    ['tomorrow 2:30 after', '2026-10-24T20:00', second],
    ['2:30 before', '2026-10-25T01:10', first],
    ['2:30 antes del cambio', '2026-10-25T01:10', first],
  ])('%s, said at %s UTC, is the next occurrence unless one is named', (said, now, start) =>
    expect(readStart(said, Date.parse(`${now}Z`), madrid)).toEqual({
      start,
      asap: false,
      choices: [first, second].map((one) => one + (said === '2:55' ? 25 * 60_000 : 0)),
    }),
  )

  it.each([
    ['2:30', 'after', 'en', '2:30 after'],
    ['2:30 after the change', 'before', 'en', '2:30 before'],
    ['mañana 2:30 después', 'before', 'es', 'mañana 2:30 antes'],
    ['mañana 2:30 ', 'after', 'es', 'mañana 2:30 después'],
    ['day after tomorrow 2:30', 'after', 'en', 'day after tomorrow 2:30 after'],
  ] as const)('%s is reworded as %s the change in %s', (text, side, language, said) => {
    expect(sayStart(text, side, language)).toBe(said)
    const now = Date.parse(text.includes('day after') ? '2026-10-23T20:00Z' : '2026-10-24T20:00Z')
    expect(readStart(said, now, madrid)?.start).toBe(side === 'after' ? second : first)
  })

  it('is on the next day once both occurrences have passed', () =>
    expect(local(readStart('2:30', at('01:50'), madrid)?.start)).toBe('2026-10-26 02:30'))

  it('follows the clock of its time zone', () => {
    const choices = [Date.parse('2026-11-01T05:30:00Z'), Date.parse('2026-11-01T06:30:00Z')]
    expect(readStart('1:30', Date.parse('2026-11-01T05:45:00Z'), newYork)).toEqual({
      start: choices[1],
      asap: false,
      choices,
    })
  })

  it('rejects before or after for an hour that occurs once', () => {
    expect(readStart('3:30 after', at('00:00'), madrid)).toBeUndefined()
    expect(readStart('day after tomorrow 8', at('00:00'), madrid)).toEqual({
      start: Date.parse('2026-10-27T07:00:00Z'),
      asap: false,
    })
  })

  it('reports an hour skipped in spring, and moves past it', () =>
    expect(readStart('2:30', Date.parse('2027-03-27T20:00:00Z'), madrid)).toEqual({
      start: Date.parse('2027-03-28T01:30:00Z'),
      asap: false,
      isSkipped: true,
    }))
})
