import { routeTracking } from '@parada/contract/calls/route-tracking'
import { breakColumns } from '@parada/domain/list/list'
import { listScreen } from '../kit/list/declare/list-screen.ts'

const hidden = { hidden: true }
const { authorization, booking } = breakColumns()

export const routeList = listScreen({
  title: 'screens.routeTracking',
  emptyText: 'list.empty.routeTracking',
  call: routeTracking.list,
  isLive: true,
  pageSizes: [20, 50, 200],
  pageSize: 20,
  filterDelay: 500,
  dateRange: { initial: 'last2Months' },
  sort: 'id ASC',
  openRow: ({ id }) => ({ to: '/routeTracking/$id', params: { id: String(id) } }),
  columns: (column) => [
    column('id', { width: 76, align: 'start' }),
    column('timeStart', { width: 132 }),
    column('status', { width: 168 }),
    column('customerName', { width: 136 }),
    column('originAddressString', { width: 140 }),
    column('destinationAddressString', { width: 140 }),
    column('distanceMeters', { width: 116 }),
    column('distanceType', { width: 134 }),
    column('idPaymentAccount', { width: 76, align: 'start' }),
    column('idExport', { width: 84, align: 'start' }),
    column('globalStatus', hidden),
    column('shared', hidden),
    column('idUser', hidden),
    column('idAuthorization', hidden),
    ...[...authorization, ...booking].map((name) => column(name as 'bookingBreakValue1', hidden)),
  ],
})
