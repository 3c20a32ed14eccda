import type { BookingChange, Work } from '@parada/db/queries/booking-changes'
import { type FleetTerms, fleetTerms } from '@parada/db/queries/booking-references'
import { dueUnder, holdOfOrder, noteNewOrder, noteOrder } from '@parada/db/queries/holds'
import { changeOrder, openOrder, putMessage, putOrder, type StoredOrder } from '@parada/db/queries/supplier-orders'
import { dropTrajectory, trajectoryOf } from '@parada/db/queries/trajectories'
import { dispatchTime, hasTaxi, statusDispatchAtStart } from '@parada/domain/booking/dispatch'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { protocolKind } from './port.ts'

export type OrderOptions = {
  /** When the order is to leave; without it the booking's start and pre-dispatch time decide. */
  dueAt?: Date
  /** Held back by an operator: nothing leaves until the booking is dispatched. */
  isBlocked?: boolean
  /** Out of the wizard: no fleet has had it yet. */
  isFirst?: boolean
  /** The booking's fleet, for whoever has read it already. */
  fleet?: FleetTerms | undefined
}

/** What a booking holds of a taxi, and loses with it. */
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

/** May have reached the fleet, whether or not an answer came back. */
const hasLeft = ({ state, attempts }: StoredOrder) => state !== 'waiting' || attempts > 0

/** Takes an order back from its fleet, if it has it. */
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
 * Asks the booking's fleet to drive it; the order leaves after the commit, when it is due. The booking is as it will be
 * stored, with its fleet, and locked. Answers what changes in it, for the caller to write with its own changes. An order
 * that was open before is taken back.
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

/** Tells the fleet what changed in its booking; one that has not left yet leaves at its new time. */
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
  // Somebody may change the booking while its order can still be taken back: it leaves no earlier for that.
  const dueAt = dueUnder(await holdOfOrder(tx, tenant.id, idOrder, now), new Date(wanted))
  if (dueAt.getTime() === order.dueAt) return {}
  await changeOrder(tx, idOrder, { dueAt: dueAt.getTime() })
  // The message that waits for the old time finds an order that is not due yet, or one that has left already.
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

/** Takes the booking away from its fleet; what a cancelled booking keeps of its taxi stays for whoever asks later. */
export const withdrawOrder = async (work: Work, booking: BookingRecord, reason: string): Promise<BookingChange> => {
  const order = await openOrder(work.tx, work.tenant.id, booking.id)
  if (!order) return {}
  await takeBack(work, order, 'withdrawn', reason)
  return cancellationPlace(work, booking)
}

/** The booking ended otherwise, by a person who finished it: its order has nothing to wait for. */
export const closeOrder = async ({ tx, tenant, now }: Work, booking: BookingRecord) => {
  const order = await openOrder(tx, tenant.id, booking.id)
  if (order) await changeOrder(tx, order.id, { state: 'done', answeredAt: now.getTime() })
}

/** Whether there was somebody to tell: a fleet that has the order and can be told. */
export const noteToDriver = async (work: Work, booking: BookingRecord, text: string): Promise<boolean> => {
  const { tx, tenant, now } = work
  const order = await openOrder(tx, tenant.id, booking.id)
  if (!order || !hasLeft(order)) return false
  const note = { idNote: crypto.randomUUID(), text, at: now.getTime() }
  putMessage(tx, tenant.id, { what: 'note', idOrder: order.id, idFleet: order.idFleet, ...note })
  return true
}

/** A taxi that lost the booking takes its path with it. */
export const forgetPath = ({ tx }: Work, booking: BookingRecord) => dropTrajectory(tx, booking.id)
