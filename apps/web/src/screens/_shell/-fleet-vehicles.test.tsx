import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Options, refusal, rows, until } from '../../testing/open-screens.tsx'
import { line, open, vehicle } from '../../vehicles/testing.tsx'

await import('../../kit/list/view/list-view.tsx')

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const lessees = {
  adminFleetVehicleByNifArrendatario: JSON.stringify({
    arrendatariosToManage: ['B00000000/Flotas Ejemplo', 'B00000018/Alquileres Inventados'],
  }),
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const group = (name: string) => within(screen.getByRole('group', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const plate = 'Number plate *'
const optionsOf = (select: HTMLElement) => [...(select as HTMLSelectElement).options].map(({ text }) => text)
const choose = (select: HTMLElement, value: string) => fireEvent.change(select, { target: { value } })

const start = async (at: string, options: Options = {}) => {
  const opened = open(at, { permissions: lessees, ...options })
  await screen.findByRole('heading', { level: 1 })
  return opened
}

describe('the list of vehicles', () => {
  it('opens the forms of an existing and of a new vehicle (L-192)', async () => {
    const { router } = await start('/fleetVehicle')
    await until(() => expect(rows()).toHaveLength(1))
    fireEvent.click(rows()[0] as HTMLElement)
    expect(await screen.findByRole('heading', { name: 'Vehicle 1234 BCD' })).toBeDefined()
    await act(() => router.navigate({ to: '/fleetVehicle' }))
    fireEvent.click(await screen.findByRole('button', { name: /New vehicle/ }))
    expect(await screen.findByRole('heading', { name: 'New fleet vehicle' })).toBeDefined()
  })

  it('requests two months without offering dates, in pages of 20, 50 or 200 by id, and filters after 500 ms (L-198)', async () => {
    const opened = await start('/fleetVehicle')
    await until(() => expect(rows()).toHaveLength(1))
    const { from, to, ...query } = opened.last()
    expect(query).toMatchObject({ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC' })
    const twoMonths = new Date(Number(to))
    twoMonths.setMonth(twoMonths.getMonth() - 2)
    expect(Math.abs(Number(from) - twoMonths.getTime())).toBeLessThan(4 * 86_400_000)
    expect(screen.queryByRole('button', { name: /▾/ })).toBeNull()
    const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
    expect(sizes).toEqual(['20', '50', '200'])
    const before = opened.sent.length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    type('Filter by Number plate', '1234')
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(opened.sent).toHaveLength(before)
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await until(() => expect(opened.last()).toMatchObject({ numberPlateToSync: '1234' }))
  })
})

describe('a new vehicle', () => {
  it('starts with the tenant’s lessor (L-196)', async () => {
    await start('/fleetVehicle/create', { config: { routeSheetDefaultLessorTaxId: 'B00000000' } })
    expect(screen.getByLabelText<HTMLInputElement>("Lessor's tax number").value).toBe('B00000000')
    cleanup()
    await start('/fleetVehicle/create')
    expect(screen.getByLabelText<HTMLInputElement>("Lessor's tax number").value).toBe('')
  })

  it('offers the lessees named by the permission, and sends tax number and name (L-197)', async () => {
    const { of } = await start('/fleetVehicle/create')
    const select = screen.getByLabelText('Lessee *')
    expect(optionsOf(select)).toEqual([
      expect.any(String),
      'Flotas Ejemplo · B00000000',
      'Alquileres Inventados · B00000018',
    ])
    choose(select, 'B00000018')
    type(plate, '4321 bcd')
    press('Add vehicle')
    await until(() =>
      expect(of('POST /fleet-vehicle/:sd')[0]?.body).toMatchObject({
        routeSheet_nifarrendatarioDefault: 'B00000018',
        routeSheet_nombarrendatarioDefault: 'Alquileres Inventados',
      }),
    )
  })

  it('takes a typed tax number from users who manage every lessee', async () => {
    await start('/fleetVehicle/create', { permissions: { '*': 'true' } })
    type("Lessee's tax number *", 'B00000001')
    expect(screen.getByRole('alert').textContent).toMatch(/doesn't match/)
  })

  it('opens once created, returns to the list once saved, and resets the municipality with its province (L-193)', async () => {
    const { of, told } = await start('/fleetVehicle/create')
    const distant = group('Most distant point')
    expect(distant.getByLabelText<HTMLSelectElement>('Municipality').disabled).toBe(true)
    choose(distant.getByLabelText('Province'), '45')
    await distant.findByRole('option', { name: 'Talavera de la Reina' })
    choose(distant.getByLabelText('Municipality'), '165')
    choose(distant.getByLabelText('Province'), '28')
    await distant.findByRole('option', { name: 'Alcobendas' })
    expect(distant.getByLabelText<HTMLSelectElement>('Municipality').value).toBe('')
    choose(distant.getByLabelText('Municipality'), '006')
    choose(screen.getByLabelText('Lessee *'), 'B00000000')
    type(plate, '4321 BCD')
    press('Add vehicle')
    expect(await screen.findByRole('heading', { name: 'Vehicle 1234 BCD' })).toBeDefined()
    expect(of('POST /fleet-vehicle/:sd')[0]?.body).toMatchObject({
      numberPlateToSync: '4321 BCD',
      routeSheet_cgprovlejanoDefault: '28',
      routeSheet_cgmunilejanoDefault: '006',
    })
    expect(of('GET /fleet-vehicle/:sd/:id').at(-1)?.params).toEqual({ id: 1_900 })
    type("Owner's tax number", 'X1234567L')
    press('Save')
    await until(() => expect(rows()).toHaveLength(1))
    expect(told()).toEqual([['Fleet Vehicle created'], ['Fleet Vehicle updated']])
  })

  it('starts at the plate, and warns before unsaved input is lost', async () => {
    const { router } = await start('/fleetVehicle/create')
    expect(document.activeElement).toBe(screen.getByLabelText(plate))
    type(plate, '4321 BCD')
    fireEvent.click(screen.getByRole('link', { name: 'Back to the vehicles' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await until(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>(plate).value).toBe('4321 BCD')
    fireEvent.click(screen.getByRole('link', { name: 'Back to the vehicles' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await until(() => expect(router.state.location.pathname).toBe('/fleetVehicle'))
  })

  it('shows what is wrong when an input loses focus, and sends nothing', async () => {
    const { of } = await start('/fleetVehicle/create')
    type(plate, '12')
    type("Owner's tax number", '12345678A')
    fireEvent.blur(screen.getByLabelText("Owner's tax number"))
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Enter a number plate, such as 1234 BCD or M-1234-AB',
      "The last letter or digit doesn't match the rest. Check the number.",
    ])
    press('Add vehicle')
    expect(screen.getByText('Choose a lessee')).toBeDefined()
    expect(of('POST /fleet-vehicle/:sd')).toEqual([])
  })
})

describe('a vehicle', () => {
  it('saves the changed fields', async () => {
    const { of, told } = await start('/fleetVehicle/1007')
    type("Owner's tax number", 'X1234567L')
    press('Save')
    await until(() => expect(rows()).toHaveLength(1))
    expect(of('PUT /fleet-vehicle/:sd/:id')[0]).toMatchObject({
      params: { id: 1_007 },
      body: { routeSheet_niftitular: 'X1234567L', version: 3 },
    })
    expect(told()).toEqual([['Fleet Vehicle updated']])
  })

  it('reports whether it was created or saved (L-260)', async () => {
    const answers = {
      'PUT /fleet-vehicle/:sd/:id': refusal('Vehicle 1001 already has this plate', 400, { field: 'numberPlateToSync' }),
      'POST /fleet-vehicle/:sd': refusal('No space left', 507),
    }
    const edit = await start('/fleetVehicle/1007', { answers })
    type(plate, '4321 BCD')
    press('Save')
    await until(() =>
      expect(edit.told()).toEqual([['Error updating Fleet Vehicle', 'Vehicle 1001 already has this plate']]),
    )
    expect(screen.getByRole('alert').textContent).toBe('Vehicle 1001 already has this plate')
    expect(screen.getByLabelText<HTMLInputElement>(plate).value).toBe('4321 BCD')
    cleanup()
    vi.restoreAllMocks()
    const create = await start('/fleetVehicle/create', { answers })
    type(plate, '4321 BCD')
    choose(screen.getByLabelText('Lessee *'), 'B00000000')
    press('Add vehicle')
    await until(() => expect(create.told()).toEqual([['Error creating Fleet Vehicle', 'No space left']]))
    cleanup()
    vi.restoreAllMocks()
    const done = await start('/fleetVehicle/create')
    type(plate, '4321 BCD')
    choose(screen.getByLabelText('Lessee *'), 'B00000000')
    press('Add vehicle')
    await until(() => expect(done.told()).toEqual([['Fleet Vehicle created']]))
    await screen.findByRole('heading', { name: 'Vehicle 1234 BCD' })
    type("Owner's tax number", 'X1234567L')
    press('Save')
    await until(() => expect(done.told()).toEqual([['Fleet Vehicle created'], ['Fleet Vehicle updated']]))
  })

  it('shows who changed it in the meantime, and asks about fields that both changed', async () => {
    const theirs = { routeSheet_niftitular: '00000000T' }
    let isChanged = false
    const conflict = {
      version: 4,
      changes: [{ field: 'routeSheet_niftitular', before: '12345678Z', after: '00000000T', who: 'Luis Gil', at: 1 }],
    }
    await start('/fleetVehicle/1007', {
      answers: {
        'GET /fleet-vehicle/:sd/:id': () => ({
          fleetVehicle: isChanged ? { ...vehicle, ...theirs, version: 4 } : vehicle,
          journal: isChanged
            ? [
                line({
                  id: 2,
                  version: 4,
                  action: 'edit',
                  before: { routeSheet_niftitular: '12345678Z' },
                  after: theirs,
                }),
              ]
            : [],
        }),
        'PUT /fleet-vehicle/:sd/:id': () => {
          isChanged = true
          return refusal('Somebody has just changed this vehicle', 409, { conflict })()
        },
      },
    })
    type("Owner's tax number", 'X1234567L')
    press('Save')
    expect(await screen.findByText(/Luis Gil has changed this vehicle since you opened it/)).toBeDefined()
    expect(await screen.findByRole('button', { name: /00000000T/ })).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>("Owner's tax number").value).toBe('X1234567L')
  })

  it('is deleted after confirmation, and leads back to the list', async () => {
    const { of, told } = await start('/fleetVehicle/1007')
    press('Delete')
    const question = await screen.findByRole('dialog', { name: 'Delete vehicle 1234 BCD?' })
    expect(of('DELETE /fleet-vehicle/:sd/:id')).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: /^Delete/ }))
    await until(() => expect(rows()).toHaveLength(1))
    expect(of('DELETE /fleet-vehicle/:sd/:id')[0]?.params).toEqual({ id: 1_007 })
    expect(told()).toEqual([['Fleet Vehicle deleted']])
  })

  it('stays if it cannot be deleted, and shows why', async () => {
    const { told } = await start('/fleetVehicle/1007', {
      answers: { 'DELETE /fleet-vehicle/:sd/:id': refusal('Route sheets of this vehicle are still to be sent.', 409) },
    })
    press('Delete')
    const question = await screen.findByRole('dialog')
    fireEvent.click(within(question).getByRole('button', { name: /^Delete/ }))
    await until(() =>
      expect(told()).toEqual([['Error deleting Fleet Vehicle', 'Route sheets of this vehicle are still to be sent.']]),
    )
    expect(within(question).getByRole('alert')).toBeDefined()
  })

  it('returns to the list with the status text when it cannot be loaded', async () => {
    const { told } = open('/fleetVehicle/1007', {
      permissions: lessees,
      answers: { 'GET /fleet-vehicle/:sd/:id': refusal('Not found', 404, {}, { statusText: 'Not Found' }) },
    })
    await until(() => expect(rows()).toHaveLength(1))
    expect(told()).toEqual([["Couldn't load this vehicle", 'Not Found']])
  })

  it('shows its history with the names of places', async () => {
    const after = { routeSheet_cgmunicontratoDefault: '006', routeSheet_nombmunicontratoDefault: 'Alcobendas' }
    const before = { routeSheet_cgmunicontratoDefault: '079', routeSheet_nombmunicontratoDefault: 'Madrid' }
    await start('/fleetVehicle/1007', {
      answers: {
        'GET /fleet-vehicle/:sd/:id': {
          fleetVehicle: vehicle,
          journal: [line({}), line({ id: 2, version: 2, action: 'edit', before, after })],
        },
      },
    })
    const history = within(screen.getByRole('region', { name: 'History' }))
    expect(history.getByText('Contract municipality: Madrid → Alcobendas')).toBeDefined()
    expect(history.queryByText(/079/)).toBeNull()
  })
})
