import { finishedFields } from '@parada/contract/calls/finished-bookings'
import { cancelledFields, serviceFields } from '@parada/contract/calls/invoicing'
import type { Call } from '@parada/contract/kit'
import { codes } from '@parada/domain/codes'
import type { Field, ListFields } from '@parada/domain/list/fields'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { booking, testSession } from '../../booking/testing.tsx'
import type { Download } from '../../kit/download.ts'
import { show } from '../../kit/list/testing.tsx'
import { SessionProvider } from '../../session/use-session.ts'
import { Route as finished } from './bookings.finished.tsx'
import { Route as services } from './services.$resourceType.$invoiceType.tsx'
import { Route as cancelled } from './servicescancel.$resourceType.$invoiceType.$canceled.tsx'

await Promise.all([
  import('../../kit/list/view/list-view.tsx'),
  import('../../kit/list/view/export-menu.tsx'),
  import('../../books/service-detail.tsx'),
  import('../../books/modification.tsx'),
  import('../../books/decide.tsx'),
])

const until = (check: () => void) => waitFor(check, { interval: 5 })
const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]

beforeEach(() => {
  URL.createObjectURL = () => 'blob:saved'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A sample value for the kind of a field. */
const sample = (name: string, { kind, codes: table, isNullable }: Field): unknown => {
  if (isNullable && kind === 'record') return null
  const [code = ''] = table === undefined ? [] : Object.keys(codes[table])
  const values: Record<Field['kind'], unknown> = {
    text: name === 'timeZone' ? 'Atlantic/Canary' : name,
    number: 7,
    decimal: 1.5,
    money: 12.5,
    time: Date.UTC(2026, 9, 31, 8, 15),
    flag: false,
    code: Number.isNaN(Number(code)) ? code : Number(code),
    texts: [],
    record: name === 'bookingBreaks' ? [] : { addressField: name },
  }
  return values[kind]
}
const rowOf = (fields: ListFields, change: object = {}) => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sample(name, field)])),
  ...change,
})

const counts = {
  ...{ validated: 40, notValidated: 9, priceOutOfRange: 1, priceTooLow: 2, priceTooHigh: 3, priceMissing: 0 },
  ...{ specialCustomer: 1, cancelledByUser: 1, cancelledOrRejectedBySupplier: 1, fixedPriceSupplier: 0, other: 0 },
}

type CallMade = { call: Call; given: { query?: object; params?: object; body?: object } }

const paths = {
  finished: ['/bookings/finished', finished],
  services: ['/services/$resourceType/$invoiceType', services],
  cancelled: ['/servicescancel/$resourceType/$invoiceType/$canceled', cancelled],
} as const

type Setup = {
  screen: keyof typeof paths
  at: string
  list: object[]
  permissions?: Record<string, string>
  answers?: Record<string, unknown>
  download?: Download
}

const open = ({ screen: name, at, list, permissions = { '*': 'true' }, answers = {}, download }: Setup) => {
  const session = testSession(permissions)
  const sent: CallMade[] = []
  const [path, route] = paths[name]
  const Screen = route.options.component as () => React.ReactNode
  const view = show(
    {
      [path]: {
        validateSearch: route.options.validateSearch as never,
        component: () => (
          <SessionProvider value={session}>
            <Screen />
          </SessionProvider>
        ),
      },
      '/services/$id': { component: () => <p>A booking</p> },
    },
    async (_, call, __, given) => {
      sent.push({ call, given: given as never })
      const answer = answers[`${call.method} ${call.path}`]
      if (answer !== undefined) return answer
      if (call.path.endsWith('/validations')) return counts
      if (call.path === '/services/:sd/:id') return { booking: { ...booking, id: 7, status: 30 } }
      return { rows: list, totalQueryCount: list.length }
    },
    { at, ...(download && { download }) },
  )
  const lists = () => sent.filter(({ call }) => 'list' in call)
  return { ...view, sent, lists, last: () => lists().at(-1)?.given.query as Record<string, unknown> }
}

const sizes = () => [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)

