import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import { BookingPage } from '../../mobility/booking-page.tsx'

const Screen = () => {
  const { id } = useParams({ strict: false })
  return <BookingPage key={id} id={Number(id)} />
}

export const Route = createFileRoute('/_shell/mobility/detail/$id')({
  staticData: { access: anyOf('viewMobilityBookingsByWhitelabel'), title: 'screens.mobility' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})
