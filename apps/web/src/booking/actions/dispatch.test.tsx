import type { Fleet } from '@parada/contract/entities'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { ownFleet } from '../../testing/records.ts'
import { booking, now, openModal } from '../testing.tsx'
import AddFleet from './add-fleet.tsx'
import ConfirmService from './confirm.tsx'
import DispatchBooking from './dispatch.tsx'
import NextFleet from './next-fleet.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const acted = (change: object) => ({ 'POST /services/:sd/:action': { booking: { ...booking, version: 4, ...change } } })

const fleet = (id: number, more: Partial<Fleet> = {}): Fleet => ({
  id,
  fleetLongName: `Fleet ${id}`,
  protocolDispatch: 4,
  status: 1,
  ...more,
})

describe('the dispatch modal', () => {
  it('offers the pre-dispatch minutes (B-074)', async () => {
    const { dialog } = await openModal(DispatchBooking)
    const options = within(within(dialog).getByLabelText('Send to fleet')).getAllByRole<HTMLOptionElement>('option')
    expect(
      options
        .map(({ value }) => value)
        .filter(Boolean)
        .map(Number),
    ).toEqual([10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 120, 360])
  })

  it('sends the chosen fleet, lead time and hold with an idempotency key (B-066)', async () => {
    const { dialog, type, submit, isSent, sent, told, details, closed } = await openModal(DispatchBooking, {
      answers: acted({ fleet: 'Fleet 30' }),
    })
    fireEvent.click(await within(dialog).findByLabelText('Fleet 30'))
    type('Send to fleet', '20')
    fireEvent.click(within(dialog).getByLabelText('Hold and dispatch later'))
    submit()
    await isSent()
    expect(sent[0]?.params).toEqual({ action: 'dispatch' })
    expect(sent[0]?.body).toEqual({
      booking: { id: 4711, version: 3, idFleet: 30, timePreDispatch: 20 },
      isBlocked: true,
    })
    expect(sent[0]?.headers?.['Idempotency-Key']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    expect(told()).toEqual(['Booking dispatch'])
    expect(details()).toEqual(['4711 is on hold for Fleet 30'])
  })

  it('dispatches at once when the lead time is cleared', async () => {
    const { dialog, type, submit, isSent, sent } = await openModal(DispatchBooking, {
      booking: { timePreDispatch: 15 },
      answers: acted({}),
    })
    await within(dialog).findByLabelText('Fleet 29')
    type('Send to fleet', '')
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ booking: { timePreDispatch: 0 } })
  })

  it('offers fleets within 40 km of the pickup, more within a wider radius, and any fleet by name', async () => {
    const near = fleet(30, { lat: 40.42, lon: -3.7 })
    const far = fleet(31, { lat: 41.38, lon: 2.17 })
    const { dialog, type } = await openModal(DispatchBooking, {
      booking: { origin: { ...booking.origin, lat: 40.41, lon: -3.69 } },
      answers: { ...acted({}), 'GET /fleets/:sd/permission/:permission': { fleets: [fleet(29), near, far] } },
    })
    const offered = () =>
      within(dialog)
        .getAllByRole('radio')
        .map(({ labels }: HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }) => labels?.[0]?.textContent)
    await within(dialog).findByLabelText('Fleet 30')
    expect(within(dialog).getByLabelText<HTMLInputElement>('Fleets within (km)').value).toBe('40')
    expect(offered()).toEqual(['Fleet 29', 'Fleet 30'])
    expect(within(dialog).getByText(/1 fleet is farther away/)).toBeTruthy()
    type('Fleets within (km)', '600')
    expect(offered()).toEqual(['Fleet 29', 'Fleet 30', 'Fleet 31'])
    type('Fleets within (km)', '')
    expect(within(dialog).getByText(/0 to 2,000/)).toBeTruthy()
    type('Fleets within (km)', '40')
    type('Type to filter fleets', 'fleet 31')
    await waitFor(() => expect(offered()).toEqual(['Fleet 31']))
  })

  it('can dispatch to the booking’s own fleet while the others are loading', async () => {
    const { dialog, submit, sent } = await openModal(DispatchBooking, {
      state: { fleets: [ownFleet(29), ownFleet(30)] },
      answers: { ...acted({}), 'GET /fleets/:sd/permission/:permission': () => new Promise(() => undefined) },
    })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Fleet 29').checked).toBe(true)
    expect(within(dialog).queryByLabelText('Fleet 30')).toBeNull()
    submit()
    const bodies = () => sent.filter(({ params }) => params?.action === 'dispatch').map(({ body }) => body)
    await waitFor(() => expect(bodies()).toMatchObject([{ booking: { idFleet: 29 } }]))
  })

  it('does not retry an unanswered request by itself, and reloads the booking (O2-47)', async () => {
    const answers = {
      'POST /services/:sd/:action': () => {
        throw new CallFailed('signal timed out', 0)
      },
    }
    const { dialog, submit, isSent, sent, queries } = await openModal(DispatchBooking, { answers })
    const reloaded = vi.spyOn(queries, 'invalidateQueries')
    await within(dialog).findByLabelText('Fleet 29')
    submit()
    expect((await within(dialog).findByRole('alert')).textContent).toContain('No reply in time')
    await isSent(1)
    expect(reloaded.mock.calls[0]?.[0]?.queryKey).toEqual(['record', 'main', '/services/:sd/:id', 4711])
    submit()
    await isSent(2)
    expect(sent[1]?.headers).toEqual(sent[0]?.headers)
  })
})

