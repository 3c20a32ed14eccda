import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { finishedList } from '../../books/finished-list.ts'

const List = finishedList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/bookings/finished')({
  staticData: {
    access: anyOf('editServiceByFleet'),
    title: 'screens.finishedBookings',
    menu: { group: 'books', order: 10, icon: 'finished' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
