import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import { VehiclePage } from '../../vehicles/vehicle-page.tsx'

const Screen = () => {
  const { id } = useParams({ strict: false })
  // The key resets the page, so that nothing typed for one vehicle stays for the next.
  return <VehiclePage key={id} id={Number(id)} />
}

export const Route = createFileRoute('/_shell/fleetVehicle_/$id')({
  staticData: { access: anyOf('adminFleetVehicleByNifArrendatario'), title: 'screens.fleetVehicle' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})
