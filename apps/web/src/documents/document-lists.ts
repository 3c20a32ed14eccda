import { documents } from '@parada/contract/calls/documents'
import { documentViews, isOver } from '@parada/domain/document/document'
import { listScreen } from '../kit/list/declare/list-screen.ts'

const hidden = { hidden: true }

export const documentList = listScreen({
  title: 'screens.documents',
  emptyText: 'list.empty.documents',
  call: documents.list,
  countsCall: documents.counts,
  views: documentViews.map((key) => ({ key, label: `document.views.${key}` })),
  pageSizes: [20, 50, 200],
  pageSize: 20,
  filterDelay: 500,
  sort: 'id ASC',
  // Marks documents that await a decision but have already expired.
  tone: ({ status, dateExpiration }) =>
    status === 'inReview' && isOver(dateExpiration, Date.now()) ? { tone: 'warning', sign: '!' } : undefined,
  openRow: ({ id }) => ({ to: '/documents/$id', params: { id: String(id) }, search: true }),
  columns: (column) => [
    column('id', { width: 90, align: 'start' }),
    column('status', { width: 170 }),
    column('type', { width: 140 }),
    column('firstName', { width: 110 }),
    column('lastName', { width: 160 }),
    column('number', { width: 110 }),
    column('countryCode', { width: 76 }),
    column('dateExpiration', { dayOnly: true, width: 110 }),
    column('dateLastUpdated', { width: 140 }),
    column('idUser', { width: 90, align: 'start' }),
    column('subType', hidden),
    column('dateIssued', { hidden: true, dayOnly: true }),
    column('idWhiteLabel', hidden),
  ],
})

/** Who viewed which image, for administrators. */
export const lookList = listScreen({
  title: 'screens.documentLooks',
  emptyText: 'list.empty.documentLooks',
  call: documents.looks,
  dateRange: { initial: 'lastMonth' },
  pageSizes: [20, 50, 200],
  sort: 'id DESC',
  columns: (column) => [
    column('id', { width: 90, align: 'start' }),
    column('dateLooked', { width: 170 }),
    column('viewer', { width: 200 }),
    column('idDocument', { width: 130, align: 'start' }),
    column('side', { width: 90 }),
    column('idUser', { width: 110, align: 'start' }),
    column('ipAddress', { width: 160 }),
    column('idViewer', hidden),
  ],
})
