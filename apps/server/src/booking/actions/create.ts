import type { BookingWrapper } from '@parada/contract/booking'
import { insertBooking } from '@parada/db/queries/booking-changes'
import { bookingStatus } from '@parada/domain/codes'
import { refuse } from '../../http/problem.ts'
import { type ActingUser, workOf } from '../access.ts'
import { readDraft } from '../record/draft.ts'
import { keepMessages } from '../record/messages.ts'

/** Creates the wizard's draft; only its maker sees it until it is confirmed (O2-07). */
export const createBooking = async (acting: ActingUser, { booking, messages }: BookingWrapper) => {
  const { change } = await readDraft(acting, 'create', booking)
  if (booking.status !== bookingStatus.created) throw refuse.field('status', 'status: must be 5 for a new booking')
  const work = workOf(acting)
  const made = await insertBooking(work, 'create', {
    ...change,
    status: bookingStatus.created,
    idUser: acting.user.id,
  })
  await keepMessages(work, made, messages)
  return made
}
