import type { CancelledParking, Parking } from '@parada/contract/calls/parking'
import { parkingStatus } from '@parada/domain/trip/modes'
import type { ParkingRecord } from '@parada/domain/trip/records'
import { Route as cancelled } from '../screens/_shell/parkingcancelled.tsx'
import { Route as active } from '../screens/_shell/parkings.dashboard.tsx'
import { Route as toInvoice } from '../screens/_shell/parkingtoinvoice.tsx'
import { type Answers, type CallInput, type Options, openScreens } from '../testing/open-screens.tsx'
import { now } from '../testing/records.ts'

export const parking: Parking = {
  id: 4001,
  status: parkingStatus.active,
  protocol: 3,
  idParking: 13,
  parkingName: 'Parking Centro',
  numberPlate: '1234XXX',
  dateInit: now,
  dateEnd: null,
  customerName: 'Eva Gil Mora',
  customerPhone: '600111222',
  idUser: 100_001,
  priceSupplier: 4,
  priceCustomer: 5.5,
  paymentMethod: 50,
  idPaymentAccount: 101,
  paymentAccount: 'Seguros Demo',
  idAuthorization: null,
  reference: 'Q-1',
  entryChannel: 11,
  version: 2,
}
export const finished: Parking = { ...parking, status: parkingStatus.finished, dateEnd: now + 3_600_000 }
export const gone: CancelledParking = {
  ...{ ...parking, status: parkingStatus.cancelled },
  ...{ idParkingAlive: 4001, cancelReason: 'Aparcamiento completo' },
}

export const recordOf = ({ paymentAccount: _, ...row }: Parking): ParkingRecord => ({
  ...row,
  ...{ idSupplier: 13, cancelReason: '' },
})

const standard: Answers = {
  'GET /bookings/:sd/list': { rows: [parking], totalQueryCount: 1 },
  'GET /parkingtoinvoice/:sd/': { rows: [finished], totalQueryCount: 1 },
  'GET /parkingafterlife/:sd/': { rows: [gone], totalQueryCount: 1 },
  'GET /parkingtoinvoice/:sd/:id': { bookingToInvoice: finished, journal: [] },
  'GET /parkingtoinvoice/:sd/:id/sendReceipt': { receipt: { recipient: 'eva@correo.example' } },
  'PUT /parkingtoinvoice/:sd/:id': ({ body }: CallInput) => ({
    bookingToInvoice: { ...recordOf(finished), ...body, version: finished.version + 1 },
  }),
  'PUT /bookings/:sd/:id/withPermission/finish': { booking: recordOf(finished) },
  'POST /services/:sd/undo': { bookings: [] },
}

const screens = { '/parkings/dashboard': active, '/parkingtoinvoice': toInvoice, '/parkingcancelled': cancelled }

const openParking = openScreens({ routes: screens, elsewhere: {}, standard })

export const open = (at: string, options: Options = {}) => {
  const view = openParking(at, options)
  /** Refetches the open lists, as a supplier's report does. */
  const hear = () => view.queries.invalidateQueries({ queryKey: ['list', 'parking'] })
  return { ...view, told: view.colored, hear }
}
