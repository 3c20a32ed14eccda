import { type ApiBase, apiBases } from '@parada/contract/kit'
import { tenantOfHost } from '@parada/domain/session'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { ClientProvider, createClient, createDownload } from './kit/client.ts'
import { DownloadProvider } from './kit/download.ts'
import { MapStyleProvider } from './kit/map/map-style.ts'
import { sayProblem } from './kit/problem-words.ts'
import { TenantProvider } from './kit/tenant.ts'
import { leaveRefusedPages } from './leave-refused-pages.ts'
import { openRouter } from './router.ts'
import { createEvents } from './session/events.ts'
import { startLanguage } from './session/language.ts'
import { applyColorScheme } from './session/preferences.ts'
import { createSession } from './session/session.ts'
import { applyTenantColor } from './session/tenant-color.ts'
import { SessionProvider } from './session/use-session.ts'
import { SettingsProvider } from './session/use-tenant.ts'
import { settings } from './settings.ts'
import './styles.css'

const startedLanguage = startLanguage(__BUILD__)
applyColorScheme()
applyTenantColor(settings.brand?.color)

const bases = Object.fromEntries(
  apiBases.map((base) => [base, settings.apiBases?.[base] ?? (base === 'main' ? '/api' : `/api/${base}`)]),
) as Record<ApiBase, string>

const events = createEvents()
const session = createSession({
  ask: (call, given) => client(call, given as never),
  events,
  storage: sessionStorage,
})
const tenant = settings.tenant ?? tenantOfHost(location.host, settings.defaultTenant ?? 'demo')
const wire = { tenant, bases, token: session.token, onAnswer: session.heard, say: sayProblem }
const client = createClient(wire)

session.resume()

/** Not awaited at module level: the chunks it waits for import the chunk that contains it. */
const open = async () => {
  const [router] = await Promise.all([openRouter({ session, settings, build: __BUILD__ }), startedLanguage])
  leaveRefusedPages(router, events)

  createRoot(document.getElementById('root') as HTMLElement).render(
    <SessionProvider value={session}>
      <SettingsProvider value={settings}>
        <ClientProvider value={client}>
          <DownloadProvider value={createDownload(wire)}>
            <TenantProvider value={tenant}>
              <MapStyleProvider value={settings.map}>
                <RouterProvider router={router} />
              </MapStyleProvider>
            </TenantProvider>
          </DownloadProvider>
        </ClientProvider>
      </SettingsProvider>
    </SessionProvider>,
  )
}
open()
