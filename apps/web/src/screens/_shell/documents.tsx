import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { documentList } from '../../documents/document-lists.ts'

const List = documentList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/documents')({
  staticData: {
    access: anyOf('viewDocumentsByWhiteLabel'),
    title: 'screens.documents',
    menu: { group: 'customers', order: 50, icon: 'documents' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
