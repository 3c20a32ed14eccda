import { grantsOf } from '@parada/domain/access/permissions'
import { describe, expect, it } from 'vitest'
import type { Booking } from '../record/booking-record.ts'
import { at, booking, now } from '../testing.tsx'
import { type ActionId, actionKeys, actionsFor, mainActions } from './offered-actions.ts'

const grants = (permissions: Record<string, string>) =>
  grantsOf(Object.entries(permissions).map(([key1, value]) => ({ key1, value })))
const all = grants({ '*': 'true' })

/** Offered and free, offered and blocked with a reason, or not offered. */
const verdict = (id: ActionId, change: Partial<Booking>, held = all, time = now) => {
  const found = actionsFor({ booking: { ...booking, ...change }, grants: held, now: time }).find(
    (action) => action.id === id,
  )
  return found && (found.blocked ?? 'free')
}

const hasTaxi = 'problems.hasTaxi'

describe('what may be done to a booking', () => {
  it.each<[title: string, id: ActionId, change: Partial<Booking>, result: string | undefined]>([
    ['a requested one is dispatched', 'dispatch', {}, 'free'],
    ['one with a taxi on it is not', 'dispatch', { statusDispatch: 2000 }, hasTaxi],
    ['nor is a confirmed one', 'dispatch', { status: 20 }, undefined],
    ['an order without a taxi is withdrawn', 'cancelDispatch', { statusDispatch: -8000 }, 'free'],
    ['an order with a taxi is not (B-072)', 'cancelDispatch', { status: 20, statusDispatch: 2000 }, hasTaxi],
    ['it is handed to the fleet after its own', 'nextFleet', {}, 'free'],
    ['with the last fleet it is not (O2-45)', 'nextFleet', { idFleet: 31 }, 'problems.noNextFleet'],
    ['nor with its passenger on board', 'nextFleet', { status: 20, statusDispatch: 2500 }, 'problems.onBoard'],
    ['a requested one is confirmed by hand', 'confirm', {}, 'free'],
    ['an unconfirmed one is not', 'confirm', { status: -30 }, undefined],
    ['a live one is finished', 'finish', { status: 20 }, 'free'],
    ['a finished one is not', 'finish', { status: 30 }, undefined],
    ['a finished one is edited', 'edit', { status: 30 }, 'free'],
    ['a cancelled one is not cancelled again', 'cancel', { status: -40 }, undefined],
    ['a finished one is rated', 'rating', { status: 30 }, 'free'],
    ['no other is', 'rating', { status: 20 }, undefined],
    ['without an address nobody is mailed', 'resendEmail', {}, 'problems.noEmail'],
    ['nor texted without a phone', 'sms', { phoneNumberPassenger: ' ' }, 'problems.noPhone'],
    ['without a payment account there are no breaks', 'breaks', { idPaymentAccount: null }, undefined],
  ])('%s', (_, id, change, result) => expect(verdict(id, change)).toBe(result))

  it.each([
    [30, 'free'],
    [30.1, 'problems.startedLongAgo'],
  ])('its dispatch is edited until 30 minutes after the start: %d (B-073)', (minutes, result) =>
    expect(verdict('dispatchInfo', {}, all, at(minutes))).toBe(result),
  )
})

describe('who may do it', () => {
  it.each<
    [title: string, id: ActionId, permissions: Record<string, string>, change: Partial<Booking>, isOffered: boolean]
  >([
    ['an operator of its fleet', 'cancel', { editServiceByFleet: '29' }, {}, true],
    ['an operator of another fleet', 'cancel', { editServiceByFleet: '30' }, {}, false],
    ['who edits live bookings', 'edit', { editServiceByFleet: '29' }, {}, true],
    ['who edits only live ones, of a dead one', 'edit', { editServiceByFleet: '29' }, { status: 30 }, false],
    ['who edits dead ones', 'edit', { editServiceDeadByFleet: '29' }, { status: 30 }, true],
    ['who confirms for its fleet', 'confirm', { confirmBookingByFleet: '29' }, {}, true],
    ['who confirms for another', 'confirm', { confirmBookingByFleet: '30' }, {}, false],
    ['who repeats bookings', 'recurring', { addRecurringBookings: 'true', editServiceByFleet: 'all' }, {}, true],
    ['who does not', 'recurring', { editServiceByFleet: 'all' }, {}, false],
    ['who works on a repeat', 'cancelSeries', { editServiceByFleet: '29' }, { idCopyFrom: 4000 }, true],
    ['who works on the first of a series', 'cancelSeries', { editServiceByFleet: '29' }, { isSeries: true }, true],
    [
      'who may repeat, of what has no repeats',
      'cancelSeries',
      { editServiceByFleet: '29', addRecurringBookings: 'true' },
      { isSeries: false },
      false,
    ],
    ['who texts passengers', 'sms', { sendSMSByWhiteLabel: '1', editServiceByFleet: 'all' }, {}, true],
    ['who does not text', 'sms', { editServiceByFleet: 'all' }, {}, false],
    ['who adds fleets (B-075)', 'addFleet', { addFleet: 'true' }, {}, true],
    [
      'who adds them for its account (B-075)',
      'addFleet',
      { addFleetByPA: '{"paymentAccounts":[{"id":101}]}' },
      {},
      true,
    ],
    ['who adds them for another (B-075)', 'addFleet', { addFleetByPA: '{"paymentAccounts":[{"id":102}]}' }, {}, false],
  ])('%s: %s', (_, id, permissions, change, isOffered) =>
    expect(verdict(id, change, grants(permissions)) !== undefined).toBe(isOffered),
  )
})

it.each([
  [10, ['dispatch', 'edit', 'cancel']],
  [20, ['finish', 'edit', 'cancel']],
  [30, ['edit', 'priceDetails']],
])('shows in the open what a booking at %i most likely waits for', (status, ids) => {
  const offered = actionsFor({ booking: { ...booking, status }, grants: all, now })
  expect(mainActions({ status }, offered).map(({ id }) => id)).toEqual(ids)
})

it('gives no key to two actions', () => {
  const keys = Object.values(actionKeys).filter((key) => key !== undefined)
  expect(new Set(keys).size).toBe(keys.length)
})
