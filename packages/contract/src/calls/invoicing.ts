import { anyOf } from '@parada/domain/access/permissions'
import type { RowOf } from '@parada/domain/list/fields'
import { z } from 'zod'
import { Modification } from '../booking.ts'
import { call, id, withParams } from '../kit.ts'
import { code, decimal, fields, flag, list, money, number, numbered, record, text, timeIn } from '../list.ts'
import { exportOf } from '../list-export.ts'
import { maybeNumber, maybeText, maybeWhole } from '../schemas.ts'
import { WholeBooking } from './services.ts'

const price = money('priceCustomerCurrency').nullable.notSorted
const name = text.notSorted
const info = name.notFiltered
const perhaps = number.nullable.notSorted
const time = timeIn('timeZone')
const moment = time.nullable.notSorted

/** Fields of every service. */
const common = {
  id: number,
  idService: number.notSorted,
  timeServiceStart: time,
  timeZone: info,
  fleet: name,
  passengerName: name,
  priceSupplier: price,
  priceCustomer: price,
  originAddressString: name,
  destinationAddressString: name,
  subscriberCode: name,
  userNumber: name,
  bookingReference: name,
  timeServiceRequested: time.notSorted,
  timeServiceFinish: moment,
  idAuthorization: perhaps,
  idPaymentAccount: perhaps,
  idUser: perhaps,
  idSupplier: perhaps,
  idSupplierTaxi: perhaps,
  idSupplierService: name,
  priceCustomerCurrency: name,
  version: perhaps.notFiltered,
}

/** Account fields of the ride and of its authorization, and fleet fields (L-016). */
export const serviceBreaks = {
  ...numbered('bookingBreakValue', 9, info),
  ...numbered('authorizationBreakValue', 10, info),
  ...numbered('fleetBreakValue', 9, info),
}

/** A service on its way into an invoice (document 3, section 3). */
export const serviceFields = fields({
  ...common,
  statusInvoicing: code('invoicingStatus').notSorted,
  modifications: record(Modification).nullable,
  paymentAccount: name,
  tollCustomer: price,
  tollSupplier: price,
  paymentMethodCustomer: code('paymentMethod').notSorted,
  driverExpenses: price,
  voucherCode: name,
  cardAlias: name,
  idInvoice: perhaps,
  ...serviceBreaks,
})
export type Service = RowOf<typeof serviceFields>

/** A cancelled service (document 3, section 3). */
export const cancelledFields = fields({
  ...common,
  status: code('bookingStatus').notSorted,
  cancellationReason: name,
  timeServiceCancelled: moment,
  originLat: decimal.nullable.notSorted.notFiltered,
  originLon: decimal.nullable.notSorted.notFiltered,
  destinationLat: decimal.nullable.notSorted.notFiltered,
  destinationLon: decimal.nullable.notSorted.notFiltered,
  timeServiceStartReal: moment,
  timeServiceConfirmed: moment,
  timeUpdated: time.notSorted,
  durationMinutes: perhaps,
  distanceMeters: perhaps,
  paymentMethod: code('paymentMethod').notSorted,
  idRoute: perhaps,
  entryChannel: code('entryChannel').notSorted,
  whitelabel: name,
  asap: flag.notSorted,
  taxiFeatures: name,
  supplierTaxiDescription: name,
  createdBy: name,
  idProductPriceConfig: perhaps,
  vehicleConfirmationETA: perhaps,
  vehicleCancellationETA: perhaps,
  idProduct: perhaps,
  pickupZone: name,
  ...serviceBreaks,
})
export type CancelledService = RowOf<typeof cancelledFields>

const editing = anyOf('editServiceToInvoiceByFleet', 'editServiceByFleet')
const reading = anyOf('editServiceToInvoiceByFleet', 'editServiceByFleet', 'viewServiceToInvoiceByFleet')
/** Any word; the call centre uses cc (O3-11). */
const invoiceType = {
  params: withParams({
    invoiceType: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .optional(),
  }),
}
const one = { params: withParams({ id }) }
const range = { by: 'timeServiceStart', maxDays: 32 } as const
const sums = ['priceSupplier', 'priceCustomer'] as const
const response = z.object({ booking: WholeBooking })

const formats = { excel: 'excel', pdf: 'pdf', csv: 'csv' } as const

const driven = {
  ...invoiceType,
  access: reading,
  key: 'services',
  fields: serviceFields,
  range,
  sums,
} as const
const toInvoice = list({
  ...driven,
  path: '/servicetoinvoice/:sd/:invoiceType/withFleetBreaks',
  summary: 'Finished and validated services: to invoice, with a change requested, or invoiced',
  export: {
    title: 'screens.servicesToInvoice',
    path: '/servicetoinvoice/:sd/:invoiceType/withFleetBreaks/:format',
    formats,
  },
})
const historic = list({
  ...driven,
  path: '/servicehistorical/:sd/:invoiceType/withFleetBreaks',
  summary: 'Every service that was driven',
  export: {
    title: 'screens.historicServices',
    path: '/servicehistorical/:sd/:invoiceType/withFleetBreaks/:format',
    formats,
  },
})

const gone = { access: reading, key: 'services', fields: cancelledFields, range, sums } as const
const cancelled = list({
  ...gone,
  ...invoiceType,
  path: '/serviceafterlife/:sd/:invoiceType/canceled',
  summary: 'Services that were cancelled or replaced',
  export: { title: 'screens.cancelledServices', path: '/serviceafterlife/:sd/:format', formats },
})

export const invoicing = {
  toInvoice,
  exportToInvoice: exportOf(toInvoice),
  historic,
  exportHistoric: exportOf(historic),
  cancelled,
  exportCancelled: exportOf(cancelled),
  cancelledByDesk: list({
    ...gone,
    path: '/serviceafterlife/:sd/cc/cancelled',
    summary: 'The same list under its other name (O3-14)',
  }),
  update: call({
    method: 'PUT',
    path: '/servicetoinvoice/:sd/:id',
    ...one,
    access: editing,
    summary:
      'Asks for a change of a service that is free, takes the request back from one that is not, or keeps its voucher and expenses',
    body: z.strictObject({
      version: maybeWhole,
      /** The status wanted: 0 with a change request, 1 without. Unchanged if omitted. */
      statusInvoicing: z.literal([0, 1]).optional(),
      modifications: z
        .strictObject({ reason: z.int(), price: maybeNumber, comment: z.string().max(500).optional() })
        .nullish(),
      driverExpenses: maybeNumber,
      voucherCode: maybeText,
    }),
    response,
  }),
  receipt: call({
    method: 'GET',
    path: '/servicetoinvoice/:sd/:id/receipt',
    ...one,
    access: editing,
    summary: 'Mails the passenger the receipt of the service (O3-16)',
    response: z.object({ receipt: z.object({ recipient: z.string() }) }),
  }),
  cancelService: call({
    method: 'PUT',
    path: '/servicehistorical/:sd/:id/cancelService',
    ...one,
    access: editing,
    summary: 'Cancels a service that was driven: it costs nothing and moves to the cancelled ones',
    body: z.strictObject({ version: maybeWhole, comment: z.string().max(500).optional() }),
    mayBeUndone: true,
    response,
  }),
}
