import type { Work } from '@parada/db/queries/booking-changes'
import { openRating, ratingOf } from '@parada/db/queries/ratings'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { bookingStatus } from '@parada/domain/codes'

/** The booking's rating. A finished ride gets an empty one the first time it is read. */
export const readRating = async ({ tx, tenant, now }: Work, { id, status }: BookingRecord) => {
  const found = await ratingOf(tx, tenant.id, id)
  if (found) return found
  return status === bookingStatus.finished ? openRating(tx, tenant.id, id, now) : null
}
