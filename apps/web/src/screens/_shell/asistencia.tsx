import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { assistanceList } from '../../assistance/assistance-list.tsx'

const List = assistanceList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/asistencia')({
  staticData: {
    access: anyOf('viewAsistenciaService'),
    title: 'screens.asistencia',
    menu: { group: 'desk', order: 30, icon: 'assistance' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
