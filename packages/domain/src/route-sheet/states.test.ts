import { describe, expect, it } from 'vitest'
import { bookingStatus, dispatchStatus } from '../codes.ts'
import { isUnsaid, nextStep, type Ride, rideOf } from './states.ts'
import { sheetStatus } from './status.ts'

describe('how far a ride has come', () => {
  const booking = { status: bookingStatus.confirmed, statusDispatch: null, cancelledWithCharge: false }
  it.each([
    ['a request without a taxi', { status: bookingStatus.requested }, 'none'],
    ['a confirmed taxi', { statusDispatch: dispatchStatus.assigned }, 'arranged'],
    ['a passenger on board', { statusDispatch: dispatchStatus.clientOnBoard }, 'driven'],
    ['a ride whose price is awaited', { statusDispatch: dispatchStatus.pricePending }, 'driven'],
    ['a finished ride', { status: bookingStatus.finished }, 'driven'],
    ['one cancelled with a charge', { status: bookingStatus.finished, cancelledWithCharge: true }, 'none'],
    ['one cancelled by the passenger', { status: bookingStatus.cancelledByUser }, 'none'],
    ['one handed to another fleet', { status: bookingStatus.handedOver }, 'none'],
  ] as const)('%s', (_, facts, ride) => expect(rideOf({ ...booking, ...facts })).toBe(ride))
})

describe('what the register is told next', () => {
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
    ['registers a ride that is driven already, before its start', waiting, 'driven', 'register'],
    ['says nothing of a ride that is off', waiting, 'none', undefined],
    ['has nothing to add to a registered ride', registered, 'arranged', undefined],
    ['tells the start', registered, 'driven', 'start'],
    ['cancels what was registered', registered, 'none', 'cancel'],
    ['leaves a ride that began as it is', started, 'none', undefined],
    ['tells a start once', started, 'driven', undefined],
    ['tells a cancellation once', cancelled, 'none', undefined],
    ['leaves a refused sheet to whoever mends it', refused, 'driven', undefined],
  ] as const)('%s', (_, sheet, ride: Ride, step) => expect(nextStep(sheet, ride)).toBe(step))

  it('closes in silence what the register never heard of', () => {
    expect(isUnsaid(waiting, 'none')).toBe(true)
    expect(isUnsaid(refused, 'none')).toBe(true)
    expect(isUnsaid(registered, 'none')).toBe(false)
    expect(isUnsaid(waiting, 'arranged')).toBe(false)
  })
})
