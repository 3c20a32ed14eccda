import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { InvoicesScreen } from './invoices/-invoices-screen.tsx'

export const Route = createFileRoute('/_shell/invoices')({
  staticData: {
    access: anyOf('viewInvoiceByIP'),
    title: 'screens.invoices',
    menu: { group: 'books', order: 50, icon: 'invoices' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: InvoicesScreen,
})
