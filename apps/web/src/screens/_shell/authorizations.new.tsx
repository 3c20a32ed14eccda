import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { NewAuthorization } from '../../authorizations/new-authorization.tsx'

export const Route = createFileRoute('/_shell/authorizations/new')({
  staticData: {
    access: anyOf('editAuthorizationByPA', 'createAuthorizationByPA'),
    title: 'screens.newAuthorization',
    menu: { group: 'customers', order: 11, icon: 'newAuthorization' },
  },
  component: NewAuthorization,
})
