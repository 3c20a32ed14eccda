import type { MobilityChange, MobilityDetail } from '@parada/contract/calls/mobility'
import { Route as live } from '../screens/_shell/mobility.dashboard.tsx'
import { Route as detail } from '../screens/_shell/mobility.detail.$id.tsx'
import { Route as afterLife } from '../screens/_shell/mobility.mobilityafterlife.tsx'
import { Route as toInvoice } from '../screens/_shell/mobility.mobilitytoinvoice.tsx'
import { Route as ride } from '../screens/_shell/mobility.mobilitytoinvoice_.$id.tsx'
import { type Answers, openScreens } from '../testing/open-screens.tsx'
import { now } from '../testing/records.ts'

const common = {
  id: 100_001,
  idMobilityBooking: 100_001,
  idMobilitySupplier: 22,
  name: 'Patinetes Rueda',
  vehicleSign: 'PR-1031',
  vehicleKind: 'scooter' as const,
  customerName: 'Eva Gil',
  idUser: 100_007,
  idAuthorization: null,
  idPaymentAccount: 102,
  idWhiteLabel: 1,
  startAddressString: 'Puerta del Sol, Madrid',
  entryChannel: 11,
}
const paid = { priceCustomer: 3.4, paymentMethodCustomer: 13, idUserPaymentProfile: 100_007 }

export const liveRow = {
  ...common,
  ...paid,
  status: 2,
  timeInit: now,
  endAddressString: '',
  priceCustomer: null,
}
const invoiceRow = {
  ...common,
  ...paid,
  status: 4,
  timeInit: now,
  timeEnd: now + 600_000,
  endAddressString: 'Atocha, Madrid',
}
export const afterLifeRow = {
  ...common,
  status: '5',
  dateCreated: now,
  timeEnd: now + 60_000,
  idBookingSupplier: 'PR-XYZ',
}

export const booking: MobilityDetail = {
  ...invoiceRow,
  version: 3,
  idBookingSupplier: 'PR-XYZ',
  customerPhone: '600111222',
  startLat: 40.4169,
  startLon: -3.7035,
  endLat: 40.4066,
  endLon: -3.6895,
  distanceMeters: 2_100,
  priceSupplier: 2.9,
  cancelReason: '',
}

export const line = (change: Partial<MobilityChange>): MobilityChange => ({
  id: 1,
  version: 1,
  at: now,
  action: 'booked',
  who: 'Patinetes Rueda',
  before: {},
  after: {},
  ...change,
})

const standard: Answers = {
  'GET /bookings/:sd': { rows: [liveRow], totalQueryCount: 1 },
  'GET /mobilityToInvoice/:sd/': { rows: [invoiceRow], totalQueryCount: 1 },
  'GET /mobilityAfterLife/:sd/': { rows: [afterLifeRow], totalQueryCount: 1 },
  'GET /bookings/:sd/:id': { booking, journal: [line({})] },
  'GET /mobilityToInvoice/:sd/:id': { mobilityToInvoiceDetailMessage: booking, journal: [line({})] },
  'POST /services/:sd/undo': { bookings: [] },
}

export const open = openScreens({
  routes: {
    '/mobility/dashboard': live,
    '/mobility/detail/$id': detail,
    '/mobility/mobilitytoinvoice': toInvoice,
    '/mobility/mobilitytoinvoice/$id': ride,
    '/mobility/mobilityafterlife': afterLife,
  },
  elsewhere: { '/users/userDetail/$id': 'A user', '/authorizations/all/$id': 'An authorization' },
  standard,
})
