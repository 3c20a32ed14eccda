import type { FoundBooking } from '@parada/contract/booking'
import type { AliveBooking } from '@parada/contract/calls/services'
import { type SearchTerms, searchTerms } from '@parada/domain/booking/search'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { booking } from '../booking/testing.tsx'
import { type Answer, type Answers, openApp, startUpAnswers } from '../testing/open-app.tsx'
import { atHand, hintOf } from './palette-bookings.ts'

beforeEach(() => {
  sessionStorage.clear()
  sessionStorage.setItem('token', '"secret"')
  sessionStorage.setItem('permissions', JSON.stringify([{ key1: '*', value: 'true' }]))
  sessionStorage.setItem('lastSessionTime', String(Date.now()))
  vi.stubGlobal('innerWidth', 1440)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const taxi = { supplierTaxiDescription: '4821 KLM', idSupplierTaxi: 93 }
const alive = [
  { ...booking, id: 4711, ...taxi, bookingReference: 'EXP-77' },
  { ...booking, id: 4712, passengerName: 'Jorge Ruiz', phoneNumberPassenger: '+34 611 222 333' },
] as AliveBooking[]

const found = (id: number, change: Partial<FoundBooking> = {}): FoundBooking => ({
  ...{ id, status: 30, statusDispatch: null, timeBookingStartTimestamp: booking.timeBookingStartTimestamp },
  ...{ timeZone: 'Europe/Madrid', passengerName: 'María Soto', phoneNumberPassenger: '600000001' },
  ...{ bookingReference: '', plate: '', origin: 'Atocha' },
  ...change,
})

const answers = (search: Answers[string]): Answers => ({
  ...startUpAnswers,
  'GET /api/services/demo/alive/fleet': { response: { services: alive } },
  'GET /api/services/demo/search': search,
  'GET /api/services/demo/4711': { response: { booking: alive[0] } },
})

const openPalette = async (search: Answers[string] = { response: { bookings: [] } }) => {
  const app = await openApp('/taxiFeatures', answers(search))
  await screen.findByRole('timer')
  await waitFor(() => expect(app.session.state().bookingsAlive).toHaveLength(2))
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  const box = await screen.findByPlaceholderText('Search bookings, screens and actions', {}, { timeout: 15_000 })
  const list = () => document.getElementById('palette-list') as HTMLElement
  return {
    ...app,
    type: (value: string) => fireEvent.change(box, { target: { value } }),
    press: (code: string) => fireEvent.keyDown(box, { code }),
    searches: () => app.asked().filter((call) => call === 'GET /api/services/demo/search').length,
    list,
    shown: () => [...list().querySelectorAll('[data-action]')].map(({ textContent }) => textContent?.slice(0, 4)),
    chosen: () => list().querySelector('[data-selected]')?.textContent?.slice(0, 4),
  }
}

describe('bookings in the palette', () => {
  it.each(['4711', 'maria so', '4821-klm', 'exp 77', '600 000'])(
    'are found at once among the active ones, without an API call, by %j',
    async (typed) => {
      const { type, shown, searches } = await openPalette()
      type(typed)
      await waitFor(() => expect(shown()[0]).toBe('4711'))
      expect(searches()).toBe(0)
    },
  )

  it('open with Enter', async () => {
    const { type, press, chosen, router } = await openPalette()
    type('4711')
    await waitFor(() => expect(chosen()).toBe('4711'))
    press('Enter')
    await waitFor(() => expect(router.state.location.pathname).toBe('/services/4711'))
  })

  it('show the passenger, time, state and the part that matched', async () => {
    const { type, list } = await openPalette()
    type('4821')
    expect(await within(list()).findByText('4821 KLM · 93')).toBeTruthy()
    for (const text of ['4711', 'María Soto', '15/11/2026 10:00', 'Searching'])
      expect(within(list()).getByText(text)).toBeTruthy()
  })

  it('from the server come after the active ones and are requested once when typing pauses', async () => {
    const { type, shown, searches, chosen } = await openPalette({ response: { bookings: [found(4711), found(3001)] } })
    type('mar')
    type('mari')
    type('maria')
    await waitFor(() => expect(shown()).toEqual(['4711', '3001']))
    expect([searches(), chosen()]).toEqual([1, '4711'])
  })

  it('that arrive late are added at the end and do not change the selection', async () => {
    const waiting: ((given: Answer) => void)[] = []
    const { type, press, shown, chosen } = await openPalette(() => new Promise((resolve) => waiting.push(resolve)))
    type('act')
    await waitFor(() => expect(shown().length).toBeGreaterThan(0))
    const before = shown()
    press('ArrowDown')
    const choice = chosen()
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]?.({ response: { bookings: [found(3001, { bookingReference: 'ACT-1' })] } })
    await waitFor(() => expect(shown()).toEqual([...before, '3001']))
    expect(chosen()).toBe(choice)
  })

  it('are preselected if there are no other results', async () => {
    const { type, chosen } = await openPalette({ response: { bookings: [found(3001)] } })
    type('zzz9')
    expect(await screen.findByText('Searching all bookings…')).toBeTruthy()
    await waitFor(() => expect(chosen()).toBe('3001'))
  })

  it('show a note if the search fails, and those that are active stay', async () => {
    const { type, shown } = await openPalette({ status: 500, meta: { errorMessage: 'no' } })
    type('maria')
    expect(await screen.findByText(/Only active bookings can be searched/)).toBeTruthy()
    expect(shown()).toEqual(['4711'])
  })

  it('are not requested for fewer than three letters or more than 60', async () => {
    const { type, searches } = await openPalette()
    type('ma')
    type('m'.repeat(61))
    expect(await screen.findByText('No results')).toBeTruthy()
    expect(searches()).toBe(0)
  })
})

describe('users in the palette', () => {
  const eva = {
    ...{ id: 100_001, firstName: 'Eva', lastName: 'Gil', userEmail: 'eva@correo.example', status: 1 },
    ...{ prefixMobileNumber: '34', mobileNumber: '600111222' },
  }
  const openWithUsers = async (granted: Record<string, string>) => {
    sessionStorage.setItem(
      'permissions',
      JSON.stringify(Object.entries(granted).map(([key1, value]) => ({ key1, value }))),
    )
    const permissions = Object.entries(granted).map(([key1, value]) => ({ key1, value }))
    const app = await openApp('/taxiFeatures', {
      ...answers({ response: { bookings: [] } }),
      'GET /api/users/demo/self/permissions': { response: { permissions } },
      'GET /api/users/demo/search': { response: { users: [eva] } },
    })
    await screen.findByRole('timer')
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    const box = await screen.findByPlaceholderText('Search bookings, screens and actions', {}, { timeout: 15_000 })
    fireEvent.change(box, { target: { value: 'eva gil' } })
    return { ...app, box, searches: () => app.asked().filter((call) => call === 'GET /api/users/demo/search').length }
  }

  it('are found for holders of viewUserByWhitelabel, and open with Enter', async () => {
    const { box, router } = await openWithUsers({ viewUserByWhitelabel: 'all' })
    expect(await screen.findByText('Eva Gil')).toBeTruthy()
    for (const text of ['+34 600111222', 'eva@correo.example', 'Enabled']) expect(screen.getByText(text)).toBeTruthy()
    fireEvent.keyDown(box, { code: 'Enter' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/userDetail/100001'))
  })

  it('are not requested for other users', async () => {
    const { searches } = await openWithUsers({ dispatchServiceByFleet: 'all' })
    expect(await screen.findByText('No results')).toBeTruthy()
    expect(searches()).toBe(0)
  })
})

const terms = (typed: string) => searchTerms(typed) as SearchTerms

it('lists the booking named by its id before newer ones', () =>
  expect(atHand([{ ...alive[0], id: 600 } as AliveBooking, ...alive], terms('600')).map(({ id }) => id)).toEqual([
    600, 4711,
  ]))

it('shows the pickup of a booking that was found by its passenger', () =>
  expect(hintOf(terms('maria'), found(1))).toBe('Atocha'))
