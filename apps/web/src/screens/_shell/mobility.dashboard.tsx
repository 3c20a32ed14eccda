import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { liveList } from '../../mobility/mobility-lists.ts'

const List = liveList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/mobility/dashboard')({
  staticData: {
    access: anyOf('viewMobilityBookingsByWhitelabel'),
    title: 'screens.mobility',
    menu: { group: 'modules', order: 30, icon: 'mobility' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
