import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { promoCodeList } from '../../promos/promo-code-list.ts'

const List = promoCodeList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/promoCode')({
  staticData: {
    access: anyOf('viewPromo'),
    title: 'screens.promoCodes',
    menu: { group: 'customers', order: 70, icon: 'promoCodes' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
