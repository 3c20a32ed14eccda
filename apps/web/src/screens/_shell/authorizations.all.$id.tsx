import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { authorizationOverList } from '../../authorizations/authorization-over-list.ts'

const Detail = authorizationOverList.component

const Screen = () => <Detail />

export const Route = createFileRoute('/_shell/authorizations/all/$id')({
  staticData: { access: anyOf('editAuthorizationByPA'), title: 'screens.authorizations' },
  component: Screen,
})
