import { expect, it } from 'vitest'
import { type InvoicedService, invoiceStanding } from './standing.ts'

const driven: InvoicedService = {
  status: 30,
  validated: true,
  statusInvoicing: 1,
  idPaymentAccount: 7,
  paymentMethod: 50,
  priceCustomerTotal: 12.5,
}

it.each<[string, Partial<InvoicedService>, ReturnType<typeof invoiceStanding>]>([
  ['takes a validated ride that the account pays', {}, 'free'],
  ['takes one on a voucher', { paymentMethod: 60 }, 'free'],
  ['waits for the validation', { validated: false, priceCustomerTotal: null }, 'notValidated'],
  ['waits until a change is settled', { statusInvoicing: 0, priceCustomerTotal: 0 }, 'changeRequested'],
  ['waits for a price', { priceCustomerTotal: null }, 'priceMissing'],
  ['waits for a price above zero', { priceCustomerTotal: 0 }, 'priceMissing'],
  ['leaves what was paid in the taxi', { paymentMethod: 10 }, undefined],
  ['leaves what was paid in cash, validated or not', { paymentMethod: 11, validated: false }, undefined],
  ['leaves what no account pays', { idPaymentAccount: null }, undefined],
  ['leaves what is invoiced already', { statusInvoicing: 2 }, undefined],
  ['leaves what was cancelled', { status: -20 }, undefined],
  ['leaves what is still under way', { status: 20, validated: false }, undefined],
])('%s', (_, change, standing) => expect(invoiceStanding({ ...driven, ...change })).toBe(standing))
