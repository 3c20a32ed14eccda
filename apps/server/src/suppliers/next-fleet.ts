import { type BookingChange, changeBooking, theHouse, type Work } from '@parada/db/queries/booking-changes'
import { activeAmong } from '@parada/db/queries/fleets'
import { changeOrder, type StoredOrder } from '@parada/db/queries/supplier-orders'
import { nextFleet } from '@parada/domain/booking/dispatch'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { statusAfter } from '@parada/domain/booking/life'
import { parseFleetsFiltered } from '@parada/domain/booking/texts'
import { bookingStatus, isAlive } from '@parada/domain/codes'
import { forgetPath, orderFleet, takeBack, withoutTaxi } from './orders.ts'

export type LostBecause = 'refused' | 'silent' | 'failed'

/** The journal's actions; only a refusal is recorded in the fleet's own name. */
const actions = { refused: 'refuse', silent: 'silence', failed: 'unreachable' } as const

/** The next active fleet in the booking's list, if any. */
const fleetAfter = async ({ tx, tenant }: Work, { fleetsFiltered, idFleet }: BookingRecord) => {
  const active = await activeAmong(tx, tenant.id, parseFleetsFiltered(fleetsFiltered))
  for (let next = nextFleet(fleetsFiltered, idFleet); next !== undefined; next = nextFleet(fleetsFiltered, next))
    if (active.has(next)) return next
  return undefined
}

/** The status without a fleet, from the transition table: a confirmation ends with its order. */
const statusWithoutFleet = ({ status }: BookingRecord) => {
  const after = statusAfter('unconfirm', status)
  return 'status' in after ? after.status : status
}

/** A person may have confirmed by phone what the fleet's system never answered. */
const isConfirmedByHand = ({ status }: BookingRecord, { state }: StoredOrder) =>
  status === bookingStatus.confirmed && state !== 'accepted'

type Options = {
  /** Other fields to save with the move, such as where the taxi was. */
  change?: BookingChange
  /** Asks no other fleet, since its taxi would find nobody. */
  staysHere?: boolean
  action?: string
}

/**
 * Moves a booking that its fleet will not drive on to the next fleet; without one it waits for a person. The booking
 * must be locked.
 */
export const moveOn = async (
  given: Work,
  booking: BookingRecord,
  order: StoredOrder,
  because: LostBecause,
  { change = {}, staysHere = false, action = actions[because] }: Options = {},
) => {
  const work = because === 'refused' ? given : { ...given, by: theHouse }
  const { tx, now } = work
  // A fleet that refused needs no withdrawal; a silent one may still have the order.
  if (because === 'refused') await changeOrder(tx, order.id, { state: because, answeredAt: now.getTime() })
  else await takeBack(work, order, because, 'No answer in time')
  if (!isAlive(booking.status) || isConfirmedByHand(booking, order)) return booking

  await forgetPath(work, booking)
  const lost: BookingChange = { ...withoutTaxi, ...change, status: statusWithoutFleet(booking) }
  const idFleet = staysHere ? undefined : await fleetAfter(work, booking)
  if (idFleet === undefined) return changeBooking(work, action, booking, { ...lost, statusDispatch: null })

  const moved = { ...lost, ...statusAfter('dispatch', lost.status), idFleet }
  const ordered = await orderFleet(work, { ...booking, ...moved })
  return changeBooking(work, action, booking, { ...moved, ...ordered, ...change })
}
