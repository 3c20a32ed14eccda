import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Download } from '../../../kit/download.ts'
import { show } from '../../../kit/list/testing.tsx'
import { Route } from '../invoices.tsx'
import { blockedList } from './-blocked-list.ts'
import DrawInvoices from './-draw-invoices.tsx'
import { invoiceList } from './-invoice-list.ts'

await import('../../../kit/list/view/list-view.tsx')

const until = (check: () => void) => waitFor(check, { interval: 5 })
const rows = () =>
  [...document.querySelectorAll('tbody tr[data-index]')].map((row) => [...row.children].map((cell) => cell.textContent))

const invoice = {
  id: 7,
  invoiceCode: 'F2026-00007',
  date: new Date(2026, 10, 1, 6).getTime(),
  totalAmount: 1_100.5,
  numRows: 12,
  idPaymentAccount: 101,
  paymentAccount: 'Seguros Ejemplo',
  period: '2026-10',
  net: 1_000.45,
  tax: 100.05,
  currency: 'EUR',
}
const answer = () => ({
  rows: [invoice],
  totalQueryCount: 1,
  totalAmount: 1_100.5,
  totals: [{ currency: 'EUR', amounts: { totalAmount: 1_100.5 } }],
})

const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  URL.createObjectURL = () => 'blob:saved'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const open = async (download?: Download) => {
  const shown = show({ '/invoices': invoiceList }, answer, download && { download })
  await until(() => expect(rows()).toHaveLength(1))
  return shown
}

describe('the list of invoices', () => {
  it('is at /invoices for users with viewInvoiceByIP, with code, date, total and number of rides (L-071)', async () => {
    expect(Route.options.staticData?.access).toEqual(['viewInvoiceByIP'])
    await open()
    expect(rows()).toEqual([
      ['F2026-00007', '01/11/2026', '2026-10', 'Seguros Ejemplo', '12', '€1,000.45', '€100.05', '€1,100.50'],
    ])
    expect(screen.getByText(/1–1 of 1 · €1,100.50/)).toBeTruthy()
  })

  it('shows the newest first in pages of 20, 50 or 200, and filters half a second after the last key (L-072)', async () => {
    const { asked } = await open()
    expect(asked).toEqual([{ pageNumber: 0, resultsPerPage: 20, orderBy: 'date DESC', mode: 'grid' }])
    expect([...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)).toEqual([
      '20',
      '50',
      '200',
    ])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByLabelText('Filter by Invoice'), { target: { value: '00007' } })
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(asked).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(asked[1]).toMatchObject({ invoiceCode: '00007' })
  })

  it.each([
    ['p', 'pdf', 'attachment; filename="From the server.pdf"', 'From the server.pdf'],
    ['p', 'pdf', null, 'F2026-00007.pdf'],
    ['x', 'excel', null, 'F2026-00007.xlsx'],
  ])(
    'saves an invoice with the key %s as %s, where Content-Disposition %s gives the name %s',
    async (key, format, disposition, name) => {
      const asked: unknown[] = []
      await open(async (call, given) => {
        asked.push([call.path, given.params])
        return { data: new Blob(['x']), disposition }
      })
      const row = document.querySelector<HTMLElement>('tbody tr[data-index]')
      row?.focus()
      fireEvent.keyDown(row as HTMLElement, { key })
      await until(() => expect(saved).toEqual([name]))
      expect(asked).toEqual([['/invoices/:sd/:id/:format', { id: 7, format }]])
    },
  )
})

it('lists what blocks a month, with the cause in words', async () => {
  const blocked = {
    id: 4_711,
    timeBookingStart: Date.UTC(2026, 9, 31, 7, 15),
    timeZone: 'Europe/Madrid',
    passengerName: 'Ana Ruiz',
    idPaymentAccount: 101,
    paymentAccount: 'Seguros Ejemplo',
    cause: 'priceMissing',
    priceCustomerTotal: null,
    priceSupplierTotal: 9.5,
    priceCustomerCurrency: 'EUR',
  }
  show({ '/invoices/blocked': blockedList }, () => ({ rows: [blocked], totalQueryCount: 1 }))
  await until(() =>
    expect(rows()).toEqual([['4711', '31/10/2026 08:15', 'Price missing', 'Seguros Ejemplo', 'Ana Ruiz', '', '€9.50']]),
  )
})

it('draws exactly what was previewed, says that it takes a moment, and shows the outcome for each account', async () => {
  const draw = (idPaymentAccount: number, change: object = {}) => ({
    ...{ idPaymentAccount, currency: 'EUR', count: 2, total: 30.5, paymentAccount: `Account ${idPaymentAccount}` },
    ...{ blockedCount: 0, blockedTotal: 0, invoice: null, isFailed: false, isChanged: false, ...change },
  })
  const asked: unknown[] = []
  let answered = () => {}
  show(
    { '/invoices': { component: () => <DrawInvoices onClose={() => {}} /> } },
    async (_query, _call, _signal, given) => {
      asked.push(given?.body)
      if (asked.length === 1) return { accounts: [draw(101), draw(102)] }
      await new Promise<void>((resolve) => {
        answered = resolve
      })
      return {
        accounts: [draw(101, { invoice: { id: 7, invoiceCode: 'F2026-00007' } }), draw(102, { isChanged: true })],
      }
    },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Draw 2 invoices' }))
  expect(await screen.findByText(/Please be patient/)).toBeTruthy()
  const seen = [101, 102].map((idPaymentAccount) => ({ idPaymentAccount, currency: 'EUR', count: 2, total: 30.5 }))
  expect(asked[1]).toMatchObject({ preview: false, seen })
  act(answered)
  const table = within(await screen.findByRole('region', { name: 'To invoice' }))
  expect(await table.findByRole('link', { name: 'F2026-00007' })).toBeTruthy()
  expect(table.getByText(/changed/i)).toBeTruthy()
  expect(screen.queryByText(/Please be patient/)).toBeNull()
})
