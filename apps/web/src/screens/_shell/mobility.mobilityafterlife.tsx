import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { afterLifeList } from '../../mobility/mobility-lists.ts'

const List = afterLifeList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/mobility/mobilityafterlife')({
  staticData: {
    access: anyOf('viewMobilityToInvoiceByWhitelabel'),
    title: 'screens.mobilityAfterLife',
    menu: { group: 'modules', order: 32, icon: 'cancelled' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
