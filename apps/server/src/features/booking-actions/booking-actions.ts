import type { services } from '@parada/contract/calls/services'
import { journalOf } from '@parada/db/queries/booking-changes'
import { isFirstOfSeries, readTrajectory } from '@parada/db/queries/booking-references'
import { searchBookings } from '@parada/db/queries/booking-search'
import { aliveBookings } from '@parada/db/queries/bookings'
import { ownFleets } from '@parada/db/queries/fleets'
import { taxiPositions } from '@parada/db/queries/trajectories'
import { fleetsWithRight } from '@parada/domain/access/bookings'
import { minutes } from '@parada/domain/booking/duration'
import { searchTerms } from '@parada/domain/booking/search'
import { parseFleetsFiltered } from '@parada/domain/booking/texts'
import { required } from '@parada/domain/objects'
import { bookingFor } from '../../booking/access.ts'
import { addFleet } from '../../booking/actions/add-fleet.ts'
import { cancelBooking, cancelReasonsOf, cancelSeries } from '../../booking/actions/cancel.ts'
import { cancelAndCreate } from '../../booking/actions/cancel-and-create.ts'
import { confirmBooking } from '../../booking/actions/confirm.ts'
import { createBooking } from '../../booking/actions/create.ts'
import { dispatchBooking, redispatchBooking } from '../../booking/actions/dispatch.ts'
import { updateDispatchInfo } from '../../booking/actions/dispatch-info.ts'
import { heartbeat } from '../../booking/actions/presence.ts'
import { renewPromise } from '../../booking/actions/promise.ts'
import { repeatBooking } from '../../booking/actions/recurring.ts'
import { undoAct } from '../../booking/actions/undo.ts'
import { updateBooking } from '../../booking/actions/update.ts'
import { seesCustomerPrice, shownLines } from '../../booking/record/customer-price.ts'
import { metadataOf, wireBooking } from '../../booking/record/wire.ts'
import type { Handlers } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

const actions = {
  create: createBooking,
  confirm: confirmBooking,
  dispatch: dispatchBooking,
  redispatch: redispatchBooking,
}

/** Allowance for taxi reports that arrive late, so that none falls between two requests. */
const lateReports = minutes(0.5)

/**
 * Creating and confirming do more than the journal records, such as spending an authorization's use or notifying the
 * passenger.
 */
const undoable: readonly (keyof typeof actions)[] = ['dispatch', 'redispatch']

export const serviceHandlers: Handlers<typeof services> = {
  alive: async ({ tx, user, query }) => {
    const alive = await aliveBookings(tx, fleetsWithRight(user.grants, 'see'), query.ids?.split(',').map(Number))
    if (!seesCustomerPrice(user.grants)) for (const booking of alive) booking.priceEstimated = null
    return { services: alive }
  },
  positions: async ({ tx, user, query, now }) => {
    const since = query.since === undefined ? 0 : Math.max(0, query.since - lateReports)
    return {
      now: now.getTime(),
      positions: await taxiPositions(tx, fleetsWithRight(user.grants, 'see'), new Date(since)),
    }
  },
  search: async ({ tx, tenant, user, query }) => ({
    // The contract rejects a text without a search term.
    bookings: await searchBookings(
      tx,
      tenant.id,
      fleetsWithRight(user.grants, 'see'),
      required(searchTerms(query.text)),
    ),
  }),
  get: async (context) => {
    const { tx, tenant, user } = context
    const booking = await bookingFor(context, context.params.id, { right: 'see' })
    const listed = parseFleetsFiltered(booking.fleetsFiltered)
    const [isFirst, fleets, path] = await Promise.all([
      isFirstOfSeries(tx, tenant.id, booking.id),
      ownFleets(tx, new Set(listed)),
      readTrajectory(tx, tenant.id, booking.id),
    ])
    return {
      booking: {
        ...wireBooking(booking, user.grants),
        isSeries: booking.idCopyFrom !== null || isFirst,
        fleets: fleets.toSorted((a, b) => listed.indexOf(a.id) - listed.indexOf(b.id)),
        trajectory: path.map(([lat, lon]) => ({ lat, lon })),
      },
    }
  },
  act: async (context) => {
    if (context.hold && !undoable.includes(context.params.action))
      throw refuse.field('undo-key', `undo-key: ${context.params.action} can't be undone`)
    const booking = await actions[context.params.action](context, context.body)
    return { booking: wireBooking(booking, context.user.grants) }
  },
  update: async (context) => ({
    booking: wireBooking(await updateBooking(context, context.params.id, context.body), context.user.grants),
  }),
  dispatchInfo: async (context) => ({
    booking: wireBooking(await updateDispatchInfo(context, context.params.id, context.body), context.user.grants),
  }),
  cancelReasons: async ({ tx }) => ({ cancelList: await cancelReasonsOf(tx) }),
  cancel: async (context) => ({
    booking: wireBooking(await cancelBooking(context, context.params.id, context.body), context.user.grants),
  }),
  promise: async (context) => ({
    booking: wireBooking(await renewPromise(context, context.params.id, context.body), context.user.grants),
  }),
  undo: async (context) => ({
    bookings: (await undoAct(context, context.body.key.toLowerCase())).map((one) =>
      wireBooking(one, context.user.grants),
    ),
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
  presence: async (context) => ({ people: await heartbeat(context, context.params.id, context.body) }),
  journal: async (context) => {
    const { id } = await bookingFor(context, context.params.id)
    const lines = await journalOf(context.tx, context.tenant.id, id)
    return { journal: shownLines(lines, context.user.grants) }
  },
}
