import { anyOf } from '@parada/domain/access/permissions'
import { paymentMethodsToChoose } from '@parada/domain/codes'
import type { RowOf } from '@parada/domain/list/fields'
import { parkingEditStatuses } from '@parada/domain/trip/parking'
import { tripRecords } from '@parada/domain/trip/records'
import { z } from 'zod'
import { JournalLine } from '../journal.ts'
import { call, id, withParams } from '../kit.ts'
import { code, fields, list, money, number, rowOf, text, time } from '../list.ts'
import { exportOf } from '../list-export.ts'

const seeing = anyOf('viewParkingBookingByPA')
const name = text.notSorted
const perhaps = number.nullable.notSorted
const price = money().nullable.notSorted

/** A parking booking in any of the lists (document 3). Prices are in euros (O3-68). */
export const parkingFields = fields({
  id: number,
  status: code('parkingStatus').notSorted,
  protocol: code('parkingProtocol').notSorted,
  idParking: number.notSorted,
  parkingName: name,
  numberPlate: name,
  dateInit: time,
  dateEnd: time.nullable.notSorted,
  customerName: name,
  customerPhone: name,
  idUser: perhaps,
  priceSupplier: price,
  priceCustomer: price,
  paymentMethod: code('paymentMethod').notSorted,
  idPaymentAccount: perhaps,
  paymentAccount: name,
  idAuthorization: perhaps,
  reference: name.nullable,
  entryChannel: code('entryChannel').notSorted,
  version: number.notSorted.notFiltered,
})
export type Parking = RowOf<typeof parkingFields>

const cancelledParkingFields = fields({
  ...parkingFields,
  /** The id that it had on the dashboard. */
  idParkingAlive: number.notSorted,
  cancelReason: name,
})
export type CancelledParking = RowOf<typeof cancelledParkingFields>

export type TripChange = JournalLine

/** The stored record, whichever list it is in now. */
const ParkingRecord = rowOf(tripRecords.parking)
const base = { base: 'parking', access: seeing } as const
const lists = { ...base, fields: parkingFields, range: { by: 'dateInit', maxDays: 31 } } as const
const one = { params: withParams({ id }) }

const alive = list({
  ...lists,
  path: '/bookings/:sd/list',
  summary: 'Parking bookings under way: active, or past their time and still there',
  key: 'parkingBookingList',
  export: { title: 'screens.parkings' },
})
const toInvoice = list({
  ...lists,
  path: '/parkingtoinvoice/:sd/',
  summary: 'Finished parking bookings',
  key: 'bookingToInvoices',
  sums: ['priceCustomer', 'priceSupplier'],
  export: { title: 'screens.parkingToInvoice' },
})
const cancelled = list({
  ...lists,
  fields: cancelledParkingFields,
  path: '/parkingafterlife/:sd/',
  summary: 'Cancelled parking bookings',
  key: 'parkingsCancelled',
  export: { title: 'screens.parkingCancelled' },
})

export const parking = {
  alive,
  exportAlive: exportOf(alive),
  toInvoice,
  exportToInvoice: exportOf(toInvoice),
  cancelled,
  exportCancelled: exportOf(cancelled),
  sendReceipt: call({
    ...base,
    ...one,
    method: 'GET',
    path: '/parkingtoinvoice/:sd/:id/sendReceipt',
    summary: 'Mails the user the receipt of a parking to invoice',
    response: z.object({ receipt: z.object({ recipient: z.string() }) }),
  }),
  get: call({
    ...base,
    ...one,
    method: 'GET',
    path: '/parkingtoinvoice/:sd/:id',
    summary: 'One parking to invoice with what happened to it, newest first',
    response: z.object({ bookingToInvoice: rowOf(parkingFields), journal: z.array(JournalLine) }),
  }),
  update: call({
    base: 'parking',
    ...one,
    method: 'PUT',
    path: '/parkingtoinvoice/:sd/:id',
    access: anyOf('viewPTIDetailByPA'),
    summary:
      'Changes a parking to invoice (O3-42); a version that others have changed since is refused with what they changed',
    body: z.strictObject({
      version: z.int32(),
      priceSupplier: z.number().nullable().optional(),
      priceCustomer: z.number().nullable().optional(),
      paymentMethod: z.literal(paymentMethodsToChoose).optional(),
      status: z.literal(parkingEditStatuses).optional(),
    }),
    mayBeUndone: true,
    response: z.object({ bookingToInvoice: ParkingRecord }),
  }),
  finish: call({
    base: 'parking',
    ...one,
    method: 'PUT',
    path: '/bookings/:sd/:id/withPermission/finish',
    access: anyOf('finishQoob'),
    summary:
      'Finishes a Qoob booking; its supplier is asked for the final price. Needs viewParkingBookingByPA of its account too.',
    mayBeUndone: true,
    response: z.object({ booking: ParkingRecord }),
  }),
}
