import { notifications } from '@mantine/notifications'
import type { Call } from '@parada/contract/kit'
import { encodePath } from '@parada/domain/places/polyline'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { show } from '../../kit/list/testing.tsx'
import { liveState } from '../../session/live-state.ts'
import type { SessionState } from '../../session/session-state.ts'
import { SessionProvider } from '../../session/use-session.ts'
import { delivery, ownFleet } from '../../testing/records.ts'
import type { Booking } from '../record/booking-record.ts'
import { booking, now, testSession } from '../testing.tsx'
import { BookingPage } from './booking-page.tsx'

// Preloaded, so that no test waits for a lazy chunk.
await import('../actions/cancel.tsx')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  liveState.set('connecting')
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Options = {
  booking?: Partial<Booking>
  answers?: Record<string, unknown>
  permissions?: Record<string, string>
  state?: SessionState
}

const refuse =
  (status: number, message = 'no') =>
  () => {
    throw new CallFailed(message, status)
  }

const sights = [1, 2, 3, 4].map((n) => ({ lat: 40 + n / 100, lon: -3 }))
const driven = (trajectory: object[]) => ({ booking, price: {}, metadata: {}, trajectory })

const open = ({ booking: change = {}, answers = {}, permissions = { '*': 'true' }, state = {} }: Options = {}) => {
  const asked: string[] = []
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const session = testSession(permissions, state)
  const table: Record<string, unknown> = {
    'GET /services/:sd/:id': { booking: { ...booking, ...change } },
    'GET /services/:sd/:id/journal': { journal: [] },
    'GET /services/:sd/:id/extras': { messages: [], rating: null, deliveries: [] },
    'GET /services/:sd/:id/metadata': { metadata: {} },
    'POST /services/:sd/:id/presence': { people: [] },
    'GET /services/:sd/:id/trajectory': driven([]),
    'GET /tracking/': { coords: { lat: 40.42, lng: -3.7, routeWayPoints: '', dispatchStatus: 2000, eta: 4 } },
    ...answers,
  }
  const component = () => (
    <SessionProvider value={session}>
      <BookingPage id={4711} />
    </SessionProvider>
  )
  const validateSearch = (search: object) => search
  const view = show(
    { '/services/4711': { validateSearch, component }, '/dashboard': { validateSearch, component: () => <p>desk</p> } },
    (_, call: Call, __, given) => {
      asked.push(`${call.method} ${call.path}`)
      const answer = table[`${call.method} ${call.path}`]
      if (answer === undefined) throw new CallFailed(`not answered: ${call.path}`, 404)
      return typeof answer === 'function' ? answer(given) : answer
    },
  )
  const told = () => toasts.mock.calls.map(([{ title, message }]) => title ?? message)
  const times = (call: string) => asked.filter((one) => one === call).length
  return { ...view, asked, told, times }
}

