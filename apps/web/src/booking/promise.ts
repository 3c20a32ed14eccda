import { hasTaxi } from '@parada/domain/booking/dispatch'
import { isAlive } from '@parada/domain/codes'
import type { Booking } from '../modals/booking-record.ts'

export type Arrival = { at: number; isLate: boolean }

/** When the taxi will be there as things stand: what it says itself, or when it was there. */
export const arrivalNow = (
  booking: Booking,
  etaMinutes: number | null | undefined,
  now: number,
): Arrival | undefined => {
  const { promisedArrival, timeServiceArrival, status, statusDispatch } = booking
  const isComing = isAlive(status) && hasTaxi(statusDispatch) && etaMinutes != null
  const at = timeServiceArrival ?? (isComing ? now + etaMinutes * 60_000 : undefined)
  return at === undefined ? undefined : { at, isLate: promisedArrival != null && at > promisedArrival + 60_000 }
}
