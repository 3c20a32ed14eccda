import { constants } from '@parada/domain/constants'
import { z } from 'zod'
import { Fleet } from './entities.ts'
import { each, id, lat, lon, maybeFlag, maybeId, maybeMoment, maybeNumber, maybeText, maybeWhole } from './schemas.ts'

/** One end of a ride, possibly incomplete: whether it suffices is a rule of the domain, not of the wire format. */
export const Place = z.object({
  addressField: maybeText,
  lat: lat.nullish(),
  lon: lon.nullish(),
  isPoi: maybeFlag,
  additionalAddressInfo: maybeText,
  idPoi: maybeId,
})

const mandatory = z.union([z.boolean(), z.literal([0, 1])]).nullish()

export const BookingBreak = z.object({
  id,
  type: maybeText,
  mandatory,
  value: maybeText,
  label: maybeText,
  filter: maybeText,
  valueDependencies: z
    .array(
      z.object({ value: z.string(), dependencies: z.array(z.object({ idBreak: id, visible: maybeFlag, mandatory })) }),
    )
    .nullish(),
})

/** An account field with its dependencies applied; a hidden one has no value. */
export const AppliedBreak = BookingBreak.extend({ visible: z.boolean(), required: z.boolean() })

export const BookingMetadata = z.object({
  ...each(maybeMoment, ['timeServiceDispatched', 'timeServiceConfirmed', 'timeServiceCancelled']),
  ...each(lat.nullish(), ['vehicleConfirmationLat', 'vehicleCancellationLat']),
  ...each(lon.nullish(), ['vehicleConfirmationLon', 'vehicleCancellationLon']),
  ...each(maybeNumber, ['vehicleConfirmationETA', 'vehicleCancellationETA']),
  cancellationReasonDescription: maybeText,
})

const core = {
  id,
  version: maybeWhole,
  status: z.int(),
  origin: Place.nullish(),
  destination: Place.nullish(),
  fleet: maybeText,
  fleets: z.array(Fleet).nullish(),
  stops: maybeText,
  taxiFeatures: maybeText,
  fleetsFiltered: maybeText,
  ...each(maybeFlag, ['mandatoryDestination', 'asap', 'shared']),
  ...each(maybeId, ['idPaymentAccount', 'idFleet', 'idFavouriteCab']),
  ...each(maybeText, ['bookingReference', 'notes', 'timeZone', 'whitelabel', 'flightNumber', 'pickupZone']),
  ...each(maybeWhole, ['entryChannel', 'paymentMethod']),
  tags: z.array(z.string().max(100)).max(50).nullish(),
}

const times = each(maybeMoment, [
  'timeBookingStart',
  'timeBookingStartTimestamp',
  'timeBookingFinish',
  'timeBookingFinishDate',
  'timeBookingArrivalTimestamp',
  'timeServiceArrival',
])

const people = {
  ...each(maybeId, ['idUser', 'idCard', 'idCaller', 'idAuthorization', 'idAuthorizationGroup', 'idCopyFrom']),
  /** The booking that this one continues after a hand-over or a replacement. */
  idPrevious: maybeId,
  ...each(maybeText, ['passengerName', 'phoneNumberPassenger', 'emailPassenger', 'subscriberCode', 'userNumber']),
  ...each(maybeText, ['phoneNumberDialed', 'phoneNumberSupplier']),
  statusEmail: maybeWhole,
}

const dispatch = {
  statusDispatch: maybeWhole,
  timePreDispatch: maybeWhole,
  idSupplierTaxi: maybeWhole,
  ...each(maybeText, ['idSupplierService', 'supplierTaxiDescription', 'fleetFilterPolicy', 'cancellationReasonCode']),
  ...each(maybeFlag, ['enableCommitment', 'allowCancelAndCreate', 'cancellationDispatch', 'cancelledWithCharge']),
  ...each(maybeNumber, ['distanceMeters', 'estimatedMinTimeMinutes', 'estimatedMaxTimeMinutes']),
}

const price = {
  ...each(maybeNumber, ['priceCustomerTotal', 'priceSupplierTotal', 'priceCustomerMultiplier']),
  ...each(maybeNumber, ['toll', 'tollCustomer', 'tollSupplier']),
  ...each(maybeWhole, ['priceSupplierType', 'priceCustomerType']),
  priceCustomerCurrency: maybeText,
  driverExpenses: maybeNumber,
}

/** A change requested before the service is invoiced. */
export const Modification = z.object({
  reason: z.int(),
  price: z.number().nullable(),
  comment: z.string(),
  who: z.string(),
  at: z.int(),
})

/** How far a finished booking has come on its way into an invoice. */
const invoicing = {
  statusInvoicing: maybeWhole,
  modifications: Modification.nullish(),
  voucherCode: maybeText,
  idInvoice: maybeId,
}

const validation = {
  validated: maybeFlag,
  validatedErrors: z.array(z.string().max(100)).max(50).nullish(),
  ...each(maybeText, ['keyValidationReason', 'additionalReason', 'clientType']),
}

/** The arrival and price that the caller was told, and the current price estimate. */
const promise = { promisedArrival: maybeMoment, promisedPrice: maybeNumber, priceEstimated: maybeNumber }

/** A booking throughout its life (document 1, section 3; document 2, section 3). */
export const Booking = z.object({
  ...core,
  ...times,
  ...people,
  ...dispatch,
  ...price,
  ...validation,
  ...invoicing,
  ...promise,
  bookingBreaks: z.array(BookingBreak).max(9).nullish(),
  metadata: BookingMetadata.nullish(),
  trajectory: z.array(z.object({ lat, lon })).nullish(),
})
export type Booking = z.output<typeof Booking>

export const Message = z.object({
  message: z.string().min(1).max(constants.messageMaxLength),
  sender: maybeWhole,
  readers: maybeText,
  ...each(maybeWhole, ['type', 'status', 'code']),
  ...each(maybeId, ['idService', 'idSupplier', 'idUser']),
  lat: lat.nullish(),
  lon: lon.nullish(),
  userName: maybeText,
})

/**
 * Body of create, update, dispatch and finish: the booking with its extras. A booking that is being created has no id
 * yet; its other required fields are a rule of the domain.
 */
export const BookingWrapper = z.object({
  booking: Booking.partial({ id: true, version: true, status: true }),
  messages: z.array(Message).max(20).optional(),
  /** Puts the booking on hold until the operator dispatches it (O2-43). */
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
  idInsurer: maybeId,
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})

/** Last known position of a booking's taxi. */
export const TaxiPosition = z.object({
  id: z.int(),
  lat: z.number(),
  lon: z.number(),
  etaMinutes: z.number().nullable(),
  at: z.int(),
  heading: z.number().nullable().describe('Degrees from north, clockwise; null until the taxi has moved'),
  statusDispatch: z.int().nullable(),
  idSupplierTaxi: z.int().nullable().describe('The number of the taxi in its fleet'),
})
export type TaxiPosition = z.output<typeof TaxiPosition>

/** Enough of a booking, in any state, to tell it from others. */
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
