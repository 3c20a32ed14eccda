import {
  code,
  decimal,
  fields,
  flag,
  money,
  number,
  oneOf,
  type RowOf,
  record,
  text,
  texts,
  time,
} from '../list/fields.ts'
import type { Modification } from './invoicing.ts'

export type StoredPlace = {
  addressField: string
  lat: number
  lon: number
  isPoi?: boolean | null
  additionalAddressInfo?: string | null
  idPoi?: number | null
}

export type StoredBreak = { id: number; value: string; label?: string | null }

/** A stored booking, with the documents' field names. */
export const bookingFields = fields({
  id: number,
  version: number,
  status: code('bookingStatus'),
  statusDispatch: code('dispatchStatus').nullable,
  idFleet: number.nullable,
  fleetsFiltered: text,
  idSupplierService: text,
  idSupplierTaxi: number.nullable,
  supplierTaxiDescription: text,
  phoneNumberSupplier: text,
  origin: record<StoredPlace>(),
  destination: record<StoredPlace>().nullable,
  stops: text,
  asap: flag,
  timeZone: text,
  timeBookingStart: time,
  timeBookingArrival: time.nullable,
  timeBookingFinish: time.nullable,
  timeServiceArrival: time.nullable,
  timePreDispatch: number.nullable,
  passengerName: text,
  phoneNumberPassenger: text,
  emailPassenger: text,
  paymentMethod: code('paymentMethod'),
  entryChannel: code('entryChannel'),
  taxiFeatures: text,
  idFavouriteCab: number.nullable,
  shared: flag,
  tags: texts,
  whitelabel: text,
  flightNumber: text,
  pickupZone: text,
  clientType: text,
  bookingReference: text,
  notes: text,
  mandatoryDestination: flag,
  fleetFilterPolicy: text,
  enableCommitment: flag,
  idCaller: number.nullable,
  idUser: number.nullable,
  idCard: number.nullable,
  idAuthorization: number.nullable,
  idAuthorizationGroup: number.nullable,
  idPaymentAccount: number.nullable,
  /** The first booking of its recurring series. */
  idCopyFrom: number.nullable,
  /** The booking that this one succeeds. */
  idPrevious: number.nullable,
  subscriberCode: text,
  userNumber: text,
  phoneNumberDialed: text,
  statusEmail: number,
  distanceMeters: number.nullable,
  estimatedMinTimeMinutes: number.nullable,
  estimatedMaxTimeMinutes: number.nullable,
  priceCustomerTotal: money('priceCustomerCurrency').nullable,
  priceSupplierTotal: money('priceCustomerCurrency').nullable,
  priceSupplierType: number.nullable,
  priceCustomerType: number.nullable,
  priceCustomerMultiplier: decimal.nullable,
  priceCustomerCurrency: text,
  toll: money('priceCustomerCurrency').nullable,
  tollCustomer: money('priceCustomerCurrency').nullable,
  tollSupplier: money('priceCustomerCurrency').nullable,
  cancelledWithCharge: flag,
  validated: flag,
  validatedErrors: texts,
  keyValidationReason: text,
  additionalReason: text,
  bookingBreaks: record<StoredBreak[]>(),
  cancellationReasonCode: text,
  cancellationReasonDescription: text,
  cancellationDispatch: flag,
  timeServiceDispatched: time.nullable,
  timeServiceConfirmed: time.nullable,
  timeServiceCancelled: time.nullable,
  vehicleConfirmationLat: decimal.nullable,
  vehicleConfirmationLon: decimal.nullable,
  vehicleConfirmationETA: number.nullable,
  vehicleCancellationLat: decimal.nullable,
  vehicleCancellationLon: decimal.nullable,
  vehicleCancellationETA: number.nullable,
  promisedArrival: time.nullable,
  promisedPrice: money('priceCustomerCurrency').nullable,
  /** The customer's price as currently estimated for the booking. */
  priceEstimated: money('priceCustomerCurrency').nullable,
  statusInvoicing: code('invoicingStatus'),
  modifications: record<Modification>().nullable,
  driverExpenses: money('priceCustomerCurrency').nullable,
  voucherCode: text,
  idInvoice: number.nullable,
  registeredAs: oneOf<'' | 'historic' | 'toInvoice'>(),
  timeUpdated: time,
})

export type BookingRecord = RowOf<typeof bookingFields> & {
  /** The long name of its fleet; not stored with the booking. */
  fleet: string
}
