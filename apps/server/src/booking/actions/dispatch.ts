import type { BookingWrapper } from '@parada/contract/booking'
import { followBooking } from '@parada/db/queries/assistance'
import { type BookingChange, changeBooking, insertBooking, type Work } from '@parada/db/queries/booking-changes'
import { isFirstOfSeries } from '@parada/db/queries/booking-references'
import { noteBefore } from '@parada/db/queries/holds'
import { mayCancelDispatch, nextFleet } from '@parada/domain/booking/dispatch'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { bookingStatus } from '@parada/domain/codes'
import { refuse } from '../../http/problem.ts'
import { orderFleet, withdrawOrder, withoutTaxi } from '../../suppliers/orders.ts'
import { tenantLocale } from '../../words/tenant-locale.ts'
import { words } from '../../words/words.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { fleetsToUse } from '../record/draft.ts'
import { checkFields } from '../record/fields.ts'
import { keepMessages } from '../record/messages.ts'
import { moveTo } from '../record/move.ts'
import { keepEstimate } from '../record/prices.ts'
import { checkVersion } from '../record/version.ts'
import { mayCancelAndCreate } from './dispatch-info.ts'

const bookingToDispatch = async (acting: ActingUser, { booking }: BookingWrapper) => {
  if (!booking.id) throw refuse.rule('problems.missingProperty', 'id', { name: 'id' })
  const before = await bookingFor(acting, booking.id, { lock: true })
  await checkVersion(acting, before, booking.version)
  return before
}

/** Sends a booking to its own or another fleet and withdraws any earlier order. Refused once it has a taxi. */
export const dispatchBooking = async (acting: ActingUser, wrapper: BookingWrapper) => {
  const before = await bookingToDispatch(acting, wrapper)
  const move = moveTo(before, 'dispatch')
  if (!mayCancelDispatch(before.statusDispatch)) throw refuse.state('problems.hasTaxi')
  checkFields({ timePreDispatch: wrapper.booking.timePreDispatch })
  const { timePreDispatch } = wrapper.booking
  const idFleet = wrapper.booking.idFleet ?? before.idFleet
  const fleetsFiltered = wrapper.booking.fleetsFiltered ?? before.fleetsFiltered
  if (!idFleet) throw refuse.rule('problems.missingProperty', 'fleet', { name: 'fleet' })
  const { text, chosen } = await fleetsToUse(
    acting,
    { idFleet, fleetsFiltered },
    { listedBefore: before.fleetsFiltered },
  )
  const work = workOf(acting)
  noteBefore(work.tx, work.tenant.id, work.hold, before)
  const moved: BookingChange = {
    ...move,
    idFleet,
    fleetsFiltered: text,
    ...(timePreDispatch !== undefined && { timePreDispatch }),
    cancellationDispatch: false,
  }
  const estimated =
    idFleet === before.idFleet ? {} : await keepEstimate(work, { ...before, ...moved, priceCustomerType: null })
  const change = { ...moved, ...estimated }
  const options = { isBlocked: wrapper.isBlocked ?? false, fleet: chosen }
  const ordered = await orderFleet(work, { ...before, ...change }, options)
  const after = await changeBooking(work, 'dispatch', before, { ...change, ...ordered })
  await keepMessages(work, after, wrapper.messages)
  return after
}

/** Resets what a copy must not inherit: the outcome of the booking and what its fleet reported. */
const untold: BookingChange = {
  ...withoutTaxi,
  statusDispatch: null,
  timeServiceDispatched: null,
  timeServiceCancelled: null,
  vehicleCancellationLat: null,
  vehicleCancellationLon: null,
  vehicleCancellationETA: null,
  cancellationDispatch: false,
  cancellationReasonCode: '',
  cancellationReasonDescription: '',
  cancelledWithCharge: false,
  timeBookingArrival: null,
  timeBookingFinish: null,
  priceSupplierTotal: null,
  priceCustomerTotal: null,
  priceSupplierType: null,
  priceCustomerType: null,
  toll: null,
  tollCustomer: null,
  tollSupplier: null,
  validated: false,
  validatedErrors: [],
  keyValidationReason: '',
  additionalReason: '',
  statusEmail: 0,
  registeredAs: '',
}

/** Copies a booking and sends the copy to its fleet: as a successor, or for another day of a series. */
export const copyBooking = async (work: Work, source: BookingRecord, change: BookingChange, action: string) => {
  const { id, version, fleet, timeUpdated, ...kept } = source
  const fields = { ...kept, ...untold, ...change, status: bookingStatus.requested }
  const made = await insertBooking(work, action, fields)
  const estimated = await keepEstimate(work, made)
  const ordered = await orderFleet(work, { ...made, ...estimated })
  return changeBooking(work, 'dispatch', made, { ...estimated, ...ordered })
}

/**
 * Creates the booking that takes over from another. It stays in the same series, and an insurer's case moves on to it.
 */
export const succeed = async (work: Work, before: BookingRecord, change: BookingChange, action: string) => {
  const isFirst = await isFirstOfSeries(work.tx, work.tenant.id, before.id)
  const series = { idPrevious: before.id, idCopyFrom: isFirst ? before.id : before.idCopyFrom }
  const successor = await copyBooking(work, before, { ...change, ...series }, action)
  await followBooking(work, before, successor)
  return successor
}

/** Ends the booking as handed over and creates its successor with the next fleet (document 2, section 4). */
export const redispatchBooking = async (acting: ActingUser, wrapper: BookingWrapper) => {
  const before = await bookingToDispatch(acting, wrapper)
  const move = moveTo(before, 'redispatch')
  if (!mayCancelAndCreate(before)) throw refuse.state('problems.onBoard')
  const named = wrapper.booking.idFleet
  const idFleet = named && named !== before.idFleet ? named : nextFleet(before.fleetsFiltered, before.idFleet)
  if (!idFleet) throw refuse.rule('problems.noNextFleet', 'fleetsFiltered')
  const { fleetsFiltered } = before
  const { text } = await fleetsToUse(acting, { idFleet, fleetsFiltered }, { listedBefore: fleetsFiltered })
  const work = workOf(acting)
  const withdrawn = await withdrawOrder(work, before, words[await tenantLocale(work.tx)].withdrawn.handedOver)
  const ended = await changeBooking(work, 'redispatch', before, { ...withdrawn, ...move })
  await keepMessages(work, ended, wrapper.messages)
  return succeed(work, before, { idFleet, fleetsFiltered: text }, 'takeOver')
}
