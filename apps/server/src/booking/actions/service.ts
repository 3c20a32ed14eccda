import type { invoicing } from '@parada/contract/calls/invoicing'
import type { BodyOf } from '@parada/contract/kit'
import { type BookingChange, changeBooking } from '@parada/db/queries/booking-changes'
import { zeroedBy } from '@parada/domain/booking/edit'
import type { BookingRecord } from '@parada/domain/booking/fields'
import {
  invoicedProblem,
  invoicingStatus,
  modificationProblem,
  modificationStep,
} from '@parada/domain/booking/invoicing'
import { bookingStatus } from '@parada/domain/codes'
import { refuse } from '../../http/problem.ts'
import { tenantLocale } from '../../words/tenant-locale.ts'
import { words } from '../../words/words.ts'
import { type ActingUser, authorOf, bookingFor, workOf } from '../access.ts'
import { checkMoney } from '../record/fields.ts'
import { checkVersion } from '../record/version.ts'

type ServiceInput = BodyOf<typeof invoicing.update>

/** The fields that store the request for a change, or clear it when it is withdrawn (L-033). */
const requestChange = (acting: ActingUser, before: BookingRecord, { modifications }: ServiceInput): BookingChange => {
  const step = modificationStep(before)
  if (typeof step === 'object') throw refuse.state(step.problem)
  if (step === 'remove') {
    if (modifications) throw refuse.field('modifications', 'modifications: a change has already been requested')
    return { statusInvoicing: invoicingStatus.free, modifications: null }
  }
  if (!modifications) throw refuse.rule('problems.reasonRequired', 'modifications')
  const { reason, price = null, comment = '' } = modifications
  const problem = modificationProblem({ reason, price })
  if (problem) throw refuse.rule(problem, `modifications.${problem === 'problems.reasonRequired' ? 'reason' : 'price'}`)
  const request = { reason, price, comment: comment.trim(), who: authorOf(acting.user).who, at: acting.now.getTime() }
  return { statusInvoicing: invoicingStatus.pending, modifications: request }
}

/**
 * Requests a change of a service or withdraws the request, and stores what accounting needs (document 3, section 4).
 */
export const changeService = async (acting: ActingUser, id: number, input: ServiceInput) => {
  const before = await bookingFor(acting, id, { lock: true, right: 'invoice' })
  await checkVersion(acting, before, input.version)
  const invoiced = invoicedProblem(before)
  if (invoiced) throw refuse.state(invoiced)
  const { driverExpenses, voucherCode, statusInvoicing, modifications } = input
  checkMoney({ driverExpenses })
  const asksForStep =
    modifications != null || (statusInvoicing !== undefined && statusInvoicing !== before.statusInvoicing)
  return changeBooking(workOf(acting), 'service', before, {
    ...(asksForStep && requestChange(acting, before, input)),
    ...(driverExpenses !== undefined && { driverExpenses }),
    ...(voucherCode != null && { voucherCode: voucherCode.trim() }),
  })
}

/** Cancels a finished service that was not driven after all: it costs nothing and needs no validation. */
export const cancelDriven = async (
  acting: ActingUser,
  id: number,
  { version, comment }: BodyOf<typeof invoicing.cancelService>,
) => {
  const before = await bookingFor(acting, id, { lock: true, right: 'invoice' })
  await checkVersion(acting, before, version)
  const invoiced = invoicedProblem(before)
  if (invoiced) throw refuse.state(invoiced)
  if (before.status !== bookingStatus.finished) throw refuse.state('problems.actionNotAllowed')
  const { toll, ...zeroed } = zeroedBy(bookingStatus.cancelledByCallCentre) ?? {}
  const work = workOf(acting)
  return changeBooking(work, 'cancel', before, {
    ...zeroed,
    ...{ toll: toll ?? null, tollCustomer: null, tollSupplier: null },
    status: bookingStatus.cancelledByCallCentre,
    ...{ cancelledWithCharge: false, validated: true, validatedErrors: [] },
    ...{ statusInvoicing: invoicingStatus.free, modifications: null },
    cancellationReasonCode: 'other',
    cancellationReasonDescription: comment?.trim() || words[await tenantLocale(work.tx)].cancelReasons.other,
    timeServiceCancelled: acting.now.getTime(),
  })
}
