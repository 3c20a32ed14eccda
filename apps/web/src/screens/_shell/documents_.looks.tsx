import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { lookList } from '../../documents/document-lists.ts'

const List = lookList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/documents_/looks')({
  staticData: {
    access: anyOf('adminControl'),
    title: 'screens.documentLooks',
    menu: { group: 'settings', order: 60, icon: 'historic' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
