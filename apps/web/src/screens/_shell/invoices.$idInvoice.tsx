import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { invoiceOverList } from './invoices/-invoice-over-list.ts'

const Detail = invoiceOverList.component

const Screen = () => <Detail />

export const Route = createFileRoute('/_shell/invoices/$idInvoice')({
  staticData: { access: anyOf('viewInvoiceByIP'), title: 'screens.invoices' },
  component: Screen,
})
