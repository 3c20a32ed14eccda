import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Options, refusal, rows, until } from '../../testing/open-screens.tsx'
import { line, open, sheet } from '../../vehicles/testing.tsx'

await import('../../kit/list/view/list-view.tsx')

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const mine = 'B00000018/Alquileres Inventados'
const start = async (options: Options & { change?: object; journal?: object[] } = {}) => {
  const { change, journal = [line({})], ...rest } = options
  const opened = open('/routeSheet/100001', {
    permissions: { viewRouteSheetsByNifArrendatario: mine, adminFleetVehicleByNifArrendatario: mine },
    ...rest,
    answers: {
      'GET /fomento/:sd/route-sheet/:id': { viewRouteSheetBean: { ...sheet, ...change }, journal },
      ...rest.answers,
    },
  })
  await screen.findByRole('heading', { level: 1 })
  return opened
}
const region = (name: string) => within(screen.getByRole('region', { name }))

describe('the list of route sheets', () => {
  it('opens a route sheet (L-185)', async () => {
    open('/routeSheet')
    await until(() => expect(rows()).toHaveLength(1))
    fireEvent.click(rows()[0] as HTMLElement)
    expect(await screen.findByRole('heading', { name: 'Route sheet 100001' })).toBeDefined()
  })

  it('shows two months, up to 120 days, in pages of 20, 50 or 200 by id, and filters after 500 ms (L-188)', async () => {
    const opened = open('/routeSheet')
    await until(() => expect(rows()).toHaveLength(1))
    const { from, to, ...query } = opened.last()
    expect(query).toMatchObject({ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC' })
    const twoMonths = new Date(Number(to))
    twoMonths.setMonth(twoMonths.getMonth() - 2)
    expect(Math.abs(Number(from) - twoMonths.getTime())).toBeLessThan(4 * 86_400_000)
    const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
    expect(sizes).toEqual(['20', '50', '200'])
    const before = opened.sent.length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByLabelText('Filter by Lessee'), { target: { value: 'Alq' } })
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(opened.sent).toHaveLength(before)
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await until(() => expect(opened.last()).toMatchObject({ nombarrendatario: 'Alq' }))
    fireEvent.click(screen.getByRole('button', { name: /▾/ }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2026-03-01' } })
    fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2026-06-30' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(dialog.getByRole('alert').textContent).toMatch(/120 days/)
    fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2026-06-28' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Apply' }))
    await until(() => expect(opened.last().from).toBe(new Date(2026, 2, 1).getTime()))
  })
})

describe('a route sheet', () => {
  it('shows its facts like a paper form, with the names of places beside their codes', async () => {
    await start()
    await until(() => expect(region('End').getByText('Alcobendas, Madrid · 28 006')).toBeDefined())
    expect(region('End').getByText(sheet.direccionfin)).toBeDefined()
    expect(region('Most distant point').getByText('Toledo, Toledo · 45 168')).toBeDefined()
    expect(region('Contract').getByText('Madrid, Madrid · 28 079')).toBeDefined()
    expect(region('Vehicle and parties').getByText('Alquileres Inventados')).toBeDefined()
    expect(region('Ride').getByText('RVTC-700010')).toBeDefined()
  })

  it('shows what has been reported to the register, and what has not', async () => {
    await start()
    expect(
      region('At the register')
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^Registered\d/), 'Start reportedNot yet', 'Cancellation reportedNever'])
  })

  it('links to its vehicle and its booking for users who may open them', async () => {
    await start({ permissions: { '*': 'true' } })
    expect(screen.getByRole('link', { name: '1234 BCD' }).getAttribute('href')).toBe('/fleetVehicle/1007')
    expect(screen.getByRole('link', { name: '4711' }).getAttribute('href')).toBe('/services/4711')
    cleanup()
    await start({ permissions: { viewRouteSheetsByNifArrendatario: mine } })
    expect(screen.queryByRole('link', { name: '1234 BCD' })).toBeNull()
    expect(screen.queryByRole('link', { name: '4711' })).toBeNull()
  })

  it('shows why it was refused, and can be sent again', async () => {
    const { of, told } = await start({ change: { status: -10, errorMessage: 'La matrícula no tiene autorización' } })
    expect(screen.getByRole('alert').textContent).toMatch(/refused this sheet.*La matrícula no tiene autorización/)
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await until(() => expect(told()).toEqual([['Route sheet sent again', 'Route sheet 100001']]))
    expect(of('POST /fomento/:sd/route-sheet/:id/send')[0]?.params).toEqual({ id: 100_001 })
    await until(() => expect(of('GET /fomento/:sd/route-sheet/:id')).toHaveLength(2))
  })

  it('shows the register’s answer when it arrives', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let status = 10
    const answer = () => ({ viewRouteSheetBean: { ...sheet, status }, journal: [line({})] })
    const { of } = await start({ answers: { 'GET /fomento/:sd/route-sheet/:id': answer } })
    expect(screen.getByText('To be registered')).toBeDefined()
    status = 30
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await until(() => expect(screen.getByText('Started')).toBeDefined())
    const asked = of('GET /fomento/:sd/route-sheet/:id').length
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(of('GET /fomento/:sd/route-sheet/:id')).toHaveLength(asked)
  })

  it('can be sent again only by users who manage its lessee', async () => {
    const refused = { status: -10, errorMessage: 'El NIF no figura' }
    await start({
      change: refused,
      permissions: {
        viewRouteSheetsByNifArrendatario: mine,
        adminFleetVehicleByNifArrendatario: 'B00000000/Flotas Ejemplo',
      },
    })
    expect(screen.getByRole('alert').textContent).toMatch(/El NIF no figura.*Ask somebody who manages/)
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  })

  it('shows an error when it cannot be sent again', async () => {
    const { told } = await start({
      change: { status: -10, errorMessage: 'El NIF no figura' },
      answers: { 'POST /fomento/:sd/route-sheet/:id/send': refusal('Only a sheet that the register refused', 409) },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await until(() =>
      expect(told()).toEqual([["Couldn't send the route sheet", 'Only a sheet that the register refused']]),
    )
  })

  it('says that it will be sent again if the register could not be reached', async () => {
    await start({ change: { status: 10, errorMessage: 'connect ECONNREFUSED' } })
    expect(screen.getByRole('alert').textContent).toMatch(/will be sent again.*ECONNREFUSED/)
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  })

  it('shows its history', async () => {
    await start({
      journal: [
        line({ who: 'Parada' }),
        line({ id: 2, version: 2, who: 'Parada', action: 'register', before: { status: 10 }, after: { status: 20 } }),
      ],
    })
    expect(region('History').getByText('State: To be registered → Registered')).toBeDefined()
  })

  it('returns to the list with the status text when it cannot be loaded', async () => {
    const { told } = open('/routeSheet/100001', {
      answers: { 'GET /fomento/:sd/route-sheet/:id': refusal('Not found', 404, {}, { statusText: 'Not Found' }) },
    })
    await until(() => expect(rows()).toHaveLength(1))
    expect(told()).toEqual([["Couldn't load this route sheet", 'Not Found']])
  })
})
