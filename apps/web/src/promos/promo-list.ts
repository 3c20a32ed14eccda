import { promos } from '@parada/contract/calls/promos'
import { stateColor } from '@parada/domain/code-colors'
import { promoState } from '@parada/domain/promo/promo'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import { actionWords } from './words.ts'

export const promoList = listScreen({
  title: 'screens.promos',
  emptyText: 'list.empty.promos',
  call: promos.list,
  openRow: ({ id }) => ({ to: '/promo/$id', params: { id: String(id) } }),
  columns: (column) => [
    column('id', { width: 70, align: 'start' }),
    column('name', { width: 165 }),
    column('active', { width: 80 }),
    column('type', { width: 118 }),
    column('validFrom', { dayOnly: true }),
    column('validTo', {
      width: 208,
      text: (row, { date, code, word }) => {
        const state = code('promoState', promoState(row, Date.now()))
        return `${row.validTo === null ? word('promo.noEnd') : date(row.validTo)} · ${state}`
      },
      state: (row) => stateColor('promoState', promoState(row, Date.now())),
    }),
    column('currentUsages', { width: 76 }),
    column('usesTotal', { width: 96, text: ({ usesTotal }, { word }) => String(usesTotal ?? word('promo.noLimit')) }),
    column('compatibleActionsToCreate', {
      width: 140,
      text: ({ compatibleActionsToCreate }, { code }) =>
        actionWords(compatibleActionsToCreate, 'promoActionToCreate', code),
    }),
    column('compatibleActionsToExecute', {
      width: 180,
      text: ({ compatibleActionsToExecute }, { code, word }) =>
        actionWords(compatibleActionsToExecute, 'promoActionToExecute', code) || word('promo.atOnce'),
    }),
    column('usesPerUser', {
      width: 130,
      text: ({ usesPerUser }, { word }) => String(usesPerUser ?? word('promo.noLimit')),
    }),
    column('promoCodesAssociated', { width: 90 }),
    column('internalDescription', { width: 260 }),
  ],
})
