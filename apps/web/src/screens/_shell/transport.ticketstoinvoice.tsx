import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { ticketList } from '../../tickets/ticket-list.ts'

const List = ticketList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/transport/ticketstoinvoice')({
  staticData: {
    access: anyOf('viewTicketToInvoiceBySupplier'),
    title: 'screens.tickets',
    menu: { group: 'modules', order: 30, icon: 'promoCodes' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  // Keeps `resourceType`, which the detail needs, when the list rewrites the search params (O3-10).
  search: { middlewares: [({ search, next }) => ({ resourceType: search.resourceType, ...next(search) })] },
  component: Screen,
})
