import type { BookingChange, Work } from '@parada/db/queries/booking-changes'
import { type FleetTerms, fleetTerms } from '@parada/db/queries/booking-references'
import { dueUnder, holdOfOrder, noteNewOrder, noteOrder } from '@parada/db/queries/holds'
import { changeOrder, openOrder, putMessage, putOrder, type StoredOrder } from '@parada/db/queries/supplier-orders'
import { dropTrajectory, trajectoryOf } from '@parada/db/queries/trajectories'
import { dispatchTime, hasTaxi, statusDispatchAtStart } from '@parada/domain/booking/dispatch'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { protocolKind } from './port.ts'

type OrderOptions = {
  /** When the order is to leave; by default, the booking's start and pre-dispatch time decide. */
  dueAt?: Date
  /** On hold: nothing leaves until an operator dispatches the booking. */
  isBlocked?: boolean
  /** Straight from the wizard: no fleet has had it yet. */
  isFirst?: boolean
  /** The booking's fleet, if it has been read already. */
  fleet?: FleetTerms | undefined
}

/** The fields that describe the taxi, cleared when the booking loses it. */
export const withoutTaxi = {
  idSupplierService: '',
  idSupplierTaxi: null,
  supplierTaxiDescription: '',
  phoneNumberSupplier: '',
  timeServiceConfirmed: null,
  timeServiceArrival: null,
  vehicleConfirmationLat: null,
  vehicleConfirmationLon: null,
  vehicleConfirmationETA: null,
} as const satisfies BookingChange

/** Whether the order may have reached the fleet, even if no answer came back. */
const hasLeft = ({ state, attempts }: StoredOrder) => state !== 'waiting' || attempts > 0

/** Closes an order, and withdraws it from its fleet if it may have arrived there. */
export const takeBack = async (work: Work, order: StoredOrder, state: StoredOrder['state'], reason: string) => {
  const { tx, tenant, now, hold } = work
  noteOrder(tx, tenant.id, hold, order.id)
  await changeOrder(tx, order.id, { state, answeredAt: now.getTime() })
  const withdrawal = { what: 'withdraw', idOrder: order.id, idFleet: order.idFleet, reason } as const
  if (hasLeft(order)) putMessage(tx, tenant.id, withdrawal, { hold })
}

const dueTime = (booking: BookingRecord, now: Date, dueAt?: Date) =>
  dueAt?.getTime() ??
  dispatchTime({
    start: booking.timeBookingStart,
    asap: booking.asap,
    timePreDispatch: booking.timePreDispatch,
    now: now.getTime(),
  })

const fleetOf = async ({ tx }: Work, idFleet: number | null): Promise<FleetTerms> => {
  const [fleet] = idFleet === null ? [] : await fleetTerms(tx, [idFleet])
  if (!fleet) throw new Error(`There is no fleet ${idFleet} to dispatch to`)
  return fleet
}

/**
 * Orders the booking from its fleet: the order leaves after the commit, when it is due, and an order that was open
 * before is withdrawn. The booking must be locked and have the fields it is to be stored with. Returns the changes that
 * the caller stores together with its own.
 */
