import { expect, it } from 'vitest'
import { deactivated, prolonged } from './many.ts'

const zone = 'Europe/Madrid'
const end = Date.UTC(2026, 11, 31, 22, 59, 59)

it.each([
  ['an active one', 1, { change: { status: -1 } }],
  ['a pending one', 0, { change: { status: -1 } }],
  ['an inactive one, which stays as it is', -1, { change: {} }],
] as const)('deactivates %s', (_, status, outcome) => expect(deactivated({ status })).toEqual(outcome))

it.each([
  ['to the end of the day', null, Date.UTC(2026, 0, 1), { change: { expirationDate: end } }],
  ['not when it ends then already', null, end, { change: {} }],
  ['never to an earlier day', null, Date.UTC(2027, 0, 5), { problem: 'problems.validLonger' }],
  ['not what has no end', null, null, { problem: 'problems.validLonger' }],
  ['not to a day before its first', Date.UTC(2027, 5, 1), Date.UTC(2026, 0, 1), { problem: 'problems.rangeReversed' }],
] as const)('prolongs an authorization: %s', (_, validFromDate, expirationDate, outcome) =>
  expect(prolonged({ validFromDate, expirationDate }, Date.UTC(2026, 11, 31, 10), zone)).toEqual(outcome),
)
