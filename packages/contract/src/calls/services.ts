import { anyOf } from '@parada/domain/access/permissions'
import { promiseChannels } from '@parada/domain/booking/promise'
import { isWorthFinding, searchLimits } from '@parada/domain/booking/search'
import { constants } from '@parada/domain/constants'
import type { RowOf } from '@parada/domain/list/fields'
import { z } from 'zod'
import {
  Booking,
  BookingMetadata,
  BookingWrapper,
  FoundBooking,
  JournalLine,
  Message,
  Place,
  TaxiPosition,
} from '../booking.ts'
import { call, id, withParams } from '../kit.ts'
import { code, fields, flag, money, number, record, rowOf, text, time } from '../list.ts'
import { maybeFlag, maybeMoment, maybeNumber, maybeText, maybeWhole } from '../schemas.ts'

export const aliveFields = fields({
  id: number,
  version: number,
  status: code('bookingStatus'),
  statusDispatch: code('dispatchStatus').nullable,
  timeBookingStartTimestamp: time,
  timeZone: text,
  asap: flag,
  passengerName: text,
  phoneNumberPassenger: text,
  origin: record(Place),
  destination: record(Place).nullable,
  idFleet: number.nullable,
  fleet: text,
  fleetsFiltered: text,
  paymentMethod: code('paymentMethod'),
  entryChannel: code('entryChannel'),
  taxiFeatures: text,
  bookingReference: text,
  notes: text,
  idUser: number.nullable,
  idCaller: number.nullable,
  idPaymentAccount: number.nullable,
  /** What the caller was told, and what is expected now. */
  promisedArrival: time.nullable,
  promisedPrice: money('priceCustomerCurrency').nullable,
  priceEstimated: money('priceCustomerCurrency').nullable,
  priceCustomerCurrency: text,
  timeServiceArrival: time.nullable,
  supplierTaxiDescription: text,
  idSupplierTaxi: number.nullable,
})
export const AliveBooking = rowOf(aliveFields)
export type AliveBooking = RowOf<typeof aliveFields>

const one = withParams({ id })
const working = anyOf('dispatchServiceByFleet', 'editServiceByFleet')
/** A whole booking; the fields of the alive list are always present. */
export const WholeBooking = Booking.extend(AliveBooking.shape)
/** When requested on its own, a booking also tells whether it belongs to a series. */
const OneBooking = WholeBooking.extend({ isSeries: z.boolean().optional() })
const Answer = z.object({ booking: WholeBooking })

/** Actions on a booking that is being made or sent to a fleet (O2-03). */
export const serviceActions = ['create', 'confirm', 'dispatch', 'redispatch'] as const

