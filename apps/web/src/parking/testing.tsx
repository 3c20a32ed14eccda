import { notifications } from '@mantine/notifications'
import type { CancelledParking, Parking } from '@parada/contract/calls/parking'
import type { Call } from '@parada/contract/kit'
import { parkingStatus } from '@parada/domain/trip/modes'
import type { ParkingRecord } from '@parada/domain/trip/records'
import { waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { testSession } from '../booking/testing.tsx'
import { CallFailed } from '../kit/client.ts'
import { show } from '../kit/list/testing.tsx'
import { Route as cancelled } from '../screens/_shell/parkingcancelled.tsx'
import { Route as active } from '../screens/_shell/parkings.dashboard.tsx'
import { Route as toInvoice } from '../screens/_shell/parkingtoinvoice.tsx'
import { SessionProvider } from '../session/use-session.ts'
import { now } from '../testing/records.ts'

export const until = (check: () => void) => waitFor(check, { interval: 5 })

export const parking: Parking = {
  id: 4001,
  status: parkingStatus.active,
  protocol: 3,
  idParking: 13,
  parkingName: 'Parking Centro',
  numberPlate: '1234XXX',
  dateInit: now,
  dateEnd: null,
  customerName: 'Eva Gil Mora',
  customerPhone: '600111222',
  idUser: 100_001,
  priceSupplier: 4,
  priceCustomer: 5.5,
  paymentMethod: 50,
  idPaymentAccount: 101,
  paymentAccount: 'Seguros Demo',
  idAuthorization: null,
  reference: 'Q-1',
  entryChannel: 11,
  version: 2,
}
export const finished: Parking = { ...parking, status: parkingStatus.finished, dateEnd: now + 3_600_000 }
export const gone: CancelledParking = {
  ...{ ...parking, status: parkingStatus.cancelled },
  ...{ idParkingAlive: 4001, cancelReason: 'Aparcamiento completo' },
}

export const recordOf = ({ paymentAccount: _, ...row }: Parking): ParkingRecord => ({
  ...row,
  ...{ idSupplier: 13, cancelReason: '' },
})

export type CallInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}
type Sent = CallInput & { name: string; call: Call }
export type Answers = Record<string, unknown | ((given: CallInput) => unknown)>

const standard: Answers = {
  'GET /bookings/:sd/list': { rows: [parking], totalQueryCount: 1 },
  'GET /parkingtoinvoice/:sd/': { rows: [finished], totalQueryCount: 1 },
  'GET /parkingafterlife/:sd/': { rows: [gone], totalQueryCount: 1 },
  'GET /parkingtoinvoice/:sd/:id': { bookingToInvoice: finished, journal: [] },
  'GET /parkingtoinvoice/:sd/:id/sendReceipt': { receipt: { recipient: 'eva@correo.example' } },
  'PUT /parkingtoinvoice/:sd/:id': ({ body }: CallInput) => ({
    bookingToInvoice: { ...recordOf(finished), ...body, version: finished.version + 1 },
  }),
  'PUT /bookings/:sd/:id/withPermission/finish': { booking: recordOf(finished) },
  'POST /services/:sd/undo': { bookings: [] },
}

export type Options = { answers?: Answers; permissions?: Record<string, string> }

const screens = { '/parkings/dashboard': active, '/parkingtoinvoice': toInvoice, '/parkingcancelled': cancelled }

export const open = (at: string, { answers = {}, permissions = { '*': 'true' } }: Options = {}) => {
  const session = testSession(permissions, { self: { id: 7, name: 'Ana', surname: 'Pérez' } })
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const sent: Sent[] = []
  const wrapped = Object.fromEntries(
    Object.entries(screens).map(([path, route]) => {
      const Screen = route.options.component as () => React.ReactNode
      const { validateSearch } = route.options as { validateSearch?: object }
      const component = () => (
        <SessionProvider value={session}>
          <Screen />
        </SessionProvider>
      )
      return [path, { validateSearch: validateSearch as never, component }]
    }),
  )
  const view = show(
    wrapped,
    async (_, call, __, given) => {
      const name = `${call.method} ${call.path}`
      sent.push({ name, call, ...(given as CallInput) })
      const answer = { ...standard, ...answers }[name]
      return typeof answer === 'function' ? answer(given as CallInput) : answer
    },
    { at },
  )
  const of = (name: string) => sent.filter((one) => one.name === name)
  const told = () => toasts.mock.calls.map(([{ title, message, color }]) => [title ?? message, color])
  /** What a supplier's report makes of the open lists. */
  const hear = () => view.queries.invalidateQueries({ queryKey: ['list', 'parking'] })
  return { ...view, sent, of, told, toasts, hear }
}

/** `status` is what the envelope says, `http` what the answer itself was. */
export const refusal =
  (message: string, status: number, meta: object = {}, http = status) =>
  () => {
    const answer = http > 0 ? { status: http, statusText: '' } : undefined
    throw new CallFailed(message, status, { code: status, errorMessage: message, ...meta }, answer)
  }
