import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { routeList } from '../../route-tracking/route-list.ts'

const List = routeList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/routeTracking')({
  staticData: {
    access: anyOf('viewRouteTrackingByPA'),
    title: 'screens.routeTracking',
    menu: { group: 'modules', order: 40, icon: 'routes' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