export const services = {
  alive: call({
    method: 'GET',
    path: '/services/:sd/alive/fleet',
    access: 'signedIn',
    summary: 'The live bookings of the fleets the user may see, or of some of them those that are',
    query: z.strictObject({
      ids: z
        .string()
        .max(2000)
        .regex(/^\d{1,15}(,\d{1,15})*$/)
        .optional(),
    }),
    response: z.object({ services: z.array(AliveBooking) }),
  }),
  positions: call({
    method: 'GET',
    path: '/services/:sd/alive/positions',
    access: 'signedIn',
    summary: 'Where the taxis on those bookings were last heard of, or only those heard of since a moment',
    query: z.strictObject({ since: z.coerce.number().int().min(0).max(8.64e15).optional() }),
    isFrequent: true,
    response: z.object({ positions: z.array(TaxiPosition), now: z.int() }),
  }),
  search: call({
    method: 'GET',
    path: '/services/:sd/search',
    access: 'signedIn',
    summary:
      'Bookings of those fleets, of all times, by id, reference, telephone, passenger or plate: the id first, then the newest',
    query: z.strictObject({ text: z.string().max(searchLimits.most).refine(isWorthFinding) }),
    isFrequent: true,
    response: z.object({ bookings: z.array(FoundBooking) }),
  }),
  get: call({
    method: 'GET',
    path: '/services/:sd/:id',
    access: 'signedIn',
    summary: 'One booking of a fleet the user may see',
    params: one,
    response: z.object({ booking: OneBooking }),
  }),
  act: call({
    method: 'POST',
    path: '/services/:sd/:action',
    access: anyOf(
      'dispatchServiceByFleet',
      'dispatchServiceToAnyFleet',
      'viewAllAuthorizations',
      'confirmBookingByFleet',
    ),
    summary:
      'Creates a booking, confirms it to its fleet or as taken by a taxi, dispatches it, hands it to the next fleet',
    params: withParams({ action: z.enum(serviceActions) }),
    body: BookingWrapper,
    isIdempotent: true,
    mayBeUndone: true,
    timeoutMs: constants.dispatchTimeoutMs,
    response: Answer,
  }),
  update: call({
    method: 'PUT',
    path: '/services/:sd/:id',
    access: anyOf('editServiceByFleet', 'editServiceDeadByFleet'),
    summary: 'Changes what is sent; a version that others have changed since is refused with what they changed',
    params: one,
    body: BookingWrapper,
    response: Answer,
  }),
  dispatchInfo: call({
    method: 'PUT',
    path: '/services/:sd/:id/dispatchInfo',
    access: working,
    summary: 'Changes route, time or fleet terms of a booking on its way to a taxi; 416 when that is not possible',
    params: one,
    body: z.strictObject({
      version: maybeWhole,
      timeBookingStart: maybeMoment,
      asap: maybeFlag,
      origin: Place.nullish(),
      destination: Place.nullish(),
      stops: maybeText,
      timePreDispatch: maybeWhole,
      taxiFeatures: maybeText,
      enableCommitment: maybeFlag,
    }),
    response: Answer,
  }),
  cancelReasons: call({
    method: 'GET',
    path: '/services/:sd/cancelReasons',
    access: working,
    summary: 'The reasons that a booking may be cancelled for',
    response: z.object({ cancelList: z.array(z.object({ code: z.string(), label: z.string() })) }),
  }),
  cancel: call({
    method: 'PUT',
    path: '/services/:sd/:id/cancel',
    access: working,
    summary: 'Cancels a booking, or with cancellationDispatch only withdraws it from its fleet',
    params: one,
    body: z.strictObject({
      version: maybeWhole,
      cancellationReasonCode: z.string().max(100),
      comment: maybeText,
      cancellationDispatch: maybeFlag,
      message: Message.nullish(),
    }),
    mayBeUndone: true,
    response: Answer,
  }),
  promise: call({
    method: 'POST',
    path: '/services/:sd/:id/promise',
    access: working,
    summary: 'Renews what the caller was told of arrival and price, after a call or with an SMS that says so',
    params: one,
    body: z.strictObject({
      version: maybeWhole,
      promisedArrival: z.int().min(0).max(8.64e15).nullable(),
      /** Unchanged if omitted. */
      promisedPrice: maybeNumber,
      told: z.enum(promiseChannels),
      /** Used with 'sms'; a default text is sent if omitted. */
      text: z.string().max(640).optional(),
    }),
    isIdempotent: true,
    mayBeUndone: true,
    response: Answer,
  }),
  cancelRecurring: call({
    method: 'PUT',
    path: '/services/:sd/:id/cancelRecurring',
    access: working,
    summary: 'Cancels every live booking of a recurring series, the first one included',
    params: one,
    body: z.strictObject({ cancellationReasonCode: z.string().max(100), comment: maybeText }),
    mayBeUndone: true,
    response: z.object({ cancelled: z.array(z.int()) }),
  }),
  undo: call({
    method: 'POST',
    path: '/services/:sd/undo',
    // An Undo-Key works only for the user who made the changes, whatever permission those needed.
    access: 'signedIn',
    summary: 'Takes back all that was done under an Undo-Key, as long as nothing of it has left the house',
    body: z.strictObject({ key: z.uuid() }),
    response: z.object({ bookings: z.array(WholeBooking) }),
  }),
  recurring: call({
    method: 'POST',
    path: '/services/:sd/recurring',
    access: anyOf('addRecurringBookings'),
    summary: 'Repeats a booking on other dates, at the same hour of the clock',
    body: z.strictObject({
      idCopyFrom: z.int().positive().nullable(),
      recurringDates: z.array(z.string().length(10)).max(200),
    }),
    isIdempotent: true,
    response: z.object({ services: z.array(z.object({ id: z.int(), timeBookingStartTimestamp: z.int() })) }),
  }),
  cancelAndCreate: call({
    method: 'POST',
    path: '/services/asistencia-cancel-create',
    access: working,
    summary: 'Replaces a booking by a new one with another route or start',
    params: z.object({}),
    body: z.strictObject({
      id: z.int().positive(),
      origin: Place,
      destination: Place.nullish(),
      timeBookingStart: z.int().min(0).max(8.64e15),
    }),
    isIdempotent: true,
    mayBeUndone: true,
    response: z.object({ service: z.object({ id: z.int() }) }),
  }),
  addFleet: call({
    method: 'PUT',
    path: '/services/:sd/:idBooking/addFleet/:idFleet',
    access: anyOf('addFleet', 'addFleetByPA'),
    summary: 'Adds a fleet to those that the booking may be handed to',
    params: withParams({ idBooking: id, idFleet: id }),
    response: Answer,
  }),
  metadata: call({
    method: 'GET',
    path: '/services/:sd/:id/metadata',
    access: working,
    summary: 'When and where the taxi took and left the booking',
    params: one,
    response: z.object({ metadata: BookingMetadata }),
  }),
  trajectory: call({
    method: 'GET',
    path: '/services/:sd/:id/trajectory',
    access: working,
    summary: 'The path of the taxi, with the booking, its price and its metadata',
    params: one,
    response: z.object({
      booking: WholeBooking,
      price: z.object({
        priceCustomerTotal: maybeNumber,
        priceSupplierTotal: maybeNumber,
        toll: maybeNumber,
        currency: maybeText,
      }),
      metadata: BookingMetadata,
      trajectory: z.array(z.object({ lat: z.number(), lon: z.number(), at: z.int() })),
    }),
  }),
  presence: call({
    method: 'POST',
    path: '/services/:sd/:id/presence',
    access: 'signedIn',
    summary: 'Tells that a tab has the booking open, or has left it, and answers who else has',
    params: one,
    body: z.strictObject({ tab: z.uuid(), isEditing: z.boolean().optional(), isLeaving: z.boolean().optional() }),
    isFrequent: true,
    response: z.object({
      people: z.array(z.object({ idUser: z.int(), name: z.string(), isEditing: z.boolean(), since: z.int() })),
    }),
  }),
  journal: call({
    method: 'GET',
    path: '/services/:sd/:id/journal',
    access: working,
    summary: 'Everything that happened to a booking: who, when, before and after',
    params: one,
    response: z.object({ journal: z.array(JournalLine) }),
  }),
}
