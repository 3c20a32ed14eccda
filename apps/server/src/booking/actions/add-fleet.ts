import { changeBooking } from '@parada/db/queries/booking-changes'
import { fleetTerms } from '@parada/db/queries/booking-references'
import { isGranted } from '@parada/domain/access/permissions'
import { mayAddFleet } from '@parada/domain/access/values'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { formatFleetsFiltered, parseFleetsFiltered } from '@parada/domain/booking/texts'
import { hasEnded } from '@parada/domain/codes'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'

type FleetToAdd = { idBooking: number; idFleet: number }

/**
 * Adds a fleet that the booking may be handed to: with addFleet for any booking the user sees, with addFleetByPA for
 * bookings of the payment accounts it names.
 */
export const addFleet = async (acting: ActingUser, { idBooking, idFleet }: FleetToAdd) => {
  const { user } = acting
  const isOfAccount = (booking: BookingRecord) =>
    mayAddFleet(user.grants, booking.idPaymentAccount, logUnreadable(acting))
  const before = await bookingFor(acting, idBooking, { lock: true, right: 'see', or: isOfAccount })
  if (!isGranted(user.grants, 'addFleet') && !isOfAccount(before)) throw refuse.forbidden()
  if (hasEnded(before.status)) throw refuse.state('problems.bookingEnded')
  const [fleet] = await fleetTerms(acting.tx, [idFleet])
  if (fleet?.status !== 1) throw refuse.field('idFleet', `idFleet: fleet ${idFleet} is not available`)
  const work = workOf(acting)
  return changeBooking(work, 'addFleet', before, {
    fleetsFiltered: formatFleetsFiltered([...parseFleetsFiltered(before.fleetsFiltered), fleet.id]),
  })
}
