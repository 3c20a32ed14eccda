import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { userList } from '../../users/user-list.ts'

const List = userList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/users')({
  staticData: {
    access: anyOf('viewUserByWhitelabel'),
    title: 'screens.users',
    menu: { group: 'customers', order: 5, icon: 'users' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
