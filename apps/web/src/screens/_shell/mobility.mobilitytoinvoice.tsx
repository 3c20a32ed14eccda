import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { toInvoiceList } from '../../mobility/mobility-lists.ts'

const List = toInvoiceList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/mobility/mobilitytoinvoice')({
  staticData: {
    access: anyOf('viewMobilityToInvoiceByWhitelabel'),
    title: 'screens.mobilityToInvoice',
    menu: { group: 'modules', order: 31, icon: 'services' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
