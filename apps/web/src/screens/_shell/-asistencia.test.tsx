import type { AssistanceCase, AssistanceRow } from '@parada/contract/calls/assistance'
import { assistanceFields } from '@parada/contract/calls/assistance'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assistanceList } from '../../assistance/assistance-list.tsx'
import type { ListDefinition } from '../../kit/list/declare/list-definition.ts'
import { type CallInput, type Options, openScreens, refusal, until } from '../../testing/open-screens.tsx'
import { now } from '../../testing/records.ts'
import { Route } from './asistencia.tsx'

await Promise.all([
  import('../../kit/list/view/list-view.tsx'),
  import('../../kit/list/view/export-menu.tsx'),
  import('../../assistance/case-panel.tsx'),
  import('../../assistance/mend-queue.tsx'),
])

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const soon = Date.now() + 3_600_000

const row: AssistanceRow = {
  id: 31,
  codExpediente: 'E2026-000031',
  numServicio: '1',
  idService: 4711,
  status: 10,
  dateRequested: now,
  fechaServicio: soon,
  asap: false,
  tipoExpediente: 'Avería',
  conductor: 'Eva Gil Mora',
  pais: 'España',
  provincia: 'Madrid',
  localizacionVehiculo: 'Puerta del Sol, Madrid',
  coordenadaX: -3.7035,
  coordenadaY: 40.4169,
  direccionTraslado: 'Atocha, Madrid',
  coordenadaXDest: -3.6906,
  coordenadaYDest: 40.4066,
  errorMessage: '',
  problems: [],
  manuallyEdited: false,
  bookingBreaksUpdated: false,
  cancellationReason: '',
  insurer: 'Seguros Ejemplo',
}
const nowhere = {
  field: 'localizacionVehiculo',
  problem: 'problems.casePickupUnknown' as const,
  values: {},
  message: 'The pickup has no point on the map. Search for the address or click the map.',
}
const broken: AssistanceRow = {
  ...row,
  ...{ id: 32, codExpediente: 'E2026-000032', idService: null, status: null, coordenadaX: null, coordenadaY: null },
  ...{ errorMessage: nowhere.message, problems: [nowhere] },
}

const { status: _, insurer: __, ...kept } = broken
const sent = {
  ...{ tipoExpediente: 'Avería', pais: 'España', provincia: 'Madrid', fechaServicio: soon, asap: false },
  ...{ coordenadaX: null, coordenadaY: null, localizacionVehiculo: 'Puerta del Sol, Madrid' },
  ...{ coordenadaXDest: -3.6906, coordenadaYDest: 40.4066, direccionTraslado: 'Atocha, Madrid' },
  ...{ conductor: 'Eva Gil Mora', telefono: '600111222', notes: '', breaks: [], features: '' },
}
const oneCase: AssistanceCase = {
  ...kept,
  ...{ status: null, insurer: 'Seguros Ejemplo', idPaymentAccount: 101, version: 2, idInsurer: 1 },
  ...{ telefono: '600111222', notes: '', breaks: [], features: '', editedFields: [], isCancelled: false },
  ...{ sent, sentAt: now },
}
const journal = [
  { id: 2, version: 2, at: now, action: 'fail', who: 'Seguros Ejemplo', before: {}, after: {} },
  { id: 1, version: 1, at: now, action: 'post', who: 'Seguros Ejemplo', before: {}, after: {} },
]
const detail = { case: oneCase, bookingBreaks: [], journal }

const open = ({ answers = {}, ...options }: Options = {}, at = '/asistencia') => {
  const standard = {
    'GET /asistencia/:sd/list': { rows: [row, broken], totalQueryCount: 2 },
    'GET /asistencia/:sd/counts': { all: 2, toMend: 1, underWay: 1, over: 0 },
    'GET /asistencia/:sd/:id': detail,
    'PUT /asistencia/:sd/:id': ({ body }: CallInput) => ({
      case: { ...oneCase, ...body, idService: 4800, status: 10, manuallyEdited: true, errorMessage: '', problems: [] },
    }),
    'GET /places/:sd/search': {
      suggestedAddresses: [
        {
          addressField: 'Gran Vía 1, Madrid',
          name: 'Gran Vía 1',
          lat: 40.4195,
          lon: -3.6991,
          isPoi: false,
          source: 'place',
        },
      ],
    },
  }
  const elsewhere = { '/dashboard': 'The desk', '/services/$id': 'A booking' }
  const view = openScreens({ routes: { '/asistencia': Route }, elsewhere, standard })(at, { answers, ...options })
  return { ...view, told: view.colored }
}
const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]
const rowWith = async (text: string) => {
  await until(() => expect(rows().some(({ textContent }) => textContent?.includes(text))).toBe(true))
  return rows().find(({ textContent }) => textContent?.includes(text)) as HTMLElement
}
const openCase = async (title: RegExp | string = /E2026-000032/) => {
  fireEvent.contextMenu(await rowWith(broken.codExpediente))
  fireEvent.click(await screen.findByRole('menuitem', { name: /Open case/ }))
  return within(await screen.findByRole('dialog', { name: title }))
}

