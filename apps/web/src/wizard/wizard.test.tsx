import { encodePath } from '@parada/domain/places/polyline'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { offerNextCall } from '../session/next-call.ts'
import { afterBooking } from '../session/preferences.ts'
import { aliveBooking, authorization } from '../testing/records.ts'
import { createDraftStore } from './draft-store.ts'
import {
  atocha,
  atStepThree,
  bodiesTo,
  cursorAt,
  fill,
  fleet,
  keysTo,
  openWizard,
  person,
  press,
  pressAlt,
  pressBook,
  priceWith,
  ride,
  sol,
} from './testing.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pickup = /^Pickup( \*)?$/
const destination = /^Destination( \*)?$/
const caller = '/new-booking/caller/600000007'
const createPath = '/api/services/demo/create'
const confirmPath = '/api/services/demo/confirm'
const chosenFleet = () =>
  within(screen.getByRole('listbox', { name: 'Fleets' })).getByRole('option', { selected: true })
const keptDraft = () => JSON.parse(sessionStorage.getItem('parada.drafts') ?? '{}').open[0].draft
const stepOpen = () => document.querySelector('section[data-open="true"]')?.getAttribute('data-step')

// Preloaded, so that no test waits for a lazy chunk.
await import('./fleet/recurring-days.tsx')

