import type { RouteDetail } from '@parada/contract/calls/route-tracking'
import { encodePath } from '@parada/domain/places/polyline'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { routeList } from '../../route-tracking/route-list.ts'
import { line, open, path, route, saved } from '../../route-tracking/testing.tsx'
import { drawnMaps } from '../../testing/map-stand-in.tsx'
import { refusal, until } from '../../testing/open-screens.tsx'

await Promise.all([import('../../kit/list/view/list-view.tsx'), import('../../kit/list/view/export-menu.tsx')])

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]
const openList = async (search = '', options: Parameters<typeof open>[1] = {}) => {
  const opened = open(`/routeTracking${search}`, options)
  await until(() => expect(rows()).toHaveLength(1))
  return opened
}
const openRoute = async (change: Partial<RouteDetail> = {}, options: Parameters<typeof open>[1] = {}) => {
  const answer = { routeTracking: { ...route, ...change }, journal: [line({})] }
  const opened = open('/routeTracking/100001', {
    ...options,
    answers: { 'GET /routeTracking/:sd/:id': answer, ...options.answers },
  })
  await screen.findByRole('heading', { name: 'Route 100001' })
  return opened
}
const map = () => {
  const shown = drawnMaps.at(-1)
  if (!shown) throw new Error('There is no map')
  return shown
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

const day = 86_400_000

describe('the list of routes', () => {
  it('shows two months by ascending id, in pages of 20, 50 or 200, and filters after 500 ms (L-182)', async () => {
    const { last, sent } = await openList()
    const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
    expect(sizes).toEqual(['20', '50', '200'])
    expect(last()).toMatchObject({ resultsPerPage: 20, orderBy: 'id ASC' })
    const days = Math.round((Number(last().to) - Number(last().from)) / day)
    expect(days).toBeGreaterThanOrEqual(58)
    expect(days).toBeLessThanOrEqual(63)

    const before = sent.length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByLabelText('Filter by Traveller'), { target: { value: 'Eva' } })
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(sent).toHaveLength(before)
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await until(() => expect(last()).toMatchObject({ customerName: 'Eva' }))
    cleanup()

    const most = await openList('?from=2026-01-01&to=2026-04-30')
    expect(Math.round((Number(most.last().to) - Number(most.last().from)) / day)).toBe(120)
    cleanup()
    const wide = await openList('?from=2026-01-01&to=2026-05-01')
    expect(Math.round((Number(wide.last().to) - Number(wide.last().from)) / day)).toBeLessThanOrEqual(120)
  })

  it('filters by the idUser in the URL (L-174)', async () => {
    const { last } = await openList('?idUser=100007')
    expect(last()).toMatchObject({ idUser: '100007' })
  })

  it('offers every field except the path, which belongs to a single route', () => {
    const names =
      'id distanceType status globalStatus idExport originAddressString destinationAddressString distanceMeters timeStart idUser customerName idAuthorization idPaymentAccount shared authorizationBreakValue1 authorizationBreakValue10 bookingBreakValue1 bookingBreakValue9'
    expect(names.split(' ').filter((name) => !routeList.definition.keys.includes(name))).toEqual([])
    expect(routeList.definition.keys).not.toContain('routeWayPoints')
  })

  it('opens the route of a row', async () => {
    await openList()
    fireEvent.click(rows()[0] as HTMLElement)
    await screen.findByRole('heading', { name: 'Route 100001' })
  })
})

describe('the map of a route', () => {
  it('starts with Madrid at zoom 6, then shows the path with a green origin, red destination and blue stops (L-175)', async () => {
    await openRoute()
    expect(drawnMaps[0]).toMatchObject({ empty: { centre: { lat: 40.4169, lon: -3.7032 }, zoom: 6 }, points: [] })
    expect(drawnMaps[0]?.look).toBeUndefined()
    expect(map().path).toEqual(path)
    expect(map().look?.bounds).toEqual([-3.7035, 40.4066, -3.6895, 40.4169])
    // Origin, destination and stop pins are green, red and blue on every map (map.module.css).
    expect(map().points?.slice(0, 3)).toMatchObject([
      { kind: 'origin', ...path[0] },
      { kind: 'stop', ...path[1] },
      { kind: 'destination', ...path[3] },
    ])
  })

  it('replays the route with the slider, showing time and speed', async () => {
    await openRoute()
    const slider = screen.getByRole('slider', { name: 'Time along the route' })
    expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['0', '240'])
    const car = () => map().points?.find(({ id }) => id === 'car')
    expect(car()).toMatchObject(path[0] ?? {})
    fireEvent.change(slider, { target: { value: '30' } })
    expect(car()?.lat).toBeCloseTo(40.4144, 4)
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d:\d\d, 49 km\/h$/)
    expect(screen.getByText(/49 km\/h/)).toBeTruthy()
    fireEvent.change(slider, { target: { value: '90' } })
    expect(screen.getByText(/, 0 km\/h/)).toBeTruthy()
    expect(map().look?.key).toBe(drawnMaps.find(({ look }) => look)?.look?.key)
  })

  it('plays automatically until the end, and pauses', async () => {
    await openRoute()
    const slider = screen.getByRole<HTMLInputElement>('slider')
    fireEvent.click(screen.getByRole('button', { name: 'Play' }))
    await waitFor(() => expect(Number(slider.value)).toBeGreaterThan(0))
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    const { value } = slider
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(slider.value).toBe(value)
    fireEvent.change(slider, { target: { value: '239' } })
    fireEvent.click(screen.getByRole('button', { name: 'Play' }))
    await waitFor(() => expect([slider.value, screen.queryByRole('button', { name: 'Pause' })]).toEqual(['240', null]))
  })

  it.each([
    ['times', { routeWayTimes: '' }, "The app didn't record times for this route, so it can't be replayed.", 4],
    ['a path', { routeWayPoints: '', routeWayTimes: '' }, 'No path was recorded for this route.', 0],
    ['a path that can be read', { routeWayPoints: 'nonsense!' }, "The recorded path can't be drawn.", 0],
    ['a second point', { routeWayPoints: encodePath(path.slice(0, 1)) }, 'No path was recorded for this route.', 1],
  ])('has no slider without %s, and says why', async (_, change, text, points) => {
    await openRoute(change)
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByRole('slider')).toBeNull()
    expect(map().path).toHaveLength(points)
  })
})

