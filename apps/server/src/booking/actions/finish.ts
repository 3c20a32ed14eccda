import type { BookingWrapper } from '@parada/contract/booking'
import { type BookingChange, changeBooking, type Work } from '@parada/db/queries/booking-changes'
import { raiseServiceFinished } from '@parada/db/queries/promos'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { finishProblems } from '@parada/domain/booking/finish'
import { defined } from '@parada/domain/objects'
import { refuse } from '../../http/problem.ts'
import { closeOrder } from '../../suppliers/orders.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { customerPrices, seesCustomerPrice } from '../record/customer-price.ts'
import { checkMoney, pick } from '../record/fields.ts'
import { keepMessages } from '../record/messages.ts'
import { moveTo } from '../record/move.ts'
import { settlePrice } from '../record/prices.ts'
import { checkVersion } from '../record/version.ts'

type FinishInput = {
  arrival: number
  finish: number
  priceSupplierTotal?: number | null
  priceCustomerTotal?: number | null
  toll?: number | null
  tollCustomer?: number | null
  tollSupplier?: number | null
  statusDispatch?: number
}

/** Finishes a ride, by hand or from the supplier's report: stores its times and prices and validates them. */
export const finishBooking = async (
  work: Work,
  before: BookingRecord,
  { arrival, finish, ...prices }: FinishInput,
  typed?: Parameters<typeof settlePrice>[2],
) => {
  const change: BookingChange = {
    ...moveTo(before, 'finish'),
    ...defined(prices),
    timeBookingArrival: arrival,
    timeBookingFinish: finish,
    timeServiceArrival: before.timeServiceArrival ?? arrival,
  }
  const settled = await settlePrice(work, { ...before, ...change }, typed)
  const after = await changeBooking(work, 'finish', before, { ...change, ...settled })
  raiseServiceFinished(work, after)
  return after
}

const prices = ['priceSupplierTotal', 'priceCustomerTotal', 'toll', 'tollCustomer', 'tollSupplier'] as const

/** Finishes a booking with the times and prices that a person entered (document 2, section 5). */
export const finishByHand = async (acting: ActingUser, id: number, { booking, messages }: BookingWrapper) => {
  const before = await bookingFor(acting, id, { lock: true })
  await checkVersion(acting, before, booking.version)
  const work = workOf(acting)
  const arrival = booking.timeBookingArrivalTimestamp ?? before.timeServiceArrival ?? before.timeBookingStart
  const finish = booking.timeBookingFinish ?? booking.timeBookingFinishDate ?? work.now.getTime()
  const [problem] = finishProblems({ start: before.timeBookingStart, arrival, finish, asap: before.asap })
  if (problem)
    throw refuse.rule(problem, problem.includes('arrival') ? 'timeBookingArrivalTimestamp' : 'timeBookingFinish')
  const setsCustomerPrice = customerPrices.some((name) => booking[name] != null)
  if (setsCustomerPrice && !seesCustomerPrice(acting.user.grants)) throw refuse.forbidden()
  const typed = pick(booking, prices)
  checkMoney(typed)
  await closeOrder(work, before)
  const after = await finishBooking(
    work,
    before,
    { arrival, finish, ...typed },
    { typedCustomerPrice: typed.priceCustomerTotal ?? null },
  )
  await keepMessages(work, after, messages)
  return after
}
