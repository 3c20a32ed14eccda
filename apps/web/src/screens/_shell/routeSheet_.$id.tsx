import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import { SheetPage } from '../../vehicles/sheet-page.tsx'

const Screen = () => {
  const { id } = useParams({ strict: false })
  return <SheetPage key={id} id={Number(id)} />
}

export const Route = createFileRoute('/_shell/routeSheet_/$id')({
  staticData: { access: anyOf('viewRouteSheetsByNifArrendatario'), title: 'screens.routeSheet' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})
