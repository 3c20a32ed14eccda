import { expect, it } from 'vitest'
import { hours, minutes } from './duration.ts'
import { finishProblems } from './finish.ts'

const start = Date.UTC(2026, 5, 15, 10)
const punctual = { start, arrival: start + minutes(5), finish: start + minutes(40), asap: false }
const scheduled = (arrival: number) => ({ arrival: start + arrival, finish: start + hours(23) })

it.each([
  ['accepts a punctual ride (B-091, B-092, L-231)', {}, []],
  ['accepts an arrival and a finish at the start (B-091)', { arrival: start, finish: start }, []],
  ['refuses an arrival before the start (B-091, L-231)', { arrival: start - 1 }, ['problems.arrivalBeforeStart']],
  [
    'refuses a finish before the start (B-091, L-231)',
    { finish: start - 1 },
    ['problems.finishBeforeStart', 'problems.finishBeforeArrival'],
  ],
  ['accepts a finish exactly 24 hours after the start (B-091, L-231)', { finish: start + hours(24) }, []],
  ['refuses a later finish (B-091, L-231)', { finish: start + hours(24) + 1 }, ['problems.finishTooLate']],
  [
    'refuses an arrival over 24 hours after the start (B-091, L-231)',
    { arrival: start + hours(24) + 1, finish: start + hours(25), asap: true },
    ['problems.arrivalTooLateAsap', 'problems.finishTooLate'],
  ],
  ['accepts a scheduled taxi exactly 30 minutes after the start (B-092, L-231)', scheduled(minutes(30)), []],
  ['refuses a scheduled taxi later than that (B-092, L-231)', scheduled(minutes(30) + 1), ['problems.arrivalTooLate']],
  ['accepts an asap taxi exactly 2 hours after the start (B-092, L-231)', { ...scheduled(hours(2)), asap: true }, []],
  [
    'refuses an asap taxi later than that (B-092, L-231)',
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
    'refuses an arrival that is not a number',
    { arrival: Number.NaN },
    ['problems.arrivalBeforeStart', 'problems.arrivalTooLate', 'problems.finishBeforeArrival'],
  ],
])('%s', (_, change, problems) => expect(finishProblems({ ...punctual, ...change })).toEqual(problems))
