import { tickets } from '@parada/contract/calls/tickets'
import { lazy } from '../kit/lazy.ts'
import { recordOverList } from '../kit/list/declare/record-over-list.tsx'

export const ticketOverList = recordOverList({
  list: '/transport/ticketstoinvoice',
  param: 'id',
  call: tickets.list,
  title: 'screens.tickets',
  modalTitle: 'ticket.titleOf',
  missing: 'ticket.notFound',
  modal: lazy(() => import('./ticket-detail.tsx')),
})
