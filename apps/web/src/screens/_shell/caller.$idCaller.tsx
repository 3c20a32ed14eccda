import { callers } from '@parada/contract/calls/callers'
import { createFileRoute } from '@tanstack/react-router'
import { CallerRecord } from './caller/-caller-record.tsx'

/** One caller, open over the list. */
export const Route = createFileRoute('/_shell/caller/$idCaller')({
  staticData: { access: callers.search.access, title: 'screens.callers' },
  component: CallerRecord,
})
