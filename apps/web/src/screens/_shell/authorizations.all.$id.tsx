import { authorizations } from '@parada/contract/calls/authorizations'
import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { recordOverList } from '../../kit/list/declare/record-over-list.tsx'

export const Route = createFileRoute('/_shell/authorizations/all/$id')(
  recordOverList({
    list: '/authorizations/all',
    param: 'id',
    call: authorizations.list,
    access: anyOf('editAuthorizationByPA'),
    title: 'screens.authorizations',
    modalTitle: 'authorization.title',
    missing: 'authorization.notFound',
    modal: lazy(() => import('../../authorizations/authorization-detail.tsx')),
  }),
)
