import { anyOf } from '@parada/domain/access/permissions'
import { isMonth } from '@parada/domain/invoice/period'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { code, fields, list, money, number, rowOf, text, time, timeIn } from '../list.ts'
import { exportOf } from '../list-export.ts'

const access = anyOf('viewInvoiceByIP')

export const invoiceFields = fields({
  id: number,
  invoiceCode: text,
  date: time,
  totalAmount: money('currency'),
  numRows: number,
  idPaymentAccount: number,
  paymentAccount: text,
  /** The month in which its rides took place, YYYY-MM. */
  period: text,
  net: money('currency').notSorted,
  tax: money('currency').notSorted,
  currency: text.notSorted,
})

const blockedFields = fields({
  id: number,
  timeBookingStart: timeIn('timeZone'),
  timeZone: text.notSorted.notFiltered,
  passengerName: text.notSorted,
  idPaymentAccount: number.notSorted,
  paymentAccount: text.notSorted,
  cause: code('invoiceBlock').notSorted,
  priceCustomerTotal: money('priceCustomerCurrency').nullable.notSorted,
  priceSupplierTotal: money('priceCustomerCurrency').nullable.notSorted,
  priceCustomerCurrency: text.notSorted,
})

const Party = z.object({ name: z.string(), taxId: z.string(), address: z.string(), email: z.string() })

const InvoiceLine = z.object({
  position: z.int(),
  idBooking: z.int(),
  date: z.int(),
  text: z.string(),
  passenger: z.string(),
  reference: z.string(),
  net: z.number(),
  tax: z.number(),
  total: z.number(),
})

export const Invoice = rowOf(invoiceFields).extend({
  taxPercent: z.number(),
  issuer: Party,
  customer: Party,
  lines: z.array(InvoiceLine),
})
export type Invoice = z.output<typeof Invoice>

/** How many rides of an account are to be invoiced in a currency, and their total. */
const seenSum = { idPaymentAccount: z.int(), currency: z.string().max(10), count: z.int(), total: z.number() }

const AccountDraw = z.object({
  ...seenSum,
  paymentAccount: z.string(),
  blockedCount: z.int(),
  blockedTotal: z.number(),
  invoice: z.object({ id: z.int(), invoiceCode: z.string() }).nullable(),
  isFailed: z.boolean(),
  /** Its rides have changed since the preview, so nothing was drawn. */
  isChanged: z.boolean(),
})
export type AccountDraw = z.output<typeof AccountDraw>

const invoiceList = list({
  path: '/invoices/:sd/',
  access,
  summary: 'Invoices of the payment accounts that the user may see',
  key: 'invoices',
  fields: invoiceFields,
  sums: ['totalAmount'],
  export: { title: 'screens.invoices' },
})

const blockedList = list({
  path: '/invoices/:sd/blocked',
  access,
  summary: 'Rides on account that cannot be invoiced yet, and why',
  key: 'services',
  fields: blockedFields,
  range: { by: 'timeBookingStart' },
  sums: ['priceCustomerTotal'],
  export: { title: 'screens.blockedInvoices' },
})

export const invoices = {
  list: invoiceList,
  export: exportOf(invoiceList),
  blocked: blockedList,
  exportBlocked: exportOf(blockedList),
  file: call({
    method: 'GET',
    path: '/invoices/:sd/:id/:format',
    access,
    summary: 'The document of an invoice, made from what it said when it was issued',
    params: withParams({ id, format: z.enum(['pdf', 'excel']) }),
    response: { file: ['pdf', 'excel'] },
  }),
  read: call({
    method: 'GET',
    path: '/invoices/:sd/:id',
    access,
    summary: 'One invoice with its lines',
    params: withParams({ id }),
    response: z.object({ invoice: Invoice }),
  }),
  draw: call({
    method: 'POST',
    path: '/invoices/:sd/draw',
    access,
    summary: 'Draws the invoices of a month, or says what they would be. Needs adminControl too.',
    body: z.strictObject({
      month: z.string().refine(isMonth, 'Write the month as YYYY-MM'),
      idPaymentAccount: id.optional(),
      preview: z.boolean(),
      /**
       * The sums that the preview showed: an account that differs from them is not drawn. Without them, everything is
       * drawn.
       */
      seen: z.array(z.strictObject(seenSum)).max(10_000).optional(),
    }),
    response: z.object({ accounts: z.array(AccountDraw) }),
    isIdempotent: true,
  }),
}
