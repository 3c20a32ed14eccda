import type { BookingRecord } from './booking-record.ts'

type Kind = 'plain' | 'time' | 'json'
export type BookingField = Exclude<keyof BookingRecord, 'fleet'>

const plain = [
  'id',
  'version',
  'status',
  'statusDispatch',
  'idFleet',
  'fleetsFiltered',
  'idSupplierService',
  'idSupplierTaxi',
  'supplierTaxiDescription',
  'phoneNumberSupplier',
  'stops',
  'asap',
  'timeZone',
  'timePreDispatch',
  'passengerName',
  'phoneNumberPassenger',
  'emailPassenger',
  'paymentMethod',
  'entryChannel',
  'taxiFeatures',
  'idFavouriteCab',
  'shared',
  'tags',
  'whitelabel',
  'flightNumber',
  'pickupZone',
  'clientType',
  'bookingReference',
  'notes',
  'mandatoryDestination',
  'fleetFilterPolicy',
  'enableCommitment',
  'idCaller',
  'idUser',
  'idCard',
  'idAuthorization',
  'idAuthorizationGroup',
  'idPaymentAccount',
  'idCopyFrom',
  'idPrevious',
  'subscriberCode',
  'userNumber',
  'phoneNumberDialed',
  'statusEmail',
  'distanceMeters',
  'estimatedMinTimeMinutes',
  'estimatedMaxTimeMinutes',
  'priceCustomerTotal',
  'priceSupplierTotal',
  'priceSupplierType',
  'priceCustomerType',
  'priceCustomerMultiplier',
  'priceCustomerCurrency',
  'toll',
  'tollCustomer',
  'tollSupplier',
  'cancelledWithCharge',
  'validated',
  'validatedErrors',
  'keyValidationReason',
  'additionalReason',
  'cancellationReasonCode',
  'cancellationReasonDescription',
  'cancellationDispatch',
  'vehicleConfirmationLat',
  'vehicleConfirmationLon',
  'vehicleConfirmationETA',
  'vehicleCancellationLat',
  'vehicleCancellationLon',
  'vehicleCancellationETA',
  'promisedPrice',
  'priceEstimated',
  'registeredAs',
] as const satisfies BookingField[]

const times = [
  'timeBookingStart',
  'timeBookingArrival',
  'timeBookingFinish',
  'timeServiceArrival',
  'timeServiceDispatched',
  'timeServiceConfirmed',
  'timeServiceCancelled',
  'promisedArrival',
  'timeUpdated',
] as const satisfies BookingField[]

const json = ['origin', 'destination', 'bookingBreaks'] as const satisfies BookingField[]

export const columnOf = (field: string) =>
  field.replace('ETA', 'Eta').replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)

/** How each field of a booking stands in its table; the name of the column is that of the field. */
export const bookingFields = Object.fromEntries([
  ...plain.map((field) => [field, 'plain']),
  ...times.map((field) => [field, 'time']),
  ...json.map((field) => [field, 'json']),
]) as Record<BookingField, Kind>

const fieldNames = Object.keys(bookingFields) as BookingField[]

/** The select list of a whole booking, moments as epoch milliseconds. */
export const selectBooking = fieldNames
  .map((field) => {
    const column = `b.${columnOf(field)}`
    const value = bookingFields[field] === 'time' ? `(extract(epoch from ${column}) * 1000)::bigint` : column
    return `${value} as "${field}"`
  })
  .join(', ')

/** The name of the booking's fleet, beside its columns. */
export const fleetName = `coalesce((select f.fleet_long_name from fleet f
  where f.tenant_id = b.tenant_id and f.id = b.id_fleet), '') as fleet`

/** A value as the driver writes it into its column. */
export const stored = (field: BookingField, value: unknown) => {
  if (value === null || value === undefined) return null
  if (bookingFields[field] === 'time') return new Date(value as number)
  return bookingFields[field] === 'json' ? JSON.stringify(value) : value
}

export const isBookingField = (name: string): name is BookingField => Object.hasOwn(bookingFields, name)