describe('the fleet picker', () => {
  const permissionOf = async (permissions: Record<string, string>) => {
    let asked: unknown
    await openModal(DispatchBooking, {
      permissions,
      answers: {
        'GET /fleets/:sd/permission/:permission': ({ params }: { params?: { permission?: string } }) => {
          asked = params?.permission
          return { fleets: [] }
        },
      },
    })
    await waitFor(() => expect(asked).toBeDefined())
    return asked
  }

  it('lists the fleets of dispatchServiceByFleet (B-075)', async () =>
    expect(await permissionOf({ dispatchServiceByFleet: '29,30' })).toBe('dispatchServiceByFleet'))

  it('lists every fleet for a user who may dispatch to any (B-075)', async () =>
    expect(await permissionOf({ dispatchServiceByFleet: '29', dispatchServiceToAnyFleet: 'true' })).toBe(
      'dispatchServiceToAnyFleet',
    ))

  it('filters the fleets by the typed text (B-066)', async () => {
    const { dialog, type } = await openModal(DispatchBooking)
    await within(dialog).findByLabelText('Fleet 29')
    type('Type to filter fleets', '31')
    await waitFor(() => expect(within(dialog).queryByLabelText('Fleet 29')).toBeNull())
    expect(within(dialog).getByLabelText('Fleet 31')).toBeTruthy()
  })
})

describe('the chosen fleet', () => {
  const checked = (dialog: HTMLElement) =>
    within(dialog)
      .queryAllByRole<HTMLInputElement>('radio')
      .filter((one) => one.checked)
      .map(({ value }) => Number(value))

  it('is cleared when the filter hides it', async () => {
    const { dialog, type, submit, errors, sent } = await openModal(DispatchBooking, { answers: acted({}) })
    await waitFor(() => expect(checked(dialog)).toEqual([29]))
    type('Type to filter fleets', 'fleet 3')
    expect(checked(dialog)).toEqual([])
    submit()
    await waitFor(() => expect(errors()).toEqual(['Missing property: Fleet']))
    expect(sent).toEqual([])
  })

  it('becomes the only match as soon as it is typed', async () => {
    const { dialog, type, submit, isSent, sent } = await openModal(DispatchBooking, { answers: acted({}) })
    await waitFor(() => expect(checked(dialog)).toEqual([29]))
    type('Type to filter fleets', '31')
    expect(checked(dialog)).toEqual([31])
    expect(within(dialog).getByText('Chosen: Fleet 31')).toBeTruthy()
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ booking: { idFleet: 31 } })
  })

  it('moves with the arrow keys pressed in the filter', async () => {
    const { dialog } = await openModal(DispatchBooking)
    await waitFor(() => expect(checked(dialog)).toEqual([29]))
    fireEvent.keyDown(within(dialog).getByLabelText('Type to filter fleets'), { key: 'ArrowDown' })
    expect(checked(dialog)).toEqual([30])
  })

  it.each([
    ['dispatch', DispatchBooking],
    ['hand-over', NextFleet],
  ])('must be among those offered for %s', async (_, Modal) => {
    const { dialog, submit, errors, sent } = await openModal(Modal, {
      answers: { ...acted({}), 'GET /fleets/:sd/permission/:permission': { fleets: [fleet(77)] } },
    })
    await within(dialog).findByLabelText('Fleet 77')
    submit()
    await waitFor(() => expect(errors()).toEqual(['Missing property: Fleet']))
    expect(sent).toEqual([])
  })

  it('stays named when it is on another page of the list', async () => {
    const fleets = Array.from({ length: 45 }, (_, index) => fleet(100 + index))
    const { dialog } = await openModal(AddFleet, { answers: { 'GET /fleets/:sd/with-geoarea': { fleets } } })
    fireEvent.click(await within(dialog).findByLabelText('Fleet 101'))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Next page' }))
    expect(within(dialog).getByText('Chosen: Fleet 101')).toBeTruthy()
  })
})

