import { expect, it } from 'vitest'
import type { z } from 'zod'
import {
  Address,
  Card,
  Fleet,
  IdentityDocument,
  Invoice,
  MobilityBooking,
  ParkingBooking,
  ParkingToInvoice,
  PaymentAccount,
  Poi,
  Promo,
  Ticket,
  User,
} from './entities.ts'

const poi = { id: 1, name: 'Estación', addressField: 'Plaza Imaginaria', lat: 40.4, lon: -3.7 }
const address = { ...poi, isPoi: true, idSupplier: 87 }
const fleet = {
  id: 87,
  fleetName: 'Norte',
  fleetLongName: 'Taxis del Norte',
  idExternal: 'N-1',
  protocolDispatch: 1,
  priceProtocol: 1,
  priceCustomerType: 3,
  estimatedMinPrice: 5,
  estimatedMaxPrice: 9.5,
  defaultTimePredispatch: 15,
  enableCommitmentDefault: false,
  commitmentByTaxiFeatures: true,
  timeZone: 'Europe/Madrid',
  taxiFeatures: '1,2',
  lat: 40.4,
  lon: -3.7,
  status: 1,
  radiusKm: 40,
  contactName: 'Eva Ejemplo',
  contactEmail: 'eva@norte.example',
  contactPhone: '910000001',
  geoAreaOrigin: [{ description: 'Norte', geometryWKT: 'POLYGON((0 0,1 0,1 1,0 0))' }],
  carAvailability: { cars: 3, etaMinutes: 4 },
}
const paymentAccount = { id: 5, name: 'Empresa Inventada', travelGroups: [{ id: 1, name: 'Madrid' }] }
const user = {
  id: 1,
  name: 'Ana',
  surname: 'Prueba',
  firstName: 'Ana',
  lastName: 'Prueba',
  userEmail: 'ana@norte.example',
  prefixMobileNumber: '34',
  mobileNumber: '600000001',
  dateCreated: 1,
  isEmailVerified: true,
  isMobileNumberVerified: false,
  status: -1,
  deviceTokens: ['t'],
  additionalInfo: '',
  isAcceptedAd: false,
  category: 'staff',
  idWhiteLabel: 2,
  vehicles: [{ id: 1, numberPlate: '0000BBB', brand: 'Marca', model: 'Modelo' }],
  walletMovements: [{ id: 1, date: 2, amount: -350, concept: 'Ride', idBooking: 7 }],
}
const invoice = { id: 1, invoiceCode: 'F-1', date: 1, totalAmount: 12.5, numRows: 3 }
const card = { id: 1, cardAlias: 'Visa 0001', paymentMethod: 13, idUser: 1 }
const parkingToInvoice = {
  id: 1,
  idParking: 2,
  protocol: 3,
  parkingName: 'Centro',
  idUser: 1,
  customerName: 'Ana Prueba',
  customerPhone: '600000001',
  dateInit: 1,
  dateEnd: null,
  priceSupplier: 2,
  priceCustomer: 2.5,
  numberPlate: '0000BBB',
  idPaymentAccount: 5,
}
const parkingBooking = { ...parkingToInvoice, status: -1 }
const mobilityBooking = {
  id: 1,
  idMobilityBooking: 2,
  idMobilitySupplier: 3,
  idUser: 1,
  idAuthorization: 4,
  idPaymentAccount: 5,
  timeInit: 1,
  startAddressString: 'A',
  endAddressString: 'B',
  priceCustomer: 2.5,
  entryChannel: 11,
  status: 2,
  paymentMethodCustomer: 13,
  idUserPaymentProfile: 6,
}
const numbered = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index + 1}`, 'x']))
const ticket = {
  id: 1,
  locator: 'L',
  transportName: 'Metro',
  title: 'Sencillo',
  description: '',
  idUser: 1,
  idAuthorization: 4,
  idPaymentAccount: 5,
  timeServiceStart: 1,
  priceCustomer: 1.5,
  entryChannel: 20,
  idTicketTitle: 2,
  status: 1,
  idPublicTransportSupplier: 3,
  ...numbered('authorizationBreakValue', 10),
  ...numbered('bookingBreakValue', 9),
}
const identityDocument = {
  id: 1,
  idUser: 1,
  type: 'drivingLicense',
  subType: 'B',
  status: 'sendAgain_expired',
  countryCode: 'ES',
  firstName: 'Ana',
  lastName: 'Prueba',
  number: '00000000T',
  dateExpiration: 1,
  dateIssued: 2,
  imageFront: 'front',
  imageBack: 'back',
  dateLastUpdated: 3,
}
const promo = {
  id: 1,
  name: 'Verano',
  internalDescription: '',
  active: true,
  type: 1,
  usesPerUser: 1,
  usesTotal: 100,
  currentUsages: 7,
  validFrom: 1,
  validTo: 2,
  compatibleActionsToExecute: 'loadWallet',
  compatibleActionsToCreate: 'createUser,redeemCode',
  promoCodesAssociated: [{ id: 1, name: 'Verano', code: 'SOL', currentUsages: 7, usesTotal: 100, type: 1, idPromo: 1 }],
}

const records: [name: string, schema: z.ZodObject, record: object][] = [
  ['an address (P-116)', Address, address],
  ['a point of interest (P-116)', Poi, poi],
  ['a fleet (P-119)', Fleet, fleet],
  ['a payment account (P-119)', PaymentAccount, paymentAccount],
  ['a user (P-120)', User, user],
  ['an invoice (P-121)', Invoice, invoice],
  ['a card (P-121)', Card, card],
  ['a parking booking (P-121)', ParkingBooking, parkingBooking],
  ['a parking to invoice (P-121)', ParkingToInvoice, parkingToInvoice],
  ['a mobility booking (P-121)', MobilityBooking, mobilityBooking],
  ['a ticket (P-121)', Ticket, ticket],
  ['a document (P-121)', IdentityDocument, identityDocument],
  ['a promo (P-121)', Promo, promo],
]

it.each(records)('%s keeps every field', (_, schema, record) => expect(schema.parse(record)).toEqual(record))

it.each(records)('%s has no other fields', (_, schema, record) =>
  expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(record).sort()),
)

it.each(records)('%s refuses a wrong type in every field', (_, schema, record) => {
  const taken = Object.keys(record).filter((name) => schema.safeParse({ ...record, [name]: { wrong: true } }).success)
  expect(taken).toEqual([])
})

it.each<[string, z.ZodObject, object]>([
  ['refuses a longitude beyond 180 (P-116)', Poi, { ...poi, lon: 180.1 }],
  ['refuses a protocol that is not an integer (P-119)', Fleet, { ...fleet, protocolDispatch: 1.5 }],
  ['refuses a payment account without travel groups (P-119)', PaymentAccount, { id: 5 }],
  ['refuses an unknown document type (P-121)', IdentityDocument, { ...identityDocument, type: 'passport' }],
  ['refuses an unknown document status (P-121)', IdentityDocument, { ...identityDocument, status: 'lost' }],
])('%s', (_, schema, record) => expect(schema.safeParse(record).success).toBe(false))
