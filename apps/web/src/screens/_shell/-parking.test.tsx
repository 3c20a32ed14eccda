import { MantineProvider } from '@mantine/core'
import { parkingFields } from '@parada/contract/calls/parking'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListDefinition } from '../../kit/list/declare/list-definition.ts'
import { activeParkings, cancelledParkings, parkingsToInvoice } from '../../parking/parking-lists.ts'
import { finished, open, parking, recordOf } from '../../parking/testing.tsx'
import { type CallInput, type Options, refusal, until } from '../../testing/open-screens.tsx'
import { now } from '../../testing/records.ts'

await Promise.all([
  import('../../kit/list/view/list-view.tsx'),
  import('../../parking/parking-detail.tsx'),
  import('../../parking/to-invoice-detail.tsx'),
  import('../../parking/finish-parking.tsx'),
])

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]
const row = () => rows()[0] as HTMLElement
const idsShown = () => rows().map((one) => one.querySelector('th, td')?.textContent?.trim())
const lists = {
  '/parkings/dashboard': 'GET /bookings/:sd/list',
  '/parkingtoinvoice': 'GET /parkingtoinvoice/:sd/',
  '/parkingcancelled': 'GET /parkingafterlife/:sd/',
} as const
type Path = keyof typeof lists
const paths = Object.keys(lists) as Path[]

const start = async (path: Path, options: Options & { search?: string } = {}) => {
  const opened = open(`${path}${options.search ?? ''}`, options)
  await until(() => expect(rows()).not.toHaveLength(0))
  const asked = () => opened.of(lists[path]).filter(({ query }) => query?.resultsPerPage !== 1)
  return { ...opened, asked, last: () => asked().at(-1)?.query as Record<string, unknown> }
}
const press = (key: string) => {
  row().focus()
  fireEvent.keyDown(row(), { key })
}
const top = () => within(screen.getAllByRole('dialog').at(-1) as HTMLElement)
const click = (name: string | RegExp) => fireEvent.click(top().getByRole('button', { name }))

/** Renders the message of the last toast, including its undo button. */
const offered = (toasts: ReturnType<typeof open>['toasts']) =>
  render(<MantineProvider env="test">{toasts.mock.calls.at(-1)?.[0].message as ReactElement}</MantineProvider>)

const finishCall = 'PUT /bookings/:sd/:id/withPermission/finish'
const updateCall = 'PUT /parkingtoinvoice/:sd/:id'
const finishing = { finishQoob: 'true', viewParkingBookingByPA: '101' }