const maxDaysOf = ({ definition }: { definition: ListDefinition }) => definition.maxDays
const keysOf = ({ definition }: { definition: ListDefinition }) => definition.keys

describe('the list of cases', () => {
  it('shows every documented field as a column (L-207, L-208)', () => {
    const documents =
      'id codExpediente numServicio idService dateRequested conductor status pais provincia fechaServicio asap cancellationReason errorMessage manuallyEdited tipoExpediente bookingBreaksUpdated coordenadaX coordenadaY coordenadaXDest coordenadaYDest localizacionVehiculo direccionTraslado'.split(
        ' ',
      )
    expect(keysOf(assistanceList)).toEqual(expect.arrayContaining(documents))
    expect(Object.keys(assistanceFields)).toEqual(expect.arrayContaining(documents))
  })

  it('requests this month by codExpediente, twenty per page, and filters after half a second (L-209)', async () => {
    const { of } = open()
    await rowWith(row.codExpediente)
    const asked = () => of('GET /asistencia/:sd/list')
    const today = new Date()
    const month = {
      from: new Date(today.getFullYear(), today.getMonth(), 1).getTime(),
      to: new Date(today.getFullYear(), today.getMonth() + 1, 1).getTime() - 1,
    }
    expect(asked()[0]?.query).toMatchObject({
      orderBy: 'codExpediente ASC',
      resultsPerPage: 20,
      pageNumber: 0,
      ...month,
    })
    const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
    expect(sizes).toEqual(['20', '50', '200'])
    expect(maxDaysOf(assistanceList)).toBe(120)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByLabelText('Filter by Case'), { target: { value: 'E2026' } })
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(asked()).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await until(() => expect(asked().at(-1)?.query).toMatchObject({ codExpediente: 'E2026' }))
  })

  it.each([
    ['2026-01-01', '2026-04-30', true],
    ['2026-01-01', '2026-05-01', false],
  ])('accepts the range from %s to %s: %s, since 120 days is the maximum', async (from, to, isTaken) => {
    sessionStorage.clear()
    const { of } = open({}, `/asistencia?from=${from}&to=${to}`)
    await rowWith(row.codExpediente)
    const asked = Number(of('GET /asistencia/:sd/list')[0]?.query?.from)
    expect(asked === new Date(2026, 0, 1).getTime()).toBe(isTaken)
    sessionStorage.clear()
  })

  it('filters by pickup date or request date (L-206, L-210)', async () => {
    const { of } = open()
    await rowWith(row.codExpediente)
    const choice = screen.getByLabelText<HTMLSelectElement>('Date')
    expect([...choice.options].map(({ value, text }) => [value, text])).toEqual([
      ['start', 'Pickup date'],
      ['request', 'Request date'],
    ])
    fireEvent.change(choice, { target: { value: 'request' } })
    await until(() => expect(of('GET /asistencia/:sd/list').at(-1)?.query).toMatchObject({ dateType: 'request' }))
  })

  it.each([10, 20, -30])('opens the dashboard from a row in status %i (L-205)', async (status) => {
    const answers = { 'GET /asistencia/:sd/list': { rows: [{ ...row, status }], totalQueryCount: 1 } }
    const { router } = open({ answers })
    fireEvent.click(await rowWith(row.codExpediente))
    await until(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(router.state.location.search).toEqual({ id: 4711 })
  })

  it.each([30, -10, -20, -40, -60, 5, null])('ignores a click on a row in status %s (L-205)', async (status) => {
    const answers = { 'GET /asistencia/:sd/list': { rows: [{ ...row, status }], totalQueryCount: 1 } }
    const { router, sent } = open({ answers })
    const asked = async () => {
      await rowWith(row.codExpediente)
      return sent.length
    }
    const before = await asked()
    fireEvent.click(await rowWith(row.codExpediente))
    expect([router.state.location.pathname, screen.queryByRole('dialog'), await asked()]).toEqual([
      '/asistencia',
      null,
      before,
    ])
  })

  it('shows what is wrong with a case, and filters the cases to fix', async () => {
    const { of } = open()
    expect((await rowWith(broken.codExpediente)).textContent).toContain('The pickup has no point on the map')
    fireEvent.click(screen.getByRole('button', { name: /To fix/ }))
    await until(() => expect(of('GET /asistencia/:sd/list').at(-1)?.query).toMatchObject({ view: 'toMend' }))
  })

  it('is refetched when a case or its booking changes', async () => {
    let status = 10
    const { queries } = open({
      answers: { 'GET /asistencia/:sd/list': () => ({ rows: [{ ...row, status }], totalQueryCount: 1 }) },
    })
    expect((await rowWith(row.codExpediente)).textContent).toContain('Searching')
    status = 30
    await queries.invalidateQueries({ queryKey: ['list', 'main', '/asistencia/:sd/list'] })
    await until(() => expect(rows()[0]?.textContent).toContain('Finished'))
  })
})

