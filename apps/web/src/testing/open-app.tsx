import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { ClientProvider, createClient } from '../kit/client.ts'
import { sayProblem } from '../kit/problem-words.ts'
import { leaveRefusedPages } from '../leave-refused-pages.ts'
import { openRouter } from '../router.ts'
import { createEvents } from '../session/events.ts'
import { startLanguage } from '../session/language.ts'
import type { PageSettings } from '../session/page-settings.ts'
import { createSession } from '../session/session.ts'
import { SessionProvider } from '../session/use-session.ts'
import { SettingsProvider } from '../session/use-tenant.ts'
import { checkCannedResponse } from './canned-answers.ts'
import { messagesOf } from './messages.ts'

// Loaded in advance, because otherwise the first test of a worker waits for the whole application to be compiled.
await openRouter({} as never, createMemoryHistory({ initialEntries: ['/dashboard'] }))
await import('../session/start-up.ts')

export type Answer = { status?: number; statusText?: string; meta?: object; response?: unknown }
export type Answers = Record<string, Answer | ((init: RequestInit, url: string) => Answer | Promise<Answer>)>

export const startUpAnswers: Answers = {
  'POST /api/authenticate/demo/': { response: { token: 'secret', permissions: [{ key1: '*', value: 'true' }] } },
  'POST /api/authenticate/demo/logout': { meta: { code: 204 } },
  'GET /api/users/demo/self': { response: { id: 7, name: 'Ana', surname: 'Pérez' } },
  'GET /api/users/demo/self/permissions': { response: { permissions: [{ key1: '*', value: 'true' }] } },
  'GET /api/users/demo/self/fleets': { response: { fleets: [] } },
  'GET /api/users/demo/self/taxifeatures': { response: [{ id: 1, name: 'Van' }] },
  'GET /api/users/demo/self/socket-credentials': {
    response: { userActiveMQCredentialsMessage: { url: 'u', user: 'n', password: 'p', topicPrefix: 't' } },
  },
  'GET /api/services/demo/alive/fleet': { response: { services: [] } },
  'GET /api/services/demo/search': { response: { bookings: [] } },
  'GET /api/users/demo/search': { response: { users: [] } },
  'GET /api/pois/demo/all/': { response: { pois: [] } },
  'GET /api/whitelabels/demo/frontconfig': { response: { name: 'Radio Taxi Demo', color: '#e0a800' } },
}

/** A fetch mock that answers in the envelope from a table and serves the message files. It records its calls. */
export const answering = (answers: Answers) =>
  vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input).split('?')[0] ?? ''
    const language = /resources-locale_(\w+)/.exec(path)?.[1]
    if (language) return Response.json(messagesOf(language))
    const found = answers[`${init.method ?? 'GET'} ${path}`]
    const answer = typeof found === 'function' ? await found(init, String(input)) : found
    if (!answer) return Response.json({ meta: { code: 404, errorMessage: 'Not found' } }, { status: 404 })
    const { status = 200, statusText = '', meta, response } = answer
    if (status < 400 && !meta) checkCannedResponse(init.method ?? 'GET', path, response)
    return Response.json({ meta: { code: status, ...meta }, response }, { status, statusText })
  })

/** The whole application as main.tsx assembles it, at a given address and with canned responses. */
export const openApp = async (path: string, answers: Answers = startUpAnswers, settings: PageSettings = {}) => {
  const fetch = answering(answers)
  vi.stubGlobal('fetch', fetch)
  await startLanguage('test')
  const events = createEvents()
  const session = createSession({
    ask: (call, given) => client(call, given as never),
    events,
    storage: sessionStorage,
  })
  const bases = { main: '/api', processor: '/p', parking: '/k', mobility: '/m', transport: '/t' }
  const client = createClient({
    tenant: 'demo',
    bases,
    token: session.token,
    onAnswer: session.heard,
    say: sayProblem,
    fetch,
  })
  session.resume()
  const router = await openRouter({ session, settings, build: 'test' }, createMemoryHistory({ initialEntries: [path] }))
  leaveRefusedPages(router, events)
  const view = render(
    <SessionProvider value={session}>
      <SettingsProvider value={settings}>
        <ClientProvider value={client}>
          <RouterProvider router={router} />
        </ClientProvider>
      </SettingsProvider>
    </SessionProvider>,
  )
  const asked = () => fetch.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${String(url).split('?')[0]}`)
  return { ...view, router, session, events, client, fetch, asked }
}
