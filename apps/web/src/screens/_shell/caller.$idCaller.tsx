import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { callerOverList } from './caller/-caller-list.ts'

const Detail = callerOverList.component

const Screen = () => <Detail />

export const Route = createFileRoute('/_shell/caller/$idCaller')({
  staticData: { access: anyOf('editCallerByFleet', 'dispatchServiceByFleet'), title: 'screens.callers' },
  component: Screen,
})