const fact = (label: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent

describe('the booking detail', () => {
  it('renders the alive list’s data at once, and requests the rest in one round', async () => {
    let answer: (value: unknown) => void = () => undefined
    const { asked } = open({
      state: { bookingsAlive: [booking] },
      answers: { 'GET /services/:sd/:id': () => new Promise((resolve) => (answer = resolve)) },
    })
    expect(await screen.findByRole('heading', { name: '4711' })).toBeTruthy()
    expect(fact('Passenger')).toBe('María Soto')
    // All requests are sent before the first response.
    await waitFor(() =>
      expect(asked.toSorted()).toEqual([
        'GET /places/:sd/way',
        'GET /services/:sd/:id',
        'GET /services/:sd/:id/extras',
        'GET /services/:sd/:id/journal',
        'POST /services/:sd/:id/presence',
      ]),
    )
    answer({ booking: { ...booking, phoneNumberSupplier: '600000002' } })
    await waitFor(() => expect(fact('Driver phone')).toBe('600000002'))
  })

  it.each([
    [0, 'None'],
    [1, 'Email'],
    [2, 'Spartan'],
    [3, 'Unknown (3)'],
    [4, 'TaxiTronic'],
    [5, 'FLOGES'],
    [6, 'AURIGA'],
    [7, 'KARHOO'],
    [8, 'CITYCAB'],
    [9, 'AUTOCAB'],
    [10, 'DEMESIX'],
    [11, 'CABIFY'],
  ])('names the dispatch protocol of the fleet: protocol %s is %s (P-126)', async (protocolDispatch, name) => {
    open({ state: { fleets: [ownFleet(29, { protocolDispatch })] } })
    await waitFor(() => expect(fact('Dispatch protocol')).toBe(name))
  })

  it.each([
    ['gone, of another tenant, or of a fleet that was taken away', 404, /Booking 4711 doesn't exist/, 'link'],
    ['not for this person any more', 403, /You don't have access to booking 4711/, 'link'],
    ['refused by a server in trouble', 500, /Couldn't load the booking: no/, 'button'],
    ['out of reach', 0, /Couldn't load the booking: can't reach the server/, 'button'],
  ])('shows why the booking could not be loaded: %s (B-225)', async (_, status, text, way) => {
    open({ answers: { 'GET /services/:sd/:id': refuse(status) } })
    expect(await screen.findByRole('heading', { name: 'Error retrieving service detail' })).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole(way, { name: way === 'link' ? 'Go to active bookings' : 'Try again' })).toBeTruthy()
  })

  it('loads by itself once the server is back', async () => {
    let isDown = true
    const answer = () => (isDown ? refuse(503)() : { booking })
    open({ answers: { 'GET /services/:sd/:id': answer } })
    await screen.findByRole('heading', { name: 'Error retrieving service detail' })
    isDown = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await screen.findByRole('heading', { name: '4711' })).toBeTruthy()
  })

  it.each([403, 404])(
    'keeps the text being typed when the booking is lost (%i), but offers no actions',
    async (status) => {
      let isLost = false
      const answer = () => (isLost ? refuse(status)() : { booking })
      const { queries } = open({ answers: { 'GET /services/:sd/:id': answer } })
      await screen.findByRole('heading', { name: '4711' })
      fireEvent.change(await screen.findByLabelText('Note to driver'), { target: { value: 'Ring twice' } })
      isLost = true
      await queries.invalidateQueries({ queryKey: ['record'] })
      expect((await screen.findByRole('alert')).textContent).toContain('Error retrieving service detail')
      expect(screen.getByLabelText<HTMLTextAreaElement>('Note to driver').value).toBe('Ring twice')
      expect(screen.queryByRole('button', { name: /Dispatch/ })).toBeNull()
      fireEvent.change(screen.getByLabelText('Note to driver'), { target: { value: '' } })
      expect(await screen.findByRole('link', { name: 'Go to active bookings' })).toBeTruthy()
      expect(screen.queryByLabelText('Note to driver')).toBeNull()
    },
  )

  it('polls and says so while live events are interrupted', async () => {
    liveState.set('reconnecting')
    const { times } = open()
    expect(await screen.findByText(/Live updates are paused/)).toBeTruthy()
    await vi.advanceTimersByTimeAsync(15_000)
    await waitFor(() => expect(times('GET /services/:sd/:id')).toBe(2))
    act(() => liveState.set('live'))
    expect(screen.queryByText(/Live updates are paused/)).toBeNull()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(times('GET /services/:sd/:id')).toBe(2)
  })

  it('keeps the known data when the booking cannot be loaded', async () => {
    open({ state: { bookingsAlive: [booking] }, answers: { 'GET /services/:sd/:id': refuse(503, 'busy') } })
    expect((await screen.findByRole('alert')).textContent).toContain('Error retrieving service detail: busy')
    expect(fact('Passenger')).toBe('María Soto')
  })

  it.each([
    [-10, true],
    [-20, true],
    [-40, true],
    [30, true],
    [20, false],
    [10, false],
  ])('loads the metadata of a booking with status %i: %s (B-055)', async (status, isLoaded) => {
    const metadata = { cancellationReasonDescription: 'No vehicle available' }
    const { times } = open({ booking: { status }, answers: { 'GET /services/:sd/:id/metadata': { metadata } } })
    await screen.findByRole('heading', { name: '4711' })
    if (isLoaded) await waitFor(() => expect(fact('Cancellation reason')).toBe('No vehicle available'))
    expect(times('GET /services/:sd/:id/metadata')).toBe(isLoaded ? 1 : 0)
  })

  it.each(['priceTooLow', 'priceTollTooHigh', 'priceTooHigh', 'priceOutOfRange', 'priceMissing'])(
    'warns of %s (B-058)',
    async (error) => {
      open({ booking: { status: 30, validatedErrors: [error] } })
      expect(await screen.findByText(/Check the price/)).toBeTruthy()
    },
  )

  it('does not warn of errors that are not about the price (B-058)', async () => {
    open({ booking: { status: 30, validatedErrors: ['specialCustomer'] } })
    await screen.findByRole('heading', { name: '4711' })
    expect(screen.queryByText(/Check the price/)).toBeNull()
    expect(fact('Needs checking')).toBe('Special customer')
  })

  it.each([
    [{ editServiceByFleet: 'all', editPriceCustomer: 'true' }, '€22.00'],
    [{ editServiceByFleet: 'all' }, undefined],
  ])('shows the customer price only with editPriceCustomer: %o (B-110, L-230)', async (permissions, price) => {
    open({ permissions, booking: { status: 30, priceCustomerTotal: 22 } })
    await screen.findByRole('heading', { name: '4711' })
    expect(fact('Customer price')).toBe(price)
  })

  it.each([true, false])(
    'shows the reference only with the tenant’s flag: %s (B-061)',
    async (showBookingReference) => {
      open({
        booking: { bookingReference: 'D-4711' },
        state: { whitelabelConfig: { name: 'Demo', showBookingReference } },
      })
      await screen.findByRole('heading', { name: '4711' })
      expect(fact('Reference')).toBe(showBookingReference ? 'D-4711' : undefined)
    },
  )

  it('lists what happened and by whom, in words and newest first', async () => {
    const line = { version: 2, idUser: 7, idFleet: null }
    const journal = [
      { ...line, id: 1, at: now, action: 'create', who: 'Ana Pérez', before: {}, after: { passengerName: 'M' } },
      {
        ...line,
        id: 2,
        at: now + 2_000,
        action: 'edit',
        who: 'Bruno Salas',
        before: { paymentMethod: 11, status: 10 },
        after: { paymentMethod: 13, status: 10, timeUpdated: 1 },
      },
    ]
    open({ answers: { 'GET /services/:sd/:id/journal': { journal } } })
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
    await waitFor(() => expect(timeline.getAllByRole('listitem')).toHaveLength(3))
    expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))).toEqual([
      '15/11 10:00:02Bruno Salas · EditedPayment method: Cash Visa',
      'Payment method: Cash Visa',
      '15/11 10:00:00Ana Pérez · Created',
    ])
  })

  it('names the insurer whose case the booking was made from', async () => {
    const line = { id: 1, version: 1, at: now, action: 'create', idUser: null, idFleet: null, before: {}, after: {} }
    const journal = [{ ...line, who: 'Seguros Ejemplo', idInsurer: 1 }]
    open({ answers: { 'GET /services/:sd/:id/journal': { journal } } })
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
    expect(await timeline.findByText('Seguros Ejemplo (insurer)')).toBeTruthy()
  })

  it('says everywhere which of the two equal hours of the autumn night is meant', async () => {
    const [before, after] = [Date.parse('2026-10-25T00:30:00Z'), Date.parse('2026-10-25T01:30:00Z')]
    const line = { id: 1, version: 2, idUser: 7, idFleet: null, action: 'edit', who: 'Ana Pérez' }
    const journal = [{ ...line, at: after, before: { timeBookingStart: before }, after: { timeBookingStart: after } }]
    open({
      booking: { timeBookingStartTimestamp: before, promisedArrival: after },
      answers: { 'GET /services/:sd/:id/journal': { journal } },
    })
    expect(await screen.findByTitle('25/10/2026 02:30 before the change')).toBeTruthy()
    await waitFor(() => expect(fact('Promised')).toContain('25/10/2026 02:30 after the change'))
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
    expect(await timeline.findByText('25/10 02:30:00 (2nd)')).toBeTruthy()
    const [entry] = timeline.getAllByRole('listitem')
    expect(entry?.textContent).toContain('25/10/2026 02:30 before the change 25/10/2026 02:30 after the change')
  })

  it('shows messages and deliveries in order and the rating, and none of them if they cannot be loaded (B-231)', async () => {
    const message = { id: 1, at: now, userName: 'Ana Pérez', message: 'At the back door', type: 22 }
    const sent = { ...delivery, template: 'text', state: 'sent', sentAt: now - 1 }
    const rating = { id: 8, idBooking: 4711, score: 4, toImprove: ['driverStatus'], timeUpdated: 1 }
    let isFailing = false
    const { queries } = open({
      answers: {
        'GET /services/:sd/:id/extras': () => {
          if (isFailing) throw new CallFailed('no', 400)
          return { messages: [message], rating, deliveries: [sent] }
        },
      },
    })
    await waitFor(() => expect(fact('Rating')).toBe('4 of 5 · Driver'))
    const lines = within(screen.getByRole('region', { name: 'Messages and deliveries' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('SMS · message · 600000001'),
      expect.stringContaining('At the back door'),
    ])
    isFailing = true
    await queries.invalidateQueries({ queryKey: ['record'] })
    expect(await screen.findByText('No messages yet')).toBeTruthy()
    expect(fact('Rating')).toBeUndefined()
  })

  it('opens an action by its key, but not one that is not possible', async () => {
    open({
      booking: { status: 20, statusDispatch: 2500 },
      answers: { 'GET /services/:sd/cancelReasons': { cancelList: [] } },
    })
    await screen.findByRole('heading', { name: '4711' })
    fireEvent.keyDown(document.body, { key: 'd' })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body, { key: 'x' })
    expect(await screen.findByRole('dialog', { name: 'Cancel booking 4711' })).toBeTruthy()
  })
})

