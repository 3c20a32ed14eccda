import { describe, expect, it } from 'vitest'
import { bookingStatus, dispatchStatus } from '../codes.ts'
import { isUnsaid, nextStep, type Ride, rideOf } from './states.ts'
import { sheetStatus } from './status.ts'

describe('the stage of a ride', () => {
  const booking = { status: bookingStatus.confirmed, statusDispatch: null, cancelledWithCharge: false }
  it.each([
    ['is none for a request without a taxi', { status: bookingStatus.requested }, 'none'],
    ['is arranged for a confirmed taxi', { statusDispatch: dispatchStatus.assigned }, 'arranged'],
    ['is driven with the passenger on board', { statusDispatch: dispatchStatus.clientOnBoard }, 'driven'],
    ['is driven while the price is awaited', { statusDispatch: dispatchStatus.pricePending }, 'driven'],
    ['is driven once the ride is finished', { status: bookingStatus.finished }, 'driven'],
    [
      'is none if it was cancelled with a charge',
      { status: bookingStatus.finished, cancelledWithCharge: true },
      'none',
    ],
    ['is none if the passenger cancelled it', { status: bookingStatus.cancelledByUser }, 'none'],
    ['is none if it was handed to another fleet', { status: bookingStatus.handedOver }, 'none'],
  ] as const)('%s', (_, facts, ride) => expect(rideOf({ ...booking, ...facts })).toBe(ride))
})

describe('the next report to the register', () => {
  const at = 1
  const waiting = {
    status: sheetStatus.waiting,
    dateSyncRegistration: null,
    dateSyncStart: null,
    dateSyncCancellation: null,
  }
  const registered = { ...waiting, status: sheetStatus.registered, dateSyncRegistration: at }
  const started = { ...registered, status: sheetStatus.started, dateSyncStart: at }
  const cancelled = { ...registered, status: sheetStatus.cancelled, dateSyncCancellation: at }
  const refused = { ...waiting, status: sheetStatus.refused }

  it.each([
    ['registers an arranged ride', waiting, 'arranged', 'register'],
    ['registers a ride already under way before its start', waiting, 'driven', 'register'],
    ['says nothing about a ride that is off', waiting, 'none', undefined],
    ['adds nothing to a registered ride', registered, 'arranged', undefined],
    ['reports the start', registered, 'driven', 'start'],
    ['cancels a registered ride', registered, 'none', 'cancel'],
    ['leaves a started ride as it is', started, 'none', undefined],
    ['reports a start once', started, 'driven', undefined],
    ['reports a cancellation once', cancelled, 'none', undefined],
    ['leaves a refused sheet until it is corrected', refused, 'driven', undefined],
  ] as const)('%s', (_, sheet, ride: Ride, step) => expect(nextStep(sheet, ride)).toBe(step))

  it('closes a sheet silently if the register never received it', () => {
    expect(isUnsaid(waiting, 'none')).toBe(true)
    expect(isUnsaid(refused, 'none')).toBe(true)
    expect(isUnsaid(registered, 'none')).toBe(false)
    expect(isUnsaid(waiting, 'arranged')).toBe(false)
  })
})
