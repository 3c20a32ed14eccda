import { notifications } from '@mantine/notifications'
import type { Call } from '@parada/contract/kit'
import { waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { testSession } from '../booking/testing.tsx'
import { CallFailed } from '../kit/client.ts'
import type { Download } from '../kit/download.ts'
import { show } from '../kit/list/testing.tsx'
import { SessionProvider } from '../session/use-session.ts'

export const until = (check: () => void) => waitFor(check, { interval: 5 })
export const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]

export type CallInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}
type CallRecord = CallInput & { name: string; call: Call }
/** The response to each call, by method and path. A function may throw a refusal. */
export type Answers = Record<string, unknown | ((given: CallInput) => unknown)>

export type Options = {
  answers?: Answers
  permissions?: Record<string, string>
  /** The tenant's configuration. */
  config?: Record<string, unknown>
  download?: Download
}

type Place = {
  /** The screens to mount, by path. */
  routes: Record<string, { options: { component?: unknown; validateSearch?: unknown } }>
  /** Other paths that they lead to, with the text shown there. */
  elsewhere: Record<string, string>
  standard: Answers
}

/** Mounts screens by path in a session of the user Ana, with canned responses. */
export const openScreens =
  ({ routes, elsewhere, standard }: Place) =>
  (at: string, { answers = {}, permissions = { '*': 'true' }, config, download }: Options = {}) => {
    const session = testSession(permissions, {
      self: { id: 7, name: 'Ana', surname: 'Pérez' },
      ...(config && { whitelabelConfig: { name: 'Radio Taxi Demo', ...config } }),
    })
    const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
    const sent: CallRecord[] = []
    const screens = Object.fromEntries(
      Object.entries(routes).map(([path, { options }]) => {
        const Screen = options.component as () => React.ReactNode
        const { validateSearch } = options
        const component = () => (
          <SessionProvider value={session}>
            <Screen />
          </SessionProvider>
        )
        return [path, { ...(validateSearch !== undefined && { validateSearch: validateSearch as never }), component }]
      }),
    )
    const others = Object.fromEntries(
      Object.entries(elsewhere).map(([path, text]) => [
        path,
        { component: () => <p>{text}</p>, validateSearch: (search: object) => search },
      ]),
    )
    const view = show(
      { ...screens, ...others },
      async (_, call, __, given) => {
        const name = `${call.method} ${call.path}`
        sent.push({ name, call, ...(given as CallInput) })
        const answer = { ...standard, ...answers }[name]
        return typeof answer === 'function' ? answer(given as CallInput) : answer
      },
      { at, ...(download && { download }) },
    )
    const of = (name: string) => sent.filter((one) => one.name === name)
    const last = () => sent.filter(({ call }) => 'list' in call).at(-1)?.query ?? {}
    const told = () => toasts.mock.calls.map(([{ title, message }]) => [title, message].filter(Boolean))
    const colored = () => toasts.mock.calls.map(([{ title, message, color }]) => [title ?? message, color])
    return { ...view, session, sent, of, last, told, colored, toasts }
  }

/** `status` is the code in the envelope, `http` the HTTP status; 0 means that no response arrived. */
export const refusal =
  (message: string, status: number, meta: object = {}, { http = status, statusText = '' } = {}) =>
  () => {
    const answer = http > 0 ? { status: http, statusText } : undefined
    throw new CallFailed(message, status, { code: status, errorMessage: message, ...meta }, answer)
  }
