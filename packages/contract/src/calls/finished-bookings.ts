import { anyOf } from '@parada/domain/access/permissions'
import { decidedAtOnce, decisions } from '@parada/domain/booking/decision'
import { validatedErrorKeys } from '@parada/domain/booking/edit'
import { validationFilters } from '@parada/domain/booking/validation-filters'
import type { RowOf } from '@parada/domain/list/fields'
import { z } from 'zod'
import { BookingBreak, BookingWrapper, Place } from '../booking.ts'
import { call, id, withParams } from '../kit.ts'
import {
  code,
  decimal,
  epoch,
  fields,
  filtersOf,
  flag,
  list,
  money,
  number,
  record,
  text,
  texts,
  time,
  timeIn,
} from '../list.ts'
import { exportOf } from '../list-export.ts'
import { each } from '../schemas.ts'
import { WholeBooking } from './services.ts'

const price = money('priceCustomerCurrency').nullable.notSorted
const name = text.notSorted
const perhaps = number.nullable.notSorted

/** A booking that has ended (document 3, section 3). */
export const finishedFields = fields({
  id: number,
  timeBookingStart: timeIn('timeZone'),
  status: code('bookingStatus').notSorted,
  fleet: name,
  passengerName: name,
  priceSupplierTotal: price,
  priceCustomerTotal: price,
  validated: flag.notSorted,
  validatedErrors: texts,
  clientType: code('clientType').notSorted,
  origin: record(Place),
  destination: record(Place).nullable,
  paymentMethod: code('paymentMethod').notSorted,
  toll: price,
  priceCustomerMultiplier: decimal.nullable.notSorted,
  priceCustomerCurrency: name,
  priceEstimated: price,
  distanceMeters: perhaps,
  durationMinutes: perhaps,
  phoneNumberPassenger: name,
  subscriberCode: name,
  userNumber: name,
  bookingReference: name,
  dispatchStatus: code('dispatchStatus').nullable.notSorted,
  asap: flag.notSorted,
  timeZone: name,
  timeBookingStartTimestamp: time.notFiltered.notSorted,
  fleets: name,
  taxiFeatures: name,
  bookingBreaks: record(z.array(BookingBreak)),
  idAuthorization: perhaps,
  idCaller: perhaps,
  idPaymentAccount: perhaps,
  idUser: perhaps,
  idSupplier: perhaps,
  idSupplierService: name,
  idSupplierTaxi: perhaps,
  pickupZone: name,
  whitelabel: name,
  cancelledWithCharge: flag.notSorted,
  statusInvoicing: code('invoicingStatus').notSorted,
  version: perhaps.notFiltered,
})
export type FinishedBooking = RowOf<typeof finishedFields>

const access = anyOf('editServiceByFleet')
const count = z.int().min(0)
const amount = z.number().nullable()
const one = withParams({ id })

/** The outcome of a decision for one booking. */
const Decided = z.object({
  id: z.int(),
  version: z.int(),
  /** Omitted on success. */
  problem: z.string().optional(),
  errorMessage: z.string().optional(),
})

const finishedList = list({
  path: '/servicedead/:sd',
  access,
  summary: 'Bookings that have ended, of the fleets that the user may edit',
  key: 'services',
  fields: finishedFields,
  range: { by: 'timeBookingStart', maxDays: 367 },
  sums: ['priceSupplierTotal', 'priceCustomerTotal'],
  export: {
    title: 'screens.finishedBookings',
    path: '/servicedead/:sd/:format',
    method: 'GET',
    labels: { validatedErrors: 'finished.check', timeBookingStartTimestamp: 'finished.startTimestamp' },
    // The documents' own word for an Excel file of this list (L-023).
    formats: { xls: 'excel', pdf: 'pdf', csv: 'csv' },
  },
})

export const finishedBookings = {
  list: finishedList,
  export: exportOf(finishedList),
  validations: call({
    method: 'GET',
    path: '/servicedead/:sd/validations',
    access,
    summary: 'How many of them each validation filter finds',
    query: z.strictObject({
      from: epoch.optional(),
      to: epoch.optional(),
      clientType: z.string().max(100).optional(),
    }),
    response: z.object(each(count, validationFilters)),
  }),
  price: call({
    method: 'GET',
    path: '/servicedead/:sd/price/:idBooking',
    access,
    summary: 'The prices of a booking that has ended, and what was expected of them',
    params: withParams({ idBooking: id }),
    response: z.object({
      price: z.object({
        ...each(amount, ['priceSupplierTotal', 'priceCustomerTotal', 'priceCustomerMultiplier']),
        ...each(amount, ['toll', 'tollCustomer', 'tollSupplier', 'priceEstimated']),
        priceCustomerCurrency: z.string(),
        validated: z.boolean(),
        validatedErrors: z.array(z.string()),
      }),
    }),
  }),
  update: call({
    method: 'PUT',
    path: '/servicedead/:sd/:id',
    access: anyOf('editServiceDeadByFleet'),
    summary: 'Changes a booking that has ended; a version that others have changed since is refused',
    params: one,
    body: BookingWrapper,
    response: z.object({ booking: WholeBooking }),
  }),
  decide: call({
    method: 'POST',
    path: '/servicedead/:sd/decide',
    access: anyOf('editServiceDeadByFleet'),
    summary:
      'Takes one decision for bookings that fail for the same cause. Without bookings it changes nothing and tells what it would do to those that the list shows',
    body: filtersOf(finishedList).extend({
      cause: z.enum(validatedErrorKeys),
      decision: z.enum(decisions),
      /** Why the prices are correct as they stand. */
      reason: z.string().max(200).optional(),
      /** The bookings that were shown, each with the version that was seen. */
      bookings: z
        .array(z.strictObject({ id: z.int().positive(), version: z.int() }))
        .min(1)
        .max(decidedAtOnce)
        .optional(),
    }),
    isIdempotent: true,
    mayBeUndone: true,
    // Nothing is sent out, so a mistake noticed later can still be taken back.
    undoMs: 15 * 60_000,
    response: z.object({
      /**
       * How many bookings were looked at, and how many of them the decision validates, or would validate in a preview.
       */
      found: count,
      validated: count,
      /** Sums of the supplier prices before and after, per currency. */
      sums: z.array(z.object({ currency: z.string(), before: z.number(), after: z.number() })),
      results: z.array(Decided),
      /** Whether the list has more bookings than one decision takes. */
      hasMore: z.boolean(),
    }),
  }),
}
