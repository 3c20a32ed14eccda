import type { BookingRecord } from '../booking/fields.ts'
import { bookingStatus, dispatchStatus } from '../codes.ts'
import type { Sheet, Step } from './records.ts'
import { sheetStatus } from './status.ts'

/** How far a ride has come, as far as the register is concerned. */
export type Ride = 'none' | 'arranged' | 'driven'

type RideFacts = Pick<BookingRecord, 'status' | 'statusDispatch' | 'cancelledWithCharge'>

const onTheRoad: ReadonlySet<number | null> = new Set([
  dispatchStatus.clientOnBoard,
  dispatchStatus.pricePending,
  dispatchStatus.trajectoryAvailable,
])

/** A ride is arranged once a taxi is confirmed, and driven once the passenger is on board. */
export const rideOf = ({ status, statusDispatch, cancelledWithCharge }: RideFacts): Ride => {
  if (cancelledWithCharge) return 'none'
  if (status === bookingStatus.finished) return 'driven'
  if (status !== bookingStatus.confirmed) return 'none'
  return onTheRoad.has(statusDispatch) ? 'driven' : 'arranged'
}

type SheetFacts = Pick<Sheet, 'status' | 'dateSyncRegistration' | 'dateSyncStart' | 'dateSyncCancellation'>

/**
 * The next report to the register, if any. A started ride cannot be withdrawn, and a refused sheet waits for
 * correction.
 */
export const nextStep = (sheet: SheetFacts, ride: Ride): Step | undefined => {
  if (sheet.status === sheetStatus.refused || sheet.dateSyncCancellation !== null) return undefined
  if (sheet.dateSyncRegistration === null) return ride === 'none' ? undefined : 'register'
  if (sheet.dateSyncStart !== null) return undefined
  if (ride === 'none') return 'cancel'
  return ride === 'driven' ? 'start' : undefined
}

/** Whether a sheet no longer applies and was never registered, so it can be closed without a report. */
export const isUnsaid = ({ status, dateSyncRegistration }: SheetFacts, ride: Ride) =>
  ride === 'none' && dateSyncRegistration === null && status !== sheetStatus.cancelled
