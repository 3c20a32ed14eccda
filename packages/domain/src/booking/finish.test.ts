import { expect, it } from 'vitest'
import { hours, minutes } from './duration.ts'
import { finishProblems } from './finish.ts'

const start = Date.UTC(2026, 5, 15, 10)
const punctual = { start, arrival: start + minutes(5), finish: start + minutes(40), asap: false }
const scheduled = (arrival: number) => ({ arrival: start + arrival, finish: start + hours(23) })

it.each([
  ['B-091 B-092 L-231 accepts a punctual ride', {}, []],
  ['B-091 accepts an arrival and a finish at the start', { arrival: start, finish: start }, []],
  ['B-091 L-231 refuses an arrival before the start', { arrival: start - 1 }, ['problems.arrivalBeforeStart']],
  [
    'B-091 L-231 refuses a finish before the start',
    { finish: start - 1 },
    ['problems.finishBeforeStart', 'problems.finishBeforeArrival'],
  ],
  ['B-091 L-231 accepts a finish exactly 24 hours after the start', { finish: start + hours(24) }, []],
  ['B-091 L-231 refuses a later finish', { finish: start + hours(24) + 1 }, ['problems.finishTooLate']],
  [
    'B-091 L-231 refuses an arrival over 24 hours after the start',
    { arrival: start + hours(24) + 1, finish: start + hours(25), asap: true },
    ['problems.arrivalTooLateAsap', 'problems.finishTooLate'],
  ],
  ['B-092 L-231 accepts a scheduled taxi after exactly half an hour', scheduled(minutes(30)), []],
  ['B-092 L-231 refuses a later one', scheduled(minutes(30) + 1), ['problems.arrivalTooLate']],
  ['B-092 L-231 accepts an asap taxi after exactly 2 hours', { ...scheduled(hours(2)), asap: true }, []],
  [
    'B-092 L-231 refuses a later asap taxi',
    { ...scheduled(hours(2) + 1), asap: true },
    ['problems.arrivalTooLateAsap'],
  ],
  [
    'refuses a finish before the arrival',
    { arrival: start + minutes(20), finish: start + minutes(19) },
    ['problems.finishBeforeArrival'],
  ],
  ['accepts a finish at the arrival', { arrival: start + minutes(20), finish: start + minutes(20) }, []],
  [
    'refuses times that are none',
    { arrival: Number.NaN },
    ['problems.arrivalBeforeStart', 'problems.arrivalTooLate', 'problems.finishBeforeArrival'],
  ],
])('%s', (_, change, problems) => expect(finishProblems({ ...punctual, ...change })).toEqual(problems))
