import { MantineProvider } from '@mantine/core'
import type { Call } from '@parada/contract/kit'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import i18next from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import english from '../../../public/i18n/resources-locale_en.json'
import { checkCanned } from '../../testing/canned-answers.ts'
import { type Client, ClientProvider } from '../client.ts'
import { type Download, DownloadProvider } from '../download.ts'
import { createQueries } from '../queries.ts'
import { TenantProvider } from '../tenant.ts'

const messages = i18next.createInstance()
await messages
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } })

type Screen = Pick<AnyRoute['options'], 'validateSearch' | 'search' | 'component'>

type CallInput = { query?: Record<string, unknown>; signal?: AbortSignal; params?: unknown; body?: unknown }

/** Answers one request of a list. */
export type Answer = (query: Record<string, unknown>, call: Call, signal?: AbortSignal, given?: CallInput) => unknown

/** Mounts list screens by path in a router of their own, with a function that answers their requests. */
export const show = (
  screens: Record<string, Screen>,
  answer: Answer,
  { at = Object.keys(screens)[0] ?? '/', download }: { at?: string; download?: Download } = {},
) => {
  const asked: Record<string, unknown>[] = []
  const client = (async (call: Call, given?: CallInput) => {
    asked.push(given?.query ?? {})
    const answered = await answer(given?.query ?? {}, call, given?.signal, given)
    checkCanned(call, answered)
    return answered
  }) as Client
  const root = createRootRoute({ component: Outlet, staticData: { access: 'public', title: '' } })
  const routes = Object.entries(screens).map(([path, screen]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      staticData: { access: 'public', title: '' },
      validateSearch: screen.validateSearch,
      search: screen.search,
      component: screen.component,
    }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    context: {},
  })
  const queries = createQueries()
  const view = render(
    <I18nextProvider i18n={messages}>
      <MantineProvider env="test">
        <QueryClientProvider client={queries}>
          <ClientProvider value={client}>
            <DownloadProvider value={download}>
              <TenantProvider value="demo">
                <RouterProvider router={router} />
              </TenantProvider>
            </DownloadProvider>
          </ClientProvider>
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>,
  )
  return { ...view, asked, router, queries }
}
