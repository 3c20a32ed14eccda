import type { services } from '@parada/contract/calls/services'
import { journalOf } from '@parada/db/queries/booking-changes'
import { readTrajectory } from '@parada/db/queries/booking-terms'
import { aliveBookings } from '@parada/db/queries/bookings'
import { fleetsOfAny } from '@parada/domain/fleet-access'
import { bookingFor, seeing } from '../../bookings/access.ts'
import { addFleet } from '../../bookings/add-fleet.ts'
import { cancelBooking, cancelSeries } from '../../bookings/cancel.ts'
import { cancelReasonsOf } from '../../bookings/cancel-reasons.ts'
import { confirmBooking } from '../../bookings/confirm.ts'
import { createBooking } from '../../bookings/create.ts'
import { shownLines } from '../../bookings/customer-price.ts'
import { dispatchBooking, redispatchBooking } from '../../bookings/dispatch.ts'
import { updateDispatchInfo } from '../../bookings/dispatch-info.ts'
import { repeatBooking } from '../../bookings/recurring.ts'
import { cancelAndCreate } from '../../bookings/replace.ts'
import { updateBooking } from '../../bookings/update.ts'
import { metadataOf, wireBooking } from '../../bookings/wire.ts'
import type { Handlers } from '../../http/context.ts'

const actions = {
  create: createBooking,
  confirm: confirmBooking,
  dispatch: dispatchBooking,
  redispatch: redispatchBooking,
}

export const serviceHandlers: Handlers<typeof services> = {
  alive: async ({ tx, user }) => ({ services: await aliveBookings(tx, fleetsOfAny(user.grants, seeing)) }),
  get: async (context) => ({
    booking: wireBooking(await bookingFor(context, context.params.id, { keys: seeing }), context.user.grants),
  }),
  act: async (context) => {
    const booking = await actions[context.params.action](context, context.body)
    return { booking: wireBooking(booking, context.user.grants) }
  },
  update: async (context) => ({
    booking: wireBooking(await updateBooking(context, context.params.id, context.body), context.user.grants),
  }),
  dispatchInfo: async (context) => ({
    booking: wireBooking(await updateDispatchInfo(context, context.params.id, context.body), context.user.grants),
  }),
  cancelReasons: async () => ({ cancelList: cancelReasonsOf() }),
  cancel: async (context) => ({
    booking: wireBooking(await cancelBooking(context, context.params.id, context.body), context.user.grants),
  }),
  cancelRecurring: async (context) => ({ cancelled: await cancelSeries(context, context.params.id, context.body) }),
  recurring: async (context) => ({
    services: (await repeatBooking(context, context.body)).map(({ id, timeBookingStart }) => ({
      id,
      timeBookingStartTimestamp: timeBookingStart,
    })),
  }),
  cancelAndCreate: async (context) => ({ service: { id: (await cancelAndCreate(context, context.body)).id } }),
  addFleet: async (context) => ({
    booking: wireBooking(await addFleet(context, context.params), context.user.grants),
  }),
  metadata: async (context) => ({ metadata: metadataOf(await bookingFor(context, context.params.id)) }),
  trajectory: async (context) => {
    const booking = await bookingFor(context, context.params.id)
    const shown = wireBooking(booking, context.user.grants)
    const path = await readTrajectory(context.tx, context.tenant.id, booking.id)
    return {
      booking: shown,
      price: {
        priceCustomerTotal: shown.priceCustomerTotal,
        priceSupplierTotal: shown.priceSupplierTotal,
        toll: shown.toll,
        currency: shown.priceCustomerCurrency,
      },
      metadata: metadataOf(booking),
      trajectory: path.map(([lat, lon, seconds]) => ({ lat, lon, at: seconds * 1_000 })),
    }
  },
  journal: async (context) => {
    const { id } = await bookingFor(context, context.params.id)
    const lines = await journalOf(context.tx, context.tenant.id, id)
    return { journal: shownLines(lines, context.user.grants) }
  },
}
