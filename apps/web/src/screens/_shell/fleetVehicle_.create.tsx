import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { NewVehicle } from '../../vehicles/new-vehicle.tsx'

const Screen = () => <NewVehicle />

export const Route = createFileRoute('/_shell/fleetVehicle_/create')({
  staticData: { access: anyOf('adminFleetVehicleByNifArrendatario'), title: 'screens.newFleetVehicle' },
  component: Screen,
})
