import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, openApp, startUpAnswers } from '../../../testing/open-app.tsx'

const fleet = (id: number, fleetLongName: string, lat: number, change: object = {}) => ({
  ...{ id, fleetName: fleetLongName, fleetLongName, protocolDispatch: 4, taxiFeatures: '1,9', status: 1 },
  ...{ lat, lon: -3.7, radiusKm: 10, geoAreaOrigin: [] },
  ...change,
})
const square = 'POLYGON((-4 40, -4 41, -3 41, -3 40, -4 40))'
const found = [
  fleet(3, 'Burgos', 42.3, { status: 0 }),
  fleet(2, 'Móstoles', 40.6, { geoAreaOrigin: [] }),
  fleet(1, 'Radio Madrid', 40.45, { geoAreaOrigin: [{ description: 'Área de Madrid', geometryWKT: square }] }),
  fleet(4, 'Nadie sabe', 0, { lat: null, lon: null, status: null, radiusKm: null, taxiFeatures: '' }),
]
const sol = {
  ...{ addressField: 'Puerta del Sol, Madrid', name: 'Puerta del Sol', lat: 40.4169, lon: -3.7035 },
  ...{ isPoi: false, source: 'place' },
}
const answers: Answers = {
  ...startUpAnswers,
  'GET /api/fleets/demo/with-geoarea': { response: { fleets: found } },
  'GET /api/places/demo/search': { response: { suggestedAddresses: [sol] } },
}

const open = async (path = '/maps', given = answers, permissions: object[] = []) => {
  sessionStorage.setItem('token', '"secret"')
  sessionStorage.setItem('permissions', JSON.stringify(permissions))
  sessionStorage.setItem('lastSessionTime', String(Date.now()))
  const app = await openApp(path, given)
  await screen.findByRole('heading', { level: 1, name: 'Fleets and coverage' })
  return app
}
const list = () => screen.getByRole('list', { name: 'Fleets' })
const fleets = () => within(list()).queryAllByRole('button')
const texts = () => fleets().map(({ textContent }) => textContent)
const loaded = () => waitFor(() => expect(fleets()).toHaveLength(4))
const map = () => screen.getByTestId('map')

const choosePlace = async () => {
  const box = screen.getByRole('combobox', { name: 'Who covers this place?' })
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value: 'Puerta del Sol' } })
  fireEvent.click(await screen.findByRole('option'))
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the map of fleets', () => {
  it('is available without any permission, with every fleet and its coverage (L-213)', async () => {
    await open()
    await loaded()
    expect(texts()).toEqual(['–BurgosNot active', '✓MóstolesActive', '✓Radio MadridActive', '–Nadie sabeNot active'])
    expect(map().dataset.areas).toBe('4')
  })

  it('distinguishes active fleets by a word on their pins', async () => {
    await open()
    await loaded()
    expect(map().textContent).toBe('fleet: Burgos: Not activefleet: Móstoles: Activefleet: Radio Madrid: Active')
  })

  it('zooms to the coverage of the chosen fleet, and shows its facts', async () => {
    const { router } = await open()
    await loaded()
    const [first, , third] = fleets()
    first?.focus()
    for (const _ of [1, 2]) fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(third)
    fireEvent.click(third as Element)
    await waitFor(() => expect(router.state.location.search).toEqual({ fleet: 1 }))
    expect(map().dataset.look).toBe('fleet 1')
    expect(list().textContent).toContain('CoverageÁrea de MadridDispatch protocolTaxiTronicTaxi featuresVan, #9')
    fireEvent.click(third as Element)
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(map().dataset.look).toBeUndefined()
  })

  it('opens at the fleet in the URL, and says which of its facts are unknown', async () => {
    await open('/maps?fleet=4')
    await loaded()
    expect(list().textContent).toContain('CoverageNot known')
    expect(list().textContent).toContain('Taxi featuresNone')
    cleanup()
    await open('/maps?fleet=2')
    await loaded()
    expect(list().textContent).toContain('Coverage10 km around the fleet')
  })

  it('lists fleets that cover a place first, then those within 40 km of it, with distances (B-156)', async () => {
    const { router } = await open('/maps?fleet=3')
    await loaded()
    expect((screen.getByLabelText('Radius, km') as HTMLInputElement).value).toBe('40')
    await choosePlace()
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(texts()).toEqual([
      '✓Radio MadridActive · Covers this place3.7 km',
      '✓MóstolesActive · Within the radius20.4 km',
      '–BurgosNot active209 km',
      '–Nadie sabeNot active',
    ])
    expect(screen.getByText('1 fleet covers this place. 1 more is within 40 km.')).toBeTruthy()
    expect(map().textContent).toContain('stop: Puerta del Sol')
    fireEvent.change(screen.getByLabelText('Radius, km'), { target: { value: '15' } })
    expect(screen.getByText('1 fleet covers this place. 0 more are within 15 km.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Radius, km'), { target: { value: 'far' } })
    expect(screen.getByText('0 to 2,000')).toBeTruthy()
  })

  it('finds fleets by typed text, with or without accents', async () => {
    await open()
    await loaded()
    const type = (value: string) => fireEvent.change(screen.getByLabelText('Search fleets'), { target: { value } })
    type('mosto')
    expect(texts()).toEqual(['✓MóstolesActive'])
    type('nobody')
    expect(screen.getByText('No results')).toBeTruthy()
  })

  it('offers a retry when the fleets cannot be loaded', async () => {
    let fails = true
    await open('/maps', {
      ...answers,
      'GET /api/fleets/demo/with-geoarea': () =>
        fails ? { status: 400, meta: { code: 400, errorMessage: 'Out of order' } } : { response: { fleets: found } },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order')
    fails = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await loaded()
  })

  it('shows the demand of this hour only on request, and says what it counts', async () => {
    let asked = 0
    const heat = { hour: 9, weekday: 2, cellMetres: 150, cells: [{ lat: 40.4, lon: -3.7, count: 7 }] }
    const heats: Answers = {
      'GET /api/services/demo/heat/demand': () => {
        asked += 1
        return { response: heat }
      },
      'GET /api/services/demo/heat/refusals': { response: { ...heat, weekday: null, cells: [] } },
    }
    await open('/maps', { ...answers, ...heats }, [{ key1: 'taxiMap', value: 'true' }])
    await loaded()
    const demand = await screen.findByRole('checkbox', { name: 'Demand at this hour' })
    expect(screen.queryByRole('checkbox', { name: 'Fleet coverage' })).toBeNull()
    expect(asked).toBe(0)
    fireEvent.click(demand)
    expect(await screen.findByText('Pickups, Tuesday 09:00–10:00, last 4 weeks')).toBeTruthy()
    expect(localStorage.getItem('parada.map.demand')).toBe('on')
    const refusals = screen.getByRole('checkbox', { name: 'Refusals at this hour' })
    fireEvent.click(refusals)
    expect(await screen.findByText('No refusals between 09:00–10:00 in the last 4 weeks')).toBeTruthy()
    for (const box of [demand, refusals]) fireEvent.click(box)
    await waitFor(() => expect(screen.queryByText(/last 4 weeks/)).toBeNull())
  })

  it('offers no demand without the permission for the taxi map', async () => {
    await open()
    await loaded()
    expect(screen.queryByRole('checkbox', { name: 'Demand at this hour' })).toBeNull()
  })
})
