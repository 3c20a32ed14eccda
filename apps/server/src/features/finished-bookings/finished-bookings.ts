import { finishedBookings } from '@parada/contract/calls/finished-bookings'
import type { Grants } from '@parada/domain/access/permissions'
import { fleetsAllowed } from '@parada/domain/access/values'
import { decidedAtOnce } from '@parada/domain/booking/decision'
import { errorsOf, type ValidationFilter, validationFilters } from '@parada/domain/booking/validation-filters'
import { recordOf } from '@parada/domain/objects'
import { bookingFor } from '../../booking/access.ts'
import { decideFor } from '../../booking/actions/decide.ts'
import { updateBooking } from '../../booking/actions/update.ts'
import { seesCustomerPrice } from '../../booking/record/customer-price.ts'
import { ended, fleetColumn, fleetJoin, minutesDriven } from '../../booking/record/lists.ts'
import { wireBooking } from '../../booking/record/wire.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'

/** The condition for the rows of a validation filter (O3-21). */
const conditionOf = (filter: ValidationFilter) => {
  if (filter === 'validated') return 't.validated'
  if (filter === 'notValidated') return 'not t.validated'
  const errors = errorsOf(filter).map((error) => `'${error}'`)
  return `not t.validated and t.validated_errors && array[${errors.join(', ')}]`
}

/** The source of the list; the benchmark runs the same queries as plain SQL. */
export const finishedSource = {
  table: 'booking',
  orderBy: 'timeBookingStart DESC',
  where: ended,
  keptTotals: 'ended_total',
  join: fleetJoin,
  columns: {
    fleet: fleetColumn,
    timeBookingStartTimestamp: 't.time_booking_start',
    fleets: 't.fleets_filtered',
    dispatchStatus: 't.status_dispatch',
    durationMinutes: minutesDriven,
    idSupplier: 't.id_fleet',
  },
  exportAs: {
    origin: `t.origin ->> 'addressField'`,
    destination: `t.destination ->> 'addressField'`,
    bookingBreaks: `(select string_agg(b ->> 'value', ', ') from jsonb_array_elements(t.booking_breaks) b)`,
  },
  views: recordOf(validationFilters, conditionOf),
  scope: { field: 'idSupplier', ids: (grants: Grants) => fleetsAllowed(grants, 'editServiceByFleet') },
  hides: {
    fields: ['priceCustomerTotal', 'priceCustomerMultiplier', 'priceEstimated'],
    from: (grants: Grants) => !seesCustomerPrice(grants),
  },
} as const

const read = listReader(finishedBookings.list, finishedSource)

/** Without chosen bookings, previews the decision for those in the list; with them, decides exactly those. */
const decideFromList = async (context: SignedInContext<typeof finishedBookings.decide>) => {
  const { cause, decision, reason, bookings, ...filters } = context.body
  const asked = { cause, decision, reason }
  if (bookings) return { ...(await decideFor(context, asked, bookings, { isPreview: false })), hasMore: false }
  const query = finishedBookings.list.query.parse({
    ...filters,
    ...{ validated: 'false', validatedErrors: errorsOf(cause).join(',') },
    ...{ pageNumber: 0, resultsPerPage: decidedAtOnce, orderBy: 'timeBookingStart ASC' },
  })
  const { rows, totalQueryCount } = await read({ ...context, query })
  return { ...(await decideFor(context, asked, rows, { isPreview: true })), hasMore: totalQueryCount > rows.length }
}

export const finishedBookingHandlers: Handlers<typeof finishedBookings> = {
  list: read,
  export: listExport(finishedBookings.export, read),
  validations: async (context) => {
    const counted = await read.counts(context)
    return recordOf(validationFilters, (filter) => counted[filter] ?? 0)
  },
  price: async (context) => {
    const booking = await bookingFor(context, context.params.idBooking, { right: 'edit' })
    const wire = wireBooking(booking, context.user.grants)
    const { priceSupplierTotal, priceCustomerTotal, priceCustomerMultiplier, toll, tollCustomer, tollSupplier } = wire
    const { priceEstimated, priceCustomerCurrency, validated, validatedErrors } = wire
    return {
      price: {
        ...{ priceSupplierTotal, priceCustomerTotal, priceCustomerMultiplier, toll, tollCustomer, tollSupplier },
        ...{ priceEstimated, priceCustomerCurrency, validated, validatedErrors },
      },
    }
  },
  update: async (context) => ({
    booking: wireBooking(await updateBooking(context, context.params.id, context.body), context.user.grants),
  }),
  decide: decideFromList,
}
