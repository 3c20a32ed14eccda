import { describe, expect, it } from 'vitest'
import { hours, minutes } from './duration.ts'
import {
  asapFromStart,
  dispatchInfoStart,
  isDispatchEditLocked,
  type StartKind,
  startNotPast,
  startProblem,
  startWindow,
} from './start.ts'

const madrid = 'Europe/Madrid'
const at = (text: string) => Date.parse(text)
const now = at('2026-06-15T10:00:00Z')
const problem = (kind: StartKind, start: number, asap = false) =>
  startProblem({ kind, start, asap, now, timeZone: madrid })

describe('the start window', () => {
  it.each([
    ['of a new booking (B-009)', 'new-booking', '2026-06-13T22:00:00Z', '2027-06-15T22:00:00Z'],
    ['of dispatch info', 'dispatch-info', '2026-06-13T22:00:00Z', '2026-07-15T22:00:00Z'],
    ['of cancel and create', 'cancel-and-create', '2026-06-13T22:00:00Z', '2026-07-15T22:00:00Z'],
  ] as const)('%s runs from yesterday to the end of its last day', (_, kind, from, before) =>
    expect(startWindow(kind, now, madrid)).toEqual({ from: at(from), to: at(before) - 1 }),
  )

  it.each(['to-invoice', 'historic'] as const)(
    'of a service that is %s ends today and has no beginning (B-032)',
    (kind) => expect(startWindow(kind, now, madrid)).toEqual({ to: at('2026-06-15T22:00:00Z') - 1 }),
  )

  it.each([
    ['in spring', '2026-03-29T10:00:00Z', '2026-03-27T23:00:00Z', '2026-04-28T22:00:00Z'],
    ['the day after spring', '2026-03-30T10:00:00Z', '2026-03-28T23:00:00Z', '2026-04-29T22:00:00Z'],
    ['in autumn', '2026-10-25T10:00:00Z', '2026-10-23T22:00:00Z', '2026-11-24T23:00:00Z'],
    ['the day after autumn', '2026-10-26T10:00:00Z', '2026-10-24T22:00:00Z', '2026-11-25T23:00:00Z'],
  ])('counts calendar days around a clock change: %s', (_, today, from, before) =>
    expect(startWindow('dispatch-info', at(today), madrid)).toEqual({ from: at(from), to: at(before) - 1 }),
  )

  it('uses calendar days of the booking’s time zone', () =>
    expect(startWindow('historic', at('2026-06-15T22:30:00Z'), 'America/New_York').to).toBe(
      at('2026-06-16T04:00:00Z') - 1,
    ))
})

describe('a new booking', () => {
  it.each([
    ['may start now', 0, false, undefined],
    ['may have started exactly one hour ago', -minutes(60), false, undefined],
    ['may not have started earlier', -minutes(60) - 1, false, 'problems.startInPast'],
    ['as soon as possible may have been requested two hours ago', -hours(2), true, undefined],
    ['as soon as possible may not have been requested before yesterday', -hours(48), true, 'problems.startOutOfRange'],
    ['may start late on the last day (B-009)', 365 * hours(24) + hours(11), false, undefined],
    ['may not start the day after (B-009)', 365 * hours(24) + hours(12), false, 'problems.startOutOfRange'],
    ['may not have an invalid start', Number.NaN, false, 'problems.startOutOfRange'],
  ])('%s', (_, away, asap, expected) => expect(problem('new-booking', now + away, asap)).toBe(expected))

  it.each([
    ['2026-03-29T01:30:00Z', '2026-03-29T00:30:00Z', undefined],
    ['2026-03-29T01:30:00Z', '2026-03-29T00:29:59Z', 'problems.startInPast'],
    ['2026-10-25T01:30:00Z', '2026-10-25T00:30:00Z', undefined],
    ['2026-10-25T01:30:00Z', '2026-10-25T00:29:59Z', 'problems.startInPast'],
  ])('at %s measures the hour in elapsed time, so a start at %s gives %s', (moment, start, expected) =>
    expect(startProblem({ kind: 'new-booking', start: at(start), now: at(moment), timeZone: madrid })).toBe(expected),
  )
})

describe.each(['to-invoice', 'historic'] as const)('a service that is %s', (kind) => {
  it.each([
    ['may start at the end of today (B-032)', '2026-06-15T21:59:59Z', undefined],
    ['may not start tomorrow (B-032)', '2026-06-15T22:00:00Z', 'problems.startAfterToday'],
    ['may have started years ago', '2020-01-01T00:00:00Z', undefined],
  ])('%s', (_, start, expected) => expect(problem(kind, at(start))).toBe(expected))
})

describe('an update of the dispatch info', () => {
  it.each([
    ['is too early at exactly 15 minutes', minutes(15), false, 'problems.dateTooEarly'],
    ['is too early in the past', -minutes(1), false, 'problems.dateTooEarly'],
    ['is accepted beyond 15 minutes', minutes(15) + 1, false, undefined],
    ['is accepted on the thirtieth day', 30 * hours(24), false, undefined],
    ['is refused on the day after', 31 * hours(24), false, 'problems.startOutOfRange'],
    ['as soon as possible is always accepted', -minutes(90), true, undefined],
  ])('%s', (_, away, asap, expected) => expect(problem('dispatch-info', now + away, asap)).toBe(expected))

  it('stores the current time if as soon as possible, otherwise the chosen one', () => {
    expect(dispatchInfoStart({ start: 1, asap: true, now })).toBe(now)
    expect(dispatchInfoStart({ start: now + hours(1), asap: false, now })).toBe(now + hours(1))
  })

  it.each([
    [-minutes(30) - 1, true],
    [-minutes(30), false],
    [hours(1), false],
  ])('with a start %i ms away is locked: %s', (away, locked) =>
    expect(isDispatchEditLocked(now + away, now)).toBe(locked),
  )
})

describe('cancel and create', () => {
  it('replaces a past start with the current time and keeps a later one (B-098)', () => {
    expect(startNotPast(now - 1, now)).toBe(now)
    expect(startNotPast(now - hours(100), now)).toBe(now)
    expect(startNotPast(now + 1, now)).toBe(now + 1)
  })

  it.each([
    [-hours(100), undefined],
    [30 * hours(24), undefined],
    [31 * hours(24), 'problems.startOutOfRange'],
  ])('with a start %i ms away gives %s', (away, expected) =>
    expect(problem('cancel-and-create', now + away)).toBe(expected),
  )
})

it.each([
  [minutes(15), true],
  [minutes(15) + 1, false],
  [-hours(1), true],
])('a start %i ms away counts as asap: %s', (away, asap) => expect(asapFromStart(now + away, now)).toBe(asap))
