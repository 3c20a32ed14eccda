import { promos } from '@parada/contract/calls/promos'
import { listScreen } from '../kit/list/declare/list-screen.ts'

export const promoCodeList = listScreen({
  title: 'screens.promoCodes',
  emptyText: 'list.empty.promoCodes',
  call: promos.codes,
  openRow: ({ idPromo }) => ({ to: '/promo/$id', params: { id: String(idPromo) } }),
  columns: (column) => [
    column('id', { width: 90, align: 'start' }),
    column('name', { width: 240 }),
    column('code', { width: 180 }),
    column('currentUsages', { width: 110 }),
    column('usesTotal', { width: 120, text: ({ usesTotal }, { word }) => String(usesTotal ?? word('promo.noLimit')) }),
    column('type', { width: 150 }),
    column('idPromo', { width: 100, align: 'start' }),
  ],
})
