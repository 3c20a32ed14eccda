import { clockSkewSeconds, type ReportOf, type SupplierReport } from '@parada/contract/calls/suppliers'
import { type BookingChange, changeBooking, type Work } from '@parada/db/queries/booking-changes'
import { insertMessage } from '@parada/db/queries/messages'
import { changeOrder, type OrderState, type StoredOrder } from '@parada/db/queries/supplier-orders'
import { trajectoryOf } from '@parada/db/queries/trajectories'
import { cancellationMessage } from '@parada/domain/booking/cancel'
import { dispatchStateOf, mayProgress } from '@parada/domain/booking/dispatch'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { mayDo, statusAfter } from '@parada/domain/booking/life'
import { dispatchStatus } from '@parada/domain/codes'
import { confirmToPassenger } from '../../deliveries/announce.ts'
import { refuse } from '../../http/problem.ts'
import { moveOn } from '../../suppliers/next-fleet.ts'
import { cancellationPlace } from '../../suppliers/orders.ts'
import { finishBooking } from '../actions/finish.ts'
import { keepPath, keepPosition, minutesToPickup } from './positions.ts'

/** Reports that change a booking; positions and the fleet's own unavailability are handled elsewhere. */
export type StepType = Exclude<SupplierReport['type'], 'position' | 'unavailable'>

/** The booking is locked, alive and with the fleet that reports, and the order is open. */
export type ReportedOrder = { work: Work; booking: BookingRecord; order: StoredOrder }

const committed = 1300

const illegal = (type: StepType, { statusDispatch }: BookingRecord) =>
  refuse.conflict(`'${type}' cannot follow dispatch status ${statusDispatch ?? 'none'}`)

const progress = (type: StepType, booking: BookingRecord, to: number) => {
  if (!mayProgress(booking.statusDispatch, to)) throw illegal(type, booking)
  return { statusDispatch: to }
}

const isAssigned = ({ statusDispatch }: BookingRecord) => dispatchStateOf(statusDispatch) === 'assigned'

/** Allows for a small difference between the two clocks. */
export const refuseFuture = ({ now }: Pick<Work, 'now'>, field: string, at: number) => {
  if (at > now.getTime() + clockSkewSeconds * 1_000) throw refuse.field(field, `${field}: must not be in the future`)
}

/** A fleet's clock that runs ahead must not put a step into the future. */
const timeOf = ({ work }: ReportedOrder, at: number) => Math.min(at, work.now.getTime())

const answer = ({ work, order }: ReportedOrder, state: OrderState) =>
  changeOrder(work.tx, order.id, { state, answeredAt: work.now.getTime(), lastError: '' })

const change = ({ work, booking }: ReportedOrder, action: string, changed: BookingChange) =>
  changeBooking(work, action, booking, changed)

type Sighting = { lat?: number | undefined; lon?: number | undefined; etaMinutes?: number | undefined; at: number }

const keepSighting = async ({ work, booking }: ReportedOrder, { lat, lon, etaMinutes, at }: Sighting) => {
  if (lat !== undefined && lon !== undefined) await keepPosition(work, booking.id, { lat, lon, etaMinutes, at })
}

/** The taxi of an accepted order may still change until the passenger is on board. */
const accepted = async (reported: ReportedOrder, report: ReportOf<'accepted'>) => {
  const { booking, order } = reported
  const status = mayDo('accept', booking.status) ? statusAfter('accept', booking.status) : {}
  const dispatch = isAssigned(booking) ? {} : progress('accepted', booking, dispatchStatus.assigned)
  const etaMinutes = await minutesToPickup(booking, report, reported.work.now)
  await answer(reported, 'accepted')
  await keepSighting(reported, { ...report, etaMinutes })
  const after = await change(reported, 'accept', {
    ...status,
    ...dispatch,
    idSupplierService: report.idSupplierService ?? (booking.idSupplierService || order.id),
    idSupplierTaxi: report.idSupplierTaxi,
    supplierTaxiDescription: report.supplierTaxiDescription ?? '',
    phoneNumberSupplier: report.phoneNumberSupplier ?? '',
    timeServiceConfirmed: booking.timeServiceConfirmed ?? timeOf(reported, report.at),
    vehicleConfirmationLat: report.lat ?? null,
    vehicleConfirmationLon: report.lon ?? null,
    vehicleConfirmationETA: etaMinutes === undefined ? null : Math.round(etaMinutes),
  })
  await confirmToPassenger(reported.work, after)
}

