import { authorizations } from '@parada/contract/calls/authorizations'
import { lazy } from '../kit/lazy.ts'
import { recordOverList } from '../kit/list/declare/record-over-list.tsx'

export const authorizationOverList = recordOverList({
  list: '/authorizations/all',
  param: 'id',
  call: authorizations.list,
  title: 'screens.authorizations',
  modalTitle: 'authorization.title',
  missing: 'authorization.notFound',
  modal: lazy(() => import('./authorization-detail.tsx')),
})
