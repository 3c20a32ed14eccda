import { notifications } from '@parada/contract/calls/notifications'
import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { listScreen } from '../../kit/list/list-screen.ts'

const hidden = { filter: true, hidden: true }

export const Route = createFileRoute('/_shell/notifications')(
  listScreen({
    title: 'screens.notifications',
    menu: { group: 'settings', order: 10, icon: 'notifications' },
    call: notifications.list,
    pageSizes: [10, 20, 50, 100, 200],
    pageSize: 10,
    rowModal: lazy(() => import('../../modals/notification-status.tsx')),
    columns: (column) => [
      column.number('id', { filter: true }),
      column.status('status', 'notificationStatus', { filter: true, width: 110 }),
      column.code('receiverType', 'receiverType', { filter: true, width: 130 }),
      column.text('content', { filter: true, width: 320 }),
      column.text('type', { filter: true, width: 110 }),
      column.number('priority', { filter: true }),
      column.time('minDate', { filter: true }),
      column.time('maxDate', { filter: true }),
      column.text('daysOfWeek', { filter: true, width: 120 }),
      column.text('notes', { filter: true, width: 220 }),
      column.text('productTypes', hidden),
      column.text('idPaymentAccountList', hidden),
      column.text('whitelabelList', hidden),
      column.number('beforeRequestedMinutes', hidden),
      column.number('afterRequestedMinutes', hidden),
      column.number('originLat', { hidden: true }),
      column.number('originLon', { hidden: true }),
      column.number('originRadius', hidden),
      column.number('destinationLat', { hidden: true }),
      column.number('destinationLon', { hidden: true }),
      column.number('destinationRadius', hidden),
      column.number('startHour', hidden),
      column.number('startMinute', hidden),
      column.number('endHour', hidden),
      column.number('endMinute', hidden),
      column.number('minDistance', hidden),
      column.number('maxDistance', hidden),
    ],
  }),
)
