import { hours, minutes } from '@parada/domain/booking/duration'
import { describe, expect, it } from 'vitest'
import { bookedShare, choreFor } from './chores.ts'

const now = Date.UTC(2026, 10, 2, 9)
const world = { protocol: 4, now, seed: 1, faults: 0 }
const booking = { id: 1, status: 10, statusDispatch: 949, timeBookingStartTimestamp: now, asap: true }
const at = (start: number) => ({ ...booking, timeBookingStartTimestamp: now + start })
const byHand = { ...world, protocol: 0 }

describe('the automatic operator', () => {
  it.each([
    ['leaves a booking to the fleet that drives it', at(0), world, undefined],
    ['leaves a booking that is hours away', { ...at(hours(5)), asap: false }, byHand, undefined],
    ['confirms a booking for a fleet that has no system', at(-minutes(16)), byHand, 'confirm'],
    ['confirms a booking for a fleet that reads mail', at(-minutes(16)), { ...world, protocol: 1 }, 'confirm'],
    ['does not finish a ride that has only begun', { ...at(-minutes(5)), status: 20 }, byHand, undefined],
    ['finishes a ride in the end', { ...at(-minutes(60)), status: 20 }, byHand, 'finish'],
    ['dispatches a held booking when it is due', { ...at(minutes(10)), statusDispatch: -9999 }, world, 'dispatch'],
    ['leaves a held booking that is not due yet', { ...at(hours(2)), statusDispatch: -9999 }, world, undefined],
    [
      'cancels a held booking that nobody dispatched',
      { ...at(-minutes(30)), statusDispatch: -9999 },
      world,
      'cancelForFleet',
    ],
    [
      'looks after a booking that no fleet took',
      { ...at(-minutes(5)), status: -30, statusDispatch: null },
      world,
      'look',
    ],
    [
      'does not look after one that is a day away',
      { ...at(hours(30)), status: -30, statusDispatch: null },
      world,
      undefined,
    ],
    ['finishes a forgotten ride', { ...at(-hours(5)), status: 20, statusDispatch: 2000 }, world, 'finish'],
    ['cancels a booking that was never driven', at(-hours(5)), world, 'cancelForFleet'],
  ])('%s', (_, given, where, chore) => expect(choreFor(given, where)).toBe(chore))

  it('cancels for passengers who change their mind, but never with one on board', () => {
    const cancelled = (statusDispatch: number) =>
      Array.from({ length: 3_000 }, (_, id) =>
        choreFor({ ...at(-minutes(9.5)), id, statusDispatch }, { ...world, faults: 1 }),
      ).filter((chore) => chore === 'cancelForClient').length
    expect(cancelled(2000)).toBeGreaterThan(60)
    expect(cancelled(2000)).toBeLessThan(180)
    expect(cancelled(2500)).toBe(0)
  })
})

it('books a larger share of calls the fewer bookings there are, and none from 375 on', () => {
  const shares = [0, 200, 300, 375].map(bookedShare)
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  expect(bookedShare(375)).toBe(0)
})