export const orderFleet = async (
  work: Work,
  booking: BookingRecord,
  options: OrderOptions = {},
): Promise<BookingChange> => {
  const { tx, tenant, now, hold } = work
  const { isBlocked = false, isFirst = false } = options
  const [fleet, before] = await Promise.all([
    options.fleet ?? fleetOf(work, booking.idFleet),
    isFirst ? undefined : openOrder(tx, tenant.id, booking.id),
  ])
  if (before) await takeBack(work, before, 'withdrawn', 'Dispatched anew')
  const { enableCommitment } = booking
  const protocolDispatch = fleet.protocolDispatch
  const fresh = { ...withoutTaxi, timeServiceCancelled: null }
  const statusDispatch = statusDispatchAtStart({ protocolDispatch, isBlocked, enableCommitment })
  if (isBlocked || protocolKind(protocolDispatch) === 'manual')
    return { ...fresh, statusDispatch, timeServiceDispatched: isBlocked ? null : now.getTime() }

  const wanted = dueTime(booking, now, options.dueAt)
  const isLater = wanted > now.getTime()
  const dueAt = dueUnder(hold, new Date(wanted))
  const idOrder = crypto.randomUUID()
  const order = { id: idOrder, idBooking: booking.id, idFleet: fleet.id, dueAt: dueAt.getTime() }
  putOrder(tx, tenant.id, order, { hold, ...(isLater && { dueAt }) })
  noteNewOrder(tx, tenant.id, hold, idOrder)
  return { ...fresh, statusDispatch, timeServiceDispatched: isLater ? null : now.getTime() }
}

/** Tells the fleet what changed in its booking, or reschedules an order that has not left yet. */
export const amendOrder = async (work: Work, booking: BookingRecord): Promise<BookingChange> => {
  const { tx, tenant, now } = work
  const order = await openOrder(tx, tenant.id, booking.id)
  if (!order) return {}
  const { id: idOrder, idFleet } = order
  if (hasLeft(order)) {
    putMessage(tx, tenant.id, { what: 'amend', idOrder, idFleet })
    return {}
  }
  const wanted = dueTime(booking, now)
  if (wanted === order.dueAt) return {}
  // A change during the undo period must not send the order any earlier.
  const dueAt = dueUnder(await holdOfOrder(tx, tenant.id, idOrder, now), new Date(wanted))
  if (dueAt.getTime() === order.dueAt) return {}
  await changeOrder(tx, idOrder, { dueAt: dueAt.getTime() })
  // The message queued for the old time will find the order not due yet, or already sent.
  putMessage(tx, tenant.id, { what: 'order', idOrder, idFleet }, { dueAt })
  return {}
}

/** Where the taxi was when it lost the booking (the vehicleCancellation fields). */
export const cancellationPlace = async ({ tx, tenant, now }: Work, booking: BookingRecord): Promise<BookingChange> => {
  const seen = hasTaxi(booking.statusDispatch) ? await trajectoryOf(tx, tenant.id, booking.id) : undefined
  return {
    timeServiceCancelled: now.getTime(),
    vehicleCancellationLat: seen?.lat ?? null,
    vehicleCancellationLon: seen?.lon ?? null,
    vehicleCancellationETA: seen?.etaMinutes ?? null,
  }
}

/** Withdraws the booking's order and records where the taxi was; the fields about the taxi itself are kept. */
export const withdrawOrder = async (work: Work, booking: BookingRecord, reason: string): Promise<BookingChange> => {
  const order = await openOrder(work.tx, work.tenant.id, booking.id)
  if (!order) return {}
  await takeBack(work, order, 'withdrawn', reason)
  return cancellationPlace(work, booking)
}

/** Closes the order of a booking that a person has finished. */
export const closeOrder = async ({ tx, tenant, now }: Work, booking: BookingRecord) => {
  const order = await openOrder(tx, tenant.id, booking.id)
  if (order) await changeOrder(tx, order.id, { state: 'done', answeredAt: now.getTime() })
}

/** Sends a note to the fleet; false if no fleet has the order. */
export const noteToDriver = async (work: Work, booking: BookingRecord, text: string): Promise<boolean> => {
  const { tx, tenant, now } = work
  const order = await openOrder(tx, tenant.id, booking.id)
  if (!order || !hasLeft(order)) return false
  const note = { idNote: crypto.randomUUID(), text, at: now.getTime() }
  putMessage(tx, tenant.id, { what: 'note', idOrder: order.id, idFleet: order.idFleet, ...note })
  return true
}

/** Deletes the path of a taxi that lost the booking. */
export const forgetPath = ({ tx }: Work, booking: BookingRecord) => dropTrajectory(tx, booking.id)
