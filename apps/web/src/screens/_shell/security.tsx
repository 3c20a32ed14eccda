import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { securityEventList } from './security/-security-event-list.ts'

const List = securityEventList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/security')({
  staticData: {
    access: anyOf('viewSecurityEvents'),
    title: 'screens.securityEvents',
    menu: { group: 'settings', order: 70, icon: 'security' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
