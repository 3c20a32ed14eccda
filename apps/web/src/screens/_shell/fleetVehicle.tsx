import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { vehicleList } from '../../vehicles/vehicle-list.ts'

const List = vehicleList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/fleetVehicle')({
  staticData: {
    access: anyOf('adminFleetVehicleByNifArrendatario'),
    title: 'screens.fleetVehicles',
    menu: { group: 'modules', order: 52, icon: 'vehicles' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
