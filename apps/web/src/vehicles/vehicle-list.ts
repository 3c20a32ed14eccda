import { fleetVehicles } from '@parada/contract/calls/fleet-vehicles'
import { listScreen } from '../kit/list/declare/list-screen.ts'

const hidden = { hidden: true }

export const vehicleList = listScreen({
  title: 'screens.fleetVehicles',
  emptyText: 'list.empty.fleetVehicles',
  call: fleetVehicles.list,
  pageSizes: [20, 50, 200],
  pageSize: 20,
  filterDelay: 500,
  dateRange: { initial: 'last2Months' },
  sort: 'id ASC',
  createAt: { label: 'fleetVehicle.new', to: '/fleetVehicle/create' },
  openRow: ({ id }) => ({ to: '/fleetVehicle/$id', params: { id: String(id) } }),
  columns: (column) => [
    column('id', { width: 64, align: 'start' }),
    column('numberPlateToSync', { width: 108 }),
    column('numberPlateToMatch', { width: 200 }),
    column('routeSheet_export', { width: 164 }),
    column('routeSheet_nombarrendatarioDefault', { width: 148 }),
    column('routeSheet_nifarrendatarioDefault', { width: 160 }),
    column('routeSheet_niftitular', { width: 120 }),
    column('routeSheet_nombmunicontratoDefault', { width: 172 }),
    column('routeSheet_nombmunilejanoDefault', hidden),
    column('routeSheet_nifarrendadorDefault', hidden),
    column('routeSheet_notificationsEmail', hidden),
    column('routeSheet_certificado', hidden),
    column('routeSheet_nombprovcontratoDefault', hidden),
    column('routeSheet_nombprovlejanoDefault', hidden),
    column('routeSheet_cgprovcontratoDefault', hidden),
    column('routeSheet_cgmunicontratoDefault', hidden),
    column('routeSheet_cgprovlejanoDefault', hidden),
    column('routeSheet_cgmunilejanoDefault', hidden),
  ],
})
