import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { BookingPage } from '../../booking/page/booking-page.tsx'

const Screen = () => {
  const { id } = Route.useParams()
  // The key resets the page, so that nothing typed or opened for one booking stays for the next.
  return <BookingPage key={id} id={Number(id)} />
}

export const Route = createFileRoute('/_shell/services/$id')({
  staticData: { access: anyOf('dispatchServiceByFleet', 'editServiceByFleet'), title: 'screens.booking' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})
