import type { BookingRecord } from '@parada/domain/booking/fields'
import { bookingStatus } from '@parada/domain/codes'
import { rangeOf } from '@parada/domain/list/date-range'
import { topicPrefix, topics } from '@parada/domain/live'
import { sendAlong } from '../database.ts'
import type { Tx } from '../open.ts'

const { cancelledByUser, cancelledByCallCentre } = bookingStatus
const cancelled: readonly number[] = [cancelledByUser, cancelledByCallCentre]

type CancelledBooking = {
  tenant: { id: number; subdomain: string }
  now: Date
  booking: BookingRecord
  /** The fleets whose desks are notified. */
  fleets: Iterable<number>
}

export const wasCancelled = (booking: BookingRecord, before: BookingRecord | undefined) =>
  booking.status !== before?.status && cancelled.includes(booking.status)

/**
 * Notifies the desks that subscribe to cancelled bookings. For a booking that has to be validated, the message says how
 * many of its fleet do, in the initial range of the finished bookings.
 */
export const tellCancelled = (tx: Tx, { tenant, now, booking, fleets }: CancelledBooking) => {
  const { id: idBooking, status: statusBooking, idFleet, fleet, validated } = booking
  const message = {
    content: { idBooking, statusBooking, idFleet },
    ...(!validated && {
      notification: {
        message: 'Services cancelled to validate',
        color: 'warning',
        checkServiceDeadToValidate: true,
        toValidate: { fleet },
      },
    }),
  }
  const { from, to } = rangeOf('lastMonthToFourAhead', now.getTime())
  const destinations = [...fleets].map((id) => topicPrefix(tenant.subdomain) + topics.cancelledBookings(id))
  sendAlong(tx, {
    name: 'cancelled_events_put',
    text: `insert into outbox (tenant_id, kind, payload)
           select $1, 'event', jsonb_build_object('destination', destination, 'message', case
             when $3::jsonb ? 'notification'
             then jsonb_set($3, '{notification,toValidate,count}', to_jsonb((
               select count(*) from booking
               where tenant_id = $1 and id_fleet = $4 and status in (${cancelled.join(', ')}) and not validated
                 and time_booking_start between $5 and $6)))
             else $3 end)
           from unnest($2::text[]) as destination`,
    values: [tenant.id, destinations, JSON.stringify(message), idFleet, new Date(from), new Date(to)],
  })
}
