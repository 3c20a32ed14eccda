import type { BookingWrapper } from '@parada/contract/booking'
import { changeBooking, insertBooking } from '@parada/db/queries/booking-changes'
import { isGranted, type PermissionKey } from '@parada/domain/access/permissions'
import { mayUseFleet } from '@parada/domain/access/values'
import { minutes } from '@parada/domain/booking/duration'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { bookingStatus } from '@parada/domain/codes'
import { required } from '@parada/domain/objects'
import { refuse } from '../../http/problem.ts'
import { type ActingUser, workOf } from '../access.ts'
import { checkBreaks } from '../record/breaks.ts'
import { readDraft } from '../record/draft.ts'
import { checkMoney } from '../record/fields.ts'
import { keepMessages } from '../record/messages.ts'
import { settlePrice } from '../record/prices.ts'

type RegisterKind = Exclude<BookingRecord['registeredAs'], ''>

const rules = {
  historic: { kind: 'historic', keys: ['editServiceByFleet'] },
  toInvoice: { kind: 'to-invoice', keys: ['editServiceToInvoiceByFleet', 'dispatchServiceByFleet'] },
} as const satisfies Record<RegisterKind, { kind: string; keys: readonly PermissionKey[] }>

/**
 * Records a ride that has already been driven: finished from the start, priced and validated like any other (O2-17).
 */
export const registerService = async (
  acting: ActingUser,
  registeredAs: RegisterKind,
  { booking, messages }: BookingWrapper,
) => {
  const { kind, keys } = rules[registeredAs]
  if (!booking.idFleet) throw refuse.rule('problems.missingProperty', 'fleet', { name: 'fleet' })
  const mayUse = ({ user }: ActingUser, idFleet: number) => keys.some((key) => mayUseFleet(user.grants, key, idFleet))
  const { change } = await readDraft(acting, 'create', booking, { kind, mayUse })
  const { priceSupplierTotal, priceCustomerTotal, toll, idSupplierTaxi } = booking
  checkMoney({ priceSupplierTotal, priceCustomerTotal, toll })
  if (priceCustomerTotal != null && !isGranted(acting.user.grants, 'editPriceCustomer')) throw refuse.forbidden()

  const work = workOf(acting)
  const start = required(booking.timeBookingStart)
  const made = await insertBooking(work, 'register', {
    ...change,
    asap: false,
    status: bookingStatus.finished,
    registeredAs,
    idUser: acting.user.id,
    bookingBreaks: await checkBreaks(work, change.idPaymentAccount ?? null, booking.bookingBreaks ?? []),
    idSupplierTaxi: idSupplierTaxi ?? null,
    timeBookingArrival: booking.timeBookingArrivalTimestamp ?? start,
    timeBookingFinish: booking.timeBookingFinish ?? start + minutes(change.estimatedMaxTimeMinutes ?? 30),
    priceSupplierTotal: priceSupplierTotal ?? null,
    priceCustomerTotal: priceCustomerTotal ?? null,
    toll: toll ?? null,
  })
  await keepMessages(work, made, messages)
  return changeBooking(work, 'price', made, await settlePrice(work, made))
}
