export type StoredPlace = {
  addressField: string
  lat: number
  lon: number
  isPoi?: boolean | null
  additionalAddressInfo?: string | null
  idPoi?: number | null
}

export type StoredBreak = { id: number; value: string; label?: string | null }

/** A booking as it is kept, under the documents' names; moments are epoch milliseconds. */
export type BookingRecord = {
  id: number
  version: number
  status: number
  statusDispatch: number | null
  idFleet: number | null
  /** The long name of its fleet; not kept with the booking. */
  fleet: string
  fleetsFiltered: string
  idSupplierService: string
  idSupplierTaxi: number | null
  supplierTaxiDescription: string
  phoneNumberSupplier: string
  origin: StoredPlace
  destination: StoredPlace | null
  stops: string
  asap: boolean
  timeZone: string
  timeBookingStart: number
  timeBookingArrival: number | null
  timeBookingFinish: number | null
  timeServiceArrival: number | null
  timePreDispatch: number | null
  passengerName: string
  phoneNumberPassenger: string
  emailPassenger: string
  paymentMethod: number
  entryChannel: number
  taxiFeatures: string
  idFavouriteCab: number | null
  shared: boolean
  tags: string[]
  whitelabel: string
  flightNumber: string
  pickupZone: string
  clientType: string
  bookingReference: string
  notes: string
  mandatoryDestination: boolean
  fleetFilterPolicy: string
  enableCommitment: boolean
  idCaller: number | null
  idUser: number | null
  idCard: number | null
  idAuthorization: number | null
  idAuthorizationGroup: number | null
  idPaymentAccount: number | null
  /** The first booking of its recurring series. */
  idCopyFrom: number | null
  /** The booking it took over from. */
  idPrevious: number | null
  subscriberCode: string
  userNumber: string
  phoneNumberDialed: string
  statusEmail: number
  distanceMeters: number | null
  estimatedMinTimeMinutes: number | null
  estimatedMaxTimeMinutes: number | null
  priceCustomerTotal: number | null
  priceSupplierTotal: number | null
  priceSupplierType: number | null
  priceCustomerType: number | null
  priceCustomerMultiplier: number | null
  priceCustomerCurrency: string
  toll: number | null
  tollCustomer: number | null
  tollSupplier: number | null
  cancelledWithCharge: boolean
  validated: boolean
  validatedErrors: string[]
  keyValidationReason: string
  additionalReason: string
  bookingBreaks: StoredBreak[]
  cancellationReasonCode: string
  cancellationReasonDescription: string
  cancellationDispatch: boolean
  timeServiceDispatched: number | null
  timeServiceConfirmed: number | null
  timeServiceCancelled: number | null
  vehicleConfirmationLat: number | null
  vehicleConfirmationLon: number | null
  vehicleConfirmationETA: number | null
  vehicleCancellationLat: number | null
  vehicleCancellationLon: number | null
  vehicleCancellationETA: number | null
  promisedArrival: number | null
  promisedPrice: number | null
  /** What the customer's price comes to as the booking stands. */
  priceEstimated: number | null
  registeredAs: '' | 'historic' | 'toInvoice'
  timeUpdated: number
}
