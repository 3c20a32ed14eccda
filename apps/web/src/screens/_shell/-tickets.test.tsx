import { ticketTitleFields } from '@parada/contract/calls/ticket-titles'
import { ticketFields } from '@parada/contract/calls/tickets'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Download } from '../../kit/download.ts'
import { type Answers, type Options, open, refusal, ticket, title, until } from '../../tickets/testing.tsx'
import { ticketList } from '../../tickets/ticket-list.ts'
import { titleList } from '../../tickets/title-list.ts'
import { Route as titles } from './tickettitles.tsx'
import { Route as all } from './transport.ticketstoinvoice.tsx'

await import('../../kit/list/view/list-view.tsx')

const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 16, 12) })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
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

const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]
const dialog = async () => within(await screen.findByRole('dialog'))
const sizes = () => [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
const columns = ({ definition }: { definition: { keys: readonly string[] } }) => [...definition.keys].sort()

/** Types into a filter, and returns the number of requests after 499 and after 500 ms. */
const typeInto = async (label: string, value: string, asked: () => number) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await act(() => vi.advanceTimersByTimeAsync(499))
  const before = asked()
  await act(() => vi.advanceTimersByTimeAsync(1))
  vi.useRealTimers()
  return [before, asked()]
}

const facts = (inside: { getAllByRole: (role: string) => HTMLElement[] }) =>
  Object.fromEntries(
    inside.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  )

describe('the list of tickets', () => {
  const path = '/transport/ticketstoinvoice'
  const start = async (search = '', options: Options = {}) => {
    const opened = open(path + search, options)
    await until(() => expect(rows()).toHaveLength(1))
    const lists = () => opened.of('/tickets/:sd/')
    return { ...opened, lists, last: () => lists().at(-1)?.query as Record<string, unknown> }
  }

  it('is narrowed to one user by the URL until that filter is removed, and keeps resourceType (L-075)', async () => {
    expect(all.options.staticData?.access).toEqual(['viewTicketToInvoiceBySupplier'])
    const { last, router } = await start('?idUser=100001&resourceType=ticketToInvoice')
    expect(last()).toMatchObject({ idUser: '100001' })
    fireEvent.click(screen.getByRole('button', { name: /User id: 100001/ }))
    await until(() => expect(last()).not.toHaveProperty('idUser'))
    await until(() => expect(router.state.location.search).toEqual({ resourceType: 'ticketToInvoice' }))
  })

  it('offers filters, a date range and a choice of columns, and opens a ticket in a modal (L-076)', async () => {
    const { router } = await start('?resourceType=ticketToInvoice')
    for (const field of ['Id', 'Locator', 'State', 'Start', 'Transport', 'Title', 'Description', 'Customer price'])
      expect(screen.getByLabelText(`Filter by ${field}`)).toBeTruthy()
    expect(screen.getByRole('button', { name: /01\/11\/2026 – 30\/11\/2026/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Columns/ })).toBeTruthy()
    fireEvent.click(screen.getByText('T12345678'))
    await until(() => expect(router.state.location.pathname).toBe('/transport/ticketstoinvoice/100007'))
    expect(router.state.location.search).toEqual({ resourceType: 'ticketToInvoice' })
    const inside = await dialog()
    await inside.findByText('Billete sencillo')
    expect(facts(inside)).toMatchObject({ Title: 'Billete sencillo', Transport: 'Metro' })
  })

  it('offers every field, including the account fields, with prices in euros (L-078)', async () => {
    expect(columns(ticketList)).toEqual(Object.keys(ticketFields).sort())
    await start()
    const [shown] = rows()
    for (const text of ['100007', 'T12345678', 'Used', '03/11/2026 08:15', 'Metro', 'Billete sencillo', '€1.65'])
      expect(shown?.textContent).toContain(text)
  })

  it('shows up to 31 days by id in pages of 10 to 100, and filters half a second after the last key (L-079)', async () => {
    const { last, lists } = await start()
    const month = { from: new Date(2026, 10, 1).getTime(), to: new Date(2026, 11, 1).getTime() - 1 }
    expect(last()).toEqual({ pageNumber: 0, resultsPerPage: 10, orderBy: 'id ASC', mode: 'grid', ...month })
    expect(sizes()).toEqual(['10', '20', '50', '100'])
    expect(ticketList.definition.maxDays).toBe(31)
    expect(await typeInto('Filter by Locator', 'T123', () => lists().length)).toEqual([1, 2])
    expect(last()).toMatchObject({ locator: 'T123' })
  })

  it('ignores a range of more than 31 days in the URL', async () => {
    const { last } = await start('?from=2026-01-01&to=2026-03-01')
    expect(last()).toMatchObject({ from: new Date(2026, 10, 1).getTime() })
    cleanup()
    sessionStorage.clear()
    const other = await start('?from=2026-01-01&to=2026-01-31')
    expect(other.last()).toMatchObject({ from: new Date(2026, 0, 1).getTime() })
  })
})

