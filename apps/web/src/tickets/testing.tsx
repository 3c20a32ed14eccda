import type { TicketTitle } from '@parada/contract/calls/ticket-titles'
import { type TicketDetail, type TicketRow, ticketBreaks } from '@parada/contract/calls/tickets'
import type { Call } from '@parada/contract/kit'
import { keysOf, recordOf } from '@parada/domain/objects'
import { waitFor } from '@testing-library/react'
import { testSession } from '../booking/testing.tsx'
import { CallFailed } from '../kit/client.ts'
import type { Download } from '../kit/download.ts'
import { show } from '../kit/list/testing.tsx'
import { Route as titles } from '../screens/_shell/tickettitles.tsx'
import { Route as detail } from '../screens/_shell/transport.ticketstoinvoice.$id.tsx'
import { Route as all } from '../screens/_shell/transport.ticketstoinvoice.tsx'
import { SessionProvider } from '../session/use-session.ts'

export const until = (check: () => void) => waitFor(check, { interval: 5 })

export const row: TicketRow = {
  id: 100_007,
  locator: 'T12345678',
  transportName: 'Metro',
  title: 'Billete sencillo',
  description: 'Zona A',
  idUser: 100_001,
  idAuthorization: 10_001,
  idPaymentAccount: 101,
  paymentAccount: 'Seguros Ejemplo',
  timeServiceStart: new Date(2026, 10, 3, 8, 15).getTime(),
  priceCustomer: 1.65,
  entryChannel: 11,
  idTicketTitle: 101,
  status: 2,
  idPublicTransportSupplier: 1,
  ...recordOf(keysOf(ticketBreaks), () => ''),
  bookingBreakValue1: 'Visita',
  authorizationBreakValue1: '6101-07',
}

export const ticket: TicketDetail = {
  ...row,
  version: 2,
  reference: '1-100007',
  code: 'PT1:1:T12345678:00112233',
  priceSupplier: 1.5,
  paymentMethod: 50,
  timeValidated: new Date(2026, 10, 3, 8, 20).getTime(),
  cancelReason: '',
  bookingBreaks: [{ id: 1, value: 'Visita', label: 'Motivo' }],
}

const line = { idUser: null, idSupplier: 1, who: 'Metro' }
const journal = [
  { ...line, id: 1, version: 1, at: row.timeServiceStart, action: 'sold', before: {}, after: { status: 1 } },
  { ...line, id: 2, version: 2, at: row.timeServiceStart + 300_000, action: 'used', before: {}, after: { status: 2 } },
]

export const title: TicketTitle = {
  id: 107,
  name: 'Abono de fin de semana',
  internalDescription: 'Viajes sin límite',
  priceSupplier: 8.4,
  availableValidations: 1,
  numberOfPasses: 4,
  requiredValidationBeforeMinutes: 30,
  status: 1,
  passType: 3,
  expirationTicketMinutes: 3_210,
  internalCode: 'TP-007',
  startH: 6,
  startM: 5,
  endH: 23,
  endM: 59,
  enabledDays: '1000011',
  notes: 'Solo en verano',
  idPublicTransportSuppliers: [1, 3],
  tags: ['turista', 'verano'],
}

type CallInput = { params?: Record<string, unknown>; query?: Record<string, unknown> }
export type Answers = Record<string, unknown | ((given: CallInput) => unknown)>

const standard: Answers = {
  '/tickets/:sd/': { rows: [row], totalQueryCount: 1 },
  '/tickets/:sd/:id': { ticketToInvoice: ticket },
  '/tickets/:sd/:id/journal': { journal },
  '/tickettitle/:sd/list/': { rows: [title], totalQueryCount: 1 },
  '/tickettitle/:sd/:id': { ticketTitle: title },
  '/transportSupplier/:sd': {
    transportSuppliers: [
      { id: 1, transportName: 'Metro' },
      { id: 3, transportName: 'Autobús urbano' },
    ],
  },
}

const paths = {
  '/transport/ticketstoinvoice': all,
  '/transport/ticketstoinvoice/$id': detail,
  '/tickettitles': titles,
} as const

export type Options = { answers?: Answers; permissions?: Record<string, string>; download?: Download }

export const open = (at: string, { answers = {}, permissions = { '*': 'true' }, download }: Options = {}) => {
  const session = testSession(permissions, { self: { id: 7, name: 'Ana', surname: 'Pérez' } })
  const sent: (CallInput & { path: string; call: Call })[] = []
  const screens = Object.fromEntries(
    Object.entries(paths).map(([path, route]) => {
      const Screen = route.options.component as () => React.ReactNode
      const { validateSearch, search } = route.options as { validateSearch?: object; search?: object }
      const component = () => (
        <SessionProvider value={session}>
          <Screen />
        </SessionProvider>
      )
      return [
        path,
        {
          ...(validateSearch && { validateSearch: validateSearch as never }),
          ...(search && { search: search as never }),
          component,
        },
      ]
    }),
  )
  const view = show(
    { ...screens, '/users/userDetail/$id': { component: () => <p>A user</p> } },
    async (_, call, __, given) => {
      sent.push({ path: call.path, call, ...(given as CallInput) })
      const answer = { ...standard, ...answers }[call.path]
      return typeof answer === 'function' ? answer(given as CallInput) : answer
    },
    { at, ...(download && { download }) },
  )
  return { ...view, sent, of: (path: string) => sent.filter((one) => one.path === path) }
}

export const refusal =
  (message: string, status = 500) =>
  () => {
    throw new CallFailed(message, status, { code: status, errorMessage: message }, { status, statusText: '' })
  }
