import { type BookingChange, changeBooking, type Work } from '@parada/db/queries/booking-changes'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { moveTo } from '../record/move.ts'
import { settlePrice } from '../record/prices.ts'

export type Done = {
  arrival: number
  finish: number
  priceSupplierTotal?: number | null
  priceCustomerTotal?: number | null
  toll?: number | null
  tollCustomer?: number | null
  tollSupplier?: number | null
  statusDispatch?: number
}

const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

/** Ends the ride, by a person or by the supplier's report: times, prices, and what is wrong with them. */
export const finishBooking = async (work: Work, before: BookingRecord, { arrival, finish, ...prices }: Done) => {
  const change: BookingChange = {
    ...moveTo(before, 'finish'),
    ...given(prices),
    timeBookingArrival: arrival,
    timeBookingFinish: finish,
    timeServiceArrival: before.timeServiceArrival ?? arrival,
  }
  const settled = await settlePrice(work, { ...before, ...change })
  return changeBooking(work, 'finish', before, { ...change, ...settled })
}