describe('a case', () => {
  it('without a booking opens on Enter, with the focus on its problem', async () => {
    open()
    const waits = await rowWith(broken.codExpediente)
    act(() => waits.focus())
    fireEvent.keyDown(waits, { key: 'Enter' })
    const panel = within(await screen.findByRole('dialog', { name: /E2026-000032/ }))
    expect(document.activeElement).toBe(panel.getByRole('combobox', { name: 'Pickup' }))
  })

  it('focuses the first invalid input', async () => {
    const noPhone = { field: 'telefono', problem: 'problems.phoneRequired' as const, values: {}, message: 'Phone?' }
    const placed = { ...oneCase, coordenadaX: -3.7, coordenadaY: 40.4, telefono: '', problems: [noPhone] }
    open({ answers: { 'GET /asistencia/:sd/:id': { ...detail, case: placed } } })
    const panel = await openCase()
    const phone = await panel.findByRole('textbox', { name: "Driver's phone" })
    await until(() => expect(document.activeElement).toBe(phone))
  })

  it('shows what the insurer sent, and each problem at its input', async () => {
    open()
    const panel = await openCase()
    const pickup = await panel.findByRole('combobox', { name: 'Pickup' })
    expect(pickup.getAttribute('aria-invalid')).toBe('true')
    expect(panel.getByText(/The pickup has no point on the map/)).toBeTruthy()
    const told = within(panel.getByRole('region', { name: 'What the insurer sent' }))
    expect(told.getByText('Puerta del Sol, Madrid (not on the map)')).toBeTruthy()
    expect(told.getByText('600111222')).toBeTruthy()
    expect(panel.getByRole('region', { name: 'History' }).textContent).toContain('sent the case')
  })

  it('is booked once its pickup is chosen', async () => {
    const { of, told } = open()
    const panel = await openCase()
    const pickup = await panel.findByRole('combobox', { name: 'Pickup' })
    fireEvent.click(panel.getByRole('button', { name: /Create booking/ }))
    expect(of('PUT /asistencia/:sd/:id')).toEqual([])
    fireEvent.change(pickup, { target: { value: 'Gran Vía 1' } })
    fireEvent.click(await screen.findByRole('option', { name: /Gran Vía 1/ }))
    fireEvent.click(panel.getByRole('button', { name: /Create booking/ }))
    await until(() => expect(of('PUT /asistencia/:sd/:id')).toHaveLength(1))
    expect(of('PUT /asistencia/:sd/:id')[0]).toMatchObject({
      params: { id: 32 },
      body: {
        ...{ version: 2, localizacionVehiculo: 'Gran Vía 1, Madrid', coordenadaX: -3.6991, coordenadaY: 40.4195 },
        ...{ fechaServicio: oneCase.fechaServicio, conductor: 'Eva Gil Mora', direccionTraslado: 'Atocha, Madrid' },
      },
    })
    await until(() => expect(told()).toContainEqual(['Booking created', expect.anything()]))
    await until(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the server’s refusal at its input, and keeps the typed values', async () => {
    const placed = { ...oneCase, coordenadaX: -9.87, coordenadaY: 36.21, problems: [] }
    const answers = {
      'GET /asistencia/:sd/:id': { ...detail, case: placed },
      'PUT /asistencia/:sd/:id': refusal('No fleet picks up here.', 400, { field: 'localizacionVehiculo' }),
    }
    open({ answers })
    const panel = await openCase()
    fireEvent.change(await panel.findByLabelText('Driver'), { target: { value: 'Otra Persona' } })
    fireEvent.click(panel.getByRole('button', { name: /Create booking/ }))
    expect(await panel.findByText('No fleet picks up here.')).toBeTruthy()
    expect(panel.getByLabelText<HTMLInputElement>('Driver').value).toBe('Otra Persona')
  })

  it('asks for the mandatory account fields', async () => {
    const missing = { field: 'breaks.2', problem: 'problems.breakRequired' as const, values: {}, message: 'Fill in' }
    const bookingBreaks = [
      { id: 1, type: 'text', label: 'Motivo', mandatory: false, value: '', visible: true, required: false },
      { id: 2, type: 'text', label: 'Cliente', mandatory: true, value: '', visible: true, required: true },
    ]
    const placed = { ...oneCase, coordenadaX: -3.7, coordenadaY: 40.4, problems: [missing] }
    const { of } = open({ answers: { 'GET /asistencia/:sd/:id': { ...detail, case: placed, bookingBreaks } } })
    const panel = await openCase()
    const client = await panel.findByLabelText(/Cliente/)
    expect(client.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(client, { target: { value: 'Taller Norte' } })
    fireEvent.click(panel.getByRole('button', { name: /Create booking/ }))
    await until(() => expect(of('PUT /asistencia/:sd/:id')).toHaveLength(1))
    expect(of('PUT /asistencia/:sd/:id')[0]?.body).toMatchObject({ breaks: [{ id: 2, value: 'Taller Norte' }] })
  })

  it('shows which corrections were kept when the insurer sent it again', async () => {
    const again = {
      ...oneCase,
      editedFields: ['telefono'],
      manuallyEdited: true,
      sent: { ...sent, telefono: '600999999' },
    }
    open({ answers: { 'GET /asistencia/:sd/:id': { ...detail, case: again } } })
    const panel = await openCase()
    expect(await panel.findByText(/What was fixed here was kept: Driver's phone/)).toBeTruthy()
    expect(panel.getByText(/not taken/)).toBeTruthy()
  })

  it('names the user who changed it in the meantime when the save conflicts', async () => {
    const change = { field: 'conductor', before: 'Eva Gil Mora', after: 'Otra Persona', who: 'Bruno Salas', at: now }
    const conflict = { version: 3, changes: [change] }
    const answers = {
      'GET /asistencia/:sd/:id': {
        ...detail,
        case: { ...oneCase, coordenadaX: -3.7, coordenadaY: 40.4, problems: [] },
      },
      'PUT /asistencia/:sd/:id': refusal('Somebody has just changed this case', 409, { conflict }),
    }
    open({ answers })
    const panel = await openCase()
    fireEvent.click(await panel.findByRole('button', { name: /Create booking/ }))
    expect(await panel.findByText(/Bruno Salas has changed this case/)).toBeTruthy()
  })

  it.each([
    ['without permission to dispatch', { viewAsistenciaService: 'true' }, {}, /You need permission to dispatch/],
    ['a case that is cancelled', { '*': 'true' }, { isCancelled: true, status: -40 }, /The insurer has cancelled/],
    ['a ride that is over', { '*': 'true' }, { status: 30, idService: 4711 }, /The ride is over/],
  ])('is read-only: %s', async (_, permissions, change, words) => {
    open({ permissions, answers: { 'GET /asistencia/:sd/:id': { ...detail, case: { ...oneCase, ...change } } } })
    const panel = await openCase()
    expect(await panel.findByText(words)).toBeTruthy()
    expect(panel.getByRole<HTMLButtonElement>('button', { name: /booking/ }).disabled).toBe(true)
    expect(panel.getByLabelText('Driver').closest('fieldset')?.disabled).toBe(true)
  })

  it('shows an error when it cannot be loaded', async () => {
    open({ answers: { 'GET /asistencia/:sd/:id': refusal('Not found', 404) } })
    const panel = await openCase('Case')
    expect((await panel.findByRole('alert')).textContent).toBe('Not found')
  })
})

it('leads from one case to fix to the next', async () => {
  const second = { ...broken, id: 33, codExpediente: 'E2026-000033' }
  const answers = {
    'GET /asistencia/:sd/list': { rows: [broken, second], totalQueryCount: 2 },
    'GET /asistencia/:sd/:id': ({ params }: CallInput) => ({
      ...detail,
      case: { ...oneCase, id: params?.id, codExpediente: `E2026-0000${params?.id}` },
    }),
  }
  open({ answers }, '/asistencia?view=toMend')
  fireEvent.click(await screen.findByRole('button', { name: /Fix these cases/ }))
  expect(await screen.findByText(/E2026-000032 .*\(1 of 2\)/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Next case' }))
  expect(await screen.findByText(/E2026-000033 .*\(2 of 2\)/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Next case' }))
  expect(await screen.findByText('No more cases to fix.')).toBeTruthy()
})
