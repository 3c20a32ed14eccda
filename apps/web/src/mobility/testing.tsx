import { notifications } from '@mantine/notifications'
import type { MobilityChange, MobilityDetail } from '@parada/contract/calls/mobility'
import type { Call } from '@parada/contract/kit'
import { waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { testSession } from '../booking/testing.tsx'
import { CallFailed } from '../kit/client.ts'
import type { Download } from '../kit/download.ts'
import { show } from '../kit/list/testing.tsx'
import { Route as live } from '../screens/_shell/mobility.dashboard.tsx'
import { Route as detail } from '../screens/_shell/mobility.detail.$id.tsx'
import { Route as afterLife } from '../screens/_shell/mobility.mobilityafterlife.tsx'
import { Route as toInvoice } from '../screens/_shell/mobility.mobilitytoinvoice.tsx'
import { Route as ride } from '../screens/_shell/mobility.mobilitytoinvoice_.$id.tsx'
import { SessionProvider } from '../session/use-session.ts'
import { now } from '../testing/records.ts'

export const until = (check: () => void) => waitFor(check, { interval: 5 })
export const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]

const common = {
  id: 100_001,
  idMobilityBooking: 100_001,
  idMobilitySupplier: 22,
  name: 'Patinetes Rueda',
  vehicleSign: 'PR-1031',
  vehicleKind: 'scooter' as const,
  customerName: 'Eva Gil',
  idUser: 100_007,
  idAuthorization: null,
  idPaymentAccount: 102,
  idWhiteLabel: 1,
  startAddressString: 'Puerta del Sol, Madrid',
  entryChannel: 11,
}
const paid = { priceCustomer: 3.4, paymentMethodCustomer: 13, idUserPaymentProfile: 100_007 }

export const liveRow = {
  ...common,
  ...paid,
  status: 2,
  timeInit: now,
  endAddressString: '',
  priceCustomer: null,
}
export const invoiceRow = {
  ...common,
  ...paid,
  status: 4,
  timeInit: now,
  timeEnd: now + 600_000,
  endAddressString: 'Atocha, Madrid',
}
export const afterLifeRow = {
  ...common,
  status: '5',
  dateCreated: now,
  timeEnd: now + 60_000,
  idBookingSupplier: 'PR-XYZ',
}

export const booking: MobilityDetail = {
  ...invoiceRow,
  version: 3,
  idBookingSupplier: 'PR-XYZ',
  customerPhone: '600111222',
  startLat: 40.4169,
  startLon: -3.7035,
  endLat: 40.4066,
  endLon: -3.6895,
  distanceMeters: 2_100,
  priceSupplier: 2.9,
  cancelReason: '',
}

export const line = (change: Partial<MobilityChange>): MobilityChange => ({
  id: 1,
  version: 1,
  at: now,
  action: 'booked',
  who: 'Patinetes Rueda',
  before: {},
  after: {},
  ...change,
})

type CallInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}
type Sent = CallInput & { name: string; call: Call }
type Answers = Record<string, unknown | ((given: CallInput) => unknown)>

const standard: Answers = {
  'GET /bookings/:sd': { rows: [liveRow], totalQueryCount: 1 },
  'GET /mobilityToInvoice/:sd/': { rows: [invoiceRow], totalQueryCount: 1 },
  'GET /mobilityAfterLife/:sd/': { rows: [afterLifeRow], totalQueryCount: 1 },
  'GET /bookings/:sd/:id': { booking, journal: [line({})] },
  'GET /mobilityToInvoice/:sd/:id': { mobilityToInvoiceDetailMessage: booking, journal: [line({})] },
  'POST /services/:sd/undo': { bookings: [] },
}

export type Options = { answers?: Answers; permissions?: Record<string, string>; download?: Download }

const elsewhere = (text: string) => ({ component: () => <p>{text}</p>, validateSearch: (search: object) => search })

export const open = (at: string, { answers = {}, permissions = { '*': 'true' }, download }: Options = {}) => {
  const session = testSession(permissions, { self: { id: 7, name: 'Ana', surname: 'Pérez' } })
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const sent: Sent[] = []
  const routes = {
    '/mobility/dashboard': live,
    '/mobility/detail/$id': detail,
    '/mobility/mobilitytoinvoice': toInvoice,
    '/mobility/mobilitytoinvoice/$id': ride,
    '/mobility/mobilityafterlife': afterLife,
  }
  const screens = Object.fromEntries(
    Object.entries(routes).map(([path, route]) => {
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
      '/users/userDetail/$id': elsewhere('A user'),
      '/authorizations/all/$id': elsewhere('An authorization'),
    },
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
  return { ...view, sent, of, last, told, toasts }
}

export const refusal =
  (message: string, status: number, meta: object = {}, statusText = '') =>
  () => {
    throw new CallFailed(message, status, { code: status, errorMessage: message, ...meta }, { status, statusText })
  }
