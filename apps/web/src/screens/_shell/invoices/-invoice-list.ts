import { type invoiceFields, invoices } from '@parada/contract/calls/invoices'
import type { RowOf } from '@parada/domain/list/fields'
import { keysOf } from '@parada/domain/objects'
import { listScreen } from '../../../kit/list/declare/list-screen.ts'
import type { RowActions } from '../../../kit/list/declare/row-actions.ts'
import { useInvoiceFile } from './-use-invoice-file.ts'

const shortcuts = { pdf: 'p', excel: 'x' } as const

const files: RowActions<RowOf<typeof invoiceFields>, undefined, ReturnType<typeof useInvoiceFile>> = {
  use: useInvoiceFile,
  actions: keysOf(shortcuts).map((format) => ({
    id: format,
    label: `invoice.${format}`,
    shortcut: shortcuts[format],
    run: ([row], { tools: save }) => row && save(row, format),
  })),
}

export const invoiceList = listScreen({
  title: 'screens.invoices',
  emptyText: 'list.empty.invoices',
  menu: { group: 'books', order: 50, icon: 'invoices' },
  call: invoices.list,
  sort: 'date DESC',
  pageSizes: [20, 50, 200],
  filterDelay: 500,
  rowKey: 'id',
  openRow: ({ id }) => ({ to: '/invoices/$idInvoice', params: { idInvoice: String(id) }, search: true }),
  rowActions: files,
  columns: (column) => [
    column('invoiceCode', { width: 130 }),
    column('date', { dayOnly: true }),
    column('period', { width: 100 }),
    column('paymentAccount', { width: 220 }),
    column('numRows'),
    column('net'),
    column('tax'),
    column('totalAmount', { width: 120 }),
    column('id', { hidden: true }),
    column('idPaymentAccount', { hidden: true }),
    column('currency', { hidden: true, width: 100 }),
  ],
})
