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
  ['invoices a validated ride that the account pays', {}, 'free'],
  ['invoices a ride on a voucher', { paymentMethod: 60 }, 'free'],
  ['waits for validation', { validated: false, priceCustomerTotal: null }, 'notValidated'],
  ['waits until a change request is settled', { statusInvoicing: 0, priceCustomerTotal: 0 }, 'changeRequested'],
  ['waits for a price', { priceCustomerTotal: null }, 'priceMissing'],
  ['waits for a price above zero', { priceCustomerTotal: 0 }, 'priceMissing'],
  ['ignores a ride paid in the taxi', { paymentMethod: 10 }, undefined],
  ['ignores a ride paid in cash, validated or not', { paymentMethod: 11, validated: false }, undefined],
  ['ignores a ride without an account', { idPaymentAccount: null }, undefined],
  ['ignores a ride already invoiced', { statusInvoicing: 2 }, undefined],
  ['ignores a cancelled ride', { status: -20 }, undefined],
  ['ignores a ride still under way', { status: 20, validated: false }, undefined],
])('%s', (_, change, standing) => expect(invoiceStanding({ ...driven, ...change })).toBe(standing))
