import { invoices } from '@parada/contract/calls/invoices'
import { lazy } from '../../../kit/lazy.ts'
import { recordOverList } from '../../../kit/list/declare/record-over-list.tsx'

export const invoiceOverList = recordOverList({
  list: '/invoices',
  param: 'idInvoice',
  call: invoices.list,
  title: 'screens.invoices',
  modalTitle: 'screens.invoices',
  missing: 'invoice.notFound',
  modal: lazy(() => import('./-invoice-detail.tsx')),
})
