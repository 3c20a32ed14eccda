import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { callerList } from './caller/-caller-list.ts'

const List = callerList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/caller')({
  staticData: {
    access: anyOf('editCallerByFleet', 'dispatchServiceByFleet'),
    title: 'screens.callers',
    menu: { group: 'customers', order: 20, icon: 'callers' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
