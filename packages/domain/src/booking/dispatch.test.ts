import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DispatchStatus,
  defaultCommitment,
  dispatchStateOf,
  dispatchTime,
  hasTaxi,
  mayCancelDispatch,
  mayProgress,
  nextFleet,
  preDispatchFor,
  preDispatchMinutes,
  progressAfter,
  stateLabelKey,
  statusDispatchAtStart,
} from './dispatch.ts'
import { hours, minutes } from './duration.ts'

it.each([
  ['B-067', 949, 'searching', false],
  ['B-067', 1500, 'searching', false],
  ['B-067', 1200, 'searchingCommitment', false],
  ['B-067', 1300, 'committed', false],
  ['B-068', 955, 'assigned', true],
  ['B-068', 2000, 'assigned', true],
  ['B-068', 2500, 'onBoard', true],
  ['B-069', -8000, 'manual', false],
  ['B-069', -9999, 'locked', false],
  ['B-069', 2800, 'pricePending', false],
  ['B-069', 3000, 'trajectory', false],
  ['no status', null, undefined, false],
  ['an unknown status', 1, undefined, false],
])('%s: status %s is %s, has a taxi: %s', (_, status, state, withTaxi) => {
  expect(dispatchStateOf(status)).toBe(state)
  expect(hasTaxi(status)).toBe(withTaxi)
})

it.each([
  ['a fleet that is rung by a person', { protocolDispatch: 0 }, -8000],
  ['a blocked booking', { protocolDispatch: 2, isBlocked: true }, -9999],
  ['a blocked booking of a fleet without a protocol', { protocolDispatch: 0, isBlocked: true }, -9999],
  ['a fleet that commits itself', { protocolDispatch: 2, enableCommitment: true }, 1200],
  ['any other fleet', { protocolDispatch: 2, enableCommitment: false, isBlocked: false }, 949],
  ['a commitment that nobody can send', { protocolDispatch: null, enableCommitment: true }, -8000],
])('sets the initial dispatch status for %s', (_, order, status) => expect(statusDispatchAtStart(order)).toBe(status))

it.each([
  [undefined, true],
  [null, true],
  [-9999, true],
  [-8000, true],
  [949, true],
  [1999, true],
  [2000, false],
  [2500, false],
  [3000, false],
])('allows cancelling the dispatch at %s: %s (B-072)', (status, allowed) =>
  expect(mayCancelDispatch(status)).toBe(allowed),
)

it('offers the pre-dispatch minutes of the documents (L-274)', () =>
  expect(preDispatchMinutes).toEqual([10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 120, 360]))

it.each([
  [15, 15],
  [1, 10],
  [55, 60],
  [61, 120],
  [500, 360],
  [null, 10],
])('a fleet default of %s minutes preselects %i', (wanted, lead) => expect(preDispatchFor(wanted)).toBe(lead))

it.each([
  ['7,3,9', 7, 3],
  ['7,3,9', 3, 9],
  ['7,3,9', 9, undefined],
  ['7,3,9', 8, undefined],
  ['7,3,9', null, undefined],
  ['', 7, undefined],
  [null, 7, undefined],
])('in %s the fleet after %s is %s', (list, current, next) => expect(nextFleet(list, current)).toBe(next))

describe('the dispatch time', () => {
  const now = Date.UTC(2026, 5, 15, 10)
  it.each([
    ['is now for a booking as soon as possible', { start: now + hours(2), asap: true, timePreDispatch: 30 }, now],
    ['is the lead time before the start', { start: now + hours(2), timePreDispatch: 30 }, now + minutes(90)],
    ['is now if the lead time has already begun', { start: now + minutes(20), timePreDispatch: 30 }, now],
    ['is now without a lead time', { start: now + hours(2), timePreDispatch: null }, now],
  ])('%s', (_, order, expected) => expect(dispatchTime({ ...order, now })).toBe(expected))
})

describe('commitment', () => {
  const byFeatures = { commitmentByTaxiFeatures: true }
  it.each([
    ['is switched on by a feature above 99 (B-021)', byFeatures, '3,100', true],
    ['is not switched on by feature 99 (B-021)', byFeatures, '3,99', false],
    ['is not switched on at fleets without commitment by features (B-021)', {}, '100', false],
    ['is not switched on without features', byFeatures, null, false],
    ['starts from the fleet’s default', { enableCommitmentDefault: true }, '', true],
  ])('%s', (_, fleet, features, on) => expect(defaultCommitment(fleet, features)).toBe(on))
})

describe('a supplier’s dispatch status', () => {
  it.each([
    [949, 955],
    [949, 2000],
    [1500, 2000],
    [1200, 1300],
    [1300, 2000],
    [955, 2000],
    [2000, 2500],
    [2500, 2800],
    [2800, 3000],
    [2500, 3000],
    [2000, 949],
    [955, 1500],
  ])('may go from %i to %i', (from, to) => expect(mayProgress(from, to)).toBe(true))

  it.each([
    [949, 2500],
    [949, 949],
    [2000, 955],
    [2500, 2000],
    [2500, 949],
    [2800, 2500],
    [3000, 949],
    [-8000, 2000],
    [-9999, 2000],
    [null, 2000],
    [1, 2000],
  ])('may not go from %s to %i', (from, to) => expect(mayProgress(from, to)).toBe(false))

  it('never goes back once the passenger is on board, and can always reach the end', () => {
    const reported = fc.constantFrom(...(Object.keys(progressAfter).map(Number) as DispatchStatus[]))
    fc.assert(
      fc.property(fc.array(reported, { maxLength: 60 }), (reports) => {
        let status: number = 2500
        for (const report of reports) {
          const next = mayProgress(status, report) ? report : status
          expect(next).toBeGreaterThanOrEqual(status)
          status = next
        }
      }),
    )
    for (const status of [949, 1500, 1200, 1300, 955, 2000, 2500, 2800])
      expect(mayProgress(status, 3000) || [955, 2000].some((taxi) => mayProgress(status, taxi))).toBe(true)
  })
})

it.each([
  ['searching', 10, 949, 'codes.bookingStatus.10'],
  ['without a dispatch status', -30, null, 'codes.bookingStatus.-30'],
  ['on hold', 10, -9999, 'codes.dispatchStatus.-9999'],
  ['dispatched by hand', 10, -8000, 'codes.dispatchStatus.-8000'],
  ['dispatched by hand and confirmed', 20, -8000, 'codes.bookingStatus.20'],
  ['assigned but not confirmed', 10, 2000, 'codes.dispatchStatus.955'],
  ['confirmed and assigned', 20, 2000, 'codes.bookingStatus.20'],
  ['on board', 20, 2500, 'codes.dispatchStatus.2500'],
  ['finished with its route recorded', 30, 3000, 'codes.bookingStatus.30'],
  ['unknown', 77, 949, undefined],
])('labels the state of a booking that is %s', (_, status, statusDispatch, key) =>
  expect(stateLabelKey({ status, statusDispatch })).toBe(key),
)
