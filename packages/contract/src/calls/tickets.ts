import { anyOf } from '@parada/domain/access/permissions'
import type { RowOf } from '@parada/domain/list/fields'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { code, fields, list, money, number, numbered, rowOf, text, time } from '../list.ts'
import { exportOf } from '../list-export.ts'

const access = anyOf('viewTicketToInvoiceBySupplier')
const base = 'transport'
const one = withParams({ id })

const name = text.notSorted
const info = name.notFiltered
const perhaps = number.nullable.notSorted

/** Account fields of the ticket and of the authorization it was sold to. */
export const ticketBreaks = {
  ...numbered('bookingBreakValue', 9, info),
  ...numbered('authorizationBreakValue', 10, info),
}

/** A public transport ticket (document 3, section 3). Its prices are in euros (O3-68). */
export const ticketFields = fields({
  id: number,
  locator: name,
  transportName: name,
  title: name,
  description: name,
  idUser: perhaps,
  idAuthorization: perhaps,
  idPaymentAccount: perhaps,
  paymentAccount: name,
  timeServiceStart: time,
  priceCustomer: money().nullable.notSorted,
  entryChannel: code('entryChannel').notSorted,
  idTicketTitle: perhaps,
  status: code('ticketStatus').notSorted,
  idPublicTransportSupplier: number.notSorted,
  ...ticketBreaks,
})
export type TicketRow = RowOf<typeof ticketFields>

export const TicketDetail = rowOf(ticketFields).extend({
  version: z.int(),
  /** The supplier's own reference. */
  reference: z.string().nullable(),
  /** Read by the inspector; shown as a QR code in the PDF. */
  code: z.string(),
  priceSupplier: z.number().nullable(),
  paymentMethod: z.int(),
  timeValidated: z.int().nullable(),
  cancelReason: z.string(),
  bookingBreaks: z.array(z.object({ id: z.int(), value: z.string(), label: z.string().nullish() })),
})
export type TicketDetail = z.output<typeof TicketDetail>

/** One change of a ticket: who, when, before and after. */
const TicketChange = z.object({
  id: z.int(),
  version: z.int(),
  at: z.int(),
  action: z.string(),
  who: z.string(),
  idUser: z.int().nullable(),
  idSupplier: z.int().nullable(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})

const ticketList = list({
  base,
  path: '/tickets/:sd/',
  access,
  summary: 'Tickets of the public-transport suppliers that the user may see',
  key: 'tickets',
  fields: ticketFields,
  range: { by: 'timeServiceStart', maxDays: 31 },
  resultsPerPage: 10,
  export: { title: 'screens.tickets' },
})

export const tickets = {
  list: ticketList,
  export: exportOf(ticketList),
  read: call({
    base,
    method: 'GET',
    path: '/tickets/:sd/:id',
    access,
    summary: 'One ticket of a supplier that the user may see',
    params: one,
    response: z.object({ ticketToInvoice: TicketDetail }),
  }),
  journal: call({
    base,
    method: 'GET',
    path: '/tickets/:sd/:id/journal',
    access,
    summary: 'What became of a ticket, oldest first',
    params: one,
    response: z.object({ journal: z.array(TicketChange) }),
  }),
  pdf: call({
    base,
    method: 'GET',
    path: '/tickets/:sd/:id/pdf',
    access,
    summary: 'The ticket to print or show, with its code as a QR code',
    params: one,
    response: { file: ['pdf'] },
  }),
}