describe('tracking', () => {
  it('requests the taxi’s position every six seconds while the booking is confirmed (B-062)', async () => {
    const { times } = open({ booking: { status: 20, statusDispatch: 2000 } })
    expect(await screen.findByText('At pickup in 4 min')).toBeTruthy()
    expect(times('GET /tracking/')).toBe(1)
    await vi.advanceTimersByTimeAsync(5_900)
    expect(times('GET /tracking/')).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    await waitFor(() => expect(times('GET /tracking/')).toBe(2))
    await vi.advanceTimersByTimeAsync(6_000)
    await waitFor(() => expect(times('GET /tracking/')).toBe(3))
    expect(screen.getByTestId('map').textContent).toContain('taxi')
  })

  it('sends the id of the booking and the external ids of fleet and service (B-184)', async () => {
    const asked = vi.fn(() => ({ coords: { lat: 40.42, lng: -3.7, routeWayPoints: '', dispatchStatus: 2000, eta: 4 } }))
    open({
      booking: { status: 20, statusDispatch: 2000, idFleet: 29, idSupplierService: 'S-77' },
      answers: { 'GET /tracking/': asked },
      state: { fleets: [{ id: 29, idExternal: 'EXT-29' }] as never },
    })
    await waitFor(() => expect(asked).toHaveBeenCalled())
    const ids = { idService: 4711, idExternalFleet: 'EXT-29', idExternalService: 'S-77' }
    expect(asked.mock.calls[0]).toMatchObject([{ query: ids }])
  })

  it.each([10, -30, 30])('requests no position for a booking with status %i (B-062)', async (status) => {
    const { times } = open({ booking: { status } })
    await screen.findByRole('heading', { name: '4711' })
    await vi.advanceTimersByTimeAsync(7_000)
    expect(times('GET /tracking/')).toBe(0)
  })

  it('warns when there is no tracking (B-065)', async () => {
    open({ booking: { status: 20 }, answers: { 'GET /tracking/': refuse(404) } })
    expect(await screen.findByText('No tracking available for this service')).toBeTruthy()
  })

  const way = { distanceMeters: 900, durationSeconds: 120, path: encodePath(sights), source: 'streets' }

  it.each([
    ['draws the street route, requested once', way, '4'],
    ['draws no line when the street route is unknown', { ...way, source: 'line' }, '0'],
  ])('%s', async (_, answered, count) => {
    const { times } = open({ booking: { status: 10 }, answers: { 'GET /places/:sd/way': { way: answered } } })
    await waitFor(() => expect(times('GET /places/:sd/way')).toBe(1))
    await waitFor(() => expect(screen.getByTestId('map').dataset.path).toBe(count))
  })

  it('draws the route driven by the taxi instead, once it is on its way', async () => {
    const coords = { lat: 40.42, lng: -3.7, routeWayPoints: encodePath(sights.slice(1)), dispatchStatus: 2000, eta: 4 }
    open({ booking: { status: 20 }, answers: { 'GET /places/:sd/way': { way }, 'GET /tracking/': { coords } } })
    await waitFor(() => expect(screen.getByTestId('map').dataset.path).toBe('3'))
  })

  it.each([
    [3000, 1],
    [2800, 0],
  ])('loads the trajectory only at dispatch status 3000: %i (B-064)', async (statusDispatch, count) => {
    const trajectory = [1, 2, 3].map((n) => ({ lat: 40 + n / 100, lon: -3, at: now }))
    const { times } = open({
      booking: { status: 30, statusDispatch },
      answers: { 'GET /services/:sd/:id/trajectory': driven(trajectory) },
    })
    await waitFor(() => expect(screen.getByTestId('map').dataset.path).toBe(String(3 * count)))
    expect(times('GET /services/:sd/:id/trajectory')).toBe(count)
  })
})

