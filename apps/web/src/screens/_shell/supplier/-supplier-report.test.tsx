import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { switchLanguage } from '../../../session/language.ts'
import { type Answers, openApp, startUpAnswers } from '../../../testing/open-app.tsx'

const now = Date.parse('2026-11-16T10:00:00+01:00')
const fleet = (id: number, fleetLongName: string, timeZone = 'Europe/Madrid') => ({
  ...{ id, fleetLongName, timeZone, protocolDispatch: 0 },
})
const report = {
  currency: 'EUR',
  servicesWithAuthorizationCount: 1,
  servicesWithoutAuthorizationCount: 2,
  servicesWithAuthorizationPriceSupplierSum: 10.1,
  servicesWithoutAuthorizationPriceSupplierSum: 20.2,
  serviceStatsByPaymentMethodList: [
    { paymentMethod: 11, count: 1, priceSupplierSum: 10.1 },
    { paymentMethod: 50, count: 2, priceSupplierSum: 20.2 },
  ],
  serviceStatsByEntryChannelList: [
    { entryChannel: 1, count: 1, priceSupplierSum: 0.1 },
    { entryChannel: 10, count: 1, priceSupplierSum: 0.2 },
    { entryChannel: 77, count: 1, priceSupplierSum: 30 },
  ],
}
const nothing = {
  ...report,
  servicesWithAuthorizationCount: 0,
  servicesWithoutAuthorizationCount: 0,
  servicesWithAuthorizationPriceSupplierSum: 0,
  servicesWithoutAuthorizationPriceSupplierSum: 0,
  serviceStatsByPaymentMethodList: [],
  serviceStatsByEntryChannelList: [],
}

const found = [fleet(31, 'Alcalá'), fleet(29, 'Madrid'), fleet(44, 'Tenerife', 'Atlantic/Canary')]
const answers = (change: object = {}, otherCurrencies: object[] = [], reported = found): Answers => {
  const answer = { response: { supplierReport: { ...report, ...change }, otherCurrencies } }
  return {
    ...startUpAnswers,
    'GET /api/fleets/demo/permission/viewReportByFleet': { response: { fleets: reported } },
    ...Object.fromEntries(found.map(({ id }) => [`GET /api/fleets/demo/${id}/report`, answer])),
  }
}

const open = async (path: string, given = answers()) => {
  sessionStorage.setItem('token', '"secret"')
  sessionStorage.setItem('permissions', '[{"key1":"viewReportByFleet","value":"29,31,44"}]')
  sessionStorage.setItem('lastSessionTime', String(Date.now()))
  const app = await openApp(path, given)
  await screen.findByRole('heading', { level: 1, name: 'Supplier report' })
  return app
}
const table = (name: string) => screen.findByRole('table', { name })
const rowsOf = (shown: HTMLElement) =>
  within(shown)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const askedRanges = (fetch: { mock: { calls: unknown[][] } }) =>
  fetch.mock.calls
    .map(([url]) => String(url))
    .filter((url) => url.includes('/report?'))
    .map((url) => [url.split('?')[0], ...new URLSearchParams(url.split('?')[1]).values()])
const iso = (epoch: string | undefined) => new Date(Number(epoch)).toISOString()

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.spyOn(Date, 'now').mockReturnValue(now)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await switchLanguage('en')
  cleanup()
  vi.unstubAllGlobals()
})

