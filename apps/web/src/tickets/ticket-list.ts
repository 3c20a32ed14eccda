import { type TicketRow, ticketBreaks, tickets } from '@parada/contract/calls/tickets'
import { keysOf } from '@parada/domain/objects'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import type { RowActions } from '../kit/list/declare/row-actions.ts'
import { mayOpenTicket, type TicketsKnown, useTicketPdf, useTicketsKnown } from './ticket-record.ts'

const hidden = { hidden: true }

const files: RowActions<TicketRow, TicketsKnown, ReturnType<typeof useTicketPdf>> = {
  use: useTicketPdf,
  actions: [
    {
      id: 'pdf',
      label: 'ticket.pdf',
      shortcut: 'p',
      isFor: (row, { grants }) => mayOpenTicket(grants, row),
      run: ([row], { tools: save }) => row && save(row),
    },
  ],
}

export const ticketList = listScreen({
  title: 'screens.tickets',
  emptyText: 'list.empty.tickets',
  call: tickets.list,
  isLive: true,
  pageSizes: [10, 20, 50, 100],
  pageSize: 10,
  filterDelay: 500,
  dateRange: { initial: 'currentMonth' },
  sort: 'id ASC',
  useKnown: useTicketsKnown,
  rowActions: files,
  openRow: ({ id }) => ({ to: '/transport/ticketstoinvoice/$id', params: { id: String(id) }, search: true }),
  columns: (column) => [
    column('id', { width: 92, align: 'start' }),
    column('locator', { width: 118 }),
    column('status', { width: 118 }),
    column('timeServiceStart'),
    column('transportName', { width: 140 }),
    column('title', { width: 190 }),
    column('priceCustomer', { width: 130 }),
    column('paymentAccount', { width: 170 }),
    column('description', { width: 220 }),
    column('idUser', hidden),
    column('idAuthorization', hidden),
    column('idPaymentAccount', hidden),
    column('entryChannel', hidden),
    column('idTicketTitle', hidden),
    column('idPublicTransportSupplier', hidden),
    ...keysOf(ticketBreaks).map((name) => column(name, hidden)),
  ],
})
