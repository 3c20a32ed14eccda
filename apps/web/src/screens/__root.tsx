import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCalls } from '../session/calls.ts'
import type { RouteContext } from '../session/page-settings.ts'
import { titleAt } from '../session/screens-of.ts'
import { useTenantName } from '../session/use-tenant.ts'
import { FailedPage } from './pages/-failed-page.tsx'

const Root = () => {
  const { t } = useTranslation()
  const title = useMatches({ select: (matches) => titleAt(matches.at(-1)) })
  const tenant = useTenantName()
  const caller = useCalls().ringing[0]?.call.phoneNumberOrigin
  useEffect(() => {
    const page = title ? `${t(title)} · ${tenant}` : tenant
    document.title = caller ? `☎ ${caller} · ${page}` : page
  }, [t, title, tenant, caller])
  return <Outlet />
}

export const Route = createRootRouteWithContext<RouteContext>()({
  component: Root,
  errorComponent: FailedPage,
  staticData: { access: 'public', title: '' },
})
