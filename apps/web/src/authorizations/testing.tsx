import { notifications } from '@mantine/notifications'
import type { Call } from '@parada/contract/kit'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { vi } from 'vitest'
import { testSession } from '../booking/testing.tsx'
import { CallFailed } from '../kit/client.ts'
import { show } from '../kit/list/testing.tsx'
import { Route as detail } from '../screens/_shell/authorizations.all.$id.tsx'
import { Route as all } from '../screens/_shell/authorizations.all.tsx'
import { Route as fresh } from '../screens/_shell/authorizations.new.tsx'
import { SessionProvider } from '../session/use-session.ts'
import { authorization } from '../testing/records.ts'

export const until = (check: () => void) => waitFor(check, { interval: 5 })

export const { bookingBreakConfigs: _, ...row } = authorization
export const whole = { ...authorization, user: null }

export const accountForm = {
  config: JSON.stringify({
    userNumber: { title: 'Employee', regex: '^\\d{4}$' },
    authorizationBreak1: { title: 'Cost centre', inheritsFrom: 'subscriberCode', regex: '^\\d{4}-\\d{2}$' },
    authorizationBreak2: { title: 'Department', defaultValue: 'Sales', listValues: ['Board', 'Sales'] },
  }),
  travelGroupList: [
    { id: 1010, name: 'Board' },
    { id: 1011, name: 'Visitors' },
  ],
  idDefaultTravelGroup: 1011,
}
export const right = { idTravelGroup: 1010, authorizationBreak1: '6101-07', authorizationBreak2: 'Sales' }

export type CallInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}
type CallMade = CallInput & { name: string; call: Call }
export type Answers = Record<string, unknown | ((given: CallInput) => unknown)>

const counts = { all: 400, active: 311, pending: 44, inactive: 45, expiring: 12, usedUp: 7 }

const standard: Answers = {
  'GET /authorizations/:sd/all': { rows: [row], totalQueryCount: 1 },
  'GET /authorizations/:sd/counts': counts,
  'GET /authorizations/:sd/:id': { authorization: whole },
  'GET /authorizations/:sd/:id/journal': { journal: [], hasMore: false },
  'GET /authorizations/:sd/:id/bookings': { bookings: [] },
  'GET /authorizations/:sd/:id/journeys': { journeys: [], hasMoreResults: false },
  'GET /authorizations/:sd/accounts': {
    accounts: [
      { id: 101, name: 'Acme' },
      { id: 102, name: 'Beta' },
    ],
  },
  'GET /authorizations/:sd/form/:idPaymentAccount': accountForm,
  'PUT /authorizations/:sd/:id/status': undefined,
  'DELETE /authorizations/:sd/:id/unlinkuser': undefined,
  'POST /authorizations/:sd/sendEmail': undefined,
}

const paths = {
  '/authorizations/all': all,
  '/authorizations/all/$id': detail,
  '/authorizations/new': fresh,
} as const

export type Options = { answers?: Answers; permissions?: Record<string, string>; flags?: object }

export const open = (at: string, { answers = {}, permissions = { '*': 'true' }, flags = {} }: Options = {}) => {
  const session = testSession(permissions, {
    self: { id: 7, name: 'Ana', surname: 'Pérez' },
    whitelabelConfig: { name: 'Demo', canResendAuthorizationEmail: true, ...flags },
  })
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const sent: CallMade[] = []
  const screens = Object.fromEntries(
    Object.entries(paths).map(([path, route]) => {
      const Screen = route.options.component as () => React.ReactNode
      const { validateSearch } = route.options as { validateSearch?: object }
      const component = () => (
        <SessionProvider value={session}>
          <Screen />
        </SessionProvider>
      )
      return [path, { ...(validateSearch && { validateSearch: validateSearch as never }), component }]
    }),
  )
  const view = show(
    {
      ...screens,
      '/services/$id': { component: () => <p>A booking</p> },
      '/bookings/finished': { component: () => <p>Finished bookings</p> },
      '/new-booking/authorization/{-$subscriberCode}/{-$userNumber}': { component: () => <p>A new booking</p> },
    },
    async (_, call, __, given) => {
      const name = `${call.method} ${call.path}`
      sent.push({ name, call, ...(given as CallInput) })
      const answer = { ...standard, ...answers }[name]
      return typeof answer === 'function' ? answer(given as CallInput) : answer
    },
    { at },
  )
  const of = (name: string) => sent.filter((one) => one.name === name)
  const told = () => toasts.mock.calls.map(([{ title, message }]) => String(title ?? message))
  return { ...view, sent, of, told }
}

export const refusal =
  (message: string, status = 500) =>
  () => {
    throw new CallFailed(message, status, { code: status, errorMessage: message })
  }

export const top = () => screen.getAllByRole('dialog').at(-1) as HTMLElement
export const answerTop = (name: string | RegExp) => fireEvent.click(within(top()).getByRole('button', { name }))
