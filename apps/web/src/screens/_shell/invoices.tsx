import { createFileRoute } from '@tanstack/react-router'
import { invoiceList } from './invoices/-invoice-list.ts'
import { InvoicesScreen } from './invoices/-invoices-screen.tsx'

export const Route = createFileRoute('/_shell/invoices')({
  staticData: invoiceList.staticData,
  validateSearch: invoiceList.validateSearch,
  component: InvoicesScreen,
})
