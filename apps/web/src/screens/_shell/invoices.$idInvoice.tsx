import { invoices } from '@parada/contract/calls/invoices'
import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { recordOverList } from '../../kit/list/declare/record-over-list.tsx'

export const Route = createFileRoute('/_shell/invoices/$idInvoice')(
  recordOverList({
    list: '/invoices',
    param: 'idInvoice',
    call: invoices.list,
    title: 'screens.invoices',
    modalTitle: 'screens.invoices',
    missing: 'invoice.notFound',
    modal: lazy(() => import('./invoices/-invoice-detail.tsx')),
  }),
)
