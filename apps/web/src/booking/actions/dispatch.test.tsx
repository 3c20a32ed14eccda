import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
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

  it('sends the chosen fleet, lead and lock under a key that a repetition shares (B-066)', async () => {
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
    expect(sent[0]?.headers?.['Idempotency-Key']).toMatch(/^[0-9a-f]{16,32}$/)
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    expect(told()).toEqual(['Booking dispatch'])
    expect(details()).toEqual(['4711 is on hold for Fleet 30'])
  })

  it('does not repeat by itself what was not answered in time, and reloads the booking (O2-47)', async () => {
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

  it('lists every fleet for who may dispatch to any (B-075)', async () =>
    expect(await permissionOf({ dispatchServiceByFleet: '29', dispatchServiceToAnyFleet: 'true' })).toBe(
      'dispatchServiceToAnyFleet',
    ))

  it('is thinned out by what is typed (B-066)', async () => {
    const { dialog, type } = await openModal(DispatchBooking)
    await within(dialog).findByLabelText('Fleet 29')
    type('Type to filter fleets', '31')
    await waitFor(() => expect(within(dialog).queryByLabelText('Fleet 29')).toBeNull())
    expect(within(dialog).getByLabelText('Fleet 31')).toBeTruthy()
  })
})

describe('the next-fleet modal', () => {
  it('hands over to the fleet after the current one, and goes on to the successor (B-066, O2-45)', async () => {
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

  it('closes with null when it fails, and logs why (L-267)', async () => {
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
