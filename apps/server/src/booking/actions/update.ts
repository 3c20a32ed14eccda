import type { BookingWrapper } from '@parada/contract/booking'
import { type BookingChange, changeBooking, type Work } from '@parada/db/queries/booking-changes'
import { mayUseFleet } from '@parada/domain/access/values'
import { applyEdit, extraValidationProblem, removeErrors, zeroedBy } from '@parada/domain/booking/edit'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { invoicedProblem } from '@parada/domain/booking/invoicing'
import { bookingStatus, isAlive } from '@parada/domain/codes'
import { keysOf } from '@parada/domain/objects'
import { refuse } from '../../http/problem.ts'
import { amendOrder, closeOrder, withdrawOrder } from '../../suppliers/orders.ts'
import { tenantLocale } from '../../words/tenant-locale.ts'
import { words } from '../../words/words.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { giveBackOne } from '../record/authorization.ts'
import { checkBreaks } from '../record/breaks.ts'
import { customerPrices, seesCustomerPrice } from '../record/customer-price.ts'
import { checkReferences } from '../record/draft.ts'
import { type BookingInput, checkFields, checkMoney, fieldsFrom, fieldsOf, pick } from '../record/fields.ts'
import { keepMessages } from '../record/messages.ts'
import { settlePrice } from '../record/prices.ts'
import { checkVersion } from '../record/version.ts'

const supplierPrices = ['priceSupplierTotal', 'toll', 'tollSupplier', 'idSupplierTaxi'] as const

/** A booking that has ended needs editServiceDeadByFleet (O3-32). */
const checkRights = ({ user: { grants } }: ActingUser, before: BookingRecord, booking: BookingInput) => {
  const key = isAlive(before.status) ? 'editServiceByFleet' : 'editServiceDeadByFleet'
  if (!mayUseFleet(grants, key, before.idFleet)) throw refuse.forbidden()
  const setsCustomerPrice = customerPrices.some((name) => booking[name] != null && booking[name] !== before[name])
  if (setsCustomerPrice && !seesCustomerPrice(grants)) throw refuse.forbidden()
}

/** Users who may not see the customer's price send it back as null, which must not clear it. */
const priceInput = ({ user }: ActingUser, booking: BookingInput) => ({
  ...pick(booking, supplierPrices),
  ...(seesCustomerPrice(user.grants) && pick(booking, customerPrices)),
})
type PriceInput = ReturnType<typeof priceInput>

/** The changes from the edit modal: the chosen status and its effect on the prices (document 2, section 4). */
const editOf = (before: BookingRecord, { status: chosen }: BookingInput, prices: PriceInput): BookingChange => {
  const target = chosen ?? before.status
  const isNew = target !== before.status
  const hasNewPrices = keysOf(prices).some((name) => prices[name] !== before[name])
  if (isAlive(target)) {
    if (isNew) throw refuse.state('problems.actionNotAllowed')
    if (hasNewPrices) throw refuse.field('status', 'status: price and taxi can only be set on a booking that has ended')
    return {}
  }
  if (!isNew && !hasNewPrices && target !== bookingStatus.cancelledByCallCentre) return {}
  const { idSupplierTaxi: _, ...amounts } = prices
  checkMoney(amounts)
  const outcome = applyEdit(before, { ...prices, status: target })
  if ('problem' in outcome) throw refuse.state(outcome.problem)
  const { status, priceSupplierTotal, priceCustomerTotal, priceSupplierType, priceCustomerType } = outcome.booking
  const { toll, idSupplierTaxi, cancelledWithCharge } = outcome.booking
  return {
    ...{ status, priceSupplierTotal, priceCustomerTotal, priceSupplierType, priceCustomerType },
    ...{ toll, idSupplierTaxi, cancelledWithCharge },
    ...(zeroedBy(status)
      ? { tollCustomer: toll, tollSupplier: toll }
      : pick(prices, ['tollCustomer', 'tollSupplier'] as const)),
  }
}

