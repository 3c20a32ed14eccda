import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { booking } from '../../booking/testing.tsx'
import { now } from '../../testing/records.ts'
import { type CallInput, type Options, open, openUser, refusal, row, until, user } from '../../users/testing.tsx'

await import('../../kit/list/view/list-view.tsx')

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]
const dialog = () => within(screen.getByRole('dialog'))

describe('the list of users', () => {
  const start = async (options: Options = {}) => {
    const opened = open('/users', options)
    await until(() => expect(rows()).toHaveLength(1))
    const lists = () => opened.of('GET /users/:sd/all')
    return { ...opened, lists, last: () => lists().at(-1)?.query as Record<string, unknown> }
  }

  it('has pages of 10 to 100, starts with 100, sorts by ascending id and filters after 500 ms (L-098)', async () => {
    const { last, lists } = await start()
    expect(last()).toMatchObject({ pageNumber: 0, resultsPerPage: 100, orderBy: 'id ASC' })
    const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
    expect(sizes).toEqual(['10', '20', '50', '100'])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByLabelText('Filter by Mobile number'), { target: { value: '6001' } })
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(lists()).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await until(() => expect(last()).toMatchObject({ mobileNumber: '6001' }))
  })

  it('shows the status and the white label by name, and HTML as plain text', async () => {
    const names = { firstName: '<b>Eva</b>', lastName: '<img src=x onerror=alert(1)>' }
    await start({ answers: { 'GET /users/:sd/all': { rows: [{ ...row, ...names, status: -1 }], totalQueryCount: 1 } } })
    const [first] = rows()
    expect(first?.textContent).toContain('Disabled')
    expect(first?.textContent).toContain('Radio Taxi Demo')
    expect(first?.textContent).toContain('<b>Eva</b><img src=x onerror=alert(1)>')
    expect(document.querySelector('td img, td b')).toBeNull()
  })

  it.each(['24-12-2025', '24/12/2025'])('accepts the day of creation as %s', async (typed) => {
    const { last } = await start()
    const box = screen.getByLabelText('Filter by Created')
    fireEvent.change(box, { target: { value: typed } })
    fireEvent.keyDown(box, { key: 'Enter' })
    const midnight = new Date(2025, 11, 24).getTime()
    await until(() => expect(last()?.dateCreated).toBe(`${midnight},${midnight + 86_400_000}`))
  })

  it.each(['2025-12-24', '31-02-2025', '24.12.2025', 'yesterday'])(
    'shows Search by date for the day %s and sends no request (L-096)',
    async (typed) => {
      const { lists } = await start()
      const box = screen.getByLabelText('Filter by Created')
      fireEvent.change(box, { target: { value: typed } })
      fireEvent.keyDown(box, { key: 'Enter' })
      expect((await screen.findByRole('alert')).textContent).toContain('Search by date')
      expect(lists()).toHaveLength(1)
    },
  )

  it('opens a user at /users/userDetail/{id}', async () => {
    const { router } = await start()
    fireEvent.click(screen.getByText('Gil Mora'))
    await until(() => expect(router.state.location.pathname).toBe('/users/userDetail/100001'))
  })
})