describe('step 1', () => {
  it('switches between caller and authorization, and shows the last rides of the customer (B-002, B-003)', async () => {
    await openWizard('/new-booking/caller')
    expect(screen.getByRole('radio', { name: 'Caller' })).toHaveProperty('checked', true)
    await fill('Phone', '600 000 007')
    expect((await screen.findAllByText('Ana Ruiz')).length).toBeGreaterThan(0)
    expect(await screen.findByText('Puerta del Sol → Atocha')).toBeTruthy()
    act(() => screen.getByRole('radio', { name: 'Authorization' }).click())
    expect(await screen.findByLabelText('Subscriber code')).toBeTruthy()
    expect(screen.getByLabelText('User number')).toBeTruthy()
  })

  it('repeats a ride on Alt 1–9 or on a digit after ↓, but not on a digit in the phone field', async () => {
    const services = [ride, { ...ride, id: 71, origin: atocha, destination: sol }]
    const two = { 'GET /api/lastservices/demo/': { response: { services } } }
    const app = await openWizard(caller, two)
    await screen.findByText('Atocha → Puerta del Sol')
    expect(screen.getByText('Alt 1–9 repeats a ride; so does 1–9 after ↓')).toBeTruthy()
    await cursorAt('phoneNumber')
    await press('2', { code: 'Digit2' })
    expect(stepOpen()).toBe('1')
    expect(bodiesTo(app, createPath)).toEqual([])
    await pressAlt('Digit2')
    await waitFor(() => expect(stepOpen()).toBe('3'))
    await waitFor(() => expect(bodiesTo(app, createPath)[0].booking.origin).toMatchObject(atocha))
    await pressAlt('Digit2')
    await waitFor(() => expect(stepOpen()).toBe('2'))
    cleanup()
    const other = await openWizard(caller, two)
    await screen.findByText('Atocha → Puerta del Sol')
    await cursorAt('phoneNumber')
    await press('ArrowDown')
    await cursorAt('rides')
    await press('2')
    await waitFor(() => expect(bodiesTo(other, createPath)[0]?.booking.origin).toMatchObject(atocha))
  })

  it.each([
    ['', 'Missing property: Phone'],
    ['12', 'Enter a number of 6 to 15 digits'],
  ])('refuses the number %j, says why and puts the cursor there (B-019)', async (phone, text) => {
    await openWizard('/new-booking/caller')
    await cursorAt('phoneNumber')
    if (phone) await fill('Phone', phone)
    await press('Enter')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(stepOpen()).toBe('1')
    await cursorAt('phoneNumber')
  })

  it('warns of a blacklisted caller and of a live booking, and asks before creating a duplicate (B-235)', async () => {
    const open = { ...aliveBooking, idCaller: 7, phoneNumberPassenger: '', timeBookingStartTimestamp: Date.now() }
    const app = await openWizard(caller, {
      'GET /api/callers/demo/': { response: { callers: [{ ...person, isBlacklisted: true }], authorization: [] } },
      'GET /api/services/demo/alive/fleet': { response: { services: [open] } },
    })
    expect(await screen.findByText('Blacklisted caller')).toBeTruthy()
    expect(await screen.findByText(/^Active booking 4711 · Searching/)).toBeTruthy()
    await atStepThree()
    await pressBook()
    const dialog = await screen.findByRole('dialog', { name: 'Confirm booking' })
    expect(within(dialog).getByText(/^Active booking 4711 · Searching/)).toBeTruthy()
    expect(bodiesTo(app, confirmPath)).toEqual([])
    act(() => within(dialog).getByRole('button', { name: 'Create anyway' }).click())
    await screen.findByText('Booking created')
    expect(bodiesTo(app, confirmPath)).toHaveLength(1)
  })

  const traveller = { ...authorization, commentsForOperator: 'Ask for the cost centre' }
  const search = 'GET /api/authorizations/demo/search'

  it('shows the comment for the operator, and why an authorization may not book', async () => {
    await openWizard('/new-booking/authorization/6101/0001', {
      [search]: { response: { authorization: { ...traveller, status: -1 } } },
    })
    expect(await screen.findByText('Ask for the cost centre')).toBeTruthy()
    await press('Enter', { ctrlKey: true })
    await waitFor(() => expect(screen.getAllByText(/This authorization isn't active/).length).toBeGreaterThan(1))
    await cursorAt('userNumber')
  })

  describe('for a user of a business', () => {
    const business = (accounts: number[]) => [
      { key1: 'viewAllAuthorizations', value: 'true' },
      { key1: 'addFleetByPA', value: JSON.stringify({ paymentAccounts: accounts.map((id) => ({ id })) }) },
    ]
    const answers = {
      [search]: { response: { authorization: traveller } },
      'GET /api/fleets/demo/permission/addFleetByPA': { response: { fleets: [fleet(31)] } },
    }

    it('is in the menu and books with a fleet of the account', async () => {
      const app = await openWizard('/new-booking/authorization/6101/0001', answers, business([101]))
      expect(screen.getByRole('link', { name: 'Authorization booking' })).toBeTruthy()
      await screen.findByText('· Valid for booking')
      await pressBook()
      await choosePlace(pickup)
      await pressBook()
      await waitFor(() => expect(chosenFleet().textContent).toMatch(/Fleet 31/))
      await pressBook()
      await screen.findByText('Booking created')
      expect(bodiesTo(app, confirmPath)[0].booking).toMatchObject({ idFleet: 31 })
      const asked = app.fetch.mock.calls.map(([url]) => String(url)).find((url) => url.includes('addFleetByPA'))
      expect(asked).toMatch(/idPaymentAccount=101/)
    })

    it('says at once that no fleet can take bookings of the account', async () => {
      await openWizard('/new-booking/authorization/6101/0001', answers, business([102]))
      expect((await screen.findAllByText(/You can't book for this account/)).length).toBeGreaterThan(0)
      await pressBook()
      await cursorAt('userNumber')
      expect(stepOpen()).toBe('1')
    })
  })

  it('reports an unknown authorization (B-019)', async () => {
    await openWizard('/new-booking/authorization/6101/9999')
    await pressBook()
    await waitFor(() => expect(screen.getAllByText('No authorization has this code and number').length).toBe(2))
    await cursorAt('userNumber')
  })

  it('loads fleets, price and account fields at once in step 3, and shows and requires dependent fields (B-015)', async () => {
    const breaks = [
      {
        id: 1,
        type: 'text',
        label: 'Reason',
        valueDependencies: [
          { value: 'Visit', dependencies: [{ idBreak: 2, visible: true, mandatory: true }] },
          { value: '$else', dependencies: [{ idBreak: 2, visible: false }] },
        ],
      },
      { id: 2, type: 'text', label: 'Visited' },
    ]
    const app = await openWizard('/new-booking/authorization/6101/0001', {
      [search]: { response: { authorization: { ...traveller, bookingBreakConfigs: breaks } } },
    })
    await screen.findAllByText('Eva Gil')
    app.fetch.mockClear()
    await atStepThree()
    const loads = [
      'GET /api/fleets/demo/permission/dispatchServiceToAnyFleet',
      'POST /api/services/demo/priceEngine',
      search,
    ]
    // All three are requested before any of their responses could have been rendered.
    const asked = app.asked()
    const availability = asked.findIndex((one) => one.endsWith('/car-availability'))
    for (const load of loads) expect(asked.slice(0, availability)).toContain(load)
    expect(await screen.findByLabelText('Reason')).toBeTruthy()
    expect(screen.queryByLabelText(/^Visited/)).toBeNull()
    await fill('Reason', 'Visit')
    await screen.findByLabelText(/^Visited/)
    await pressBook()
    expect(await screen.findByText('Fill in this field')).toBeTruthy()
    await cursorAt('break2')
    await fill(/^Visited/, 'Acme')
    await pressBook()
    await screen.findByText('Booking created')
    const [{ booking }] = bodiesTo(app, confirmPath)
    expect(booking.bookingBreaks).toEqual([
      { id: 1, value: 'Visit' },
      { id: 2, value: 'Acme' },
    ])
    expect(bodiesTo(app, createPath)[0].booking).toMatchObject({
      idAuthorization: authorization.id,
      idPaymentAccount: 101,
    })
  })
})

const atStepTwo = async (path = caller, answers = {}) => {
  const app = await openWizard(path, { 'GET /api/lastservices/demo/': { response: { services: [] } }, ...answers })
  await cursorAt('phoneNumber')
  await press('Enter')
  await cursorAt('origin')
  return app
}
const choosePlace = async (name: RegExp) => {
  act(() => screen.getByLabelText(name).focus())
  await fill(name, 'puerta')
  await press('Enter')
  await waitFor(() => expect(screen.getByLabelText(name)).toHaveProperty('value', sol.addressField))
}

describe('step 2', () => {
  it('cannot be left without a pickup, or without a destination where it is mandatory (B-012)', async () => {
    await atStepTwo(caller, {
      'GET /api/whitelabels/demo/frontconfig': { response: { name: 'Demo', mandatoryDestination: true } },
    })
    await pressBook()
    expect(await screen.findByText(/^Booking origin not complete Choose the pickup/)).toBeTruthy()
    await cursorAt('origin')
    await choosePlace(pickup)
    await cursorAt('destination')
    await pressBook()
    expect(await screen.findByText(/^Booking destination not complete Choose the destination/)).toBeTruthy()
    await cursorAt('destination')
  })

  it.each([
    ['a start more than a year ahead (B-009)', '1-1-2099 8', 'Choose a date within the allowed range'],
    ['words that are no time', 'soonish', 'Try 8, 830, tomorrow 7:15 or fri 18h'],
  ])('refuses %s', async (_, when, text) => {
    await atStepTwo()
    await choosePlace(pickup)
    await fill('When', when)
    await pressBook()
    expect(await screen.findByText(text)).toBeTruthy()
    await cursorAt('when')
    expect(stepOpen()).toBe('2')
  })

  it('refuses a pickup time more than an hour ago with a dialog that states its date and time (B-010)', async () => {
    await atStepTwo()
    await choosePlace(pickup)
    const past = new Date(Date.now() - 26 * 3_600_000)
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid' }).format(past)
    await fill('When', 'yesterday 0:00')
    await pressBook()
    const dialog = await screen.findByRole('dialog', { name: 'Pickup time is in the past' })
    expect(dialog.textContent).toMatch(/\d\d\/\d\d\/\d{4} at 00:00 is more than an hour ago/)
    expect(day).toMatch(/\d{4}$/)
    act(() => within(dialog).getByRole('button', { name: 'Change time' }).click())
    await cursorAt('when')
  })

  it('counts the characters of the note while typing, and refuses one that is too long', async () => {
    await atStepTwo()
    await choosePlace(pickup)
    await fill('Note to driver', 'x'.repeat(250))
    expect(screen.getByText('6 characters left')).toBeTruthy()
    await fill('Note to driver', 'x'.repeat(257))
    await pressBook()
    expect(await screen.findByText('Use 256 characters or fewer')).toBeTruthy()
    await cursorAt('notes')
  })

  it('collects pickup, destination, time and taxi features, and creates the booking on leaving the step (B-006, B-007, B-008, B-016, B-024)', async () => {
    const app = await atStepTwo()
    await choosePlace(pickup)
    await choosePlace(destination)
    act(() => document.querySelector<HTMLElement>('[data-field="taxiFeatures"] input')?.click())
    act(() => screen.getByRole('option', { name: 'Wheelchair', hidden: true }).click())
    await pressAlt('KeyS')
    await choosePlace(/^Stop 1/)
    await fill('Pickup details', 'Portal B')
    await fill('Flight', 'IB123')
    await fill('Pickup zone', 'T4')
    await fill('When', 'tomorrow 7:15')
    await fill('Note to driver', 'Two suitcases')
    await pressBook()
    await waitFor(() => expect(bodiesTo(app, createPath)).toHaveLength(1))
    const [{ booking, messages }] = bodiesTo(app, createPath)
    expect(booking).toMatchObject({
      status: 5,
      entryChannel: 20,
      paymentMethod: 11,
      asap: false,
      origin: { ...sol, additionalAddressInfo: 'Portal B', idPoi: null },
      destination: sol,
      timeBookingStart: expect.any(Number),
      stops: '40.4169,-3.7035',
      taxiFeatures: '1',
      flightNumber: 'IB123',
      pickupZone: 'T4',
      notes: 'Two suitcases',
    })
    expect(messages).toMatchObject([{ message: 'Two suitcases', readers: '70,80,90' }])
  })

  it('keeps a typed address that is not on the map, with its town, and says so', async () => {
    const app = await atStepTwo(caller, {
      'GET /api/places/demo/search': (_: RequestInit, url: string) => ({
        response: {
          suggestedAddresses: url.includes('q=Madrid') ? [{ ...sol, name: '', isPoi: false, source: 'place' }] : [],
        },
      }),
    })
    act(() => screen.getByLabelText(pickup).focus())
    await fill(pickup, 'Calle de Alcalá 100')
    expect(await screen.findByText('No match')).toBeTruthy()
    await press('Enter')
    expect(await screen.findByText('Not found on the map')).toBeTruthy()
    await cursorAt('originTown')
    await fill('Town', 'Nowhere')
    await press('Enter')
    expect(await screen.findByText('No match')).toBeTruthy()
    await fill('Town', 'Madrid')
    await press('Enter')
    await cursorAt('destination')
    expect(screen.getByLabelText(pickup)).toHaveProperty('value', 'Calle de Alcalá 100, Madrid')
    expect(screen.getByText(/^Not found on the map: the pin is in the town centre/)).toBeTruthy()
    await pressBook()
    await waitFor(() => expect(bodiesTo(app, createPath)).toHaveLength(1))
    const [{ booking }] = bodiesTo(app, createPath)
    expect(booking.origin).toMatchObject({ ...sol, addressField: 'Calle de Alcalá 100, Madrid' })
  })

  it('searches pickups and destinations for the customer and lists both together, points of interest first (B-039, B-194, L-255)', async () => {
    const suggestion = (addressField: string, isPoi: boolean, source: string) => ({
      ...sol,
      addressField,
      name: '',
      isPoi,
      source,
    })
    const home = suggestion('Calle Nueva, 2, Madrid', false, 'history')
    const app = await atStepTwo(caller, {
      'GET /api/places/demo/search': (_: RequestInit, url: string) => ({
        response: {
          suggestedAddresses: url.includes('queryAsDestination=true')
            ? [suggestion('Hotel Nuevo, Madrid', true, 'poi'), home]
            : [home, suggestion('Calle Nueva, 9, Madrid', false, 'place')],
        },
      }),
    })
    act(() => screen.getByLabelText(destination).focus())
    await fill(destination, 'nuev')
    const list = await screen.findByRole('listbox', { name: 'Destination' })
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ title }) => title),
    ).toEqual(['Hotel Nuevo, Madrid', 'Calle Nueva, 2, Madrid', 'Calle Nueva, 9, Madrid'])
    const asked = app.fetch.mock.calls
      .map(([url]) => new URL(String(url), 'http://demo'))
      .filter(({ pathname }) => pathname === '/api/places/demo/search')
    expect(
      asked.map(({ searchParams }) => [searchParams.get('idCaller'), searchParams.get('queryAsDestination')]),
    ).toEqual([
      ['7', 'false'],
      ['7', 'true'],
    ])
  })

  it('shows distance and duration once both ends are known, and the time that was understood', async () => {
    await atStepTwo()
    await choosePlace(pickup)
    expect(screen.queryByTestId('length')).toBeNull()
    await choosePlace(destination)
    expect((await screen.findByTestId('length')).textContent).toMatch(/^0 km · 0 min$/)
    await fill('When', 'mañana 7:15')
    expect(await screen.findByText(/ 07:15$/)).toBeTruthy()
  })

  it('shows distance and duration along the streets where they are known', async () => {
    const way = { distanceMeters: 4_100, durationSeconds: 600, path: encodePath([sol, atocha]), source: 'streets' }
    await atStepTwo(caller, { 'GET /api/places/demo/way': { response: { way } } })
    await choosePlace(pickup)
    await choosePlace(destination)
    await waitFor(() => expect(screen.getByTestId('length').textContent).toMatch(/^4.1 km · 1[14] min$/))
  })

  describe('on a night when the clocks change', () => {
    afterEach(() => {
      vi.useRealTimers()
    })
    const before = Date.parse('2026-10-25T00:30:00Z')
    const after = Date.parse('2026-10-25T01:30:00Z')
    const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })
    const booked = async (app: Parameters<typeof bodiesTo>[0]) => {
      await pressBook()
      await waitFor(() => expect(bodiesTo(app, createPath)).toHaveLength(1))
      return bodiesTo(app, createPath)[0].booking
    }

    it('offers both hours, and takes the second once it has begun', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-25T01:10:00Z') })
      const app = await atStepTwo()
      await choosePlace(pickup)
      await choosePlace(destination)
      await fill('When', '2:30')
      expect(await screen.findByText('Sun 25 Oct 02:30 after the change')).toBeTruthy()
      expect((await choice('02:30 after the change')).checked).toBe(true)
      expect((await choice('02:30 before the change')).checked).toBe(false)
      expect(await booked(app)).toMatchObject({ timeBookingStart: after })
    })

    it('sends the chosen hour, and says which one it is', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-24T20:00:00Z') })
      const app = await atStepTwo()
      await choosePlace(pickup)
      await choosePlace(destination)
      await fill('When', '2:30')
      expect((await choice('02:30 before the change')).checked).toBe(true)
      fireEvent.click(await choice('02:30 after the change'))
      expect(screen.getByLabelText<HTMLInputElement>('When').value).toBe('2:30 after')
      expect(await screen.findByText('Sun 25 Oct 02:30 after the change')).toBeTruthy()
      fireEvent.click(await choice('02:30 before the change'))
      expect(screen.getByLabelText<HTMLInputElement>('When').value).toBe('2:30 before')
      expect(await booked(app)).toMatchObject({ timeBookingStart: before })
    })

    it('says in spring that the hour is skipped', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-27T20:00:00Z') })
      await atStepTwo()
      await fill('When', '2:30')
      expect(await screen.findByText('Sun 28 Mar 03:30 · the clocks go forward that night')).toBeTruthy()
    })
  })
})

