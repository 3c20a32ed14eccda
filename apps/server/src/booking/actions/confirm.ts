import type { BookingWrapper } from '@parada/contract/booking'
import { type BookingChange, changeBooking } from '@parada/db/queries/booking-changes'
import { mayUseFleet } from '@parada/domain/access/values'
import { defaultCommitment, dispatchStateOf, preDispatchFor } from '@parada/domain/booking/dispatch'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { priceCustomerType } from '@parada/domain/booking/price'
import { filterPolicyProblem } from '@parada/domain/booking/required'
import { bookingStatus, dispatchStatus } from '@parada/domain/codes'
import { announced, confirmToPassenger } from '../../deliveries/announce.ts'
import { refuse } from '../../http/problem.ts'
import { orderFleet } from '../../suppliers/orders.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { spendOne } from '../record/authorization.ts'
import { checkBreaks } from '../record/breaks.ts'
import { seesCustomerPrice } from '../record/customer-price.ts'
import { readDraft } from '../record/draft.ts'
import { checkMoney } from '../record/fields.ts'
import { keepMessages } from '../record/messages.ts'
import { moveTo } from '../record/move.ts'
import { keepEstimate } from '../record/prices.ts'
import { checkVersion } from '../record/version.ts'

/** The stored booking with the sent fields on top, as the rules check it. */
const mergeDraft = (before: BookingRecord, { booking }: BookingWrapper) => {
  const sent = Object.fromEntries(Object.entries(booking).filter(([, value]) => value !== undefined))
  return { ...before, ...sent, status: before.status }
}

/**
 * Confirms a booking from the wizard to its fleet: the order leaves now or at its time, or waits for the operator if it
 * is on hold.
 */
const confirmToFleet = async (acting: ActingUser, before: BookingRecord, wrapper: BookingWrapper) => {
  const work = workOf(acting)
  const { change: draft, fleet } = await readDraft(acting, 'confirm', mergeDraft(before, wrapper), {
    listedBefore: before.fleetsFiltered,
  })
  const policy = filterPolicyProblem(!!draft.fleetFilterPolicy, draft.fleetFilterPolicy)
  if (policy) throw refuse.rule(policy, 'fleetFilterPolicy')
  const { enableCommitment, promisedArrival, promisedPrice, priceCustomerTotal } = wrapper.booking
  checkMoney({ promisedPrice, priceCustomerTotal })
  if (priceCustomerTotal != null && !seesCustomerPrice(acting.user.grants)) throw refuse.forbidden()
  await spendOne(work, draft)
  const terms: BookingChange = {
    ...draft,
    ...moveTo(before, 'confirm'),
    bookingBreaks: await checkBreaks(
      work,
      draft.idPaymentAccount ?? null,
      wrapper.booking.bookingBreaks ?? before.bookingBreaks,
    ),
    enableCommitment: enableCommitment ?? (fleet ? defaultCommitment(fleet, draft.taxiFeatures) : false),
    timePreDispatch: draft.timePreDispatch ?? (fleet ? preDispatchFor(fleet.defaultTimePredispatch) : null),
    ...announced({ emailPassenger: draft.emailPassenger ?? '' }),
    promisedArrival: promisedArrival ?? null,
    promisedPrice: promisedPrice ?? null,
    ...(priceCustomerTotal != null && { priceCustomerTotal, priceCustomerType: priceCustomerType.operator }),
  }
  const wanted = { ...before, ...terms }
  const [estimated, ordered] = await Promise.all([
    keepEstimate(work, wanted),
    orderFleet(work, wanted, { isBlocked: wrapper.isBlocked ?? false, isFirst: true, fleet }),
  ])
  const change = { ...terms, ...estimated, ...ordered }
  const confirmed = await changeBooking(work, 'confirm', before, change)
  await keepMessages(work, confirmed, wrapper.messages)
  await confirmToPassenger(work, confirmed)
  return confirmed
}

/** Records by hand which taxi took the booking, where no supplier reports it (O2-09). */
const confirmTaxi = async (acting: ActingUser, before: BookingRecord, { booking }: BookingWrapper) => {
  if (!mayUseFleet(acting.user.grants, 'confirmBookingByFleet', before.idFleet)) throw refuse.forbidden()
  const move = moveTo(before, 'accept')
  // Without this check, a repeated confirmation from the wizard would count as a taxi.
  if (!booking.idSupplierTaxi)
    throw refuse.rule('problems.missingProperty', 'idSupplierTaxi', { name: 'idSupplierTaxi' })
  const work = workOf(acting)
  const accepted = await changeBooking(work, 'accept', before, {
    ...move,
    // Manual dispatch stays manual; any other booking that waited for a taxi now has one.
    ...(dispatchStateOf(before.statusDispatch) !== 'manual' && { statusDispatch: dispatchStatus.assigned }),
    idSupplierTaxi: booking.idSupplierTaxi,
    ...(booking.phoneNumberSupplier != null && { phoneNumberSupplier: booking.phoneNumberSupplier }),
    timeServiceConfirmed: work.now.getTime(),
  })
  await confirmToPassenger(work, accepted)
  return accepted
}

export const confirmBooking = async (acting: ActingUser, wrapper: BookingWrapper) => {
  const { id } = wrapper.booking
  if (!id) throw refuse.rule('problems.missingProperty', 'id', { name: 'id' })
  const before = await bookingFor(acting, id, { lock: true, right: 'confirm' })
  await checkVersion(acting, before, wrapper.booking.version)
  return before.status === bookingStatus.created
    ? confirmToFleet(acting, before, wrapper)
    : confirmTaxi(acting, before, wrapper)
}
