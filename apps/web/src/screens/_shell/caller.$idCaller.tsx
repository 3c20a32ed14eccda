import { callers } from '@parada/contract/calls/callers'
import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { recordOverList } from '../../kit/list/declare/record-over-list.tsx'

export const Route = createFileRoute('/_shell/caller/$idCaller')(
  recordOverList({
    list: '/caller',
    param: 'idCaller',
    call: callers.search,
    title: 'screens.callers',
    modalTitle: 'caller.edit',
    missing: 'caller.notFound',
    modal: lazy(() => import('./caller/-caller-form.tsx')),
  }),
)
