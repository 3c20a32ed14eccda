import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { authorizationList } from '../../authorizations/authorization-list.ts'
import { SheetDrop } from '../../authorizations/sheet/sheet-drop.tsx'

const List = authorizationList.component

const Screen = () => (
  <>
    <List />
    <SheetDrop />
  </>
)

export const Route = createFileRoute('/_shell/authorizations/all')({
  staticData: {
    access: anyOf('editAuthorizationByPA'),
    title: 'screens.authorizations',
    menu: { group: 'customers', order: 10, icon: 'authorizations' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
