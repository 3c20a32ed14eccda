import type { Work } from '@parada/db/queries/booking-changes'
import { putEvent } from '@parada/db/queries/events'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { topics } from '@parada/domain/live'

/**
 * Notifies the desks that follow the booking's fleet of a change to something attached to it; changes of the booking
 * itself are published automatically.
 */
export const tellDesks = async (
  { tx, tenant }: Work,
  { id: idBooking, status: statusBooking, idFleet }: BookingRecord,
) => {
  if (idFleet !== null)
    await putEvent(tx, tenant, topics.fleet(idFleet), { content: { idBooking, statusBooking, idFleet } })
}
