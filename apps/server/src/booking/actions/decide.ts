import type { finishedBookings } from '@parada/contract/calls/finished-bookings'
import type { AnswerOf, BodyOf } from '@parada/contract/kit'
import { changeBooking } from '@parada/db/queries/booking-changes'
import { type FailingBooking, findFailing } from '@parada/db/queries/failing-bookings'
import { fleetsAllowed } from '@parada/domain/access/values'
import { decide } from '@parada/domain/booking/decision'
import { invoicedProblem } from '@parada/domain/booking/invoicing'
import { toCents } from '@parada/domain/booking/price'
import { spanProblem } from '@parada/domain/list/date-range'
import { problemText } from '@parada/domain/problem/texts'
import { refuse } from '../../http/problem.ts'
import { type ActingUser, workOf } from '../access.ts'

type Asked = BodyOf<typeof finishedBookings.decide>
type Answer = AnswerOf<typeof finishedBookings.decide>

/** In one transaction: no desk should wait long for a booking that is among them. */
const mostAtOnce = 200
const longestPeriod = 367

const outcomeOf = (booking: FailingBooking, asked: Asked) => {
  const invoiced = invoicedProblem(booking)
  return invoiced ? { problem: invoiced } : decide(booking, asked, booking.expected)
}

type Judged = { booking: FailingBooking; outcome: ReturnType<typeof outcomeOf> }

const priceAfter = ({ booking, outcome }: Judged) =>
  ('change' in outcome ? outcome.change : booking).priceSupplierTotal ?? 0

const sumsOf = (judged: readonly Judged[]): Answer['sums'] =>
  [...Map.groupBy(judged, ({ booking }) => booking.priceCustomerCurrency)].map(([currency, all]) => ({
    currency,
    before: all.reduce((cents, { booking }) => cents + toCents(booking.priceSupplierTotal ?? 0), 0) / 100,
    after: all.reduce((cents, one) => cents + toCents(priceAfter(one)), 0) / 100,
  }))

/**
 * Takes one decision for every booking of a period that fails for the same cause. What it cannot decide stays as it is,
 * with the reason; a preview tells the same and changes nothing.
 */
export const decideForAll = async (acting: ActingUser, asked: Asked): Promise<Answer> => {
  const { cause, from, to, clientType, preview = false } = asked
  const problem = spanProblem({ from, to }, longestPeriod)
  if (problem) throw refuse.rule(problem, 'to', { maxDays: longestPeriod })
  const work = workOf(acting)
  const found = await findFailing(work.tx, work.tenant.id, {
    errors: [cause],
    from: new Date(from),
    to: new Date(to + 1),
    fleets: fleetsAllowed(acting.user.grants, 'editServiceDeadByFleet'),
    clientType,
    most: mostAtOnce + 1,
    lock: !preview,
  })
  const judged = found.slice(0, mostAtOnce).map((booking) => ({ booking, outcome: outcomeOf(booking, asked) }))
  if (!preview)
    for (const { booking, outcome } of judged) {
      const { expected: _, ...before } = booking
      if ('change' in outcome) {
        const { validated, validatedErrors, keyValidationReason, additionalReason } = outcome.change
        const { priceSupplierTotal, priceCustomerTotal, priceSupplierType, priceCustomerType } = outcome.change
        await changeBooking(work, 'decide', before, {
          ...{ validated, validatedErrors, keyValidationReason, additionalReason },
          ...{ priceSupplierTotal, priceCustomerTotal, priceSupplierType, priceCustomerType },
        })
      }
    }
  return {
    found: judged.length,
    validated: judged.filter(({ outcome }) => 'change' in outcome && outcome.change.validated).length,
    sums: sumsOf(judged),
    results: judged.map(({ booking: { id }, outcome }) =>
      'problem' in outcome ? { id, problem: outcome.problem, errorMessage: problemText(outcome.problem) } : { id },
    ),
    hasMore: found.length > mostAtOnce,
  }
}
