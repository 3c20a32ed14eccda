import type { Delivery } from '@parada/contract/calls/booking-contacts'
import type { self } from '@parada/contract/calls/self'
import type { AliveBooking } from '@parada/contract/calls/services'
import type { AuthorizationRow } from '@parada/contract/customer'
import type { AnswerOf } from '@parada/contract/kit'

/** 10:00 in Madrid. */
export const now = Date.UTC(2026, 10, 15, 9)

export const aliveBooking: AliveBooking = {
  id: 4711,
  version: 3,
  status: 10,
  statusDispatch: 949,
  timeBookingStartTimestamp: now,
  timeZone: 'Europe/Madrid',
  asap: false,
  passengerName: 'María Soto',
  phoneNumberPassenger: '600000001',
  origin: { addressField: 'Calle de Alcalá 12, Madrid', lat: 40.418, lon: -3.699 },
  destination: { addressField: 'Aeropuerto T4', lat: 40.49, lon: -3.59 },
  idFleet: 29,
  fleet: 'Radio Taxi Demo',
  fleetsFiltered: '29,30,31',
  paymentMethod: 11,
  entryChannel: 20,
  taxiFeatures: '',
  bookingReference: '',
  notes: '',
  idUser: 7,
  idCaller: null,
  idPaymentAccount: 101,
  promisedArrival: null,
  promisedPrice: null,
  priceEstimated: null,
  priceCustomerCurrency: 'EUR',
  timeServiceArrival: null,
  supplierTaxiDescription: '',
  idSupplierTaxi: null,
}

type OwnFleet = AnswerOf<typeof self.fleets>['fleets'][number]

/** A fleet of the signed-in user. */
export const ownFleet = (id: number, more: Partial<OwnFleet> = {}): OwnFleet => ({
  id,
  fleetName: `F${id}`,
  fleetLongName: `Fleet ${id}`,
  protocolDispatch: 2,
  timeZone: 'Europe/Madrid',
  lat: 40.4,
  lon: -3.7,
  status: 1,
  ...more,
})

export const delivery: Delivery = {
  id: 1,
  channel: 'sms',
  template: 'passenger',
  recipient: '600000001',
  locale: 'es',
  state: 'waiting',
  attempts: 0,
  lastError: null,
  who: 'Ana Pérez',
  createdAt: now,
  sentAt: null,
}

export const authorization: AuthorizationRow & { bookingBreakConfigs: [] } = {
  id: 10_001,
  version: 1,
  status: 1,
  subscriberCode: '6101',
  userNumber: '0001',
  firstName: 'Eva',
  lastName: 'Gil',
  mobileNumber: '600100001',
  phoneNumber: '',
  userEmail: '',
  notificationCCEmail: '',
  superiorEmail: '',
  authorizationAlias: '',
  locale: 'es_ES',
  idUser: null,
  commentsForOperator: '',
  commentsForDriver: '',
  idPaymentAccount: 101,
  idTravelGroup: null,
  idDispatchGroup: null,
  authorizationGroupId: null,
  authorizationType: null,
  paymentMethodType: null,
  dateCreated: now,
  lastChange: now,
  validFromDate: null,
  expirationDate: null,
  availableTimesLeft: null,
  countServices: 0,
  authorizationBreak1: '',
  authorizationBreak2: '',
  authorizationBreak3: '',
  authorizationBreak4: '',
  authorizationBreak5: '',
  authorizationBreak6: '',
  authorizationBreak7: '',
  authorizationBreak8: '',
  authorizationBreak9: '',
  authorizationBreak10: '',
  bookingBreakConfigs: [],
}
