import { notifications } from '@mantine/notifications'
import type { UserDetail } from '@parada/contract/calls/users'
import type { Call } from '@parada/contract/kit'
import { screen, waitFor, within } from '@testing-library/react'
import { vi } from 'vitest'
import { testSession } from '../booking/testing.tsx'
import { CallFailed } from '../kit/client.ts'
import type { Download } from '../kit/download.ts'
import { show } from '../kit/list/testing.tsx'
import { Route as all } from '../screens/_shell/users.tsx'
import { Route as detail } from '../screens/_shell/users_.userDetail.$id.tsx'
import { SessionProvider } from '../session/use-session.ts'
import { now } from '../testing/records.ts'

export const until = (check: () => void) => waitFor(check, { interval: 5 })

export const user: UserDetail = {
  id: 100_001,
  version: 3,
  firstName: 'Eva',
  lastName: 'Gil Mora',
  userEmail: 'eva@correo.example',
  prefixMobileNumber: '34',
  mobileNumber: '600111222',
  dateCreated: now,
  isEmailVerified: true,
  isMobileNumberVerified: false,
  status: 1,
  deviceTokens: ['device-1'],
  additionalInfo: '',
  isAcceptedAd: false,
  category: 'vip',
  idWhiteLabel: 1,
  whiteLabel: 'Radio Taxi Demo',
  erasedAt: null,
  vehicles: [{ id: 5, numberPlate: '1234XXX', brand: 'Seat', model: 'León' }],
  listCards: [],
  paymentProfileBeanList: [{ id: 100_001 }],
}
export const { version: _v, erasedAt: _e, vehicles: _c, listCards: _l, paymentProfileBeanList: _p, ...row } = user

export type CallInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}
type CallRecord = CallInput & { name: string; call: Call }
export type Answers = Record<string, unknown | ((given: CallInput) => unknown)>

const counts = { total: 3, active: 1, finished: 2, cancelled: 0 }

const standard: Answers = {
  'GET /users/:sd/all': { rows: [row], totalQueryCount: 1 },
  'GET /users/:sd/:id': { user },
  'GET /users/:sd/:id/journal': { journal: [] },
  'GET /users/:sd/:id/bookings': { bookings: [] },
  'GET /users/:sd/:id/journeys': { journeys: [], hasMoreResults: false },
  'GET /users/:sd/summary/:idUser': { summary: { ...counts, totals: [{ currency: 'EUR', amount: 61.5 }] } },
  'GET /users/:sd/summary/routes/:idUser': { summary: { ...counts, distanceMeters: 12_340 } },
  'GET parking /users/:sd/summary/:idUser': { summary: { ...counts, totalAmount: 23.5 } },
  'GET transport /users/:sd/summary/:idUser': { summary: { ...counts, totalAmount: 4.2 } },
  'GET /users/:sd/profiles/:idUserProfile/walletMovements': { balance: 0, movements: [], hasMoreResults: false },
  'GET /users/:sd/:idUser/documents': { documents: [] },
  'GET /promo/:sd/promosbyuser/:idUser': { promosByUserList: [] },
  'PUT /users/:sd/:id/:status': undefined,
  'DELETE /users/:sd/:id/personalData': undefined,
}

export type Options = { answers?: Answers; permissions?: Record<string, string>; download?: Download }

const elsewhere = (text: string) => ({ component: () => <p>{text}</p>, validateSearch: (search: object) => search })

export const open = (at: string, { answers = {}, permissions = { '*': 'true' }, download }: Options = {}) => {
  const session = testSession(permissions, { self: { id: 7, name: 'Ana', surname: 'Pérez' } })
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const sent: CallRecord[] = []
  const screens = Object.fromEntries(
    Object.entries({ '/users': all, '/users/userDetail/$id': detail }).map(([path, route]) => {
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
      '/services/$id': elsewhere('A booking'),
      '/dashboard': elsewhere('The desk'),
      '/documents/$id': elsewhere('A document'),
      '/promo/$id': elsewhere('A promo'),
      '/bookings/finished': elsewhere('Finished bookings'),
      '/transport/ticketstoinvoice': elsewhere('Tickets'),
      '/routeTracking': elsewhere('Routes'),
      '/parkings/dashboard': elsewhere('Active parkings'),
      '/parkingtoinvoice': elsewhere('Parkings to invoice'),
      '/parkingcancelled': elsewhere('Cancelled parkings'),
    },
    async (_, call, __, given) => {
      const name = [call.method, ...(call.base === 'main' ? [] : [call.base]), call.path].join(' ')
      sent.push({ name, call, ...(given as CallInput) })
      const answer = { ...standard, ...answers }[name]
      return typeof answer === 'function' ? answer(given as CallInput) : answer
    },
    { at, ...(download && { download }) },
  )
  const of = (name: string) => sent.filter((one) => one.name === name)
  const told = () => toasts.mock.calls.map(([{ title, message, color }]) => [title ?? message, color])
  return { ...view, sent, of, told }
}

export const refusal =
  (message: string, status = 500, meta: object = {}, http = status > 0 ? { status, statusText: '' } : undefined) =>
  () => {
    throw new CallFailed(message, status, { code: status, errorMessage: message, ...meta }, http)
  }

/** Opens the page of one user and waits for it to load. */
export const openUser = async (options: Options & { record?: Partial<UserDetail> } = {}) => {
  const opened = open('/users/userDetail/100001', {
    ...options,
    answers: { 'GET /users/:sd/:id': { user: { ...user, ...options.record } }, ...options.answers },
  })
  await screen.findByRole('heading', { level: 1 })
  const block = (name: string) => within(screen.getByRole('region', { name }))
  return { ...opened, block }
}
