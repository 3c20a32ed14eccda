import type { Booking } from '@parada/contract/booking'
import { anyOf, mayAccess } from '@parada/domain/access/permissions'
import { stateLabelKey } from '@parada/domain/booking/dispatch'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from '../../kit/lines.module.css'
import { useSessionState } from '../../session/use-session.ts'
import { momentWords } from './words.ts'

/** The permissions of the booking page; without them the bookings are not linked. */
export const opensBookings = anyOf('dispatchServiceByFleet', 'editServiceByFleet')

/** One line for each booking: its time, state and route. */
export const BookingLines = ({ bookings }: { bookings: readonly Booking[] }) => {
  const { t, i18n } = useTranslation()
  const mayOpen = useSessionState(({ grants }) => mayAccess(grants, opensBookings))
  return (
    <ul className={classes.lines}>
      {bookings.map(({ id, origin, destination, timeBookingStart, timeZone, ...booking }) => (
        <li key={id}>
          {mayOpen ? (
            <Link to="/services/$id" params={{ id: String(id) }}>
              {id}
            </Link>
          ) : (
            <b>{id}</b>
          )}{' '}
          {momentWords(booking.timeBookingStartTimestamp ?? timeBookingStart, timeZone, i18n.language)} ·{' '}
          {t(stateLabelKey({ status: booking.status, statusDispatch: booking.statusDispatch ?? null }) ?? '')}
          <small>{[origin?.addressField, destination?.addressField].filter(Boolean).join(' → ')}</small>
        </li>
      ))}
    </ul>
  )
}