describe('the parking lists', () => {
  it.each(paths)('%s requires viewParkingBookingByPA and calls the parking API (L-145)', async (path) => {
    const { asked } = await start(path, { permissions: { viewParkingBookingByPA: '101' } })
    expect(asked()[0]?.call).toMatchObject({ base: 'parking', access: ['viewParkingBookingByPA'] })
    expect(row().textContent).toContain('1234XXX')
  })

  it('have pages of 10 to 200 and descending ids on the dashboard (L-151)', async () => {
    const { last } = await start('/parkings/dashboard')
    expect(last()).toMatchObject({ pageNumber: 0, resultsPerPage: 20, orderBy: 'id DESC' })
    const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
    expect(sizes).toEqual(['10', '20', '50', '100', '200'])
  })

  it('have pages of 10 to 100 and ascending ids elsewhere (L-152)', async () => {
    for (const path of ['/parkingtoinvoice', '/parkingcancelled'] as const) {
      const { last } = await start(path)
      expect(last()).toMatchObject({ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC' })
      const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
      expect(sizes).toEqual(['10', '20', '50', '100'])
      cleanup()
    }
  })

  it('filter after 500 ms, start with the current month and show up to 31 days (L-153)', async () => {
    for (const path of paths) {
      const { last, asked } = await start(path)
      const today = new Date()
      expect(last()).toMatchObject({
        from: new Date(today.getFullYear(), today.getMonth(), 1).getTime(),
        to: new Date(today.getFullYear(), today.getMonth() + 1, 1).getTime() - 1,
      })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      fireEvent.change(screen.getByLabelText('Filter by Number plate'), { target: { value: '1234' } })
      await act(() => vi.advanceTimersByTimeAsync(499))
      expect(asked()).toHaveLength(1)
      await act(() => vi.advanceTimersByTimeAsync(1))
      vi.useRealTimers()
      await until(() => expect(last()).toMatchObject({ numberPlate: '1234' }))
      cleanup()
      // The range in the URL, a month and a day, is too long, so the list falls back to its own range.
      sessionStorage.clear()
      const tooLong = await start(path, { search: '?from=2026-01-01&to=2026-02-01' })
      expect(tooLong.last()?.from).not.toBe(new Date(2026, 0, 1).getTime())
      cleanup()
      sessionStorage.clear()
      const month = await start(path, { search: '?from=2026-01-01&to=2026-01-31' })
      expect(month.last()?.from).toBe(new Date(2026, 0, 1).getTime())
      cleanup()
      sessionStorage.clear()
    }
  })

  it('have the documented fields, and the cancelled list also the id of the active booking (L-148)', () => {
    const documented = [
      ...['id', 'idParking', 'protocol', 'parkingName', 'idUser', 'customerName', 'customerPhone', 'dateInit'],
      ...['dateEnd', 'priceSupplier', 'priceCustomer', 'numberPlate', 'idPaymentAccount'],
    ]
    const keysOf = ({ definition }: { definition: ListDefinition }) => definition.keys
    for (const list of [activeParkings, parkingsToInvoice, cancelledParkings])
      expect(keysOf(list)).toEqual(expect.arrayContaining(documented))
    expect(Object.keys(parkingFields)).not.toContain('idParkingAlive')
    expect(keysOf(cancelledParkings)).toContain('idParkingAlive')
  })

  it('are narrowed to one user by the URL until that filter is removed', async () => {
    for (const path of paths) {
      const { last } = await start(path, { search: '?idUser=100001' })
      expect(last()).toMatchObject({ idUser: '100001' })
      fireEvent.click(screen.getByRole('button', { name: /User id: 100001/ }))
      await until(() => expect(last()).not.toHaveProperty('idUser'))
      cleanup()
      sessionStorage.clear()
    }
  })
})

describe('the active parkings', () => {
  it('start with statuses 1 and -1, which the user may change (L-149)', async () => {
    const { last, router } = await start('/parkings/dashboard')
    expect(last()).toMatchObject({ status: '1,-1' })
    const filter = screen.getByLabelText<HTMLSelectElement>('Filter by State')
    expect(filter.selectedOptions[0]?.textContent).toBe('Active, Expired')
    expect(screen.queryByRole('button', { name: 'Reset filters' })).toBeNull()
    fireEvent.change(filter, { target: { value: '-1' } })
    await until(() => expect(last()).toMatchObject({ status: '-1' }))
    await until(() => expect(router.state.location.search).toMatchObject({ status: -1 }))
    fireEvent.change(filter, { target: { value: '' } })
    await until(() => expect(last()).not.toHaveProperty('status'))
    await until(() => expect(router.state.location.search).toEqual({ status: '' }))
    fireEvent.click(screen.getByRole('button', { name: /Reset filters/ }))
    await until(() => expect(last()).toMatchObject({ status: '1,-1' }))
    await until(() => expect(router.state.location.search).toEqual({}))
  })

  it('appear, change and disappear as they are reported, but stay in place while a row has focus', async () => {
    const other = { ...parking, id: 4000, numberPlate: '0000XXX' }
    let there = [parking, other]
    const answers = { 'GET /bookings/:sd/list': () => ({ rows: there, totalQueryCount: there.length }) }
    const { hear } = await start('/parkings/dashboard', { answers })
    there = [{ ...parking, id: 4002, numberPlate: '9999XXX' }, { ...parking, status: -1 }, other]
    await act(hear)
    await until(() => expect(idsShown()).toEqual(['4002', '4001', '4000']))
    expect(rows()[1]?.textContent).toContain('Expired')

    fireEvent.focus(rows()[1] as HTMLElement)
    rows()[1]?.focus()
    there = [{ ...parking, id: 4003 }, ...there.slice(0, 1), other]
    await act(hear)
    // The new row is held back, and the removed row is marked where it was.
    await until(() => expect(screen.getByRole('button', { name: /1 new/ })).toBeTruthy())
    expect(idsShown()).toEqual(['4002', '4001', '4000'])
    expect(rows().map(({ dataset }) => dataset.gone)).toEqual([undefined, 'true', undefined])
    fireEvent.click(screen.getByRole('button', { name: /1 new/ }))
    await until(() => expect(idsShown()).toEqual(['4003', '4002', '4000']))
  })

  it.each([
    [1, 'Parkimeter', false],
    [2, 'ElParking', false],
    [3, 'Qoob', true],
    [4, 'Parkimeter V2', false],
  ])('show protocol %i as %s, and can be finished here: %s (L-147)', async (protocol, name, isFinished) => {
    const answers = { 'GET /bookings/:sd/list': { rows: [{ ...parking, protocol }], totalQueryCount: 1 } }
    await start('/parkings/dashboard', { answers })
    expect(row().textContent).toContain(name)
    fireEvent.click(row())
    await screen.findByRole('dialog')
    expect(top().queryByRole('button', { name: 'Finish booking' }) !== null).toBe(isFinished)
  })

  it.each([
    ['without finishQoob', { viewParkingBookingByPA: 'all' }],
    ['for another account', { finishQoob: 'true', viewParkingBookingByPA: '102' }],
    ['under an unreadable permission', { finishQoob: 'true', viewParkingBookingByPA: '{"paymentAccounts":' }],
  ])('cannot be finished %s', async (_, permissions) => {
    const { of } = await start('/parkings/dashboard', { permissions })
    press('f')
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(row())
    await screen.findByRole('dialog')
    expect(top().queryByRole('button', { name: 'Finish booking' })).toBeNull()
    expect(of(finishCall)).toEqual([])
  })

  const live = (permissions: Record<string, string> = finishing, answers: Options['answers'] = {}) => {
    let isThere = true
    return start('/parkings/dashboard', {
      permissions,
      answers: {
        'GET /bookings/:sd/list': () =>
          isThere ? { rows: [parking], totalQueryCount: 1 } : { rows: [], totalQueryCount: 0 },
        [finishCall]: () => {
          isThere = false
          return { booking: recordOf(finished) }
        },
        'POST /services/:sd/undo': () => {
          isThere = true
          return { bookings: [] }
        },
        ...answers,
      },
    })
  }

  it('are finished by key after confirmation, which removes the row and closes the modal (L-146)', async () => {
    const { of, toasts } = await live()
    press('f')
    await screen.findByRole('dialog')
    expect(top().getByText('Finish parking 4001?')).toBeTruthy()
    expect(of(finishCall)).toEqual([])
    click(/^Finish booking/)
    await until(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(rows()).toEqual([])
    const [sent] = of(finishCall)
    expect(sent).toMatchObject({ params: { id: 4001 }, headers: { 'Undo-Key': expect.any(String) } })

    const { getByRole, getByText } = offered(toasts)
    expect(getByText('Finish qoob booking success')).toBeTruthy()
    fireEvent.click(getByRole('button', { name: /Undo/ }))
    await until(() => expect(of('POST /services/:sd/undo')[0]?.body).toEqual({ key: sent?.headers?.['Undo-Key'] }))
    await until(() => expect(rows()).toHaveLength(1))
  })

  it('are finished from their modal, which closes with the confirmation', async () => {
    const { of } = await live()
    fireEvent.click(row())
    await screen.findByRole('dialog')
    click('Finish booking')
    await until(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    click(/^Finish booking/)
    await until(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(of(finishCall)).toHaveLength(1)
    expect(rows()).toEqual([])
  })

  it('close their modal when finished elsewhere', async () => {
    let there = [parking]
    const answers = { 'GET /bookings/:sd/list': () => ({ rows: there, totalQueryCount: there.length }) }
    const { hear } = await start('/parkings/dashboard', { answers })
    fireEvent.click(row())
    await screen.findByRole('dialog')
    there = []
    await act(hear)
    await until(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('report success, a warning for an odd response, or an error with details (L-265)', async () => {
    const over = 'This parking booking is already over'
    const outcomes = [
      [refusal('Odd', 409, {}, { http: 200 }), 'yellow', undefined],
      [refusal(over, 409), 'red', over],
      [refusal('Offline', 0), 'red', 'Offline'],
    ] as const
    const finish = async (answers?: Options['answers']) => {
      const { toasts } = await live(finishing, answers)
      press('f')
      await screen.findByRole('dialog')
      click(/^Finish booking/)
      await until(() => expect(screen.queryByRole('dialog')).toBeNull())
      return toasts
    }
    for (const [answer, color, detail] of outcomes) {
      const toasts = await finish({ [finishCall]: answer })
      const { title, message, color: shown } = toasts.mock.calls.at(-1)?.[0] ?? {}
      expect([title ?? message, shown]).toEqual(['Finish qoob booking error', color])
      expect(title && message).toBe(detail)
      expect(rows()).toHaveLength(1)
      cleanup()
    }
    expect(offered(await finish()).getByText('Finish qoob booking success')).toBeTruthy()
  })
})

describe('a parking to invoice', () => {
  const opened = async (options: Options = {}) => {
    const view = await start('/parkingtoinvoice', options)
    fireEvent.click(row())
    await screen.findByRole('dialog')
    await until(() => expect(view.of('GET /parkingtoinvoice/:sd/:id')).not.toHaveLength(0))
    return view
  }
  const type = (label: string, value: string) => fireEvent.change(top().getByLabelText(label), { target: { value } })
  const save = () => click(/^Save/)

  it('shows its facts and its history', async () => {
    const journal = [
      {
        id: 2,
        version: 3,
        at: now,
        action: 'edit',
        who: 'Luis Rey',
        before: { priceCustomer: 5 },
        after: { priceCustomer: 5.5 },
      },
      { id: 1, version: 1, at: now, action: 'started', who: 'Qoob', before: {}, after: { status: 1 } },
    ]
    await opened({ answers: { 'GET /parkingtoinvoice/:sd/:id': { bookingToInvoice: finished, journal } } })
    const history = within(await top().findByRole('list', { name: 'History' }))
    await until(() => expect(history.getByText('Customer price: €5.00 → €5.50')).toBeTruthy())
    expect(history.getByText(/reported the start/)).toBeTruthy()
    expect(top().getByText('Seguros Demo')).toBeTruthy()
  })

  it('sends only the changed fields, with the version it was read at', async () => {
    const { of, told } = await opened()
    type('Customer price', '7.25')
    type('Payment method', '11')
    save()
    await until(() => expect(of(updateCall)).toHaveLength(1))
    expect(of(updateCall)[0]).toMatchObject({ params: { id: 4001 } })
    expect(of(updateCall)[0]?.body).toEqual({ version: 2, priceCustomer: 7.25, paymentMethod: 11 })
    expect(of(updateCall)[0]?.headers).toBeUndefined()
    await until(() => expect(told()).toContainEqual(['Parking updated', 'green']))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it.each([
    ['-1', "The price can't be negative"],
    ['99,999.01', "The price can't be more than 99,999"],
    ['cheap', /amount/i],
  ])('rejects a price of %s', async (typed, words) => {
    const { of } = await opened()
    type('Customer price', typed)
    save()
    expect(await top().findByText(words)).toBeTruthy()
    expect(of(updateCall)).toEqual([])
  })

  it('closes when it is cancelled, and offers to undo that', async () => {
    const { of, toasts } = await opened()
    type('State', '-20')
    expect(top().getByText('Saving moves this booking to the cancelled parkings.')).toBeTruthy()
    save()
    await until(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(of(updateCall)[0]).toMatchObject({
      body: { version: 2, status: -20 },
      headers: { 'Undo-Key': expect.any(String) },
    })
    const { getByText } = offered(toasts)
    expect(getByText('Parking cancelled')).toBeTruthy()
  })

  it.each([
    [
      'when it belongs to another account',
      { viewParkingBookingByPA: 'all', viewPTIDetailByPA: '{"paymentAccounts":[{"id":102}]}' },
    ],
    ['without the permission', { viewParkingBookingByPA: 'all' }],
    [
      'under an unreadable permission',
      { viewParkingBookingByPA: 'all', viewPTIDetailByPA: '{"paymentAccounts":"all"}' },
    ],
  ])('is read-only %s', async (_, permissions) => {
    await opened({ permissions })
    expect(top().getByText("You can't edit bookings of this account.")).toBeTruthy()
    expect(top().getByLabelText<HTMLInputElement>('Customer price').readOnly).toBe(true)
    expect(top().getByLabelText<HTMLSelectElement>('State').disabled).toBe(true)
    expect(top().getByRole<HTMLButtonElement>('button', { name: /^Save/ }).disabled).toBe(true)
  })

  it.each(['all', '101', '[101]', '{"paymentAccounts":[{"id":101}]}'])(
    'can be edited under viewPTIDetailByPA %s',
    async (value) => {
      await opened({ permissions: { viewParkingBookingByPA: 'all', viewPTIDetailByPA: value } })
      expect(top().getByLabelText<HTMLInputElement>('Customer price').readOnly).toBe(false)
    },
  )

  it('shows what somebody else changed, and asks which value to keep', async () => {
    let current = finished
    const change = { field: 'priceCustomer', before: 5.5, after: 6, who: 'Luis Rey', at: now }
    const line = {
      id: 1,
      version: 3,
      at: now,
      action: 'edit',
      who: 'Luis Rey',
      before: { priceCustomer: 5.5 },
      after: { priceCustomer: 6 },
    }
    await opened({
      answers: {
        'GET /parkingtoinvoice/:sd/:id': () => ({
          bookingToInvoice: current,
          journal: current.version === 3 ? [line] : [],
        }),
        [updateCall]: (_: CallInput) => {
          current = { ...finished, version: 3, priceCustomer: 6 }
          refusal('Changed', 409, { problem: 'problems.bookingChanged', conflict: { version: 3, changes: [change] } })()
        },
      },
    })
    type('Customer price', '7')
    save()
    expect(await top().findByText(/Luis Rey has just changed this booking/)).toBeTruthy()
    expect(top().getByText('Customer price: €5.50 → €6.00 (Luis Rey)')).toBeTruthy()
    expect(await top().findByRole('button', { name: 'Mine: 7' })).toBeTruthy()
  })

  it('sends its receipt from the list: Sending receipt, then Receipt Sent', async () => {
    const { of, told } = await start('/parkingtoinvoice')
    press('s')
    await until(() => expect(told().map(([text]) => text)).toEqual(['Sending receipt', 'Receipt Sent']))
    expect(of('GET /parkingtoinvoice/:sd/:id/sendReceipt').map(({ params }) => params)).toEqual([{ id: 4001 }])
  })

  it('shows why a receipt cannot be sent', async () => {
    const words = "There's nobody to send this to: the booking has no user with an email address."
    const answers = { 'GET /parkingtoinvoice/:sd/:id/sendReceipt': refusal(words, 400, { field: 'userEmail' }) }
    const { told } = await start('/parkingtoinvoice', { answers })
    press('s')
    await until(() =>
      expect(told()).toEqual([
        ['Sending receipt', 'green'],
        [words, 'red'],
      ]),
    )
  })
})

it('opens a cancelled parking with its reason', async () => {
  await start('/parkingcancelled')
  fireEvent.click(row())
  await screen.findByRole('dialog')
  expect(top().getByText('Reason: Aparcamiento completo')).toBeTruthy()
})
