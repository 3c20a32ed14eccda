import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { cancelledParkings } from '../../parking/parking-lists.ts'

const List = cancelledParkings.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/parkingcancelled')({
  staticData: {
    access: anyOf('viewParkingBookingByPA'),
    title: 'screens.parkingCancelled',
    menu: { group: 'modules', order: 32, icon: 'cancelled' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
