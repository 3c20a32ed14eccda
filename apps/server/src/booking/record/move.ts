import type { BookingRecord } from '@parada/domain/booking/fields'
import { type BookingAction, statusAfter } from '@parada/domain/booking/life'
import { refuse } from '../../http/problem.ts'

/** The status that an action leads to; a conflict if the booking's present status does not allow the action. */
export const moveTo = ({ status }: Pick<BookingRecord, 'status'>, action: BookingAction) => {
  const outcome = statusAfter(action, status)
  if ('problem' in outcome) throw refuse.state(outcome.problem)
  return outcome
}