const refused = async ({ work, booking, order }: ReportedOrder, report: ReportOf<'refused'>) => {
  if (order.state === 'accepted') throw refuse.conflict("Use 'cancelled' to give back an accepted order")
  await changeOrder(work.tx, order.id, { lastError: report.reason ?? '' })
  await moveOn(work, booking, order, 'refused')
}

/** A taxi lost before the passenger was on board. A passenger who did not show up gets no other taxi. */
const cancelled = async (reported: ReportedOrder, report: ReportOf<'cancelled'>) => {
  const { work, booking, order } = reported
  const state = dispatchStateOf(booking.statusDispatch)
  if (state === 'onBoard' || state === 'pricePending') throw illegal('cancelled', booking)
  await keepSighting(reported, report)
  const reason = [report.reasonCode, report.reason?.trim()].filter(Boolean).join(': ').slice(0, 256)
  const who = { idSupplier: order.idFleet, userName: work.by.who }
  await insertMessage(work.tx, work.tenant.id, booking.id, { ...cancellationMessage({ message: reason }), ...who })
  await changeOrder(work.tx, order.id, { lastError: reason })
  await moveOn(work, booking, order, 'refused', {
    change: await cancellationPlace(work, booking),
    staysHere: report.reasonCode === 'fleet_client_not_presented',
    action: 'unconfirm',
  })
}

const finished = async (reported: ReportedOrder, report: ReportOf<'finished'>) => {
  const { work, booking } = reported
  const { price, finish, at, path, id, idOrder, type, arrival: reportedArrival, ...tolls } = report
  const arrival = reportedArrival ?? booking.timeServiceArrival ?? Math.min(booking.timeBookingStart, finish)
  if (finish < arrival) throw refuse.field('finish', 'finish: must not be before the arrival')
  refuseFuture(work, 'finish', finish)
  const pending = progress('finished', booking, dispatchStatus.pricePending)
  if (path) await keepPath(work, booking.id, path)
  // The price may be reported later; until then the booking waits for it.
  if (price === undefined)
    return change(reported, 'finish', { ...pending, ...tolls, timeServiceArrival: arrival, timeBookingFinish: finish })
  return end(reported, { ...tolls, arrival, finish, priceSupplierTotal: price })
}

const priced = (reported: ReportedOrder, { price, toll, tollCustomer, tollSupplier }: ReportOf<'price'>) => {
  const { timeServiceArrival, timeBookingStart, timeBookingFinish } = reported.booking
  if (dispatchStateOf(reported.booking.statusDispatch) !== 'pricePending' || timeBookingFinish === null)
    throw illegal('price', reported.booking)
  return end(reported, {
    arrival: timeServiceArrival ?? timeBookingStart,
    finish: timeBookingFinish,
    priceSupplierTotal: price,
    ...(toll !== undefined && { toll }),
    ...(tollCustomer !== undefined && { tollCustomer }),
    ...(tollSupplier !== undefined && { tollSupplier }),
  })
}

const end = async (reported: ReportedOrder, done: Parameters<typeof finishBooking>[2]) => {
  const { work, booking } = reported
  const path = await trajectoryOf(work.tx, work.tenant.id, booking.id)
  await answer(reported, 'done')
  await finishBooking(work, booking, { ...done, ...(path && { statusDispatch: dispatchStatus.trajectoryAvailable }) })
}

/** What each report does to its booking, following the transition tables of the domain. */
export const steps: { [Type in StepType]: (reported: ReportedOrder, report: ReportOf<Type>) => Promise<unknown> } = {
  accepted,
  refused,
  cancelled,
  finished,
  price: priced,
  committed: async (reported) => {
    const moved = progress('committed', reported.booking, committed)
    await answer(reported, 'accepted')
    await change(reported, 'commit', moved)
  },
  arrived: async (reported, report) => {
    if (!isAssigned(reported.booking)) throw illegal('arrived', reported.booking)
    await keepSighting(reported, report)
    await change(reported, 'arrive', {
      statusDispatch: dispatchStatus.assigned,
      timeServiceArrival: timeOf(reported, report.at),
    })
  },
  onBoard: async (reported, report) => {
    const moved = progress('onBoard', reported.booking, dispatchStatus.clientOnBoard)
    await keepSighting(reported, report)
    await change(reported, 'board', moved)
  },
}
