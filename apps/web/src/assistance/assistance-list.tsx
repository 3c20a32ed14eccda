import { type AssistanceRow, assistance, assistanceViews } from '@parada/contract/calls/assistance'
import { leadsToDashboard, needsMending } from '@parada/domain/assistance/case'
import { stateColor } from '@parada/domain/code-colors'
import { lazy } from '../kit/lazy.ts'
import type { ListFormat } from '../kit/list/declare/columns.ts'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import type { RowActions } from '../kit/list/declare/row-actions.ts'
import { problemsInWords } from './case-words.ts'

const CasePanel = lazy(() => import('./case-panel.tsx'))

const hidden = { hidden: true }

const errorText = ({ problems }: AssistanceRow, { word }: ListFormat) => problemsInWords(word, problems)

const statusText = ({ status }: AssistanceRow, { code, word }: ListFormat) =>
  status === null ? word('assistance.notBooked') : code('bookingStatus', status)

const statusColor = ({ status }: AssistanceRow) => (status === null ? 'amber' : stateColor('bookingStatus', status))

const caseActions: RowActions<AssistanceRow, undefined, undefined> = {
  actions: [
    {
      id: 'case',
      label: 'assistance.open',
      shortcut: 'o',
      onEnter: true,
      run: ([row], { show, close }) => row && show(() => <CasePanel key={row.id} id={row.id} onClose={close} />),
    },
  ],
}

export const assistanceList = listScreen({
  title: 'screens.asistencia',
  emptyText: 'list.empty.asistencia',
  call: assistance.list,
  countsCall: assistance.counts,
  views: assistanceViews.map((key) => ({ key, label: `assistance.views.${key}` })),
  pageSizes: [20, 50, 200],
  cardLines: 6,
  pageSize: 20,
  filterDelay: 500,
  dateRange: { initial: 'currentMonth' },
  sort: 'codExpediente ASC',
  rowKey: 'id',
  isLive: true,
  tone: (row) => (needsMending(row) ? { tone: 'bad', sign: '!' } : undefined),
  openRow: (row) =>
    leadsToDashboard(row) && row.idService !== null ? { to: '/dashboard', search: { id: row.idService } } : undefined,
  rowActions: caseActions,
  command: {
    label: 'assistance.mendAll',
    shortcut: 'm',
    isFor: (view) => view === 'toMend',
    modal: lazy(() => import('./mend-queue.tsx')),
  },
  columns: (column) => [
    column('codExpediente', { width: 132 }),
    column('status', { width: 132, text: statusText, state: statusColor }),
    column('fechaServicio', { width: 152 }),
    column('conductor', { width: 160 }),
    column('errorMessage', { width: 250, text: errorText, whole: errorText }),
    column('localizacionVehiculo', { width: 200 }),
    column('direccionTraslado', { width: 190 }),
    column('numServicio', { width: 92 }),
    column('tipoExpediente', { width: 150 }),
    column('insurer', { width: 150 }),
    column('idService', { width: 104, align: 'start' }),
    column('dateRequested', hidden),
    column('asap', hidden),
    column('provincia', hidden),
    column('pais', hidden),
    column('cancellationReason', { hidden: true, width: 190 }),
    column('manuallyEdited', hidden),
    column('bookingBreaksUpdated', hidden),
    column('coordenadaX', hidden),
    column('coordenadaY', hidden),
    column('coordenadaXDest', hidden),
    column('coordenadaYDest', hidden),
    column('id', { hidden: true, align: 'start' }),
  ],
})