describe('the page of a user', () => {
  const movement = { id: 1, date: now, amount: 500, concept: 'Top-up', idBooking: null }

  const document = {
    ...{
      id: 71,
      idUser: 100_001,
      type: 'identityCard',
      subType: '',
      status: 'inReview',
      countryCode: 'ES',
      version: 1,
    },
    ...{ firstName: 'Eva', lastName: 'Gil', number: '00000000T', dateExpiration: null, dateIssued: null },
    ...{ imageFront: null, imageBack: null, dateLastUpdated: now, idWhiteLabel: 1 },
  }
  const promo = {
    ...{ id: 9, name: 'Welcome', active: true, type: 'fixed', usesPerUser: 1, usesTotal: null, currentUsages: 4 },
    ...{ validFrom: null, validTo: null, date: now, code: 'HOLA', uses: 1, paid: 500 },
  }

  it('shows vehicles, wallet, documents, promos, bookings and the four summaries, each in its own section (L-093)', async () => {
    const { block } = await openUser({
      answers: {
        'GET /users/:sd/:id/bookings': { bookings: [{ ...booking, status: 30 }] },
        'GET /users/:sd/:idUser/documents': { documents: [document] },
        'GET /promo/:sd/promosbyuser/:idUser': { promosByUserList: [promo] },
        'GET /users/:sd/profiles/:idUserProfile/walletMovements': {
          balance: 1_250,
          movements: [movement],
          hasMoreResults: false,
        },
      },
    })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Eva Gil Mora')
    expect(screen.getByText('Enabled')).toBeTruthy()
    expect(block('Person').getByText('Verified')).toBeTruthy()
    expect(block('Person').getByText('Not verified')).toBeTruthy()
    expect(block('Vehicles').getByText('1234XXX')).toBeTruthy()
    expect(await block('Wallet').findByText('€12.50')).toBeTruthy()
    expect((await block('Documents').findByRole('listitem')).textContent).toContain('00000000T')
    const promoLine = (await block('Promos').findByRole('listitem')).textContent
    for (const text of ['Welcome', 'HOLA', '€5.00']) expect(promoLine).toContain(text)
    expect(await block('Taxi bookings').findByText('€61.50')).toBeTruthy()
    expect(await block('Routes').findByText('12.3 km')).toBeTruthy()
    expect(await block('Last bookings').findByRole('link', { name: '4711' })).toBeTruthy()
  })

  it('shows the journeys of all modes on one timeline, and older ones on request', async () => {
    const line = (mode: string, id: number, status: number) => ({
      mode,
      id,
      status,
      at: now,
      from: 'Sol',
      to: 'Atocha',
    })
    const { block, of } = await openUser({
      answers: {
        'GET /users/:sd/:id/journeys': ({ query }: { query?: { pageNumber?: number } }) =>
          query?.pageNumber === 1
            ? { journeys: [line('route', 5, 400)], hasMoreResults: false }
            : {
                journeys: [
                  line('taxi', 4711, 30),
                  line('parking', 2, 30),
                  line('mobility', 3, 5),
                  line('ticket', 4, 2),
                ],
                hasMoreResults: true,
              },
      },
    })
    const words = async () =>
      (await block('All journeys').findAllByRole('listitem')).map(({ textContent }) =>
        textContent?.replace(/^.*?(?=[A-Z])/, ''),
      )
    expect(await words()).toEqual([
      'Taxi 4711 · FinishedSol → Atocha',
      'Parking 2 · FinishedSol → Atocha',
      'Shared vehicle 3 · CanceledSol → Atocha',
      'Ticket 4 · UsedSol → Atocha',
    ])
    expect(block('All journeys').getByRole('link', { name: '4711' }).getAttribute('href')).toBe('/services/4711')
    fireEvent.click(block('All journeys').getByRole('button', { name: 'Show older' }))
    await until(async () => expect((await words()).at(-1)).toBe('Recorded route 5 · SentSol → Atocha'))
    expect(of('GET /users/:sd/:id/journeys')).toHaveLength(2)
    expect(block('All journeys').queryByRole('button')).toBeNull()
  })

  it('loads the parking and ticket summaries from the parking and transport APIs (L-105)', async () => {
    const { block, of } = await openUser()
    expect(await block('Parking').findByText('€23.50')).toBeTruthy()
    expect(block('Parking').getByText('1 active · 2 finished')).toBeTruthy()
    expect(await block('Tickets').findByText('€4.20')).toBeTruthy()
    for (const base of ['parking', 'transport'])
      expect(of(`GET ${base} /users/:sd/summary/:idUser`).map(({ params }) => params)).toEqual([{ idUser: 100_001 }])
  })

  it.each([
    ['Active parkings', '/parkings/dashboard'],
    ['Parkings to invoice', '/parkingtoinvoice'],
    ['Cancelled parkings', '/parkingcancelled'],
  ])('links to %s of this user, over the longest range of the list', async (name, path) => {
    const { block, router } = await openUser()
    fireEvent.click(await block('Parking').findByRole('link', { name }))
    await until(() => expect(router.state.location.pathname).toBe(path))
    const { idUser, from, to } = router.state.location.search as Record<string, string>
    expect(idUser).toBe(100_001)
    expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000).toBe(30)
  })

  it('links to no parking list without the permission', async () => {
    const { block } = await openUser({ permissions: { viewUserByWhitelabel: 'all' } })
    expect(await block('Parking').findByText('€23.50')).toBeTruthy()
    expect(block('Parking').queryByRole('link')).toBeNull()
  })

  it('links to the booking lists, filtered by this user', async () => {
    const { block, router } = await openUser()
    fireEvent.click(await block('Taxi bookings').findByRole('link', { name: 'Finished bookings' }))
    await until(() => expect(router.state.location).toMatchObject({ pathname: '/bookings/finished' }))
    expect(router.state.location.search).toMatchObject({ idUser: 100_001, from: expect.any(String) })
  })

  it('links to the routes of this user, over the longest range of their list, for those who may see them', async () => {
    const { block, router } = await openUser()
    fireEvent.click(await block('Routes').findByRole('link', { name: 'Last 120 days' }))
    await until(() => expect(router.state.location).toMatchObject({ pathname: '/routeTracking' }))
    const { idUser, from, to } = router.state.location.search as { idUser: number; from: string; to: string }
    expect([idUser, (Date.parse(to) - Date.parse(from)) / 86_400_000]).toEqual([100_001, 119])
    cleanup()
    const stranger = await openUser({ permissions: { viewUserByWhitelabel: 'all' } })
    expect(await stranger.block('Routes').findByText(/km/)).toBeTruthy()
    expect(stranger.block('Routes').queryByRole('link')).toBeNull()
  })

  it('links to the tickets of this user for those who may see them', async () => {
    const { block, router } = await openUser()
    fireEvent.click(await block('Tickets').findByRole('link', { name: 'Last 31 days' }))
    await until(() => expect(router.state.location).toMatchObject({ pathname: '/transport/ticketstoinvoice' }))
    const { idUser, from, to } = router.state.location.search as { idUser: number; from: string; to: string }
    expect([idUser, (Date.parse(to) - Date.parse(from)) / 86_400_000]).toEqual([100_001, 30])
    cleanup()
    const others = await openUser({ permissions: { viewUserByWhitelabel: 'all' } })
    expect(await others.block('Tickets').findByText('€4.20')).toBeTruthy()
    expect(others.block('Tickets').queryByRole('link')).toBeNull()
  })

  it.each([
    ['Taxi bookings', 'GET /users/:sd/summary/:idUser'],
    ['Routes', 'GET /users/:sd/summary/routes/:idUser'],
    ['Parking', 'GET parking /users/:sd/summary/:idUser'],
    ['Tickets', 'GET transport /users/:sd/summary/:idUser'],
    ['Wallet', 'GET /users/:sd/profiles/:idUserProfile/walletMovements'],
    ['Documents', 'GET /users/:sd/:idUser/documents'],
    ['Promos', 'GET /promo/:sd/promosbyuser/:idUser'],
    ['Last bookings', 'GET /users/:sd/:id/bookings'],
    ['All journeys', 'GET /users/:sd/:id/journeys'],
    ['History', 'GET /users/:sd/:id/journal'],
  ])('shows a loading failure in %s alone, and retries on request', async (name, call) => {
    let isDown = true
    const { block, of, router } = await openUser({
      answers: { [call]: () => (isDown ? refusal('Down for a moment', 400)() : refusal('Still down', 400)()) },
    })
    expect((await block(name).findByRole('alert')).textContent).toContain('Down for a moment')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    isDown = false
    fireEvent.click(block(name).getByRole('button', { name: 'Try again' }))
    expect(await block(name).findByText(/Still down/)).toBeTruthy()
    expect(of(call)).toHaveLength(2)
    expect(router.state.location.pathname).toBe('/users/userDetail/100001')
  })

  it('returns to the list with an error when the user cannot be loaded', async () => {
    const { router, told } = open('/users/userDetail/100001', {
      answers: { 'GET /users/:sd/:id': refusal('Not found', 404) },
    })
    await until(() => expect(router.state.location.pathname).toBe('/users'))
    expect(told()).toEqual([['Error Get User By ID', 'red']])
  })
})

