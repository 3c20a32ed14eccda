import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { sheetList } from '../../vehicles/sheet-list.ts'

const List = sheetList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/routeSheet')({
  staticData: {
    access: anyOf('viewRouteSheetsByNifArrendatario'),
    title: 'screens.routeSheets',
    menu: { group: 'modules', order: 51, icon: 'invoices' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