describe('a ticket', () => {
  const start = (options: Options = {}, search = '') =>
    open(`/transport/ticketstoinvoice/100007${search}`, { ...options })

  it('shows all its facts, and its history with the newest first', async () => {
    start()
    const inside = await dialog()
    await inside.findByText('Billete sencillo')
    expect(facts(inside)).toEqual({
      State: 'Used',
      Title: 'Billete sencillo',
      Description: 'Zona A',
      Transport: 'Metro',
      Start: '03/11/2026 08:15',
      Validated: '03/11/2026 08:20',
      'Customer price': '€1.65',
      'Supplier price': '€1.50',
      'Payment method': 'Paid by business',
      Account: 'Seguros Ejemplo',
      'Authorization no.': '10001',
      'User id': '100001',
      Channel: 'iOS app',
      'Supplier reference': '1-100007',
      'Title id': '101',
      Code: 'PT1:1:T12345678:00112233',
      Motivo: 'Visita',
      'Authorization field 1': '6101-07',
    })
    const history = within(await inside.findByRole('region', { name: 'History' }))
    expect(history.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '03/11/2026 08:20 Metro validated it',
      '03/11/2026 08:15 Metro sold it',
    ])
  })

  it('shows the reason for which it was cancelled', async () => {
    const cancelled = { ...ticket, status: -20, timeValidated: null, cancelReason: 'Compra repetida' }
    start({ answers: { '/tickets/:sd/:id': { ticketToInvoice: cancelled } } })
    expect(await (await dialog()).findByText('Compra repetida')).toBeTruthy()
    expect(facts(await dialog())).not.toHaveProperty('Validated')
  })

  it.each([
    ['all', true],
    ['2,1', true],
    ['2,3', false],
    ['', false],
  ])('opens for supplier 1 under viewTicketToInvoiceBySupplier %j: %s (L-077)', async (value, opened) => {
    const { of } = start({ permissions: { viewTicketToInvoiceBySupplier: value } })
    const inside = await dialog()
    if (opened) expect(await inside.findByText('Billete sencillo')).toBeTruthy()
    else expect(inside.getByRole('alert').textContent).toBe("You don't have permission to open tickets from Metro.")
    expect(of('/tickets/:sd/:id')).toHaveLength(opened ? 1 : 0)
  })

  it('links to its user only for those who may see users', async () => {
    const { router } = start()
    fireEvent.click(await (await dialog()).findByRole('link', { name: 'User 100001' }))
    await until(() => expect(router.state.location.pathname).toBe('/users/userDetail/100001'))
    cleanup()
    start({ permissions: { viewTicketToInvoiceBySupplier: 'all' } })
    const inside = await dialog()
    await inside.findByText('Billete sencillo')
    expect(inside.queryByRole('link')).toBeNull()
  })

  it.each([
    ['attachment; filename="billete-T12345678.pdf"', 'billete-T12345678.pdf'],
    [null, 'T12345678.pdf'],
  ])('is saved as a PDF under the name in Content-Disposition %j, or else its locator (L-082)', async (given, name) => {
    const asked: unknown[] = []
    const download: Download = async (call, { params }) => {
      asked.push([call.base, call.path, params])
      return { data: new Blob(['x']), disposition: given }
    }
    start({ download })
    fireEvent.click(await (await dialog()).findByRole('button', { name: 'Download PDF' }))
    await until(() => expect(saved).toEqual([name]))
    expect(asked).toEqual([['transport', '/tickets/:sd/:id/pdf', { id: 100_007 }]])
  })

  it.each<[string, string, Answers, string]>([
    ['is not there', '', { '/tickets/:sd/': { rows: [], totalQueryCount: 0 } }, 'There is no ticket 100007'],
    ['is refused', '', { '/tickets/:sd/:id': refusal('Not for you', 404) }, 'Not for you'],
    ['is of another kind', '?resourceType=parkingToInvoice', {}, 'There is no ticket 100007'],
  ])('shows an error when it %s', async (_, search, answers, said) => {
    start({ answers }, search)
    expect((await (await dialog()).findByRole('alert')).textContent).toContain(said)
  })

  it('returns to its list with the search params unchanged', async () => {
    const { router } = start({}, '?idUser=100001')
    fireEvent.click(await (await dialog()).findByRole('button', { name: 'Close' }))
    await until(() => expect(router.state.location.pathname).toBe('/transport/ticketstoinvoice'))
    expect(router.state.location.search).toEqual({ idUser: 100_001 })
  })
})

