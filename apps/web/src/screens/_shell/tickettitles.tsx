import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { TitlesScreen } from '../../tickets/titles-screen.tsx'

export const Route = createFileRoute('/_shell/tickettitles')({
  staticData: {
    access: anyOf('viewTicketTitles'),
    title: 'screens.ticketTitles',
    menu: { group: 'settings', order: 25, icon: 'promoCodes' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: TitlesScreen,
})
