import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { ticketOverList } from '../../tickets/ticket-over-list.ts'

const Detail = ticketOverList.component

const Screen = () => <Detail />

export const Route = createFileRoute('/_shell/transport/ticketstoinvoice/$id')({
  staticData: { access: anyOf('viewTicketToInvoiceBySupplier'), title: 'screens.tickets' },
  component: Screen,
})
