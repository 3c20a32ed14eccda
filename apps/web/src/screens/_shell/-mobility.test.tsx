import { mobility } from '@parada/contract/calls/mobility'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import spanish from '../../../public/i18n/resources-locale_es.json'
import type { Download } from '../../kit/download.ts'
import { listRequest } from '../../kit/list/data/request.ts'
import { initialState } from '../../kit/list/state/list-state.ts'
import { afterLifeList, toInvoiceList } from '../../mobility/mobility-lists.ts'
import { afterLifeRow, booking, line, liveRow, open } from '../../mobility/testing.tsx'
import { drawnMaps } from '../../testing/map-stand-in.tsx'
import { type Options, refusal, rows, until } from '../../testing/open-screens.tsx'
import { now } from '../../testing/records.ts'

await Promise.all([
  import('../../kit/list/view/list-view.tsx'),
  import('../../kit/list/view/export-menu.tsx'),
  import('../../mobility/after-life-detail.tsx'),
])

beforeEach(() => {
  URL.createObjectURL = () => 'blob:saved'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const at = {
  live: '/mobility/dashboard',
  toInvoice: '/mobility/mobilitytoinvoice',
  afterLife: '/mobility/mobilityafterlife',
}
const start = async (path: string, options?: Options) => {
  const opened = open(path, options)
  await until(() => expect(rows()).toHaveLength(1))
  return opened
}
const sizes = () => [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)

const expectDelay = async ({ sent }: ReturnType<typeof open>, ms: number) => {
  const before = sent.length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByLabelText('Filter by Vehicle'), { target: { value: 'PR' } })
  await act(() => vi.advanceTimersByTimeAsync(ms - 1))
  expect(sent).toHaveLength(before)
  await act(() => vi.advanceTimersByTimeAsync(1))
  vi.useRealTimers()
  await until(() => expect(sent.length).toBeGreaterThan(before))
}

const day = 86_400_000
const spanOf = ({ from, to }: Record<string, unknown>) => Math.round((Number(to) - Number(from)) / day)
const monthDays = () => {
  const today = new Date()
  return new Date(today.getFullYear(), today.getMonth() + 1, 0).getDate()
}

describe('the lists of shared vehicles', () => {
  it.each([
    [at.toInvoice, ['10', '20', '50', '100'], 750],
    [at.afterLife, ['10', '20', '50', '100'], 750],
    [at.live, ['20', '50', '200'], 500],
  ])('%s has pages of %j, starts with 20 and filters after %i ms (L-167)', async (path, offered, ms) => {
    const opened = await start(path)
    expect(opened.last()).toMatchObject({ resultsPerPage: 20 })
    expect(sizes()).toEqual(offered)
    await expectDelay(opened, ms)
  })

  it.each(Object.values(at))('%s starts with this month, in ranges of up to 31 days (L-167)', async (path) => {
    const { last } = await start(path)
    expect(spanOf(last())).toBe(monthDays())
    cleanup()
    const wide = await start(`${path}?from=2026-01-01&to=2026-02-01`)
    expect(spanOf(wide.last())).toBe(monthDays())
    cleanup()
    const most = await start(`${path}?from=2026-01-01&to=2026-01-31`)
    expect(spanOf(most.last())).toBe(31)
  })

  it('sort live and cancelled rides by descending id, those to invoice by ascending id (L-168)', async () => {
    const orders: unknown[] = []
    for (const path of [at.live, at.afterLife, at.toInvoice]) {
      const { last } = await start(path)
      orders.push(last().orderBy)
      cleanup()
    }
    expect(orders).toEqual(['id DESC', 'id DESC', 'id ASC'])
  })

  it.each([
    [
      'to invoice (L-163)',
      mobility.toInvoice,
      'id, idMobilityBooking, idMobilitySupplier, idUser, idAuthorization, idPaymentAccount, timeInit, timeEnd, startAddressString, endAddressString, priceCustomer, entryChannel, status, paymentMethodCustomer, idUserPaymentProfile',
    ],
    [
      'after their life (L-164)',
      mobility.afterLife,
      'id, status, idMobilityBooking, idMobilitySupplier, name, idUser, idAuthorization, idPaymentAccount, dateCreated, timeEnd, startAddressString, entryChannel, idBookingSupplier, vehicleSign',
    ],
  ])('have the documented fields: %s', (_, call, names) => {
    const { definition } = call === mobility.afterLife ? afterLifeList : toInvoiceList
    expect(names.split(', ').filter((name) => !definition.keys.includes(name))).toEqual([])
    const end = definition.columns.find(({ key }) => key === 'timeEnd')
    expect(end?.label).toBe(call === mobility.afterLife ? 'mobility.dateCancelled' : 'fields.timeEnd')
  })

  it.each(Object.values(at))('%s can be exported', async (path) => {
    const saved: string[] = []
    const download: Download = async (call) => {
      saved.push(call.path)
      return { data: new Blob(['x']), disposition: null }
    }
    await start(path, { download })
    fireEvent.click(screen.getByRole('button', { name: /^Export/ }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel' }))
    await until(() => expect(saved).toHaveLength(1))
  })
})

describe('the live list', () => {
  it('shows rides as they are reported, but keeps every row in place under a pressed pointer', async () => {
    let list: object[] = [liveRow]
    const { queries } = await start(at.live, {
      answers: { 'GET /bookings/:sd': () => ({ rows: list, totalQueryCount: list.length }) },
    })
    const hear = async (next: object[]) => {
      list = next
      await act(() => queries.invalidateQueries({ queryKey: ['list', 'mobility'] }))
    }
    const texts = () => rows().map(({ textContent }) => textContent)
    const other = { ...liveRow, id: 100_002, customerName: 'Luis Rey' }
    await hear([other])
    await until(() => expect(texts()).toEqual([expect.stringContaining('Luis Rey')]))
    await hear([other, { ...liveRow, status: 3 }])
    await until(() => expect(texts()).toEqual([expect.stringContaining('Luis Rey'), expect.stringContaining('Paused')]))

    const pressed = rows()[1] as HTMLElement
    fireEvent.pointerDown(pressed)
    await hear([{ ...liveRow, id: 100_003 }, other])
    await until(() => expect(screen.getByRole('button', { name: /1 new/ })).toBeTruthy())
    expect(rows()[1]).toBe(pressed)
    expect(texts()).toEqual([expect.stringContaining('Luis Rey'), expect.stringContaining('Paused')])
    fireEvent.click(pressed)
    expect(await screen.findByRole('heading', { name: 'Shared vehicle 100001' })).toBeTruthy()
  })

  it('opens a booking only for users with viewMobilityBookingDetail', async () => {
    await start(at.live)
    fireEvent.click(screen.getByText('Eva Gil'))
    expect(await screen.findByRole('heading', { name: 'Shared vehicle 100001' })).toBeTruthy()
    cleanup()
    const { router } = await start(at.live, { permissions: { viewMobilityBookingsByWhitelabel: 'all' } })
    fireEvent.click(screen.getByText('Eva Gil'))
    await act(async () => {})
    expect(router.state.location.pathname).toBe(at.live)
  })
})

describe('the page of a booking', () => {
  const path = '/mobility/detail/100001'
  const journal = [
    line({}),
    line({ id: 2, version: 2, action: 'finished', before: { priceCustomer: null }, after: { priceCustomer: 3.4 } }),
    line({ id: 3, version: 2, action: 'refused', after: { report: { type: 'cancelled' } } }),
  ]

  it('shows state, times, places, vehicle, traveller, map and history', async () => {
    open(path, { answers: { 'GET /bookings/:sd/:id': { booking, journal } } })
    expect(await screen.findByRole('heading', { name: 'Shared vehicle 100001' })).toBeTruthy()
    expect(screen.getByText('Finished')).toBeTruthy()
    const group = (name: string) => screen.getByRole('region', { name }).textContent
    expect(group('Ride')).toMatch(/Puerta del Sol.*Atocha.*2.1 km/)
    expect(group('Vehicle')).toMatch(/Patinetes Rueda.*PR-1031.*PR-XYZ/)
    expect(group('Traveller')).toMatch(/Eva Gil.*600111222/)
    expect(group('Payment')).toMatch(/€3.40.*€2.90.*Visa/)
    expect(group('History')).toMatch(/reported 'cancelled'.*refused.*ride finished.*Customer price: €3.40.*booked/)
    expect(drawnMaps.at(-1)?.points).toMatchObject([
      { kind: 'origin', lat: 40.4169 },
      { kind: 'destination', lat: 40.4066 },
    ])
  })

  it('updates when the booking changes', async () => {
    let status = 2
    const { queries } = open(path, {
      answers: { 'GET /bookings/:sd/:id': () => ({ booking: { ...booking, status }, journal: [] }) },
    })
    await screen.findByText('On the way')
    status = 3
    await act(() => queries.invalidateQueries({ queryKey: ['list', 'mobility'] }))
    expect(await screen.findByText('Paused')).toBeTruthy()
  })

  it.each([
    ['1,2', true],
    ['2', false],
  ])('links to the user under viewUserByWhitelabel %j: %s', async (viewUserByWhitelabel, isLink) => {
    open(path, {
      permissions: {
        viewMobilityBookingsByWhitelabel: '1',
        viewMobilityBookingDetail: 'true',
        viewUserByWhitelabel,
      },
    })
    await screen.findByRole('heading', { level: 1 })
    const link = screen.queryByRole('link', { name: 'Eva Gil' })
    expect(link?.getAttribute('href')).toBe(isLink ? '/users/userDetail/100007' : undefined)
  })

  it('requests nothing without viewMobilityBookingDetail', async () => {
    const { router, told, of } = open(path, { permissions: { viewMobilityBookingsByWhitelabel: 'all' } })
    await until(() => expect(router.state.location.pathname).toBe(at.live))
    expect(told()).toEqual([[expect.stringMatching(/permission/)]])
    expect(of('GET /bookings/:sd/:id')).toEqual([])
  })

  it('returns to the list with the status text when the booking cannot be loaded', async () => {
    const { router, told } = open(path, {
      answers: { 'GET /bookings/:sd/:id': refusal('No such booking', 404, {}, { statusText: 'Not Found' }) },
    })
    await until(() => expect(router.state.location.pathname).toBe(at.live))
    expect(told()).toEqual([["Couldn't load this booking", 'Not Found']])
  })
})

describe('the list to invoice', () => {
  it.each([
    ['all', true],
    ['{"paymentAccounts":[{"id":102}]}', true],
    ['[101,102]', true],
    ['{"paymentAccounts":[{"id":101}]}', false],
    ['', false],
  ])('opens a ride under viewMTIDetailByPA %j: %s (L-161)', async (viewMTIDetailByPA, isOpened) => {
    const permissions = { viewMobilityToInvoiceByWhitelabel: 'all', viewMTIDetailByPA }
    const { router } = await start(at.toInvoice, { permissions })
    fireEvent.click(screen.getByText('Eva Gil'))
    await act(async () => {})
    await until(() => expect(router.state.location.pathname).toBe(isOpened ? `${at.toInvoice}/100001` : at.toInvoice))
  })

  it('is shown again with the status text when the server refuses a ride (L-161)', async () => {
    const { router, told } = open(`${at.toInvoice}/100001`, {
      answers: { 'GET /mobilityToInvoice/:sd/:id': refusal('Not found', 404, {}, { statusText: 'Not Found' }) },
    })
    await until(() => expect(router.state.location.pathname).toBe(at.toInvoice))
    expect(told()).toEqual([["Couldn't load this booking", 'Not Found']])
  })

  it('uses the documented names of the statuses (L-165)', async () => {
    const labels: (string | undefined)[] = []
    for (const status of [1, 2, 3, 4, 5]) {
      await start(at.live, {
        answers: { 'GET /bookings/:sd': { rows: [{ ...liveRow, status }], totalQueryCount: 1 } },
      })
      labels.push(rows()[0]?.querySelector('[data-state]')?.textContent ?? undefined)
      cleanup()
    }
    expect(labels).toEqual(['Booked', 'On the way', 'Paused', 'Finished', 'Canceled'])
    open(`${at.toInvoice}/100001`)
    const choice = await screen.findByLabelText<HTMLSelectElement>('State')
    expect([...choice.options].map(({ value, text }) => [value, text])).toEqual([
      ['4', 'Finished'],
      ['5', 'Canceled'],
      ['-1', 'Expired'],
    ])
    expect(spanish.codes.mobilityProtocol[3]).toBe('Muving')
  })
})

describe('a ride to invoice', () => {
  const path = `${at.toInvoice}/100001`
  const put = 'PUT /mobilityToInvoice/:sd/:id'
  const price = () => screen.findByLabelText<HTMLInputElement>('Customer price')
  const type = async (text: string) => fireEvent.change(await price(), { target: { value: text } })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const saved = ({ body }: { body?: Record<string, unknown> }) => ({
    mobilityToInvoiceDetailMessage: { ...booking, ...body, version: 4 },
  })

  it('sends only the changed fields, with an undo key', async () => {
    const { of, toasts } = open(path, { answers: { [put]: saved } })
    await type('4,25')
    save()
    await until(() => expect(of(put)).toHaveLength(1))
    expect(of(put)[0]).toMatchObject({
      params: { id: 100_001 },
      headers: { 'Undo-Key': expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
    expect(of(put)[0]?.body).toEqual({ version: 3, priceCustomer: 4.25 })
    await until(() => expect(toasts).toHaveBeenCalledOnce())
  })

  it.each([
    ['-1', "The price can't be negative"],
    ['100000', "The price can't be more than 99,999"],
    ['cheap', 'Enter an amount, e.g. 12.50'],
    ['', 'Enter an amount, e.g. 12.50'],
  ])('rejects the price %j at its input', async (text, words) => {
    const { of } = open(path, { answers: { [put]: saved } })
    await type(text)
    save()
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect((await price()).getAttribute('aria-invalid')).toBe('true')
    expect(of(put)).toEqual([])
  })

  it('shows a server error at its input', async () => {
    open(path, { answers: { [put]: refusal('priceCustomer: too much', 400, { field: 'priceCustomer' }) } })
    await type('5')
    save()
    expect((await screen.findByRole('alert')).textContent).toBe('priceCustomer: too much')
  })

  it('warns before unsaved input is lost', async () => {
    open(path)
    await type('4,25')
    fireEvent.click(screen.getByRole('link', { name: 'Back to the list' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect((await price()).value).toBe('4,25')
  })

  it('shows who changed what when the version is stale, and keeps the typed values', async () => {
    let current = booking
    const change = { field: 'priceCustomer', before: 3.4, after: 7.5, who: 'Luis Rey', at: now }
    const theirs = line({
      id: 9,
      version: 4,
      action: 'edit',
      who: 'Luis Rey',
      before: { priceCustomer: 3.4 },
      after: { priceCustomer: 7.5 },
    })
    open(path, {
      answers: {
        'GET /mobilityToInvoice/:sd/:id': () => ({
          mobilityToInvoiceDetailMessage: current,
          journal: current.version === 4 ? [theirs] : [],
        }),
        [put]: () => {
          current = { ...booking, priceCustomer: 7.5, version: 4 }
          return refusal('Somebody has just changed this booking', 409, {
            problem: 'problems.bookingChanged',
            conflict: { version: 4, changes: [change] },
          })()
        },
      },
    })
    await type('8')
    save()
    expect(await screen.findByText(/Luis Rey has changed this ride/)).toBeTruthy()
    expect(screen.getByText('Customer price: €3.40 → €7.50 (Luis Rey)')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Mine: 8' })).toBeTruthy()
    expect((await price()).value).toBe('8')
  })

  it('says that a cancelled ride is not invoiced, and is read-only once saved', async () => {
    let current = booking
    const { of } = open(path, {
      answers: {
        'GET /mobilityToInvoice/:sd/:id': () => ({ mobilityToInvoiceDetailMessage: current, journal: [] }),
        [put]: ({ body }: { body?: object }) => {
          current = { ...booking, ...body, version: 4 }
          return { mobilityToInvoiceDetailMessage: current }
        },
      },
    })
    fireEvent.change(await screen.findByLabelText('State'), { target: { value: '5' } })
    expect(screen.getByRole('status').textContent).toMatch(/will not be invoiced/)
    save()
    await until(() => expect(of(put)[0]?.body).toEqual({ version: 3, status: 5 }))
    await until(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(screen.getByText('Canceled')).toBeTruthy()
  })

  it.each([
    ['all', true],
    ['{"paymentAccounts":[{"id":102}]}', true],
    ['{"paymentAccounts":[{"id":101}]}', false],
  ])('can be edited under editMobilityToInvoiceByPA %j: %s (L-162)', async (editMobilityToInvoiceByPA, mayEdit) => {
    open(path, { permissions: { viewMTIDetailByPA: 'all', editMobilityToInvoiceByPA } })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Save' }) !== null).toBe(mayEdit)
    expect(screen.getByRole('region', { name: 'Payment' }).textContent).toContain(mayEdit ? '' : '€3.40')
  })
})

describe('the list of cancelled rides', () => {
  const filter = () => screen.getByLabelText<HTMLInputElement>('Filter by State')

  it.each([
    ['canc', '5'],
    ['CANCELED', '5'],
    ['Exp', '-1'],
    ['5', '5'],
    ['Anulado', 'Anulado'],
  ])('sends the typed status %j as %j (L-166)', async (typed, sent) => {
    const { last } = await start(at.afterLife)
    expect(rows()[0]?.textContent).toContain('Canceled')
    fireEvent.change(filter(), { target: { value: typed } })
    fireEvent.keyDown(filter(), { key: 'Enter' })
    await until(() => expect(last()).toMatchObject({ status: sent }))
  })

  it.each([
    ['anu', '5'],
    ['caducado', '-1'],
    ['Canceled', 'Canceled'],
  ])('reads labels in the user’s language: %j becomes %j in Spanish (L-166)', (typed, sent) => {
    const { definition: list } = afterLifeList
    const labels: Record<string, string> = spanish.codes.mobilityAfterLifeStatus
    const state = { ...initialState(list), filters: { status: typed } }
    expect(listRequest(list, state, now, (_, code) => labels[String(code)] ?? '')).toMatchObject({ status: sent })
  })

  it('opens a booking in a modal, with a link to its page for users who may open it', async () => {
    await start(at.afterLife, { permissions: { viewMobilityToInvoiceByWhitelabel: 'all', viewMTIDetailByPA: '[102]' } })
    fireEvent.click(screen.getByText('Eva Gil'))
    const modal = within(await screen.findByRole('dialog'))
    expect(modal.getByText('PR-XYZ')).toBeTruthy()
    expect(modal.getByText('Date cancelled')).toBeTruthy()
    expect(modal.getByRole('link').getAttribute('href')).toBe(`${at.toInvoice}/${afterLifeRow.id}`)
    cleanup()
    await start(at.afterLife, { permissions: { viewMobilityToInvoiceByWhitelabel: 'all' } })
    fireEvent.click(screen.getByText('Eva Gil'))
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy())
    expect(screen.queryByRole('link', { name: /Open with map/ })).toBeNull()
  })
})
