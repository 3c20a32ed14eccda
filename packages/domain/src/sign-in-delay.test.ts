import { expect, it } from 'vitest'
import { afterFailure, blockedFor, delayAfter, type Failures } from './sign-in-delay.ts'

const minute = 60_000
const hour = 60 * minute

it.each([
  [0, 0],
  [3, 0],
  [4, 1_000],
  [5, 2_000],
  [6, 4_000],
  [13, 512_000],
  [14, 15 * minute],
  [1_000_000, 15 * minute],
])('%s failures block sign-in for %s ms', (failures, delay) => expect(delayAfter(failures)).toBe(delay))

it.each<[string, Failures | undefined, number, Failures]>([
  ['starts at one', undefined, 5, { count: 1, last: 5 }],
  ['counts on within the hour', { count: 4, last: 0 }, hour - 1, { count: 5, last: hour - 1 }],
  ['starts anew after an hour without failures', { count: 4, last: 0 }, hour, { count: 1, last: hour }],
])('the failure count %s', (_, before, now, after) => expect(afterFailure(before, now)).toEqual(after))

it.each<[string, Failures | undefined, number, number]>([
  ['nobody without failures', undefined, 0, 0],
  ['nobody within the free attempts', { count: 3, last: 0 }, 0, 0],
  ['for what is left of the delay', { count: 6, last: 0 }, 1_500, 2_500],
  ['nobody once the delay has passed', { count: 6, last: 0 }, 4_000, 0],
  ['nobody once all is forgotten', { count: 99, last: 0 }, hour, 0],
])('blocks %s', (_, failures, now, blocked) => expect(blockedFor(failures, now)).toBe(blocked))

it('does not block after a free failure recorded by a server whose clock is ahead', () =>
  expect(blockedFor({ count: 1, last: 5_000 }, 0)).toBe(0))