it('keeps the note, live booking and last rides in view in steps 2 and 3, and shows the pickup and the fleet on the map', async () => {
  const open = { ...aliveBooking, idCaller: 7, phoneNumberPassenger: '', timeBookingStartTimestamp: Date.now() }
  await openWizard(caller, {
    'GET /api/callers/demo/': { response: { callers: [{ ...person, notesClient: 'Rings twice' }], authorization: [] } },
    'GET /api/services/demo/alive/fleet': { response: { services: [open] } },
  })
  const expectInView = () => {
    const summary = within(screen.getByRole('region', { name: '1 Customer' }))
    expect(summary.getByText('Rings twice')).toBeTruthy()
    expect(summary.getByText(/^Active booking 4711/)).toBeTruthy()
    expect(
      within(summary.getByRole('region', { name: 'Last rides' })).getByText('Puerta del Sol → Atocha'),
    ).toBeTruthy()
  }
  await atStepThree()
  expectInView()
  const map = await screen.findByRole('list', { name: 'Map of the route' }, { timeout: 3_000 })
  expect(
    within(map)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([`origin: ${sol.addressField}`, `destination: ${atocha.addressField}`, 'poi: Fleet 31'])
  await press('Escape')
  await waitFor(() => expect(stepOpen()).toBe('2'))
  expectInView()
})

it.each([
  [390, 50],
  [1_366, 75],
  [1_920, 100],
])('at a width of %d px shows at most %d characters of an address (B-038)', async (width, length) => {
  const long = `Calle ${'x'.repeat(120)}`
  await openWizard(caller, {
    'GET /api/lastservices/demo/': { response: { services: [{ ...ride, origin: { ...sol, addressField: long } }] } },
  })
  vi.stubGlobal('innerWidth', width)
  await screen.findByText(/^Calle x/)
  await cursorAt('phoneNumber')
  await pressAlt('KeyR')
  const summary = within(await screen.findByRole('region', { name: '2 Where and when' }))
  expect(await summary.findByText(`${long.slice(0, length)}…`)).toBeTruthy()
})

describe('step 3', () => {
  it('preselects the first fleet that covers the pickup (B-014)', async () => {
    const app = await openWizard(caller)
    await atStepThree()
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options[0]).toMatch(/^Fleet 31/)
    expect(options[2]).toMatch(/^Fleet 60.*Out of area/)
    const list = screen.getByRole('listbox', { name: 'Fleets' })
    act(() => list.focus())
    await press('ArrowDown')
    await waitFor(() => expect(screen.getByRole('option', { name: /Fleet 29.*3 cars.*4 min.*€11–14/ })).toBeTruthy())
    expect(screen.getByText('4 min · €13.20')).toBeTruthy()
    await pressBook()
    await screen.findByText('Booking created')
    const [{ booking }] = bodiesTo(app, confirmPath)
    expect(booking).toMatchObject({ id: 500, idFleet: 29, promisedPrice: 13.2, paymentMethod: 13, idCaller: 7 })
    expect(booking.promisedArrival).toBeGreaterThan(Date.now() + 3 * 60_000)
  })

  it('marks the completed steps, and ends on the unfiltered dashboard at the new row (B-001, B-026)', async () => {
    const made = { ...aliveBooking, id: 500, passengerName: 'Ana Ruiz' }
    const app = await openWizard(caller, {
      'GET /api/services/demo/alive/fleet': { response: { services: [{ ...aliveBooking, id: 499 }, made] } },
    })
    const filtered = { search: { passengerName: 'nobody' }, look: {} }
    sessionStorage.setItem('parada.list:localhost:/dashboard', JSON.stringify(filtered))
    await atStepThree()
    expect(screen.getAllByText('done')).toHaveLength(3)
    await pressBook()
    await waitFor(() => expect(app.router.state.location.href).toBe('/dashboard'))
    await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain('500'))
    expect(screen.getByText('499')).toBeTruthy()
    expect(sessionStorage.getItem('parada.drafts')).toMatch(/"open":\[\]/)
  })

  it('opens the next waiting call instead where the operator prefers it', async () => {
    const app = await openWizard(caller)
    await atStepThree()
    act(() => screen.getByLabelText('Then take the next call').click())
    offerNextCall(() => {
      void app.router.navigate({ href: '/new-booking/caller/611222333' })
      return true
    })
    await pressBook()
    await screen.findByText('Booking created')
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveProperty('value', '611222333'))
    offerNextCall(() => false)
    afterBooking.set('board')
  })

  it('refuses to confirm without the passenger’s phone, and puts the cursor there (B-018, B-019)', async () => {
    const app = await openWizard(caller)
    await atStepThree()
    await fill('Passenger phone', ' ')
    await pressBook()
    expect(await screen.findByText('Missing property: Passenger phone')).toBeTruthy()
    await cursorAt('phoneNumberPassenger')
    expect(bodiesTo(app, confirmPath)).toEqual([])
  })

  it('refuses to confirm without a fleet (B-018, B-019)', async () => {
    await openWizard(caller, {
      'GET /api/fleets/demo/permission/dispatchServiceToAnyFleet': { response: { fleets: [] } },
    })
    await screen.findByText(/^Puerta del Sol/)
    await pressAlt('KeyR')
    await screen.findByText('None of your fleets can take this booking')
    await pressBook()
    expect(await screen.findByText('Missing property: Fleet')).toBeTruthy()
    await cursorAt('idFleet')
  })

  it('requires a vehicle type once the filter is switched on, and sends it (B-020)', async () => {
    const app = await openWizard(caller)
    await atStepThree()
    act(() => screen.getByLabelText('Choose vehicle type').click())
    await pressBook()
    expect(await screen.findByText('Choose a vehicle type')).toBeTruthy()
    await cursorAt('fleetFilterPolicy')
    await fill('Vehicle type', 'VTC_TAXI')
    await pressBook()
    await screen.findByText('Booking created')
    expect(bodiesTo(app, confirmPath)[0].booking.fleetFilterPolicy).toBe('VTC_TAXI')
  })

  it.each([
    ['Passenger email', 'eva', 'Enter a valid email address', 'emailPassenger'],
    ['Repeat on', '1-1-2027', '1-1-2027: Enter dates as DD-MM-YYYY', 'recurringDates'],
    ['Customer price', '-5', "The price can't be negative", 'priceCustomerTotal'],
  ])('refuses an invalid value in %s', async (label, value, text, field) => {
    const app = await openWizard(caller)
    await atStepThree()
    await fill(label, value)
    await pressBook()
    expect(await screen.findByText(text)).toBeTruthy()
    await cursorAt(field)
    expect(bodiesTo(app, confirmPath)).toEqual([])
  })

  it('switches guaranteed taxi on for a feature above 99 if the fleet commits by features (B-021)', async () => {
    const fleets = [fleet(31, { commitmentByTaxiFeatures: true }), fleet(29)]
    await openWizard(caller, {
      'GET /api/lastservices/demo/': { response: { services: [{ ...ride, taxiFeatures: '104' }] } },
      'GET /api/fleets/demo/permission/dispatchServiceToAnyFleet': { response: { fleets } },
    })
    await atStepThree()
    expect(screen.getByLabelText('Guaranteed taxi')).toHaveProperty('checked', true)
    act(() => screen.getByRole('option', { name: /Fleet 29/ }).click())
    await waitFor(() => expect(screen.getByLabelText('Guaranteed taxi')).toHaveProperty('checked', false))
  })

  it.each([
    ['warns', true, true],
    ['does not warn', false, false],
  ])(
    '%s of a fleet in another time zone, as the tenant has configured (B-022)',
    async (_, warnFleetTimeZone, isWarned) => {
      const fleets = [fleet(31, { timeZone: 'Atlantic/Canary' })]
      await openWizard(caller, {
        'GET /api/whitelabels/demo/frontconfig': { response: { name: 'Demo', warnFleetTimeZone } },
        'GET /api/fleets/demo/permission/dispatchServiceToAnyFleet': { response: { fleets } },
      })
      await atStepThree()
      expect(screen.queryByText(/^Fleet 31 uses Atlantic\/Canary time/) !== null).toBe(isWarned)
    },
  )

  it('shows no price without a destination, and promises none', async () => {
    const none = { priceSupplierTotal: null, estimatedMinPrice: null, estimatedMaxPrice: null }
    const price = { ...priceWith(31), ...none, details: {} }
    const app = await openWizard(caller, {
      'GET /api/lastservices/demo/': { response: { services: [{ ...ride, destination: null }] } },
      'POST /api/services/demo/priceEngine': { response: { price, prices: [price] } },
    })
    await atStepThree()
    expect(await screen.findByText(/no price without a destination/)).toBeTruthy()
    expect(screen.getAllByRole('option').filter(({ textContent }) => textContent?.includes('€'))).toEqual([])
    await pressBook()
    await screen.findByText('Booking created')
    expect(bodiesTo(app, confirmPath)[0].booking.promisedPrice).toBeNull()
  })

  it('shows the price engine’s lines on demand (B-025)', async () => {
    await openWizard(caller)
    await atStepThree()
    act(() => screen.getByRole('option', { name: /Fleet 29/ }).click())
    await pressAlt('KeyP')
    const dialog = await screen.findByRole('dialog', { name: 'Price with Fleet 29' })
    expect(within(dialog).getByText('Base fare')).toBeTruthy()
    expect(within(dialog).getAllByText('€13.20')).toBeTruthy()
  })

  it('puts the cursor into the field that the server refuses, in whichever step it is', async () => {
    await openWizard(caller, {
      [`POST ${confirmPath}`]: {
        status: 400,
        meta: { errorMessage: 'Nobody reads that', field: 'booking.emailPassenger' },
      },
    })
    await atStepThree()
    await pressBook()
    await waitFor(() => expect(screen.getAllByText('Nobody reads that').length).toBe(2))
    await cursorAt('emailPassenger')
    cleanup()
    await openWizard(caller, {
      [`POST ${createPath}`]: { status: 400, meta: { errorMessage: 'notes: too long', field: 'notes' } },
    })
    await screen.findByText(/^Puerta del Sol/)
    await pressAlt('KeyR')
    await waitFor(() => expect(stepOpen()).toBe('2'))
    await cursorAt('notes')
  })

  it('starts another booking after going back, without the id, user, fleet, status and times of the first (B-004)', async () => {
    let id = 500
    const app = await openWizard(caller, {
      [`POST ${createPath}`]: () => ({ response: { booking: { ...aliveBooking, id: ++id, version: 1, status: 5 } } }),
    })
    await atStepThree()
    act(() => screen.getByRole('option', { name: /Fleet 29/ }).click())
    await waitFor(() => expect(keptDraft().saved).toEqual({ id: 501, version: 1 }))
    await press('Escape')
    await waitFor(() => expect(stepOpen()).toBe('2'))
    const wiped = { saved: null, toCreate: null, idNewCaller: null, idFleet: null, start: null, promisedArrival: null }
    expect(keptDraft()).toMatchObject({ ...wiped, isSent: false, timePreDispatch: null, enableCommitment: null })
    await press('Enter', { ctrlKey: true })
    await waitFor(() => expect(chosenFleet().textContent).toMatch(/Fleet 31/))
    await waitFor(() => expect(keptDraft().saved).toEqual({ id: 502, version: 1 }))
    await pressAlt('Digit1')
    await cursorAt('phoneNumber')
    expect(keptDraft()).toMatchObject({ ...wiped, customer: { idCaller: 7 } })
    await fill('Phone', '611222333')
    expect(keptDraft().customer).toBeNull()
    await press('Enter')
    await waitFor(() => expect(stepOpen()).toBe('2'))
    await press('Enter', { ctrlKey: true })
    await waitFor(() => expect(keptDraft().saved).toEqual({ id: 503, version: 1 }))
    const [first, second, third] = bodiesTo(app, createPath).map(({ booking }) => booking)
    expect([first, second, third]).toMatchObject([{ idCaller: 7 }, { idCaller: 7 }, { idCaller: null }])
    for (const booking of [first, second, third]) {
      expect(booking).toMatchObject({ status: 5 })
      expect(booking.id ?? booking.idFleet).toBeUndefined()
    }
    expect(second.timeBookingStart).toBeGreaterThan(first.timeBookingStart)
    await waitFor(() => expect(chosenFleet()).toBeTruthy())
    await pressBook()
    await screen.findByText('Booking created')
    expect(bodiesTo(app, confirmPath)[0].booking).toMatchObject({ id: 503, idFleet: 31, idCaller: 99 })
    expect(new Set(keysTo(app, createPath)).size).toBe(3)
  })

  it('creates a caller for an unknown number', async () => {
    const app = await atStepTwo('/new-booking/caller/611222333', {
      'GET /api/callers/demo/': { response: { callers: [], authorization: [] } },
    })
    await choosePlace(pickup)
    await pressBook()
    await cursorAt('passengerName')
    await fill('Passenger', 'Berta Gil Sanz')
    await waitFor(() => expect(chosenFleet()).toBeTruthy())
    await pressBook()
    await screen.findByText('Booking created')
    expect(bodiesTo(app, '/api/callers/demo/')).toEqual([
      { phoneNumber: '611222333', firstName: 'Berta', lastName: 'Gil Sanz' },
    ])
    expect(bodiesTo(app, confirmPath)[0].booking).toMatchObject({ idCaller: 99, passengerName: 'Berta Gil Sanz' })
  })

  it('adds dates by weekday and from a calendar that Escape closes', async () => {
    await openWizard(caller)
    await atStepThree()
    const text = screen.getByLabelText<HTMLInputElement>('Repeat on')
    act(() => screen.getByRole('button', { name: 'Calendar: Repeat on' }).click())
    const monday = await screen.findByRole('checkbox', { name: 'Monday' })
    act(() => monday.click())
    fireEvent.change(screen.getByLabelText('For how long'), { target: { value: '2' } })
    act(() => screen.getByRole('button', { name: 'Add dates' }).click())
    const mondays = text.value.split(', ')
    expect(mondays).toHaveLength(2)
    for (const date of mondays) {
      const [day, month, year] = date.split('-').map(Number)
      expect(new Date(Number(year), Number(month) - 1, day).getDay()).toBe(1)
    }
    act(() => screen.getByRole('button', { name: 'Next month' }).click())
    act(() => document.querySelector<HTMLElement>('[data-day][aria-pressed="false"]:not(:disabled)')?.click())
    expect(text.value.split(', ')).toHaveLength(3)
    act(() => document.querySelector<HTMLElement>('[data-day][aria-pressed="true"]')?.click())
    expect(text.value.split(', ')).toHaveLength(2)
    fireEvent.keyDown(screen.getByRole('button', { name: 'Next month' }), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Next month' })).toBeNull())
    await cursorAt('recurringDates')
    expect(text.value.split(', ')).toEqual(mondays)
  })

  it('keeps an unreadable date and its error when a day is picked in the calendar', async () => {
    await openWizard(caller)
    await atStepThree()
    const text = screen.getByLabelText<HTMLInputElement>('Repeat on')
    fireEvent.focus(text)
    await fill('Repeat on', '31-02-2027')
    expect(screen.queryByText(/Enter dates as/)).toBeNull()
    fireEvent.blur(text)
    expect(await screen.findByText('31-02-2027: Enter dates as DD-MM-YYYY')).toBeTruthy()
    act(() => screen.getByRole('button', { name: 'Calendar: Repeat on' }).click())
    const next = await screen.findByRole('button', { name: 'Next month' })
    act(() => next.click())
    act(() => document.querySelector<HTMLElement>('[data-day][aria-pressed="false"]:not(:disabled)')?.click())
    const [kept, picked] = text.value.split(', ')
    expect([kept, picked]).toEqual(['31-02-2027', expect.stringMatching(/^\d\d-\d\d-\d{4}$/)])
    expect(screen.getByText('31-02-2027: Enter dates as DD-MM-YYYY')).toBeTruthy()
    act(() => screen.getByRole('checkbox', { name: 'Monday' }).click())
    act(() => screen.getByRole('button', { name: 'Add dates' }).click())
    expect(text.value.split(', ').slice(0, 2)).toEqual([kept, picked])
  })

  it('names the dates of a series on which the hour exists twice', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-23T20:00:00Z') })
    await atStepTwo()
    await choosePlace(pickup)
    await choosePlace(destination)
    await fill('When', '2:30')
    await screen.findByText(/Sat 24 Oct 02:30/)
    await pressBook()
    await screen.findByLabelText('Repeat on')
    await fill('Repeat on', '25-10-2026')
    expect(
      await screen.findByText('25-10-2026: 02:30 comes twice that night; the booking is for the one before the change'),
    ).toBeTruthy()
  })

  it('repeats the booking on other dates once it is confirmed', async () => {
    const app = await openWizard(caller, {
      'POST /api/services/demo/recurring': { response: { services: [{ id: 600, timeBookingStartTimestamp: 1 }] } },
    })
    await atStepThree()
    const date = new Date(Date.now() + 5 * 86_400_000)
    const text = new Intl.DateTimeFormat('en-GB').format(date).replaceAll('/', '-')
    await fill('Repeat on', text)
    await pressBook()
    await screen.findByText('Booking created')
    expect(bodiesTo(app, '/api/services/demo/recurring')).toEqual([{ idCopyFrom: 500, recurringDates: [text] }])
  })
})

