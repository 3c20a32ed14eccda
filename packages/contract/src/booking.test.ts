import { describe, expect, it } from 'vitest'
import { Booking, BookingBreak, BookingMetadata, BookingWrapper, Message, Place } from './booking.ts'
import { bookings } from './calls/bookings.ts'
import { services } from './calls/services.ts'
import { Fleet } from './entities.ts'

const start = Date.UTC(2025, 5, 1, 8)
const origin = {
  addressField: 'Calle Inventada 1',
  lat: 40.4,
  lon: -3.7,
  isPoi: false,
  additionalAddressInfo: 'portal B',
  idPoi: null,
}

/** Fields that document 1 names as the core. */
const core = {
  id: 7,
  status: 10,
  timeBookingStartTimestamp: start,
  origin,
  destination: { ...origin, addressField: 'Plaza Imaginaria', isPoi: true, idPoi: 3 },
  mandatoryDestination: true,
  idPaymentAccount: 5,
  fleetsFiltered: '87,29',
  idFleet: 87,
  bookingReference: 'REF-1',
}

const metadata = {
  timeServiceDispatched: start,
  timeServiceConfirmed: start,
  vehicleConfirmationLat: 40.1,
  vehicleConfirmationLon: -3.6,
  vehicleConfirmationETA: 4,
  timeServiceCancelled: null,
  vehicleCancellationLat: null,
  vehicleCancellationLon: null,
  vehicleCancellationETA: null,
  cancellationReasonDescription: '',
}

const bookingBreak = {
  id: 1,
  type: 'project',
  mandatory: true,
  value: 'P-1',
  label: 'Project',
  filter: 'open',
  valueDependencies: [{ value: '$else', dependencies: [{ idBreak: 2, visible: false, mandatory: 0 }] }],
}

/** Fields that document 1 adds to the core, and the further fields of document 2, section 3. */
const rest = {
  version: 3,
  statusDispatch: 2500,
  fleet: 'Taxis del Norte',
  fleets: [{ id: 87, fleetLongName: 'Taxis del Norte', protocolDispatch: 1 }],
  idSupplierService: 'S-9',
  idSupplierTaxi: 12,
  entryChannel: 20,
  paymentMethod: 11,
  stops: '40.1,-3.1,40.2,-3.2',
  asap: false,
  timeBookingStart: start,
  timeBookingFinishDate: start,
  timeServiceArrival: start,
  timePreDispatch: 15,
  passengerName: 'Ana Prueba',
  phoneNumberPassenger: '600000001',
  emailPassenger: 'ana@norte.example',
  idUser: 1,
  idCard: 2,
  idCaller: 3,
  idAuthorization: 4,
  idAuthorizationGroup: 5,
  idCopyFrom: null,
  subscriberCode: '6400',
  userNumber: '12',
  taxiFeatures: '1,101',
  idFavouriteCab: null,
  shared: true,
  priceCustomerTotal: 12.5,
  priceSupplierTotal: 10,
  priceSupplierType: 4,
  priceCustomerType: 4,
  priceCustomerMultiplier: 25,
  priceCustomerCurrency: 'EUR',
  toll: null,
  tollCustomer: 0,
  tollSupplier: 0,
  distanceMeters: 5_400,
  estimatedMinTimeMinutes: 10,
  estimatedMaxTimeMinutes: 20,
  validated: false,
  validatedErrors: ['priceTooLow'],
  keyValidationReason: 'other',
  additionalReason: 'night ride',
  tags: ['vip'],
  allowCancelAndCreate: true,
  bookingBreaks: [bookingBreak, { id: 2, mandatory: 1, value: 'x', label: 'Cost centre' }],
  whitelabel: 'demo',
  flightNumber: 'XX123',
  pickupZone: 'T4',
  fleetFilterPolicy: 'VTC_TAXI',
  phoneNumberDialed: '910000001',
  phoneNumberSupplier: '910000002',
  enableCommitment: false,
  timeZone: 'Europe/Madrid',
  notes: 'Rings twice',
  cancellationReasonCode: null,
  cancellationDispatch: false,
  cancelledWithCharge: false,
  timeBookingArrivalTimestamp: start,
  timeBookingFinish: start,
  statusEmail: 1,
  metadata,
  trajectory: [{ lat: 40.4, lon: -3.7 }],
  supplierTaxiDescription: 'Taxi 7',
  clientType: 'normal',
  idPrevious: null,
  promisedArrival: start,
  promisedPrice: 13.2,
  priceEstimated: 13.2,
  driverExpenses: 4,
  statusInvoicing: 0,
  modifications: { reason: 1, price: 9, comment: 'As agreed', who: 'Eva Prueba', at: start },
  voucherCode: 'V-1',
  idInvoice: null,
}

