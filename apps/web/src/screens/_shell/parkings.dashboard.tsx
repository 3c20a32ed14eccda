import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { activeParkings } from '../../parking/parking-lists.ts'

const List = activeParkings.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/parkings/dashboard')({
  staticData: {
    access: anyOf('viewParkingBookingByPA'),
    title: 'screens.parkings',
    menu: { group: 'modules', order: 30, icon: 'parking' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
