import { securityEvents } from '@parada/contract/calls/security-events'
import { isGranted } from '@parada/domain/access/permissions'
import { listScreen } from '../../../kit/list/declare/list-screen.ts'
import { useFromGrants } from '../../../session/use-from-grants.ts'

export const securityEventList = listScreen({
  title: 'screens.securityEvents',
  emptyText: 'list.empty.securityEvents',
  call: securityEvents.list,
  dateRange: { initial: 'lastMonth' },
  pageSizes: [20, 50, 200],
  pageSize: 50,
  cardLines: 3,
  sort: 'dateEvent DESC',
  rowKey: 'id',
  useKnown: () => useFromGrants((grants) => isGranted(grants, 'viewUserByWhitelabel')),
  openRow: ({ idUser }, maySeeUsers) =>
    idUser !== null && maySeeUsers ? { to: '/users/userDetail/$id', params: { id: String(idUser) } } : undefined,
  columns: (column) => [
    column('dateEvent', { width: 150 }),
    column('kind', { width: 206 }),
    column('outcome', { width: 116 }),
    column('who', { width: 150 }),
    column('ipAddress', { width: 126 }),
    column('times', { width: 64, text: ({ times }) => (times > 1 ? String(times) : '') }),
    column('detail', { width: 204 }),
    column('idUser', { width: 104, align: 'start' }),
    column('id', { hidden: true, align: 'start' }),
    column('idStaff', { hidden: true, align: 'start' }),
    column('requestId', { hidden: true, width: 290 }),
  ],
})
