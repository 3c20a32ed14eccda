import { notifications } from '@parada/contract/calls/notifications'
import { lazy } from '../../../kit/lazy.ts'
import { listScreen } from '../../../kit/list/declare/list-screen.ts'

const hidden = { hidden: true }

export const notificationList = listScreen({
  title: 'screens.notifications',
  emptyText: 'list.empty.notifications',
  call: notifications.list,
  pageSizes: [10, 20, 50, 100, 200],
  pageSize: 10,
  rowModal: lazy(() => import('./-notification-status.tsx')),
  columns: (column) => [
    column('id'),
    column('status', { width: 110 }),
    column('receiverType', { width: 130 }),
    column('content', { width: 320 }),
    column('type', { width: 110 }),
    column('priority'),
    column('minDate'),
    column('maxDate'),
    column('daysOfWeek', { width: 120 }),
    column('notes', { width: 220 }),
    column('productTypes', hidden),
    column('idPaymentAccountList', hidden),
    column('whitelabelList', hidden),
    column('beforeRequestedMinutes', hidden),
    column('afterRequestedMinutes', hidden),
    column('originLat', { hidden: true }),
    column('originLon', { hidden: true }),
    column('originRadius', hidden),
    column('destinationLat', { hidden: true }),
    column('destinationLon', { hidden: true }),
    column('destinationRadius', hidden),
    column('startHour', hidden),
    column('startMinute', hidden),
    column('endHour', hidden),
    column('endMinute', hidden),
    column('minDistance', hidden),
    column('maxDistance', hidden),
  ],
})