describe('Booking', () => {
  it('keeps every core field (P-111)', () => expect(Booking.parse(core)).toEqual(core))

  it('keeps notes, dispatch info, account fields, metadata, trajectory and validation details', () =>
    expect(Booking.parse({ ...core, ...rest })).toEqual({ ...core, ...rest }))

  it('has no other fields', () =>
    expect(Object.keys(Booking.shape).sort()).toEqual(Object.keys({ ...core, ...rest }).sort()))

  it.each<[string, object]>([
    ['refuses an id given as text (P-111)', { id: '7' }],
    ['refuses a booking without a status (P-111)', { status: undefined }],
    ['refuses a start time given as text (P-111)', { timeBookingStartTimestamp: '2025-06-01' }],
    ['refuses an origin given as text (P-111)', { origin: 'Calle Inventada 1' }],
    ['refuses a latitude over 90 (P-111)', { origin: { ...origin, lat: 91 } }],
    ['refuses fleetsFiltered as a list (P-111)', { fleetsFiltered: [87, 29] }],
    ['refuses a fractional fleet id (P-111)', { idFleet: 8.5 }],
    ['refuses account fields that are not a list', { bookingBreaks: 'x' }],
    ['refuses a mandatory flag given as text', { bookingBreaks: [{ id: 1, mandatory: 'yes' }] }],
    ['refuses metadata given as text', { metadata: 'x' }],
    ['refuses a trajectory point without a longitude', { trajectory: [{ lat: 1 }] }],
    ['refuses validation errors given as text', { validatedErrors: 'priceTooLow' }],
  ])('%s', (_, change) => expect(Booking.safeParse({ ...core, ...rest, ...change }).success).toBe(false))
})

const named: [id: string, schema: { shape: object }, fields: string][] = [
  [
    'the core',
    Booking,
    'id status statusDispatch fleet fleets fleetsFiltered idSupplierService idSupplierTaxi entryChannel paymentMethod origin destination stops asap taxiFeatures idFavouriteCab shared tags notes timeZone',
  ],
  [
    'the times (B-050)',
    Booking,
    'timeBookingStart timeBookingStartTimestamp timeBookingFinishDate timeBookingFinish timeBookingArrivalTimestamp timeServiceArrival timePreDispatch estimatedMinTimeMinutes estimatedMaxTimeMinutes distanceMeters',
  ],
  [
    'the people (B-051)',
    Booking,
    'passengerName phoneNumberPassenger emailPassenger idUser idCard idCaller idAuthorization idAuthorizationGroup idCopyFrom subscriberCode userNumber phoneNumberDialed phoneNumberSupplier statusEmail',
  ],
  [
    'the prices (B-052)',
    Booking,
    'priceCustomerTotal priceSupplierTotal priceSupplierType priceCustomerType priceCustomerMultiplier priceCustomerCurrency toll tollCustomer tollSupplier cancelledWithCharge',
  ],
  [
    'the rest (B-053)',
    Booking,
    'validated validatedErrors keyValidationReason additionalReason allowCancelAndCreate bookingBreaks whitelabel flightNumber pickupZone bookingReference fleetFilterPolicy enableCommitment cancellationReasonCode cancellationDispatch',
  ],
  [
    'the metadata (B-054)',
    BookingMetadata,
    'timeServiceDispatched timeServiceConfirmed vehicleConfirmationLat vehicleConfirmationLon vehicleConfirmationETA timeServiceCancelled vehicleCancellationLat vehicleCancellationLon vehicleCancellationETA cancellationReasonDescription',
  ],
  ['each end (B-007)', Place, 'addressField lat lon additionalAddressInfo idPoi'],
  [
    'a message (B-102)',
    Message,
    'sender readers type message idService status idSupplier code lat lon idUser userName',
  ],
  [
    'the fleet (B-154)',
    Fleet,
    'id fleetName fleetLongName idExternal protocolDispatch priceProtocol priceCustomerType estimatedMinPrice estimatedMaxPrice defaultTimePredispatch enableCommitmentDefault commitmentByTaxiFeatures timeZone lat lon status radiusKm geoAreaOrigin contactName contactEmail contactPhone',
  ],
  ['a break (B-114)', BookingBreak, 'id type mandatory value label filter valueDependencies'],
]

it.each(named)('%s of a booking has every field named in the documents', (_, { shape }, fields) =>
  expect(fields.split(' ').filter((field) => !(field in shape))).toEqual([]),
)

it('create, dispatch, update and finish take a wrapper of the booking and its extras (B-023)', () => {
  for (const call of [services.act, services.update, bookings.finish]) expect(call.body).toBe(BookingWrapper)
  expect(Object.keys(BookingWrapper.shape)).toEqual(expect.arrayContaining(['booking', 'messages']))
})

it('an account field keeps every property, and the metadata has exactly the expected ones', () => {
  expect(BookingBreak.parse(bookingBreak)).toEqual(bookingBreak)
  expect(Object.keys(BookingMetadata.shape).sort()).toEqual(Object.keys(metadata).sort())
})

describe('BookingWrapper', () => {
  const message = { sender: 80, readers: '70,80,90', type: 22, message: 'Rings twice', status: 0 }
  const { id: _, ...created } = core

  it.each<[string, unknown]>([
    ['holds a booking and its extras (P-115)', { booking: core, messages: [message] }],
    ['holds a booking without an id yet (P-115)', { booking: created }],
  ])('%s', (_, wrapper) => expect(BookingWrapper.parse(wrapper)).toEqual(wrapper))

  it.each<[string, unknown]>([
    ['refuses a booking without a wrapper (P-115)', core],
    ['refuses extras of the wrong type (P-115)', { booking: core, messages: message }],
    ['refuses an invalid booking (P-115)', { booking: { ...core, status: 'x' } }],
  ])('%s', (_, wrapper) => expect(BookingWrapper.safeParse(wrapper).success).toBe(false))

  it.each([
    ['accepts a message of 256 characters (P-164)', 256, true],
    ['refuses a message of 257 characters (P-164)', 257, false],
    ['refuses an empty message', 0, false],
  ])('%s', (_, length, accepted) =>
    expect(Message.safeParse({ ...message, message: 'x'.repeat(length) }).success).toBe(accepted),
  )
})