describe('the ticket titles', () => {
  const start = async (options: Options = {}) => {
    const opened = open('/tickettitles', options)
    await until(() => expect(rows()).toHaveLength(1))
    const lists = () => opened.of('/tickettitle/:sd/list/')
    return { ...opened, lists, last: () => lists().at(-1)?.query }
  }
  const openTitle = async (options: Options = {}) => {
    await start(options)
    fireEvent.click(screen.getByText('Abono de fin de semana'))
    const inside = await dialog()
    await inside.findByText('Internal code')
    return inside
  }

  it('require viewTicketTitles and open in a modal (L-083)', async () => {
    expect(titles.options.staticData?.access).toEqual(['viewTicketTitles'])
    expect(facts(await openTitle())).toEqual({
      State: 'Active',
      'Internal description': 'Viajes sin límite',
      Suppliers: 'Metro, Autobús urbano',
      'Pass type': 'Time pass',
      'Supplier price': '€8.40',
      Passes: '4',
      'Transfers allowed': '1',
      'Validate within (min)': '30',
      'Expires after': '2 days 5 hours 30 minutes',
      Hours: '06:05 – 23:59',
      Days: 'DLMXJVS',
      'Internal code': 'TP-007',
      Tags: 'turista, verano',
      Notes: 'Solo en verano',
    })
  })

  it('offer every field, with the price in euros and transfers by name (L-084)', async () => {
    const documented =
      'id name internalDescription priceSupplier availableValidations numberOfPasses requiredValidationBeforeMinutes status expirationTicketMinutes internalCode startH startM endH endM enabledDays notes idPublicTransportSuppliers tags'
    const keys = columns(titleList(new Map()))
    expect(keys).toEqual(Object.keys(ticketTitleFields).sort())
    expect(keys).toEqual([...documented.split(' '), 'passType'].sort())
    await start()
    expect(rows()[0]?.textContent).toContain('€8.40')
    expect(screen.getByRole('columnheader', { name: /Transfers allowed/ })).toBeTruthy()
  })

  it.each([
    [1, 'Single'],
    [2, 'Multi-trip'],
    [3, 'Time pass'],
    [9, '9'],
  ])('show the pass type %i as %s (L-085)', async (passType, word) => {
    const answer = { rows: [{ ...title, passType }], totalQueryCount: 1 }
    await start({ answers: { '/tickettitle/:sd/list/': answer } })
    expect(within(rows()[0] as HTMLElement).getAllByText(word)).toHaveLength(1)
  })

  it.each([
    [3_210, '2 days 5 hours 30 minutes'],
    [1_440, '1 day'],
    [1_500, '1 day 1 hour'],
    [90, '1 hour 30 minutes'],
    [0, '0 minutes'],
  ])('show an expiry of %i minutes as %s (L-086)', async (expirationTicketMinutes, words) => {
    const answer = { rows: [{ ...title, expirationTicketMinutes }], totalQueryCount: 1 }
    await start({ answers: { '/tickettitle/:sd/list/': answer } })
    expect(within(rows()[0] as HTMLElement).getByText(words)).toBeTruthy()
  })

  it('show the days as D L M X J V S, Sunday first, with disabled days struck out (L-087)', async () => {
    const inside = await openTitle()
    expect(within(rows()[0] as HTMLElement).getByText('D V S')).toBeTruthy()
    const days = inside.getAllByRole('listitem')
    expect(days.map(({ textContent }) => textContent).join(' ')).toBe('D L M X J V S')
    expect(days.filter((day) => day.querySelector('del')).map(({ textContent }) => textContent)).toEqual([
      ...['L', 'M', 'X', 'J'],
    ])
  })

  it('are sorted by id in pages of 10 to 100, and filtered half a second after the last key (L-088)', async () => {
    const { last, lists } = await start()
    expect(last()).toEqual({ pageNumber: 0, resultsPerPage: 10, orderBy: 'id ASC', mode: 'grid' })
    expect(sizes()).toEqual(['10', '20', '50', '100'])
    expect(await typeInto('Filter by Name', 'abono', () => lists().length)).toEqual([1, 2])
    expect(last()).toMatchObject({ name: 'abono' })
  })

  it('show supplier numbers when the names cannot be loaded, which is only logged to the console (L-264)', async () => {
    await start({ answers: { '/transportSupplier/:sd': refusal('Down') } })
    expect(within(rows()[0] as HTMLElement).getByText('1, 3')).toBeTruthy()
    expect(console.error).toHaveBeenCalledWith('Error getting supplier list', expect.anything())
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