/** The ticked errors are those that the client no longer lists. */
const tickedErrors = (before: BookingRecord, { validatedErrors }: BookingInput) =>
  validatedErrors ? before.validatedErrors.filter((error) => !validatedErrors.includes(error)) : []

/**
 * Side effects of ending a live booking: the order of a driven ride is closed, any other is withdrawn from its fleet.
 */
const closeDispatch = async (
  work: Work,
  before: BookingRecord,
  after: BookingRecord,
  typed: Parameters<typeof settlePrice>[2],
): Promise<BookingChange> => {
  if (!isAlive(before.status) || isAlive(after.status)) return {}
  const settled = await settlePrice(work, after, typed)
  if (after.status === bookingStatus.finished && !after.cancelledWithCharge) {
    await closeOrder(work, before)
    return settled
  }
  const withdrawn = await withdrawOrder(work, before, words[await tenantLocale(work.tx)].withdrawn.closed)
  if (!after.cancelledWithCharge) await giveBackOne(work, before)
  return { ...withdrawn, ...settled, timeServiceCancelled: work.now.getTime() }
}

const checkContact = async (acting: ActingUser, before: BookingRecord, contact: BookingChange) => {
  if (isAlive(before.status) && contact.phoneNumberPassenger?.trim() === '')
    throw refuse.rule('problems.missingProperty', 'phoneNumberPassenger', { name: 'phoneNumberPassenger' })
  if (contact.idCard != null) await checkReferences(acting, { idCard: contact.idCard })
}

/** Saves an edited booking; its fleet is told of changes that concern the order. */
export const updateBooking = async (acting: ActingUser, id: number, { booking, messages }: BookingWrapper) => {
  const work = workOf(acting)
  const before = await bookingFor(acting, id, { lock: true, right: 'edit' })
  checkRights(acting, before, booking)
  // The version is required, so that nobody overwrites changes they have not seen.
  if (booking.version == null) throw refuse.rule('problems.missingProperty', 'version', { name: 'version' })
  await checkVersion(acting, before, booking.version)
  const invoiced = invoicedProblem(before)
  if (invoiced) throw refuse.state(invoiced)
  checkFields(booking)
  const contact = fieldsFrom(booking, fieldsOf.contact)
  await checkContact(acting, before, contact)

  const prices = priceInput(acting, booking)
  const edit = editOf(before, booking, prices)
  const checked = tickedErrors(before, booking)
  const settled = removeErrors({ ...before, ...edit }, checked)
  const reasons = {
    keyValidationReason: booking.keyValidationReason ?? before.keyValidationReason,
    additionalReason: booking.additionalReason ?? before.additionalReason,
  }
  const setsPrice = edit.priceSupplierTotal !== undefined || edit.priceCustomerTotal !== undefined
  const extra = extraValidationProblem({ ...(setsPrice && { ...before, ...edit }), ...reasons, ticked: checked })
  if (extra) throw refuse.rule(extra, 'keyValidationReason')

  const change: BookingChange = {
    ...contact,
    ...edit,
    ...reasons,
    validated: settled.validated,
    validatedErrors: settled.validatedErrors,
    priceSupplierType: settled.priceSupplierType,
    priceCustomerType: settled.priceCustomerType,
    ...(booking.bookingBreaks && {
      bookingBreaks: await checkBreaks(work, before.idPaymentAccount, booking.bookingBreaks),
    }),
  }
  const ended = await closeDispatch(
    work,
    before,
    { ...before, ...change },
    { typedCustomerPrice: prices.priceCustomerTotal ?? null },
  )
  const saved = await changeBooking(work, 'edit', before, { ...change, ...ended })
  if (isAlive(saved.status) && saved.version !== before.version) await amendOrder(work, saved)
  await keepMessages(work, saved, messages)
  return saved
}