describe('a lost connection', () => {
  it('keeps the draft, warns the operator, and confirms exactly once when it is back', async () => {
    let isDown = true
    const app = await openWizard(caller, {
      [`POST ${confirmPath}`]: () => {
        if (isDown) throw new TypeError('Failed to fetch')
        return { response: { booking: { ...aliveBooking, id: 500, version: 2, status: 10 } } }
      },
    })
    await atStepThree()
    await waitFor(() => expect(bodiesTo(app, createPath)).toHaveLength(1))
    await pressBook()
    expect(await screen.findByText(/^You're offline\. The booking is saved here/)).toBeTruthy()
    expect(sessionStorage.getItem('parada.drafts')).toMatch(/"isSent":true/)
    isDown = false
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Booking created')
    expect(new Set(keysTo(app, confirmPath)).size).toBe(1)
    const [first, ...repeats] = bodiesTo(app, confirmPath)
    for (const repeat of repeats) expect(repeat).toEqual(first)
  })
})

describe('drafts', () => {
  it('open side by side without losing anything, and are discarded one by one', async () => {
    await openWizard(caller)
    await screen.findAllByText('Ana Ruiz')
    await pressAlt('KeyN')
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveProperty('value', ''))
    await fill('Phone', '611000111')
    const tabs = screen.getByRole('navigation', { name: 'Drafts' })
    expect(within(tabs).getAllByRole('button', { name: /^Draft \d/ })).toHaveLength(2)
    await pressAlt('KeyM')
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveProperty('value', '600000007'))
    act(() => screen.getByRole('button', { name: 'Discard Draft 1' }).click())
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveProperty('value', '611000111'))
  })

  it('can be brought back once closed', async () => {
    await openWizard('/new-booking/caller')
    await fill('Phone', '611000111')
    await pressAlt('KeyN')
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveProperty('value', ''))
    await fill('Phone', '611000222')
    act(() => screen.getByRole('button', { name: 'Discard Draft 1' }).click())
    const back = await screen.findByRole('button', { name: /^Bring back 611000111/ })
    expect(screen.getByLabelText('Phone')).toHaveProperty('value', '611000222')
    act(() => back.click())
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveProperty('value', '611000111'))
    act(() => screen.getByRole('button', { name: 'Discard Draft 2' }).click())
    await screen.findByRole('button', { name: /^Bring back/ })
    await pressAlt('KeyZ')
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveProperty('value', '611000111'))
  })

  it('left unfinished are offered beside a new call, and survive a reload', async () => {
    const app = await openWizard('/new-booking/caller')
    await fill('Phone', '611000111')
    await act(() => app.router.navigate({ to: '/dashboard' }))
    await act(() => app.router.navigate({ href: '/new-booking/caller' }))
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveProperty('value', ''))
    await cursorAt('phoneNumber')
    expect(screen.getByText('Unfinished call: 611000111')).toBeTruthy()
    await fill('Phone', '6')
    expect(screen.queryByText('Unfinished call: 611000111')).toBeNull()
    await fill('Phone', '')
    act(() => screen.getByRole('button', { name: /^Continue/ }).click())
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveProperty('value', '611000111'))
    const kept = createDraftStore(sessionStorage)
    kept.openAt('/new-booking/caller', () => ({ variant: 'new-booking', kind: 'caller' }))
    expect(kept.find(kept.get().active ?? '')?.phoneNumber).toBe('611000111')
  })

  it.each(['/new-booking/authorization/6101/0001', '/new-service-to-invoice/authorization/6101/0001'])(
    'start %s from a copy of an earlier booking (B-029, P-052)',
    async (path) => {
      const copy = { origin: sol, destination: atocha, notes: 'Two suitcases', passengerName: 'Eva' }
      const data = btoa(JSON.stringify(copy)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      await openWizard(`${path}?data=${data}`, {
        'GET /api/authorizations/demo/search': { response: { authorization } },
      })
      await screen.findByText('· Valid for booking')
      await press('Enter', { ctrlKey: true })
      await waitFor(() => expect(screen.getByLabelText(pickup)).toHaveProperty('value', sol.addressField))
      expect(screen.getByLabelText(destination)).toHaveProperty('value', atocha.addressField)
      expect(screen.getByLabelText('Note to driver')).toHaveProperty('value', 'Two suitcases')
    },
  )

  it('warn of a copy that cannot be read and start empty', async () => {
    await openWizard('/new-booking/authorization?data=!!!')
    expect(await screen.findByText(/^Couldn't read the earlier booking/)).toBeTruthy()
    expect(screen.getByLabelText('Subscriber code')).toHaveProperty('value', '')
  })
})

it('says that the price engine failed, and opens the server’s message in a dialog (B-226)', async () => {
  await openWizard(caller, {
    'POST /api/services/demo/priceEngine': { status: 400, meta: { errorMessage: 'The tariff is being changed' } },
  })
  await atStepThree()
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Error get price engine: The tariff is being changed')).toBeTruthy()
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Error get price engine')).toBeTruthy()
})

describe('wizard variants', () => {
  it.each([
    ['services to invoice (B-030)', '/new-service-to-invoice/caller/600000007', '/api/servicetoinvoice/demo'],
    ['historic services (B-031)', '/new-service-historic/caller/600000007/910000001', '/api/servicehistorical/demo'],
  ])('%s register a ride that was already driven, at %s (B-235)', async (_, path, call) => {
    const app = await openWizard(path)
    await screen.findByText(/^Puerta del Sol/)
    await cursorAt('phoneNumber')
    await pressAlt('KeyR')
    await cursorAt('when')
    await pressBook()
    expect(await screen.findByText('Missing property: When')).toBeTruthy()
    await fill('When', 'yesterday 8:00')
    await pressBook()
    await waitFor(() => expect(chosenFleet()).toBeTruthy())
    expect(screen.queryByText(/^Quote to caller/)).toBeNull()
    expect(app.asked().filter((one) => one.endsWith('/car-availability'))).toEqual([])
    await pressBook()
    await screen.findByText('Booking registered')
    expect(bodiesTo(app, createPath)).toEqual([])
    expect(bodiesTo(app, call)).toMatchObject([{ booking: { status: 5, idFleet: 29, asap: false, idCaller: 7 } }])
  })

  it.each(['/new-service-to-invoice/caller/600000007', '/new-service-historic/caller/600000007'])(
    '%s refuses a pickup after today (B-032)',
    async (path) => {
      await openWizard(path)
      await screen.findByText(/^Puerta del Sol/)
      await pressAlt('KeyR')
      await cursorAt('when')
      await fill('When', 'tomorrow 8')
      await pressBook()
      expect(await screen.findByText("The pickup can't be after today")).toBeTruthy()
      await cursorAt('when')
    },
  )

  it('allow authorizations for services to invoice, but only callers for historic ones (B-030)', async () => {
    await openWizard('/new-service-to-invoice/authorization/6101/0001')
    expect(screen.getByLabelText('Subscriber code')).toHaveProperty('value', '6101')
    cleanup()
    await openWizard('/new-service-historic/caller')
    expect(screen.getByRole('radio', { name: 'Authorization' })).toHaveProperty('disabled', true)
  })

  it.each([
    ['B-027', '/new-booking/caller', ''],
    ['B-027', '/new-booking/caller/611222333', '611222333'],
    ['B-027', '/new-booking/caller/611222333/910000001', '611222333'],
  ])('%s: open at %s with its phone number', async (_, path, phone) => {
    await openWizard(path)
    expect(screen.getByLabelText('Phone')).toHaveProperty('value', phone)
    if (path.endsWith('1')) expect(screen.getByText('611222333 to 910000001')).toBeTruthy()
  })

  it.each([
    ['/new-booking/authorization', '', ''],
    ['/new-booking/authorization/6101/0001', '6101', '0001'],
  ])('open at %s with its subscriber code and user number (B-028)', async (path, code, number) => {
    await openWizard(path)
    expect(screen.getByLabelText('Subscriber code')).toHaveProperty('value', code)
    expect(screen.getByLabelText('User number')).toHaveProperty('value', number)
  })
})

it('lists its shortcuts', async () => {
  await openWizard(caller)
  await cursorAt('phoneNumber')
  await press('?')
  const dialog = await screen.findByRole('dialog', { name: 'Shortcuts' })
  expect(within(dialog).getByText('Repeat the last ride')).toBeTruthy()
  fireEvent.keyDown(dialog, { key: 'Escape' })
})
