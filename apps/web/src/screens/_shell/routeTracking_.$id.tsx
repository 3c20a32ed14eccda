import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import { RoutePage } from '../../route-tracking/route-page.tsx'

const Screen = () => {
  const { id } = useParams({ strict: false })
  return <RoutePage key={id} id={Number(id)} />
}

export const Route = createFileRoute('/_shell/routeTracking_/$id')({
  staticData: { access: anyOf('viewRouteTrackingByPA'), title: 'screens.routeTracking' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})
