import { constants } from '@parada/domain/constants'
import { z } from 'zod'
import { Fleet } from './entities.ts'
import { each, flag, id, lat, lon, maybeId, moment, number, text, whole } from './fields.ts'

/** One end of a ride. It may be half filled: whether that is enough is a rule of the domain, not of the wire. */
export const Place = z.object({
  addressField: text,
  lat: lat.nullish(),
  lon: lon.nullish(),
  isPoi: flag,
  additionalAddressInfo: text,
  idPoi: maybeId,
})

const mandatory = z.union([z.boolean(), z.literal([0, 1])]).nullish()

export const BookingBreak = z.object({
  id,
  type: text,
  mandatory,
  value: text,
  label: text,
  filter: text,
  valueDependencies: z
    .array(z.object({ value: z.string(), dependencies: z.array(z.object({ idBreak: id, visible: flag, mandatory })) }))
    .nullish(),
})

export const BookingMetadata = z.object({
  ...each(moment, ['timeServiceDispatched', 'timeServiceConfirmed', 'timeServiceCancelled']),
  ...each(lat.nullish(), ['vehicleConfirmationLat', 'vehicleCancellationLat']),
  ...each(lon.nullish(), ['vehicleConfirmationLon', 'vehicleCancellationLon']),
  ...each(number, ['vehicleConfirmationETA', 'vehicleCancellationETA']),
  cancellationReasonDescription: text,
})

const core = {
  id,
  version: whole,
  status: z.int(),
  origin: Place.nullish(),
  destination: Place.nullish(),
  fleet: text,
  fleets: z.array(Fleet).nullish(),
  stops: text,
  taxiFeatures: text,
  fleetsFiltered: text,
  ...each(flag, ['mandatoryDestination', 'asap', 'shared']),
  ...each(maybeId, ['idPaymentAccount', 'idFleet', 'idFavouriteCab']),
  ...each(text, ['bookingReference', 'notes', 'timeZone', 'whitelabel', 'flightNumber', 'pickupZone']),
  ...each(whole, ['entryChannel', 'paymentMethod']),
  tags: z.array(z.string().max(100)).max(50).nullish(),
}

const times = each(moment, [
  'timeBookingStart',
  'timeBookingStartTimestamp',
  'timeBookingFinish',
  'timeBookingFinishDate',
  'timeBookingArrivalTimestamp',
  'timeServiceArrival',
])

const people = {
  ...each(maybeId, ['idUser', 'idCard', 'idCaller', 'idAuthorization', 'idAuthorizationGroup', 'idCopyFrom']),
  /** The booking it took over from. */
  idPrevious: maybeId,
  ...each(text, ['passengerName', 'phoneNumberPassenger', 'emailPassenger', 'subscriberCode', 'userNumber']),
  ...each(text, ['phoneNumberDialed', 'phoneNumberSupplier']),
  statusEmail: whole,
}

const dispatch = {
  statusDispatch: whole,
  timePreDispatch: whole,
  idSupplierTaxi: whole,
  ...each(text, ['idSupplierService', 'supplierTaxiDescription', 'fleetFilterPolicy', 'cancellationReasonCode']),
  ...each(flag, ['enableCommitment', 'allowCancelAndCreate', 'cancellationDispatch', 'cancelledWithCharge']),
  ...each(number, ['distanceMeters', 'estimatedMinTimeMinutes', 'estimatedMaxTimeMinutes']),
}

const price = {
  ...each(number, ['priceCustomerTotal', 'priceSupplierTotal', 'priceCustomerMultiplier']),
  ...each(number, ['toll', 'tollCustomer', 'tollSupplier']),
  ...each(whole, ['priceSupplierType', 'priceCustomerType']),
  priceCustomerCurrency: text,
}

const validation = {
  validated: flag,
  validatedErrors: z.array(z.string().max(100)).max(50).nullish(),
  ...each(text, ['keyValidationReason', 'additionalReason', 'clientType']),
}

/** What the caller was told when the booking was made. */
const promise = { promisedArrival: moment, promisedPrice: number }

/** A booking for its whole life (document 1, section 3; document 2, section 3). */
export const Booking = z.object({
  ...core,
  ...times,
  ...people,
  ...dispatch,
  ...price,
  ...validation,
  ...promise,
  bookingBreaks: z.array(BookingBreak).max(9).nullish(),
  metadata: BookingMetadata.nullish(),
  trajectory: z.array(z.object({ lat, lon })).nullish(),
})
export type Booking = z.output<typeof Booking>

export const Message = z.object({
  message: z.string().min(1).max(constants.messageMaxLength),
  sender: whole,
  readers: text,
  ...each(whole, ['type', 'status', 'code']),
  ...each(maybeId, ['idService', 'idSupplier', 'idUser']),
  lat: lat.nullish(),
  lon: lon.nullish(),
  userName: text,
})

/**
 * What create, update, dispatch and finish send: the booking with its extras. One that is being created has no id yet,
 * and what else it must have is a rule of the domain.
 */
export const BookingWrapper = z.object({
  booking: Booking.partial({ id: true, version: true, status: true }),
  messages: z.array(Message).max(20).optional(),
  /** Held back by the operator, who dispatches it later (O2-43). */
  isBlocked: z.boolean().optional(),
})
export type BookingWrapper = z.output<typeof BookingWrapper>

/** One change of a booking: who, when, before and after. */
export const JournalLine = z.object({
  id: z.int(),
  version: z.int(),
  at: z.int(),
  action: z.string(),
  who: z.string(),
  idUser: maybeId,
  idFleet: maybeId,
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})

/** Where the taxi of a booking was last heard of. */
export const TaxiPosition = z.object({
  id: z.int(),
  lat: z.number(),
  lon: z.number(),
  etaMinutes: z.number().nullable(),
  at: z.int(),
})
export type TaxiPosition = z.output<typeof TaxiPosition>

/** As much of a booking, whatever its state, as tells it from others. */
export const FoundBooking = z.object({
  id: z.int(),
  status: z.int(),
  statusDispatch: z.int().nullable(),
  timeBookingStartTimestamp: z.int(),
  timeZone: z.string(),
  passengerName: z.string(),
  phoneNumberPassenger: z.string(),
  bookingReference: z.string(),
  plate: z.string(),
  origin: z.string(),
})
export type FoundBooking = z.output<typeof FoundBooking>
