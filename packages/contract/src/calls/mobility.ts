import { anyOf } from '@parada/domain/access/permissions'
import { paymentMethodsToChoose } from '@parada/domain/codes'
import { mobilityStatusesToChoose } from '@parada/domain/trip/mobility'
import { mostTripPrice } from '@parada/domain/trip/price'
import { tripRecords } from '@parada/domain/trip/records'
import { z } from 'zod'
import { JournalLine } from '../journal.ts'
import { call, id, withParams } from '../kit.ts'
import { code, fields, labelled, list, money, number, rowOf, text, time } from '../list.ts'
import { exportOf } from '../list-export.ts'

const base = 'mobility'
const following = anyOf('viewMobilityBookingsByWhitelabel')
const invoicing = anyOf('viewMobilityToInvoiceByWhitelabel')
const one = withParams({ id })
const maxDays = 31
const labels = { name: 'mobility.supplier' }

/** Fields of every list: those of the documents, the supplier's name, and what identifies the vehicle. */
const booking = {
  idMobilitySupplier: number.notSorted,
  name: text.notSorted,
  vehicleSign: text.notSorted,
  vehicleKind: code('vehicleKind').notSorted,
  customerName: text.notSorted,
  idUser: number.nullable.notSorted,
  idAuthorization: number.nullable.notSorted,
  idPaymentAccount: number.nullable.notSorted,
  idWhiteLabel: number.notSorted,
  startAddressString: text.notSorted,
  entryChannel: code('entryChannel').notSorted,
}

const payment = {
  paymentMethodCustomer: code('paymentMethod').notSorted,
  idUserPaymentProfile: number.nullable.notSorted,
}

/** The fields of rides to invoice without the end, which is not known yet (O3-41). */
const mobilityLiveFields = fields({
  id: number,
  idMobilityBooking: number,
  status: code('mobilityStatus').notSorted,
  timeInit: time,
  ...booking,
  endAddressString: text.notSorted,
  priceCustomer: money().nullable.notSorted,
  ...payment,
})

const mobilityToInvoiceFields = fields({
  id: number,
  idMobilityBooking: number,
  status: code('mobilityStatus').notSorted,
  timeInit: time,
  timeEnd: time.nullable,
  ...booking,
  endAddressString: text.notSorted,
  priceCustomer: money().nullable,
  ...payment,
})

const mobilityAfterLifeFields = fields({
  id: number,
  idMobilityBooking: number,
  status: labelled('mobilityAfterLifeStatus').notSorted,
  dateCreated: time,
  timeEnd: time.nullable,
  ...booking,
  /** The supplier's own reference for the booking. */
  idBookingSupplier: text.nullable.notSorted,
})

const { idSupplier, reference, ...kept } = tripRecords.mobility

/** One booking with everything known about it, under the field names of the lists. */
const MobilityDetail = rowOf({
  ...kept,
  idMobilityBooking: number,
  idMobilitySupplier: idSupplier,
  name: text,
  idBookingSupplier: reference,
})
export type MobilityDetail = z.output<typeof MobilityDetail>

export type MobilityChange = JournalLine
const journal = z.array(JournalLine)

const inCents = (amount: number) => Math.round(amount * 100) / 100
const Price = z.number().min(0).max(mostTripPrice).multipleOf(0.01).transform(inCents)

const live = list({
  base,
  path: '/bookings/:sd',
  access: following,
  summary: 'Shared vehicles that are booked, on the way or paused, of the white labels that the reader follows',
  key: 'bookings',
  fields: mobilityLiveFields,
  range: { by: 'timeInit', maxDays },
  export: { title: 'screens.mobility', labels },
})

const toInvoice = list({
  base,
  path: '/mobilityToInvoice/:sd/',
  access: invoicing,
  summary: 'Rides on shared vehicles that are finished and to be invoiced',
  key: 'mobilityToInvoices',
  fields: mobilityToInvoiceFields,
  range: { by: 'timeInit', maxDays },
  sums: ['priceCustomer'],
  export: { title: 'screens.mobilityToInvoice', labels },
})

const afterLife = list({
  base,
  path: '/mobilityAfterLife/:sd/',
  access: invoicing,
  summary: 'Bookings of shared vehicles that were cancelled or have expired',
  key: 'mobilityAfterLifeList',
  fields: mobilityAfterLifeFields,
  range: { by: 'timeEnd', maxDays },
  export: { title: 'screens.mobilityAfterLife', labels: { ...labels, timeEnd: 'mobility.dateCancelled' } },
})

const DetailMessage = z.object({ mobilityToInvoiceDetailMessage: MobilityDetail })

export const mobility = {
  live,
  exportLive: exportOf(live),
  get: call({
    base,
    method: 'GET',
    path: '/bookings/:sd/:id',
    access: following,
    summary: 'One booking of a shared vehicle with its journal. Needs viewMobilityBookingDetail too.',
    params: one,
    response: z.object({ booking: MobilityDetail, journal }),
  }),
  toInvoice,
  exportToInvoice: exportOf(toInvoice),
  readToInvoice: call({
    base,
    method: 'GET',
    path: '/mobilityToInvoice/:sd/:id',
    access: anyOf('viewMTIDetailByPA'),
    summary: 'One ride that is over, of a payment account that the reader may open, with its journal',
    params: one,
    response: DetailMessage.extend({ journal }),
  }),
  update: call({
    base,
    method: 'PUT',
    path: '/mobilityToInvoice/:sd/:id',
    access: anyOf('editMobilityToInvoiceByPA'),
    summary:
      'Corrects a ride before it is invoiced; cancelled or expired it goes to the after-life. A version that others have changed since is refused with what they changed.',
    params: one,
    body: z.strictObject({
      version: z.int32(),
      priceSupplier: Price.optional(),
      priceCustomer: Price.optional(),
      paymentMethodCustomer: z.literal(paymentMethodsToChoose).optional(),
      status: z.literal(mobilityStatusesToChoose).optional(),
    }),
    mayBeUndone: true,
    response: DetailMessage,
  }),
  afterLife,
  exportAfterLife: exportOf(afterLife),
}
