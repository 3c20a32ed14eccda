import { callers } from '@parada/contract/calls/callers'
import { lazy } from '../../../kit/lazy.ts'
import { listScreen } from '../../../kit/list/declare/list-screen.ts'
import { recordOverList } from '../../../kit/list/declare/record-over-list.tsx'

export const callerList = listScreen({
  title: 'screens.callers',
  emptyText: 'list.empty.callers',
  call: callers.search,
  sort: 'id DESC',
  pageSizes: [20, 50, 200],
  create: { label: 'caller.new', modal: lazy(() => import('./-caller-form.tsx')) },
  openRow: ({ id }) => ({ to: '/caller/$idCaller', params: { idCaller: String(id) }, search: true }),
  columns: (column) => [
    column('id'),
    column('phoneNumber', { width: 140 }),
    column('firstName'),
    column('lastName', { width: 180 }),
    column('addressBilling', { width: 260 }),
    column('notesClient', { width: 220 }),
    column('isBlacklisted', { width: 110 }),
    column('idSupplier'),
  ],
})

export const callerOverList = recordOverList({
  list: '/caller',
  param: 'idCaller',
  call: callers.search,
  title: 'screens.callers',
  modalTitle: 'caller.edit',
  missing: 'caller.notFound',
  modal: lazy(() => import('./-caller-form.tsx')),
})
