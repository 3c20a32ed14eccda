import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCalls } from '../session/calls.ts'
import type { RouteContext } from '../session/page-settings.ts'
import { useTenantName } from '../session/use-tenant.ts'
import { FailedPage } from './pages/-failed-page.tsx'

const Root = () => {
  const { t } = useTranslation()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
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