describe('a receipt', () => {
  const finished = { status: 30, emailPassenger: 'maria@example.com' }
  const send = async () => {
    await screen.findByRole('heading', { name: '4711' })
    fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Send receipt' }))
  }

  it('is sent for a validated booking (B-060, B-235)', async () => {
    const { told, times } = open({
      booking: { ...finished, validated: true },
      answers: { 'POST /services/:sd/:id/sendReceipt': null },
    })
    await send()
    await waitFor(() => expect(told()).toEqual(['Sending receipt', 'Receipt sent']))
    expect(times('POST /services/:sd/:id/sendReceipt')).toBe(1)
  })

  it('is not sent for any other booking (B-060)', async () => {
    const { told, times } = open({ booking: finished })
    await send()
    await waitFor(() => expect(told()).toEqual(['Error service not validated send receipt']))
    expect(times('POST /services/:sd/:id/sendReceipt')).toBe(0)
  })
})

describe('a note to the driver', () => {
  const write = async (text: string) => {
    fireEvent.change(await screen.findByLabelText('Note to driver'), { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  }

  it('is shown in a thread, with the desk’s messages on one side and all others on the other', async () => {
    const line = { userName: 'Ana Pérez', type: 22, at: now }
    const messages = [
      { ...line, id: 1, sender: 80, message: 'Please wait 5 minutes' },
      { ...line, id: 2, sender: 60, userName: 'Taxi 312', message: 'I am at the door' },
    ]
    open({ answers: { 'GET /services/:sd/:id/extras': { messages, rating: null, deliveries: [] } } })
    const sideOf = (text: string) => screen.getByText(text).closest('li')?.hasAttribute('data-own')
    await screen.findByText('I am at the door')
    expect([sideOf('Please wait 5 minutes'), sideOf('I am at the door')]).toEqual([true, false])
  })

  it('can start from a quick reply in the tenant’s language, which is not sent by itself', async () => {
    const { times } = open({ state: { whitelabelConfig: { language: 'en' } as never } })
    const replies = await screen.findByRole('group', { name: 'Quick replies' })
    fireEvent.click(within(replies).getByText('Please wait 5 minutes'))
    const box = screen.getByLabelText<HTMLTextAreaElement>('Note to driver')
    expect(box.value).toBe('Please wait 5 minutes')
    expect(document.activeElement).toBe(box)
    expect(times('POST /services/:sd/:id/createNotesToDriver')).toBe(0)
  })

  it('is sent from the page itself and empties the box (B-107, O2-50)', async () => {
    const sent = vi.fn()
    const { told } = open({
      answers: { 'POST /services/:sd/:id/createNotesToDriver': ({ body }: { body: unknown }) => sent(body) ?? null },
    })
    await write(' Ring twice ')
    await waitFor(() => expect(told()).toEqual(['Message sent']))
    expect(sent).toHaveBeenCalledWith({ text: 'Ring twice' })
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note to driver').value).toBe('')
  })

  it.each([
    ['', 'Write a message'],
    ['a'.repeat(257), 'Use 256 characters or fewer'],
  ])('is refused when empty or too long (B-107)', async (text, problem) => {
    const { times } = open()
    await write(text)
    expect((await screen.findByRole('alert')).textContent).toBe(problem)
    expect(times('POST /services/:sd/:id/createNotesToDriver')).toBe(0)
  })
})