const expectDelay = async (lists: () => CallMade[], label: string, ms: number) => {
  const before = lists().length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByLabelText(label), { target: { value: 'Ana' } })
  await act(() => vi.advanceTimersByTimeAsync(ms - 1))
  expect(lists()).toHaveLength(before)
  await act(() => vi.advanceTimersByTimeAsync(1))
  vi.useRealTimers()
  await until(() => expect(lists().length).toBeGreaterThan(before))
}

/** Splits a list of names copied from the documents. */
const listed = (text: string) => text.split(', ')

const day = 86_400_000
const spanOf = ({ from, to }: Record<string, unknown>) => (Number(to) - Number(from)) / day

describe('the list of finished bookings', () => {
  const at = '/bookings/finished'
  const row = rowOf(finishedFields, { id: 7, validatedErrors: ['priceTooHigh'], status: 30 })
  const start = async (more: Partial<Setup> = {}) => {
    const opened = open({ screen: 'finished', at, list: [row], ...more })
    await until(() => expect(rows()).toHaveLength(1))
    return opened
  }
  const filter = (name: string) =>
    within(screen.getByRole('group', { name: 'Show' })).getByRole('button', { name: new RegExp(`^${name}`) })

  it('has the documented fields (L-052, L-053, L-054)', () => {
    const names = listed(
      'id, status, fleet, fleets, asap, timeZone, timeBookingStart, timeBookingStartTimestamp, origin, destination, taxiFeatures, bookingBreaks, bookingReference, idAuthorization, idCaller, idSupplier, idSupplierService, idSupplierTaxi, whitelabel, priceSupplierTotal, priceCustomerTotal, priceCustomerMultiplier, priceCustomerCurrency, toll, paymentMethod, passengerName, phoneNumberPassenger, subscriberCode, userNumber, dispatchStatus, distanceMeters, durationMinutes, validated, validatedErrors, clientType, pickupZone',
    )
    expect(names.filter((name) => !(name in finishedFields))).toEqual([])
  })

  it('has pages of 10 to 200, starts with 20 and filters after 750 ms (L-055)', async () => {
    const { last, lists } = await start()
    expect(last()).toMatchObject({ pageNumber: 0, resultsPerPage: 20 })
    expect(sizes()).toEqual(['10', '20', '50', '100', '200'])
    await expectDelay(lists, 'Filter by Passenger', 750)
  })

  it('sorts by latest start, from a month ago to four months ahead, in ranges of up to 367 days (L-056)', async () => {
    const { last } = await start()
    expect(last()).toMatchObject({ orderBy: 'timeBookingStart DESC' })
    const now = Date.now()
    const { from, to } = last()
    expect(new Date(Number(from)).getMonth()).toBe((new Date(now).getMonth() + 11) % 12)
    expect(new Date(Number(to)).getMonth()).toBe((new Date(now).getMonth() + 4) % 12)
    cleanup()
    const wide = await start({ at: `${at}?from=2025-01-01&to=2026-01-03` })
    expect(spanOf(wide.last())).toBeCloseTo(spanOf({ from, to }), 0)
    cleanup()
    const whole = await start({ at: `${at}?from=2025-01-01&to=2026-01-02` })
    expect(Math.round(spanOf(whole.last()))).toBe(367)
  })

  it('shows starts in the booking’s local time, and names the place if its clock differs', async () => {
    const moment = Date.UTC(2026, 9, 31, 8, 15)
    await start({ list: [{ ...row, timeBookingStart: moment }] })
    expect(rows()[0]?.textContent).toContain('31/10/2026 08:15 Canary')
    cleanup()
    await start({ list: [{ ...row, timeBookingStart: moment, timeZone: 'Europe/Madrid' }] })
    expect(rows()[0]?.textContent).toContain('31/10/2026 09:15')
    expect(rows()[0]?.textContent).not.toContain('Canary')
  })

  it('applies one validation filter at a time (L-057)', async () => {
    await start()
    await until(() => expect(filter('Too high').textContent).toContain('3'))
    const names = within(screen.getByRole('group', { name: 'Show' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.replace(/ ?\d+$/, '').trim())
    expect(names).toEqual([
      ...['All', 'Not validated', 'Out of range', 'Too low', 'Too high', 'Missing', 'Special customer'],
      ...['Cancelled by user', 'Cancelled or rejected by supplier', 'Fixed price supplier', 'Other', 'Validated'],
    ])
    fireEvent.click(filter('Missing'))
    fireEvent.click(filter('Too low'))
    const pressed = within(screen.getByRole('group', { name: 'Show' })).getAllByRole('button', { pressed: true })
    expect(pressed).toHaveLength(1)
  })

  it('requests the counts only once while it stays open', async () => {
    const { sent } = await start()
    const asked = () => sent.filter(({ call }) => call.path === '/servicedead/:sd/validations').length
    await until(() => expect(filter('Too high').textContent).toContain('3'))
    for (let look = 0; look < 5; look++) await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(asked()).toBe(1)
  })

  it('shows the list’s own total for the chosen filter in place of the loaded count', async () => {
    await start()
    await until(() => expect(filter('Not validated').textContent).toContain('9'))
    fireEvent.click(filter('Not validated'))
    await until(() => expect(filter('Not validated').textContent).toMatch(/ 1$/))
    fireEvent.change(screen.getByLabelText('Filter by Passenger'), { target: { value: 'Ana' } })
    await until(() => expect(filter('Not validated').textContent).toContain('9'))
  })

  it('requests bookings not validated with the filter’s error, and all of them when it is clicked again (L-058)', async () => {
    const { last } = await start()
    fireEvent.click(filter('Missing'))
    await until(() => expect(last()).toMatchObject({ validatedErrors: 'priceMissing', validated: 'false' }))
    fireEvent.click(filter('Missing'))
    await until(() => expect(last()).not.toHaveProperty('validatedErrors'))
    expect(last()).not.toHaveProperty('validated')
  })

  it('includes tolls that are too high in the filter for prices that are too high (L-059)', async () => {
    const { last } = await start()
    fireEvent.click(filter('Too high'))
    await until(() => expect(last()).toMatchObject({ validatedErrors: 'priceTooHigh,priceTollTooHigh' }))
  })

  it('counts the matches of each filter for the period and the customer type (L-060)', async () => {
    const { sent } = await start({ at: `${at}?clientType=PYME&passengerName=Ana` })
    await until(() => expect(filter('Too low').textContent).toContain('2'))
    const asked = sent.filter(({ call }) => call.path === '/servicedead/:sd/validations').at(-1)?.given.query
    expect(asked).toMatchObject({ clientType: 'PYME', from: expect.any(Number), to: expect.any(Number) })
    expect(asked).not.toHaveProperty('passengerName')
  })

  it.each([
    [5, 'Draft'],
    [10, 'Searching'],
    [30, 'Finished'],
    [-20, 'Cancelled by customer'],
    [-40, 'Cancelled by call centre'],
    [-60, 'Replaced'],
    [-10, 'Handed over'],
  ])('shows the status %i as ‘%s’ (L-063)', async (status, text) => {
    await start({ list: [{ ...row, status }] })
    expect(within(rows()[0] as HTMLElement).getByText(text)).toBeTruthy()
  })

  it('offers the documented customer types (L-061)', async () => {
    await start()
    const options = [...screen.getByLabelText<HTMLSelectElement>('Filter by Customer type').options]
    // Without the first option (all) and the last one (several).
    expect(options.map(({ value }) => value).slice(1, -1)).toEqual(
      listed('normal, other, events, clinicaltrial, partners, PYME, Asistencia'),
    )
  })

  it.each([
    ['priceOutOfRange', 'Price out of range'],
    ['priceTooLow', 'Price too low'],
    ['priceTooHigh', 'Price too high'],
    ['priceTollTooHigh', 'Toll too high'],
    ['priceMissing', 'Price missing'],
    ['specialCustomer', 'Special customer'],
    ['cancelledByUser', 'Cancelled by customer'],
    ['cancelledOrRejectedBySupplier', 'Cancelled or rejected by supplier'],
    ['fixedPriceSupplier', 'Fixed price above supplier'],
    ['other', 'Other'],
  ])('shows the error %s as ‘%s’ (L-062)', async (error, text) => {
    await start({ list: [{ ...row, validatedErrors: [error], validated: false }] })
    expect(rows()[0]?.textContent?.toLowerCase()).toContain(text.toLowerCase())
  })

  it('opens a booking on click', async () => {
    const { router } = await start()
    fireEvent.click(screen.getByText('passengerName'))
    await until(() => expect(router.state.location.pathname).toBe('/services/7'))
  })

  it('hides the customer price from users who may not see it', async () => {
    await start({ permissions: { editServiceByFleet: 'all' } })
    expect(screen.queryByRole('columnheader', { name: /Customer price/ })).toBeNull()
    cleanup()
    await start()
    expect(screen.getByRole('columnheader', { name: /Customer price/ })).toBeTruthy()
  })

  it('decides on all bookings at once, with the sum shown first, a result for each and an undo', async () => {
    const answer = {
      ...{ found: 2, validated: 1, hasMore: false },
      sums: [{ currency: 'EUR', before: 30, after: 42.5 }],
      results: [
        { id: 7, version: 4 },
        { id: 8, version: 2, problem: 'problems.noExpectedPrice', errorMessage: 'as the server says it' },
        { id: 9, version: 1, problem: 'problems.validationReasonRequired', errorMessage: 'as the server says it' },
      ],
    }
    const { sent } = await start({
      at: `${at}?view=priceTooLow&passengerName=Ana`,
      answers: { 'POST /servicedead/:sd/decide': answer, 'POST /services/:sd/undo': { bookings: [] } },
    })
    fireEvent.click(screen.getByRole('button', { name: /Decide for all/ }))
    expect(await screen.findByText('€30.00')).toBeTruthy()
    expect(screen.getByText('€42.50')).toBeTruthy()
    expect(screen.getByText(/No expected price is known for this ride\. #8/)).toBeTruthy()
    expect(screen.getByText(/A price this high needs a reason and an explanation.*#9/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Apply to 1 booking' }))
    const undo = await screen.findByRole('button', { name: 'Undo all' })
    const decided = sent.filter(({ call }) => call.path === '/servicedead/:sd/decide').map(({ given }) => given.body)
    expect(decided[0]).toMatchObject({ cause: 'priceTooLow', passengerName: 'Ana' })
    expect(decided[0]).not.toHaveProperty('bookings')
    expect(decided[1]).toMatchObject({ bookings: [{ id: 7, version: 4 }] })
    fireEvent.click(undo)
    await until(() => expect(sent.some(({ call }) => call.path === '/services/:sd/undo')).toBe(true))
  })
})

describe('the lists of services', () => {
  const toInvoice = '/services/servicetoinvoice/cc'
  const row = rowOf(serviceFields, { id: 7, idService: 7, statusInvoicing: 1, version: 3 })
  const start = async (more: Partial<Setup> = {}) => {
    const opened = open({ screen: 'services', at: toInvoice, list: [row], ...more })
    await until(() => expect(rows()).toHaveLength(1))
    return opened
  }
  const called = (opened: Awaited<ReturnType<typeof start>>) => opened.lists().at(-1)

  it.each([
    ['servicetoinvoice', '/servicetoinvoice/:sd/:invoiceType/withFleetBreaks', 'Services to invoice'],
    ['servicehistorical', '/servicehistorical/:sd/:invoiceType/withFleetBreaks', 'Historic services'],
    ['serviceafterlife', '/serviceafterlife/:sd/:invoiceType/canceled', 'Cancelled services'],
  ])('show the variant %s with the invoice type from the URL (L-028)', async (resource, path, title) => {
    const fields = resource === 'serviceafterlife' ? cancelledFields : serviceFields
    const opened = await start({ at: `/services/${resource}/agency`, list: [rowOf(fields, { id: 7 })] })
    expect(called(opened)?.call.path).toBe(path)
    expect(called(opened)?.given.params).toEqual({ invoiceType: 'agency' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  })

  it('show historic services to a historical customer (L-039)', async () => {
    const opened = await start({ permissions: { customerType: '2', editServiceToInvoiceByFleet: 'all' } })
    expect(called(opened)?.call.path).toContain('/servicehistorical/')
  })

  it('are narrowed to one user when the URL names one (L-027)', async () => {
    const { last } = await start({ at: `${toInvoice}?idUser=42` })
    expect(last()).toMatchObject({ idUser: '42' })
  })

  it('have the documented fields for services to invoice (L-030)', () =>
    expect(
      listed(
        'id, idService, statusInvoicing, modifications, priceSupplier, tollCustomer, tollSupplier, paymentMethodCustomer, driverExpenses, voucherCode, cardAlias, timeServiceStart, timeServiceRequested, timeServiceFinish',
      ).filter((name) => !(name in serviceFields)),
    ).toEqual([]))

  it('offer ten authorization columns and nine account field columns (L-016)', async () => {
    await start()
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const modal = await screen.findByRole('dialog')
    const named = (text: RegExp) => within(modal).getAllByRole('checkbox', { name: text })
    expect(named(/^Authorization field \d+$/)).toHaveLength(10)
    expect(named(/^Account field \d$/)).toHaveLength(9)
  })

  it('have pages of 10 to 200, start with 10 and filter after 750 ms (L-031)', async () => {
    const { last, lists } = await start()
    expect(last()).toMatchObject({ pageNumber: 0, resultsPerPage: 10 })
    expect(sizes()).toEqual(['10', '20', '50', '100', '200'])
    await expectDelay(lists, 'Filter by Passenger', 750)
  })

  it('show services to invoice for the current month, latest first, in ranges of up to 32 days (L-032)', async () => {
    const { last } = await start()
    const now = new Date()
    expect(last()).toMatchObject({
      orderBy: 'timeServiceStart DESC',
      from: new Date(now.getFullYear(), now.getMonth(), 1).getTime(),
      to: new Date(now.getFullYear(), now.getMonth() + 1, 1).getTime() - 1,
    })
    const month = spanOf(last())
    cleanup()
    const wide = await start({ at: `${toInvoice}?from=2026-01-01&to=2026-02-02` })
    expect(spanOf(wide.last())).toBeCloseTo(month, 1)
    cleanup()
    const whole = await start({ at: `${toInvoice}?from=2026-01-01&to=2026-02-01` })
    expect(Math.round(spanOf(whole.last()))).toBe(32)
  })

  it('use the same page sizes and delay for historic services (L-040)', async () => {
    const { last, lists } = await start({ at: '/services/servicehistorical/cc' })
    expect(last()).toMatchObject({ resultsPerPage: 10 })
    expect(sizes()).toEqual(['10', '20', '50', '100', '200'])
    await expectDelay(lists, 'Filter by Passenger', 750)
  })

  it('show historic services of the past month, latest first, in ranges of up to 32 days (L-041)', async () => {
    const { last } = await start({ at: '/services/servicehistorical/cc' })
    expect(last()).toMatchObject({ orderBy: 'timeServiceStart DESC' })
    expect(Math.abs(Number(last().to) - Date.now())).toBeLessThan(60_000)
    expect(Math.round(spanOf(last()))).toBeGreaterThanOrEqual(28)
    const month = spanOf(last())
    cleanup()
    const wide = await start({ at: '/services/servicehistorical/cc?from=2026-01-01&to=2026-02-02' })
    expect(spanOf(wide.last())).toBeCloseTo(month, 0)
  })

  it('open a service in a modal, and can be exported (L-029)', async () => {
    const saved: unknown[] = []
    const download: Download = async (_, given) => {
      saved.push(given)
      return { data: new Blob(['x']), disposition: null }
    }
    await start({ download })
    fireEvent.click(screen.getByRole('button', { name: /^Export/ }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel' }))
    await until(() => expect(saved).toHaveLength(1))
    fireEvent.click(screen.getByText('passengerName'))
    const modal = await screen.findByRole('dialog')
    expect(modal.textContent).toContain('Service 7 to invoice')
    expect(modal.querySelector('[data-resource="servicetoinvoice"]')).toBeTruthy()
  })

  const press = (key: string) => {
    rows()[0]?.focus()
    fireEvent.keyDown(rows()[0] as HTMLElement, { key })
  }
  const update = 'PUT /servicetoinvoice/:sd/:id'

  it('open a change request for a free service, and remove the request of any other (L-033)', async () => {
    const answers = { [update]: { booking: { ...booking, id: 7 } } }
    await start({ answers })
    press('m')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    cleanup()
    const pending = {
      ...row,
      statusInvoicing: 0,
      modifications: { reason: 0, price: null, comment: '', who: 'Eva', at: 1 },
    }
    const { sent } = await start({ answers, list: [pending] })
    press('m')
    await until(() =>
      expect(sent.find(({ call }) => call.method === 'PUT')?.given.body).toEqual({ version: 3, statusInvoicing: 1 }),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('offer three reasons for a change, and require the right price for a wrong one (L-034)', async () => {
    const { sent } = await start({ answers: { [update]: { booking: { ...booking, id: 7 } } } })
    press('m')
    const modal = within(await screen.findByRole('dialog'))
    expect(modal.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(['0', '1', '3'])
    expect(['Duplicated', 'Wrong Price', 'Does not correspond'].map((name) => modal.getByLabelText(name))).toHaveLength(
      3,
    )
    fireEvent.click(modal.getByLabelText('Wrong Price'))
    const send = modal.getByRole('button', { name: 'Request change' })
    fireEvent.change(modal.getByLabelText('Right price'), { target: { value: '-1' } })
    fireEvent.click(send)
    fireEvent.change(modal.getByLabelText('Right price'), { target: { value: '9.50' } })
    fireEvent.click(send)
    await until(() => expect(sent.filter(({ call }) => call.method === 'PUT')).toHaveLength(1))
    expect(sent.find(({ call }) => call.method === 'PUT')?.given.body).toMatchObject({
      modifications: { reason: 1, price: 9.5 },
    })
  })
})

describe('the list of cancelled services', () => {
  const at = '/servicescancel/serviceafterlife/cc/canceled'
  const row = rowOf(cancelledFields, { id: 7, idService: 7, status: -20 })
  const start = async (more: Partial<Setup> = {}) => {
    const opened = open({ screen: 'cancelled', at, list: [row], ...more })
    await until(() => expect(rows()).toHaveLength(1))
    return opened
  }

  it('has the documented fields (L-045, L-046, L-047)', () =>
    expect(
      listed(
        'id, idService, status, idAuthorization, subscriberCode, priceCustomer, priceSupplier, userNumber, originAddressString, destinationAddressString, originLat, originLon, destinationLat, destinationLon, passengerName, idSupplier, idSupplierTaxi, idSupplierService, timeServiceRequested, timeServiceStart, timeServiceFinish, timeServiceStartReal, timeServiceConfirmed, timeServiceCancelled, timeUpdated, durationMinutes, distanceMeters, paymentMethod, idRoute, entryChannel, whitelabel, idUser, idPaymentAccount, asap, taxiFeatures, supplierTaxiDescription, createdBy, idProductPriceConfig, vehicleConfirmationETA, vehicleCancellationETA, cancellationReason, idProduct, pickupZone, bookingReference',
      ).filter((name) => !(name in cancelledFields)),
    ).toEqual([]))

  it('has pages of 10 to 100 and shows the past month, in ranges of up to 32 days (L-048)', async () => {
    const { last } = await start()
    expect(sizes()).toEqual(['10', '20', '50', '100'])
    expect(last()).toMatchObject({ resultsPerPage: 20, orderBy: 'timeServiceStart DESC' })
    expect(Math.abs(Number(last().to) - Date.now())).toBeLessThan(60_000)
    expect(spanOf(last())).toBeGreaterThan(27)
    const month = spanOf(last())
    cleanup()
    const wide = await start({ at: `${at}?from=2026-01-01&to=2026-02-02` })
    expect(spanOf(wide.last())).toBeCloseTo(month, 0)
  })

  it('opens the booking modal for the after-life of a service (L-044)', async () => {
    await start()
    fireEvent.click(screen.getByText('passengerName'))
    const modal = await screen.findByRole('dialog')
    expect(modal.querySelector('[data-resource="serviceafterlife"]')).toBeTruthy()
  })
})