describe('the account fields of a route', () => {
  it('are saved from a form, with an undo key', async () => {
    const answers = { 'PUT /routeTracking/:sd/:id': saved({ status: 300 }) }
    const { of, toasts } = await openRoute({}, { answers })
    type('Motivo *', 'Visita')
    type('Proyecto', 'OT-07')
    type('Departamento', 'Obras')
    save()
    await until(() => expect(of('PUT /routeTracking/:sd/:id')).toHaveLength(1))
    expect(of('PUT /routeTracking/:sd/:id')[0]).toMatchObject({
      params: { id: 100_001 },
      body: {
        version: 3,
        bookingBreakValue1: 'Visita',
        authorizationBreakValue1: 'OT-07',
        authorizationBreakValue2: 'Obras',
      },
      headers: { 'Undo-Key': expect.any(String) },
    })
    await until(() => expect(JSON.stringify(toasts.mock.calls)).toContain('The route is ready to send.'))
  })

  it('are not sent when they violate the account’s form', async () => {
    const { of } = await openRoute()
    type('Proyecto', 'x')
    save()
    await screen.findByRole('alert')
    expect(of('PUT /routeTracking/:sd/:id')).toEqual([])
  })

  it.each([
    [200, true],
    [250, true],
    [350, true],
    [300, false],
    [400, false],
    [150, false],
    [-200, false],
  ])('can be edited with route status %i: %s', async (status, mayEdit) => {
    await openRoute({ status })
    expect(screen.queryByRole('button', { name: 'Save' }) !== null).toBe(mayEdit)
    expect(screen.queryByText(/^Account fields can be edited while/) === null).toBe(mayEdit)
  })

  it('ask which value to keep when somebody else has changed them', async () => {
    const theirs = { ...route, version: 4, bookingBreakValue1: 'Feria' }
    const after = [{ id: 1, label: 'Motivo', value: 'Feria' }]
    const journal = [
      line({}),
      line({
        id: 2,
        version: 4,
        action: 'edit',
        who: 'Luis Gil',
        before: { bookingBreaks: [] },
        after: { bookingBreaks: after },
      }),
    ]
    const changes = [{ field: 'bookingBreaks', before: [], after, who: 'Luis Gil', at: route.timeStart }]
    let isChanged = false
    await openRoute(
      {},
      {
        answers: {
          'GET /routeTracking/:sd/:id': () =>
            isChanged ? { routeTracking: theirs, journal } : { routeTracking: route, journal: [line({})] },
          'PUT /routeTracking/:sd/:id': () => {
            isChanged = true
            return refusal('Changed', 409, { problem: 'problems.bookingChanged', conflict: { version: 4, changes } })()
          },
        },
      },
    )
    type('Motivo *', 'Visita')
    save()
    expect(await screen.findByText(/Luis Gil has changed this route since you opened it/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: /Feria/ })).toBeTruthy()
  })

  it('show why the server refused them', async () => {
    const answers = {
      'PUT /routeTracking/:sd/:id': refusal("The route's breaks can no longer be edited", 409, {
        problem: 'problems.routeNotEditable',
      }),
    }
    await openRoute({}, { answers })
    type('Motivo *', 'Visita')
    save()
    expect(await screen.findByText("The route's breaks can no longer be edited")).toBeTruthy()
  })
})

describe('a route', () => {
  it('shows why its distance needs review, and its history', async () => {
    const journal = [
      line({}),
      line({
        id: 2,
        version: 3,
        action: 'measured',
        who: 'Parada',
        after: { status: -200, distanceMeters: 62_480, fault: 'jump' },
      }),
    ]
    const answer = { routeTracking: { ...route, status: -200, globalStatus: -1, fault: 'jump' }, journal }
    await openRoute({}, { answers: { 'GET /routeTracking/:sd/:id': answer } })
    expect(screen.getAllByText('The path jumps from one place to another')).toHaveLength(1)
    expect(screen.getByText('Distance: 62.48 km')).toBeTruthy()
    expect(screen.getByText('State: Distance needs review')).toBeTruthy()
  })

  it('links to the driver and the authorization only for users who may see them', async () => {
    await openRoute()
    expect(screen.getByRole('link', { name: 'Eva Gil' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '10201' })).toBeTruthy()
    cleanup()
    await openRoute({}, { permissions: { viewRouteTrackingByPA: '105', editAuthorizationByPA: '101' } })
    expect(screen.queryByRole('link', { name: 'Eva Gil' })).toBeNull()
    expect(screen.queryByRole('link', { name: '10201' })).toBeNull()
  })

  it('returns to the list with the status text when it cannot be loaded', async () => {
    const answers = {
      'GET /routeTracking/:sd/:id': () => {
        const http = { status: 404, statusText: 'Not Found' }
        throw new CallFailed('Gone', 404, { code: 404, errorMessage: 'Gone' }, http)
      },
    }
    const { toasts } = open('/routeTracking/100001', { answers })
    await until(() => expect(rows()).toHaveLength(1))
    expect(toasts.mock.calls.map(([{ title, message }]) => [title, message])).toEqual([
      ["Couldn't load this route", 'Not Found'],
    ])
  })
})
