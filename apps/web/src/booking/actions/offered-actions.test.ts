import { grantsOf } from '@parada/domain/access/permissions'
import { describe, expect, it } from 'vitest'
import type { Booking } from '../record/booking-record.ts'
import { at, booking, now } from '../testing.tsx'
import { type ActionId, actionKeys, actionsFor, mainActions } from './offered-actions.ts'

const grants = (permissions: Record<string, string>) =>
  grantsOf(Object.entries(permissions).map(([key1, value]) => ({ key1, value })))
const all = grants({ '*': 'true' })

/** 'free' if possible, the reason if blocked, undefined if not offered. */
const verdict = (id: ActionId, change: Partial<Booking>, held = all, time = now) => {
  const found = actionsFor({ booking: { ...booking, ...change }, grants: held, now: time }).find(
    (action) => action.id === id,
  )
  return found && (found.blocked ?? 'free')
}

const hasTaxi = 'problems.hasTaxi'

describe('actions on a booking', () => {
  it.each<[title: string, id: ActionId, change: Partial<Booking>, result: string | undefined]>([
    ['a requested booking can be dispatched', 'dispatch', {}, 'free'],
    ['a booking with a taxi cannot be dispatched', 'dispatch', { statusDispatch: 2000 }, hasTaxi],
    ['a confirmed booking offers no dispatch', 'dispatch', { status: 20 }, undefined],
    ['an order without a taxi can be withdrawn', 'cancelDispatch', { statusDispatch: -8000 }, 'free'],
    [
      'an order with a taxi cannot be withdrawn (B-072)',
      'cancelDispatch',
      { status: 20, statusDispatch: 2000 },
      hasTaxi,
    ],
    ['a booking can be handed to the next fleet', 'nextFleet', {}, 'free'],
    ['a booking with its last fleet cannot be handed on (O2-45)', 'nextFleet', { idFleet: 31 }, 'problems.noNextFleet'],
    [
      'a booking with its passenger on board cannot be handed on',
      'nextFleet',
      { status: 20, statusDispatch: 2500 },
      'problems.onBoard',
    ],
    ['a requested booking can be confirmed by hand', 'confirm', {}, 'free'],
    ['a booking without a taxi found offers no confirmation', 'confirm', { status: -30 }, undefined],
    ['a live booking can be finished', 'finish', { status: 20 }, 'free'],
    ['a finished booking cannot be finished again', 'finish', { status: 30 }, undefined],
    ['a finished booking can be edited', 'edit', { status: 30 }, 'free'],
    ['a cancelled booking cannot be cancelled again', 'cancel', { status: -40 }, undefined],
    ['a finished booking can be rated', 'rating', { status: 30 }, 'free'],
    ['a live booking cannot be rated', 'rating', { status: 20 }, undefined],
    ['no e-mail can be resent without an address', 'resendEmail', {}, 'problems.noEmail'],
    ['no SMS can be sent without a phone number', 'sms', { phoneNumberPassenger: ' ' }, 'problems.noPhone'],
    ['account fields are not offered without a payment account', 'breaks', { idPaymentAccount: null }, undefined],
  ])('%s', (_, id, change, result) => expect(verdict(id, change)).toBe(result))

  it.each([
    [30, 'free'],
    [30.1, 'problems.startedLongAgo'],
  ])('dispatch details can be edited until 30 minutes after the pickup time: %d (B-073)', (minutes, result) =>
    expect(verdict('dispatchInfo', {}, all, at(minutes))).toBe(result),
  )
})

describe('an action', () => {
  it.each<
    [title: string, id: ActionId, permissions: Record<string, string>, change: Partial<Booking>, isOffered: boolean]
  >([
    ['is offered to an operator of the booking’s fleet', 'cancel', { editServiceByFleet: '29' }, {}, true],
    ['is not offered to an operator of another fleet', 'cancel', { editServiceByFleet: '30' }, {}, false],
    ['is offered on a live booking to a user who edits live ones', 'edit', { editServiceByFleet: '29' }, {}, true],
    [
      'is not offered on an ended booking to a user who edits only live ones',
      'edit',
      { editServiceByFleet: '29' },
      { status: 30 },
      false,
    ],
    [
      'is offered on an ended booking to a user who edits ended ones',
      'edit',
      { editServiceDeadByFleet: '29' },
      { status: 30 },
      true,
    ],
    ['is offered to a user who confirms for the booking’s fleet', 'confirm', { confirmBookingByFleet: '29' }, {}, true],
    ['is not offered to a user who confirms for another fleet', 'confirm', { confirmBookingByFleet: '30' }, {}, false],
    [
      'is offered to a user who may repeat bookings',
      'recurring',
      { addRecurringBookings: 'true', editServiceByFleet: 'all' },
      {},
      true,
    ],
    ['is not offered to a user who may not repeat bookings', 'recurring', { editServiceByFleet: 'all' }, {}, false],
    ['is offered on a repeat', 'cancelSeries', { editServiceByFleet: '29' }, { idCopyFrom: 4000 }, true],
    [
      'is offered on the first booking of a series',
      'cancelSeries',
      { editServiceByFleet: '29' },
      { isSeries: true },
      true,
    ],
    [
      'is not offered on a booking without repeats, even to a user who may repeat it',
      'cancelSeries',
      { editServiceByFleet: '29', addRecurringBookings: 'true' },
      { isSeries: false },
      false,
    ],
    ['is offered to a user who may send SMS', 'sms', { sendSMSByWhiteLabel: '1', editServiceByFleet: 'all' }, {}, true],
    ['is not offered to a user who may not send SMS', 'sms', { editServiceByFleet: 'all' }, {}, false],
    ['is offered to a user who adds fleets (B-075)', 'addFleet', { addFleet: 'true' }, {}, true],
    [
      'is offered to a user who adds fleets for the booking’s account (B-075)',
      'addFleet',
      { addFleetByPA: '{"paymentAccounts":[{"id":101}]}' },
      {},
      true,
    ],
    [
      'is not offered to a user who adds fleets for another account (B-075)',
      'addFleet',
      { addFleetByPA: '{"paymentAccounts":[{"id":102}]}' },
      {},
      false,
    ],
  ])('%s: %s', (_, id, permissions, change, isOffered) =>
    expect(verdict(id, change, grants(permissions)) !== undefined).toBe(isOffered),
  )
})

it.each([
  [10, ['dispatch', 'edit', 'cancel']],
  [20, ['finish', 'edit', 'cancel']],
  [30, ['edit', 'priceDetails']],
])('shows the most likely actions of a booking with status %i as buttons', (status, ids) => {
  const offered = actionsFor({ booking: { ...booking, status }, grants: all, now })
  expect(mainActions({ status }, offered).map(({ id }) => id)).toEqual(ids)
})

it('assigns each key to only one action', () => {
  const keys = Object.values(actionKeys).filter((key) => key !== undefined)
  expect(new Set(keys).size).toBe(keys.length)
})