describe('the form of a user', () => {
  const saved = { ...user, firstName: 'Eva María', version: 4 }
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })

  it('sends the user without cards and profiles, with the version it was read at, and confirms that it was saved', async () => {
    const { of, told } = await openUser({ answers: { 'PUT /users/:sd/userinfo/:id': { user: saved } } })
    type(/First name/, 'Eva María')
    save()
    await until(() => expect(told()).toEqual([['User update ok', 'green']]))
    const { listCards, paymentProfileBeanList, ...sent } = { ...user, firstName: 'Eva María' }
    expect(of('PUT /users/:sd/userinfo/:id')[0]).toMatchObject({ params: { id: 100_001 }, body: sent })
    expect(Object.keys(of('PUT /users/:sd/userinfo/:id')[0]?.body ?? {})).not.toContain('listCards')
  })

  it('is read-only without editUserByWhitelabel for the white label (L-095)', async () => {
    await openUser({ permissions: { viewUserByWhitelabel: 'all', editUserByWhitelabel: '5' } })
    expect(screen.getByLabelText<HTMLInputElement>(/First name/).readOnly).toBe(true)
    for (const name of ['Save', 'Disable', 'Export data', 'Erase data'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    cleanup()
    await openUser({ permissions: { viewUserByWhitelabel: 'all', editUserByWhitelabel: '1,5' } })
    expect(screen.getByLabelText<HTMLInputElement>(/First name/).readOnly).toBe(false)
    expect(screen.getByRole('button', { name: 'Disable' })).toBeTruthy()
  })

  it('checks the rules of a user before sending', async () => {
    const { of } = await openUser()
    type('User email', 'eva@')
    save()
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a valid email address')
    expect(of('PUT /users/:sd/userinfo/:id')).toEqual([])
  })

  it('warns before unsaved input is lost', async () => {
    await openUser()
    type(/First name/, 'Eva María')
    fireEvent.click(screen.getByRole('link', { name: 'Back to users' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(screen.getByLabelText<HTMLInputElement>(/First name/).value).toBe('Eva María')
  })

  it('shows at the input that another user has the e-mail address', async () => {
    const words = 'Another user of this white label has this email address'
    await openUser({
      answers: { 'PUT /users/:sd/userinfo/:id': refusal(words, 409, { problem: 'problems.userEmailTaken' }) },
    })
    type('User email', 'other@correo.example')
    save()
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(screen.getByLabelText('User email').getAttribute('aria-invalid')).toBe('true')
  })

  it('shows who changed what when the version is stale, and keeps the typed values', async () => {
    const change = { field: 'firstName', before: 'Eva', after: 'Evita', who: 'Luis Rey', at: now }
    let current = user
    await openUser({
      answers: {
        'GET /users/:sd/:id': () => ({ user: current }),
        'PUT /users/:sd/userinfo/:id': () => {
          current = { ...user, firstName: 'Evita', version: 4 }
          return refusal('Somebody has just changed this user', 409, {
            problem: 'problems.userChanged',
            conflict: { version: 4, changes: [change] },
          })()
        },
        'GET /users/:sd/:id/journal': () => ({
          journal:
            current.version === 4
              ? [
                  {
                    id: 1,
                    version: 4,
                    at: now,
                    action: 'edit',
                    who: 'Luis Rey',
                    before: { firstName: 'Eva' },
                    after: { firstName: 'Evita' },
                  },
                ]
              : [],
        }),
      },
    })
    type(/First name/, 'Eva María')
    save()
    expect(await screen.findByText(/Luis Rey has changed this user/)).toBeTruthy()
    expect(screen.getByText('First name: Eva → Evita (Luis Rey)')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Mine: Eva María' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/First name/).value).toBe('Eva María')
  })
})

describe('enabling and disabling a user', () => {
  const confirm = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: new RegExp(`^${name}`) }))
  }

  it.each([
    ['Disable', 1, -1],
    ['Enable', -1, 1],
  ] as const)('%s asks for confirmation, and sends the status in the path (L-094)', async (name, before, after) => {
    const { of } = await openUser({ record: { status: before } })
    fireEvent.click(screen.getByRole('button', { name }))
    expect(await screen.findByRole('dialog', { name: `${name} Eva Gil Mora?` })).toBeTruthy()
    expect(of('PUT /users/:sd/:id/:status')).toEqual([])
    fireEvent.click(dialog().getByRole('button', { name: new RegExp(`^${name}`) }))
    await until(() => expect(of('PUT /users/:sd/:id/:status')).toHaveLength(1))
    expect(of('PUT /users/:sd/:id/:status')[0]?.params).toEqual({ id: 100_001, status: after })
  })

  it.each([
    ['an answer other than 204', refusal('Odd', 200, {}, { status: 200, statusText: 'OK' }), 'yellow'],
    ['a refusal', refusal('Not found', 404), 'red'],
    ['no answer', refusal('No connection', 0), 'red'],
  ])('shows Error disabling user for %s (L-257)', async (_, answer, color) => {
    const { told } = await openUser({ answers: { 'PUT /users/:sd/:id/:status': answer } })
    await confirm('Disable')
    await until(() => expect(told()).toEqual([['Error disabling user', color]]))
  })

  it('is confirmed in the documented words', async () => {
    const said: unknown[] = []
    for (const [name, status] of [
      ['Enable', -1],
      ['Disable', 1],
    ] as const) {
      const { told } = await openUser({ record: { status } })
      await confirm(name)
      await until(() => expect(told()).toHaveLength(1))
      said.push(told()[0]?.[0])
      cleanup()
      vi.restoreAllMocks()
    }
    expect(said).toEqual(['User successfully enabled', 'User successfully disabled'])
  })
})