describe('a fleet’s details in the picker', () => {
  const square = (lon: number) => `POLYGON((${lon - 1} 40, ${lon + 1} 40, ${lon + 1} 41, ${lon - 1} 41, ${lon - 1} 40))`
  const fleets = [
    fleet(29, { geoAreaOrigin: [{ geometryWKT: square(-3.7) }] }),
    fleet(30, { protocolDispatch: 0, contactPhone: '915000111', geoAreaOrigin: [{ geometryWKT: square(-3.7) }] }),
    fleet(31, { geoAreaOrigin: [{ geometryWKT: square(2) }] }),
  ]
  const price = {
    priceCustomerType: 1,
    priceSupplierTotal: 12,
    estimatedMinPrice: 10.6,
    estimatedMaxPrice: 13.4,
    currency: 'EUR',
    distanceMeters: 13_200,
    estimatedMinTimeMinutes: 20,
    estimatedMaxTimeMinutes: 30,
    details: {},
  }
  const answers = {
    'GET /fleets/:sd/permission/:permission': { fleets },
    'GET /fleets/:sd/with-geoarea': { fleets: fleets.map(({ contactPhone: _, ...onMap }) => onMap) },
    'GET /fleets/:sd/:id/car-availability': ({ params }: { params?: { id?: number } }) => ({
      carAvailability: params?.id === 29 ? { cars: 6, etaMinutes: 3.2 } : { cars: 0, etaMinutes: null },
    }),
    'POST /services/:sd/priceEngine': {
      price: { idFleet: 29, ...price },
      prices: [{ idFleet: 29, ...price }],
    },
  }
  const state = { fleets: [29, 30, 31].map((id) => ownFleet(id)) }

  it.each([
    ['dispatch', DispatchBooking, {}],
    ['hand-over', NextFleet, { idFleet: 40, fleetsFiltered: '40' }],
    ['added fleet', AddFleet, { fleetsFiltered: '' }],
  ])('show cars, arrival and price as in the wizard, and the number to call: %s', async (_, Modal, change) => {
    const { dialog } = await openModal(Modal, { answers, state, booking: change })
    const saidOf = (name: string) => {
      const radio = within(dialog).getByLabelText(name)
      const ids = radio.getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    }
    await within(dialog).findByLabelText('Fleet 29')
    await waitFor(() => expect(saidOf('Fleet 29')).toBe('6 cars4 min€10–14'))
    await waitFor(() =>
      expect(saidOf('Fleet 30')).toBe('No cars nearby Manual fleet: call 915000111 to order the taxi.'),
    )
    expect(saidOf('Fleet 31')).toBe('Out of area')
  })
})

describe('the next-fleet modal', () => {
  it('hands over to the fleet after the current one and opens the successor (B-066, O2-45)', async () => {
    const { dialog, submit, isSent, sent, router } = await openModal(NextFleet, { answers: acted({ id: 4800 }) })
    expect(await within(dialog).findByLabelText<HTMLInputElement>('Fleet 30')).toHaveProperty('checked', true)
    expect(within(dialog).queryByLabelText('Fleet 29')).toBeNull()
    submit()
    await isSent()
    expect(sent[0]?.params).toEqual({ action: 'redispatch' })
    expect(sent[0]?.body).toEqual({ booking: { id: 4711, version: 3, idFleet: 30 } })
    await screen.findByText('Another booking')
    expect(router.state.location.pathname).toBe('/services/4800')
  })
})

describe('the confirm-service modal', () => {
  it('records the taxi and its driver’s phone (O2-09, B-235)', async () => {
    const { type, submit, isSent, sent, errors, told, details, closed } = await openModal(ConfirmService, {
      answers: acted({ status: 20 }),
    })
    submit()
    await waitFor(() => expect(errors()).toEqual(['Missing property: Taxi number']))
    type('Taxi number', '312')
    type('Driver phone', '600000002')
    submit()
    await isSent()
    expect(sent[0]?.body).toEqual({
      booking: { id: 4711, version: 3, idSupplierTaxi: 312, phoneNumberSupplier: '600000002' },
    })
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    expect(told()).toEqual(['Booking confirm'])
    expect(details()).toEqual(['4711 confirmed with taxi 312'])
  })

  it('closes with null on failure and logs the error (L-267)', async () => {
    const answers = {
      'POST /services/:sd/:action': () => {
        throw new CallFailed('The booking has changed, and this is no longer possible', 409)
      },
    }
    const { type, submit, closed } = await openModal(ConfirmService, { answers })
    type('Taxi number', '312')
    submit()
    await waitFor(() => expect(closed).toHaveBeenCalledWith(null))
    expect(console.error).toHaveBeenCalledWith(
      'The booking has changed, and this is no longer possible',
      expect.anything(),
    )
  })
})

it('adds a fleet that the booking does not have yet (B-235)', async () => {
  const answers = {
    'GET /fleets/:sd/with-geoarea': {
      fleets: [29, 40, 41].map((id) => ({
        id,
        fleetLongName: `Fleet ${id}`,
        protocolDispatch: 4,
        status: id === 41 ? 0 : 1,
      })),
    },
    'PUT /services/:sd/:idBooking/addFleet/:idFleet': { booking },
  }
  const { dialog, submit, isSent, sent, told, details, closed } = await openModal(AddFleet, { answers })
  fireEvent.click(await within(dialog).findByLabelText('Fleet 40'))
  expect(within(dialog).queryByLabelText('Fleet 29')).toBeNull()
  expect(within(dialog).queryByLabelText('Fleet 41')).toBeNull()
  submit()
  await isSent()
  expect(sent[0]?.params).toEqual({ idBooking: 4711, idFleet: 40 })
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(told()).toEqual(['Fleet added'])
  expect(details()).toEqual(['4711 can now go to Fleet 40'])
})
