import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteContext } from '../session/page-settings.ts'
import { useTenantName } from '../session/use-tenant.ts'
import { FailedPage } from './pages/-failed-page.tsx'

const Root = () => {
  const { t } = useTranslation()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const tenant = useTenantName()
  useEffect(() => {
    document.title = title ? `${t(title)} · ${tenant}` : tenant
  }, [t, title, tenant])
  return <Outlet />
}

export const Route = createRootRouteWithContext<RouteContext>()({
  component: Root,
  errorComponent: FailedPage,
  staticData: { access: 'public', title: '' },
})