describe('the wallet', () => {
  const movement = (id: number, date: number, amount: number, idBooking: number | null = null) => ({
    id,
    date,
    amount,
    concept: `Movement ${id}`,
    idBooking,
  })
  const day = 86_400_000
  const pages = [
    [1, 2, 3, 4, 5, 6].map((id) =>
      movement(id, now - (id > 2 ? day : 0), id === 2 ? -1_999 : 100, id === 2 ? 4711 : null),
    ),
    [movement(7, now - day, 100), movement(8, now - 2 * day, 100)],
  ]
  const call = 'GET /users/:sd/profiles/:idUserProfile/walletMovements'
  const answers = {
    [call]: ({ query }: CallInput) => {
      const page = Number(query?.pageNumber)
      return { ...(page === 0 && { balance: 123_456 }), movements: pages[page], hasMoreResults: page === 0 }
    },
  }

  it('divides a balance in cents by 100 and shows it with two decimals (L-106)', async () => {
    const { block, of } = await openUser({ answers })
    expect(await block('Wallet').findByText('€1,234.56')).toBeTruthy()
    expect(block('Wallet').getByText('-€19.99')).toBeTruthy()
    expect(of(call)[0]).toMatchObject({ params: { idUserProfile: 100_001 }, query: { pageNumber: 0 } })
  })

  it('groups movements by day, and appends further pages in its modal (L-108)', async () => {
    const { block, of } = await openUser({ answers })
    await block('Wallet').findByText('Movement 1')
    const inDays = (root: ParentNode) =>
      [...root.querySelectorAll('ol > li')].map((one) =>
        [...one.querySelectorAll('ul li span')].map((line) => line.textContent?.slice(0, 10)),
      )
    expect(inDays(screen.getByRole('region', { name: 'Wallet' }))).toEqual([
      ['Movement 1', 'Movement 2'],
      ['Movement 3', 'Movement 4', 'Movement 5'],
    ])
    fireEvent.click(block('Wallet').getByRole('button', { name: 'All movements' }))
    const modal = await screen.findByRole('dialog', { name: 'Wallet movements' })
    expect(within(modal).getAllByText(/^Movement/)).toHaveLength(6)
    fireEvent.click(within(modal).getByRole('button', { name: 'More movements' }))
    await until(() => expect(within(modal).getAllByText(/^Movement/)).toHaveLength(8))
    expect(inDays(modal).map((one) => one.length)).toEqual([2, 5, 1])
    expect(within(modal).queryByRole('button', { name: 'More movements' })).toBeNull()
    expect(of(call).map(({ query }) => query?.pageNumber)).toEqual([0, 1])
  })

  it('links a movement to its booking', async () => {
    const { block, router } = await openUser({ answers })
    fireEvent.click(await block('Wallet').findByRole('link', { name: 'Booking 4711' }))
    await until(() => expect(router.state.location.pathname).toBe('/services/4711'))
  })

  it('keeps the shown movements when a further page fails, and retries on request', async () => {
    let isDown = true
    const { block } = await openUser({
      answers: {
        [call]: (given: CallInput) =>
          given.query?.pageNumber === 1 && isDown ? refusal('Down', 400)() : answers[call](given),
      },
    })
    fireEvent.click(await block('Wallet').findByRole('button', { name: 'All movements' }))
    fireEvent.click(await dialog().findByRole('button', { name: 'More movements' }))
    expect((await dialog().findByRole('alert')).textContent).toContain('Down')
    expect(dialog().getAllByText(/^Movement/)).toHaveLength(6)
    isDown = false
    fireEvent.click(dialog().getByRole('button', { name: 'Try again' }))
    await until(() => expect(dialog().getAllByText(/^Movement/)).toHaveLength(8))
  })
})