describe('the supplier report', () => {
  it('redirects /supplier/report to the first fleet of viewReportByFleet (L-218, L-220)', async () => {
    const { router } = await open('/supplier/report')
    await waitFor(() => expect(router.state.location.pathname).toBe('/supplier/31/report'))
    const picker = await screen.findByRole('combobox', { name: 'Fleet' })
    expect(
      within(picker)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Alcalá', 'Madrid', 'Tenerife'])
    expect(router.history.length).toBe(1)
    fireEvent.change(picker, { target: { value: '29' } })
    await waitFor(() => expect(router.state.location.pathname).toBe('/supplier/29/report'))
    expect(screen.getByRole('link', { name: 'Supplier report' }).getAttribute('aria-current')).toBe('page')
  })

  it('requests the current month until now, and the whole of last month (L-219, L-223)', async () => {
    const { fetch, router } = await open('/supplier/29/report')
    await waitFor(() => expect(askedRanges(fetch)).toHaveLength(1))
    expect(screen.getByRole('button', { name: /Current month/, pressed: true })).toBeTruthy()
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
    await waitFor(() => expect(askedRanges(fetch)).toHaveLength(2))
    expect(askedRanges(fetch).map(([path, from, to]) => [path, iso(from), iso(to)])).toEqual([
      ['/api/fleets/demo/29/report', '2026-10-31T23:00:00.000Z', '2026-11-16T09:00:00.000Z'],
      ['/api/fleets/demo/29/report', '2026-09-30T22:00:00.000Z', '2026-10-31T22:59:59.999Z'],
    ])
    expect(router.state.location.search).toEqual({ range: 'lastMonth' })
    expect(await screen.findByText('01/10/2026 – 31/10/2026')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /Current month/ }))
    expect(await screen.findByText('01/11/2026 – 16/11/2026 10:00')).toBeTruthy()
    expect(router.state.location.search).toEqual({})
  })

  it('uses the fleet’s own time zone for months, and says so', async () => {
    const { fetch } = await open('/supplier/44/report?range=lastMonth')
    await waitFor(() => expect(askedRanges(fetch)).toHaveLength(1))
    expect(iso(askedRanges(fetch)[0]?.[1])).toBe('2026-09-30T23:00:00.000Z')
    expect(screen.getByText(/Canary time/)).toBeTruthy()
  })

  it('shows four charts, each with a table that adds up (L-221)', async () => {
    await open('/supplier/29/report')
    await screen.findByRole('img', { name: /Paid by business 66.7%/ })
    expect(rowsOf(await table('Services with and without authorization'))).toEqual([
      ['Authorization', 'Services', 'Share', 'Supplier price'],
      ['1 With authorization', '1', '33.3%', '€10.10'],
      ['2 Without authorization', '2', '66.7%', '€20.20'],
      ['Total', '3', '100%', '€30.30'],
    ])
    expect(rowsOf(await table('Supplier price with and without authorization'))[1]).toEqual([
      '1 With authorization',
      '1',
      '33.3%',
      '€10.10',
    ])
    expect(rowsOf(await table('Services by payment method')).slice(1)).toEqual([
      ['1 Paid by business', '2', '66.7%', '€20.20'],
      ['2 Cash', '1', '33.3%', '€10.10'],
      ['Total', '3', '100%', '€30.30'],
    ])
    expect(rowsOf(await table('Services by channel')).slice(1)).toEqual([
      ['1 App', '2', '66.7%', '€0.30'],
      ['2 77', '1', '33.3%', '€30.00'],
      ['Total', '3', '100%', '€30.30'],
    ])
    const charts = screen.getAllByRole('img')
    expect(charts.map((chart) => chart.querySelectorAll('[data-slice]').length)).toEqual([2, 2, 2, 2])
  })

  it('says so when there are no services', async () => {
    const change = { servicesWithoutAuthorizationCount: 0, servicesWithoutAuthorizationPriceSupplierSum: 0 }
    await open('/supplier/29/report', answers(change))
    expect(await screen.findByText('No services without authorization in this period.')).toBeTruthy()
    cleanup()
    await open('/supplier/29/report', answers(nothing))
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
    expect(screen.getAllByText('No finished services in this period.')).toHaveLength(4)
  })

  it('charts each currency separately', async () => {
    await open('/supplier/29/report', answers({}, [{ ...report, currency: 'GBP' }]))
    const pounds = await screen.findByRole('region', { name: 'Services in GBP' })
    expect(within(pounds).getAllByText('£30.30').length).toBeGreaterThan(0)
    expect(screen.getAllByRole('img')).toHaveLength(8)
  })

  it('explains why it is empty without a fleet to report on, or with a fleet that is not permitted', async () => {
    await open('/supplier/report', answers({}, [], []))
    expect(await screen.findByText(/Ask your administrator/)).toBeTruthy()
    cleanup()
    const { fetch } = await open('/supplier/52/report')
    expect(await screen.findByText(/You don't have permission to see this fleet's report/)).toBeTruthy()
    expect(askedRanges(fetch)).toEqual([])
  })

  it('offers a retry when the figures cannot be loaded', async () => {
    let fails = true
    const good = answers()
    const key = 'GET /api/fleets/demo/29/report'
    const answer = good[key] as object
    await open('/supplier/29/report', {
      ...good,
      [key]: () => (fails ? { status: 400, meta: { code: 400, errorMessage: 'Out of order' } } : answer),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order')
    fails = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('img', { name: /Cash 33.3%/ })).toBeTruthy()
  })

  it('prints by button and by key', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await open('/supplier/29/report')
    fireEvent.click(await screen.findByRole('button', { name: /Print/ }))
    fireEvent.keyDown(document.body, { key: 'p' })
    expect(print).toHaveBeenCalledTimes(2)
  })
})
