import { ticketTitles } from '@parada/contract/calls/ticket-titles'
import { enabledDaysText } from '@parada/domain/trip/titles'
import { lazy } from '../kit/lazy.ts'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import { expiryWords, hourWords, type SupplierNames, supplierWords } from './title-words.ts'

const hidden = { hidden: true }

/** The ticket titles, with the names of suppliers as far as they are known. */
export const titleList = (names: SupplierNames) =>
  listScreen({
    title: 'screens.ticketTitles',
    emptyText: 'list.empty.ticketTitles',
    call: ticketTitles.list,
    pageSizes: [10, 20, 50, 100],
    pageSize: 10,
    filterDelay: 500,
    sort: 'id ASC',
    rowModal: lazy(() => import('./title-detail.tsx')),
    columns: (column) => [
      column('id', { width: 76, align: 'start' }),
      column('name', { width: 190 }),
      column('status', { width: 100 }),
      column('passType', { width: 140 }),
      column('priceSupplier', { width: 142 }),
      column('idPublicTransportSuppliers', {
        width: 230,
        text: ({ idPublicTransportSuppliers: ids }) => supplierWords(ids, names),
      }),
      column('expirationTicketMinutes', {
        width: 190,
        align: 'start',
        text: ({ expirationTicketMinutes: total }, { language }) => expiryWords(total, language),
      }),
      column('enabledDays', { width: 120, text: ({ enabledDays }) => enabledDaysText(enabledDays) }),
      column('numberOfPasses', { width: 84 }),
      column('availableValidations', { width: 132 }),
      column('internalDescription', { hidden: true, width: 240 }),
      column('internalCode', hidden),
      column('requiredValidationBeforeMinutes', hidden),
      column('startH', { hidden: true, text: ({ startH, startM }) => hourWords(startH, startM) }),
      column('startM', hidden),
      column('endH', { hidden: true, text: ({ endH, endM }) => hourWords(endH, endM) }),
      column('endM', hidden),
      column('notes', hidden),
      column('tags', hidden),
    ],
  })