describe('the personal data of a user', () => {
  it('is exported after confirmation', async () => {
    const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const download = vi.fn(async () => ({
      data: new Blob(['zip']),
      disposition: 'attachment; filename="user-100001.zip"',
    }))
    const { told } = await openUser({ download })
    fireEvent.click(screen.getByRole('button', { name: 'Export data' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Export data/ }))
    await until(() => expect(told()).toEqual([['Personal data exported', 'green']]))
    expect(download).toHaveBeenCalledWith(expect.objectContaining({ path: '/users/:sd/:id/personalData' }), {
      params: { id: 100_001 },
    })
    expect(save).toHaveBeenCalled()
  })

  it('is erased only once the id is typed, after listing what goes and what stays', async () => {
    const { of, told } = await openUser()
    fireEvent.click(screen.getByRole('button', { name: 'Erase data' }))
    await screen.findByRole('dialog', { name: 'Erase the data of Eva Gil Mora?' })
    for (const text of ['Erased for good', 'What stays', /Issued invoices/])
      expect(dialog().getByText(text)).toBeTruthy()
    const button = dialog().getByRole<HTMLButtonElement>('button', { name: /^Erase data/ })
    expect(button.disabled).toBe(true)
    fireEvent.change(dialog().getByLabelText('Type 100001 to confirm'), { target: { value: '10000' } })
    expect(button.disabled).toBe(true)
    fireEvent.change(dialog().getByLabelText('Type 100001 to confirm'), { target: { value: '100001' } })
    fireEvent.click(button)
    await until(() => expect(told()).toEqual([['Personal data erased', 'green']]))
    expect(of('DELETE /users/:sd/:id/personalData')[0]).toMatchObject({ body: { confirmedId: 100_001 } })
  })

  it('allows neither editing nor enabling once erased', async () => {
    await openUser({ record: { firstName: '', lastName: '', userEmail: null, status: -1, erasedAt: now } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('User 100001')
    expect(screen.getByText(/has been erased/)).toBeTruthy()
    for (const name of ['Save', 'Enable', 'Export data', 'Erase data'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
