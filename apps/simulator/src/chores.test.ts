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
    ['leaves one that is hours away', { ...at(hours(5)), asap: false }, byHand, undefined],
    ['says which taxi came, where the fleet has no system', at(-minutes(16)), byHand, 'confirm'],
    ['does so too where the fleet reads mail', at(-minutes(16)), { ...world, protocol: 1 }, 'confirm'],
    ['does not end a ride that has only begun', { ...at(-minutes(5)), status: 20 }, byHand, undefined],
    ['ends the ride in the end', { ...at(-minutes(60)), status: 20 }, byHand, 'finish'],
    ['sends off what was held back, when it is due', { ...at(minutes(10)), statusDispatch: -9999 }, world, 'dispatch'],
    ['holds it until then', { ...at(hours(2)), statusDispatch: -9999 }, world, undefined],
    ['gives up what nobody sent off', { ...at(-minutes(30)), statusDispatch: -9999 }, world, 'cancelForFleet'],
    ['looks after one that no fleet took', { ...at(-minutes(5)), status: -30, statusDispatch: null }, world, 'look'],
    ['but not days ahead', { ...at(hours(30)), status: -30, statusDispatch: null }, world, undefined],
    ['ends a ride that was forgotten', { ...at(-hours(5)), status: 20, statusDispatch: 2000 }, world, 'finish'],
    ['cancels what was never driven', at(-hours(5)), world, 'cancelForFleet'],
  ])('%s', (_, given, where, chore) => expect(choreFor(given, where)).toBe(chore))

  it('hears of passengers who change their mind, but never with one on board', () => {
    const cancelled = (statusDispatch: number) =>
      Array.from({ length: 3_000 }, (_, id) =>
        choreFor({ ...at(-minutes(9.5)), id, statusDispatch }, { ...world, faults: 1 }),
      ).filter((chore) => chore === 'cancelForClient').length
    expect(cancelled(2000)).toBeGreaterThan(60)
    expect(cancelled(2000)).toBeLessThan(180)
    expect(cancelled(2500)).toBe(0)
  })
})

it('books the more the fewer bookings there are, and none above the band', () => {
  const shares = [0, 200, 300, 375].map(bookedShare)
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  expect(bookedShare(375)).toBe(0)
})
