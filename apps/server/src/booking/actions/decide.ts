import type { finishedBookings } from '@parada/contract/calls/finished-bookings'
import type { AnswerOf, BodyOf } from '@parada/contract/kit'
import { changeBooking } from '@parada/db/queries/booking-changes'
import { type BookingToDecide, bookingsToDecide } from '@parada/db/queries/bookings-to-decide'
import { mayUseFleet } from '@parada/domain/access/values'
import { decide } from '@parada/domain/booking/decision'
import { invoicedProblem } from '@parada/domain/booking/invoicing'
import { toCents } from '@parada/domain/booking/price'
import { errorsOf } from '@parada/domain/booking/validation-filters'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { problemText } from '@parada/domain/problem/texts'
import { type ActingUser, workOf } from '../access.ts'

type DecisionInput = Pick<BodyOf<typeof finishedBookings.decide>, 'cause' | 'decision' | 'reason'>
type Answer = Omit<AnswerOf<typeof finishedBookings.decide>, 'hasMore'>
type BookingVersion = { id: number; version: number | null }

type Outcome = { problem: ProblemKey } | { booking: BookingToDecide; change: BookingToDecide }

/** Missing and not editable are treated alike, so ids cannot be probed. */
const outcomeOf = (
  { user }: ActingUser,
  seen: BookingVersion,
  booking: BookingToDecide | undefined,
  asked: DecisionInput,
): Outcome => {
  if (!booking || !mayUseFleet(user.grants, 'editServiceDeadByFleet', booking.idFleet))
    return { problem: 'problems.actionNotAllowed' }
  const invoiced = invoicedProblem(booking)
  if (invoiced) return { problem: invoiced }
  const fails =
    !booking.validated && booking.validatedErrors.some((error) => errorsOf(asked.cause).some((one) => one === error))
  if (booking.version !== seen.version || !fails) return { problem: 'problems.bookingChanged' }
  const outcome = decide(booking, asked, booking.expected)
  return 'problem' in outcome ? outcome : { booking, change: outcome.change }
}

type ChangeOutcome = Extract<Outcome, { change: unknown }>

const total = (bookings: readonly BookingToDecide[]) =>
  bookings.reduce((cents, { priceSupplierTotal }) => cents + toCents(priceSupplierTotal ?? 0), 0) / 100

const sumsOf = (decided: readonly ChangeOutcome[]): Answer['sums'] =>
  [...Map.groupBy(decided, ({ booking }) => booking.priceCustomerCurrency)].map(([currency, all]) => ({
    currency,
    before: total(all.map(({ booking }) => booking)),
    after: total(all.map(({ change }) => change)),
  }))

/**
 * Applies one decision to bookings in the versions that the user saw. Bookings that have changed since, or that the
 * decision does not fit, stay as they are and get a reason. A preview returns the same results and changes nothing.
 */
export const decideFor = async (
  acting: ActingUser,
  asked: DecisionInput,
  given: readonly BookingVersion[],
  { isPreview }: { isPreview: boolean },
): Promise<Answer> => {
  const work = workOf(acting)
  // A booking that is sent twice is decided and reported once.
  const seen = [...new Map(given.map((one) => [one.id, one])).values()]
  const ids = seen.map(({ id }) => id)
  const found = await bookingsToDecide(work.tx, work.tenant.id, ids, { lock: !isPreview })
  const byId = new Map(found.map((booking) => [booking.id, booking]))
  const outcomes = new Map(seen.map((one) => [one.id, outcomeOf(acting, one, byId.get(one.id), asked)]))
  const decided = [...outcomes.values()].filter((outcome) => 'change' in outcome)
  if (!isPreview)
    for (const { booking, change } of decided) {
      const { expected: _, ...before } = booking
      const { validated, validatedErrors, keyValidationReason, additionalReason } = change
      const { priceSupplierTotal, priceCustomerTotal, priceSupplierType, priceCustomerType } = change
      await changeBooking(work, 'decide', before, {
        ...{ validated, validatedErrors, keyValidationReason, additionalReason },
        ...{ priceSupplierTotal, priceCustomerTotal, priceSupplierType, priceCustomerType },
      })
    }
  return {
    found: outcomes.size,
    validated: decided.filter(({ change }) => change.validated).length,
    sums: sumsOf(decided),
    results: seen.map(({ id, version }) => {
      const outcome = outcomes.get(id)
      const problem = outcome && 'problem' in outcome ? outcome.problem : undefined
      return { id, version: version ?? 0, ...(problem && { problem, errorMessage: problemText(problem) }) }
    }),
  }
}
