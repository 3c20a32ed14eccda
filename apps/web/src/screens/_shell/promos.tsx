import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { promoList } from '../../promos/promo-list.ts'

const List = promoList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/promos')({
  staticData: {
    access: anyOf('viewPromo'),
    title: 'screens.promos',
    menu: { group: 'customers', order: 60, icon: 'promos' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
