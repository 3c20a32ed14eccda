import { invoices } from '@parada/contract/calls/invoices'
import { listScreen } from '../../../kit/list/declare/list-screen.ts'

/** Blocked rides belong to the month that is invoiced next, or to the one before. */
export const blockedRange = 'last2Months'

const screen = (opensBookings: boolean) =>
  listScreen({
    title: 'screens.blockedInvoices',
    emptyText: 'list.empty.blockedInvoices',
    call: invoices.blocked,
    dateRange: { initial: blockedRange },
    sort: 'timeBookingStart DESC',
    pageSizes: [20, 50, 200],
    ...(opensBookings && {
      openRow: ({ id }: { id: number }) => ({ to: '/services/$id', params: { id: String(id) } }),
    }),
    columns: (column) => [
      column('id'),
      column('timeBookingStart', { width: 200 }),
      column('cause', { width: 160 }),
      column('paymentAccount', { width: 200 }),
      column('passengerName', { width: 200 }),
      column('priceCustomerTotal', { width: 136 }),
      column('priceSupplierTotal', { width: 142 }),
      column('timeZone', { hidden: true }),
      column('idPaymentAccount', { hidden: true }),
      column('priceCustomerCurrency', { hidden: true, width: 100 }),
    ],
  })

/** One list for users who may open bookings, and one for those who may only see what is blocked. */
export const blockedList = screen(true)
export const blockedListOnly = screen(false)
