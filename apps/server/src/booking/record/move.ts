import type { BookingRecord } from '@parada/domain/booking/fields'
import { type BookingAction, statusAfter } from '@parada/domain/booking/life'
import { refuse } from '../../http/problem.ts'

/** The status that an action leads to; one that the booking does not allow is a conflict with what it has become. */
export const moveTo = ({ status }: Pick<BookingRecord, 'status'>, action: BookingAction) => {
  const outcome = statusAfter(action, status)
  if ('problem' in outcome) throw refuse.state(outcome.problem)
  return outcome
}
