import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { parkingsToInvoice } from '../../parking/parking-lists.ts'

const List = parkingsToInvoice.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/parkingtoinvoice')({
  staticData: {
    access: anyOf('viewParkingBookingByPA'),
    title: 'screens.parkingToInvoice',
    menu: { group: 'modules', order: 31, icon: 'services' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
