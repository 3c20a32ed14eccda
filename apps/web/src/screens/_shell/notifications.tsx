import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { notificationList } from './notifications/-notification-list.ts'

const List = notificationList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/notifications')({
  staticData: {
    access: anyOf('handleNotificationById'),
    title: 'screens.notifications',
    menu: { group: 'settings', order: 10, icon: 'notifications' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
