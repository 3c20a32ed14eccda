import { fields, list, number, text, time } from '@parada/contract/list'
import type { RowOf } from '@parada/domain/list/fields'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { focused } from '../../../testing/focused.ts'
import { CallFailed } from '../../client.ts'
import { logged } from '../../log.ts'
import { Modal } from '../../modal.tsx'
import { listKey } from '../data/list-data.ts'
import { listScreen } from '../declare/list-screen.ts'
import { type Answer, show } from '../testing.tsx'

// Loaded in advance, so that no test waits for a chunk.
await import('./list-view.tsx')
await import('./column-modal.tsx')
await import('../../date-range-modal.tsx')

const others = Array.from({ length: 24 }, (_, index) => `f${index}` as const)
const rideFields = fields({
  id: number,
  name: text,
  day: time,
  ...(Object.fromEntries(others.map((name) => [name, text.notFiltered])) as Record<'f0', typeof text.notFiltered>),
})
type Ride = RowOf<typeof rideFields>
type Range = { by: 'day'; maxDays: number }
const callOf = (range?: Range) =>
  list({ path: '/rides/:sd', access: 'signedIn', key: 'rides', summary: 'Rides', fields: rideFields, range })
const call = callOf()

const rides = (options: Partial<Parameters<typeof listScreen<typeof rideFields>>[0]> = {}) =>
  listScreen({
    title: 'screens.dashboard',
    call,
    filterDelay: 60,
    columns: (column) => [
      column('id'),
      column('name'),
      column('day', { label: 'fields.dateCreated' }),
      ...others.map((name) => column(name as 'f0', { label: name.toUpperCase() })),
    ],
    ...options,
  })

const blank = Object.fromEntries(others.map((name) => [name, ''])) as Record<'f0', string>
const row = (id: number): Ride => ({ id, name: `Name ${id}`, day: 0, ...blank })
const page: Answer = ({ pageNumber, resultsPerPage }) => ({
  rows: Array.from({ length: resultsPerPage as number }, (_, at) =>
    row((pageNumber as number) * (resultsPerPage as number) + at + 1),
  ),
  totalQueryCount: 1284,
})
const one: Answer = () => ({ rows: [row(1)], totalQueryCount: 1 })

const until = (check: () => void) => waitFor(check, { interval: 5 })
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const shownRows = () => document.querySelectorAll('tbody tr[data-index]')
const ready = () => until(() => expect(shownRows().length).toBeGreaterThan(0))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (key: string) => fireEvent.keyDown(focused(), { key })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

it('shows the columns chosen in the column modal, in the order set there (L-003)', async () => {
  show({ '/rides': rides() }, one)
  await ready()
  expect(headings()).toHaveLength(10)
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByLabelText('Name'))
  fireEvent.click(dialog.getByLabelText('F20'))
  fireEvent.click(dialog.getByLabelText('Move F0 up'))
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await until(() => expect(headings()).toEqual(['Id', 'F0', 'Created', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F20']))
})

it('neither hides the first column nor shows more than twenty (L-004)', async () => {
  show({ '/rides': rides() }, one)
  await ready()
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const dialog = within(await screen.findByRole('dialog'))
  const box = (name: string) => dialog.getByLabelText<HTMLInputElement>(name)
  expect(box('Id always shown').disabled).toBe(true)
  for (let index = 7; index < 17; index++) fireEvent.click(box(`F${index}`))
  expect(dialog.getByRole('status').textContent).toBe('20 shown (max. 20) · Hide a column to show another')
  expect(box('F17').disabled).toBe(true)
  fireEvent.click(box('F7'))
  expect(box('F17').disabled).toBe(false)
  fireEvent.click(dialog.getByText('Reset to default'))
  expect(dialog.getByRole('status').textContent).toBe('10 shown (max. 20)')
})

it('filters by a column, resets the filters, sorts by a heading and turns pages (L-005)', async () => {
  const { asked } = show({ '/rides': rides() }, page)
  await ready()
  const last = () => asked.at(-1)
  type('Filter by Name', 'soto')
  await until(() => expect(last()).toMatchObject({ name: 'soto', pageNumber: 0 }))
  fireEvent.click(screen.getByRole('button', { name: 'Reset filters' }))
  await until(() => expect(last()).not.toHaveProperty('name'))
  expect(screen.getByLabelText<HTMLInputElement>('Filter by Name').value).toBe('')

  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  await until(() => expect(last()).toMatchObject({ orderBy: 'name ASC' }))
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  await until(() => expect(last()).toMatchObject({ orderBy: 'name DESC' }))
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')

  fireEvent.click(screen.getByRole('button', { name: 'Page 65' }))
  await until(() => expect(last()).toMatchObject({ pageNumber: 64 }))
  fireEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  await until(() => expect(last()).toMatchObject({ pageNumber: 63 }))
})

it('remembers page, size, filters, range, columns and text size of each list until the session ends (L-007)', async () => {
  const screens = {
    '/rides': rides({ call: callOf({ by: 'day', maxDays: 120 }), dateRange: { initial: 'currentMonth' } }),
    '/others': rides(),
  }
  const { asked, router } = show(screens, page)
  await ready()
  fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '50' } })
  type('Filter by Name', 'soto')
  await until(() => expect(asked.at(-1)).toMatchObject({ name: 'soto' }))
  fireEvent.click(screen.getByRole('button', { name: /–.*▾/ }))
  fireEvent.click(await screen.findByText('Past month'))
  fireEvent.click(screen.getByRole('button', { name: /Larger/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByLabelText('F0'))
  fireEvent.click(screen.getByText('Apply'))
  await until(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  await until(() =>
    expect(router.state.location.search).toEqual({ page: 3, size: 50, name: 'soto', range: 'lastMonth' }),
  )
  const before = asked.at(-1)

  router.history.push('/others')
  await until(() =>
    expect(asked.at(-1)).toEqual({ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC', mode: 'grid' }),
  )
  router.history.push('/rides')
  await until(() =>
    expect(router.state.location.search).toEqual({ page: 3, size: 50, name: 'soto', range: 'lastMonth' }),
  )
  expect(asked.at(-1)).toMatchObject({ pageNumber: 2, resultsPerPage: 50, name: 'soto' })
  expect(Number(asked.at(-1)?.from)).toBeCloseTo(Number(before?.from), -5)
  expect(headings()).not.toContain('F0')
  expect(document.querySelector('section')?.dataset.text).toBe('large')
  expect(Object.keys(sessionStorage).sort()).toEqual(['parada.list:demo:/others', 'parada.list:demo:/rides'])
})

it('prefers the state in the URL to the one in the session storage', async () => {
  sessionStorage.setItem('parada.list:demo:/rides', JSON.stringify({ search: { page: 9 } }))
  const { asked } = show({ '/rides': rides() }, page, { at: '/rides?page=2&name=ana' })
  await ready()
  expect(asked).toEqual([{ pageNumber: 1, resultsPerPage: 20, orderBy: 'id ASC', mode: 'grid', name: 'ana' }])
})

it('clears every filter and the view with one key', async () => {
  const { asked, router } = show({ '/rides': rides() }, page, { at: '/rides?page=2&name=ana' })
  await ready()
  expect(screen.getByRole('button', { name: 'Reset filters' }).getAttribute('aria-keyshortcuts')).toBe('0')
  press('0')
  await until(() =>
    expect(asked.at(-1)).toEqual({ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC', mode: 'grid' }),
  )
  expect(router.state.location.search).toEqual({})
})

it('shows the total count of the response, and the amount only if the response has one (L-010)', async () => {
  show({ '/rides': rides() }, async (query, ...rest) => {
    const answer = page(query, ...rest) as object
    const totals = [{ currency: 'EUR', amounts: { price: 15210.4 } }]
    return query.pageNumber === 0 ? { ...answer, totalAmount: 15210.4, totals } : answer
  })
  await ready()
  expect(screen.getByRole('contentinfo').textContent).toContain('1–20 of 1,284 · €15,210.40')
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  await until(() => expect(screen.getByRole('contentinfo').textContent).toContain('21–40 of 1,284↑'))
})

it('sends a request once the list’s own delay has passed since the last keystroke, and at once on Enter (L-011)', async () => {
  const { asked } = show({ '/rides': rides({ filterDelay: 80 }) }, page)
  await ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  for (const text of ['s', 'so', 'sot']) {
    type('Filter by Name', text)
    await pass(79)
  }
  expect(asked).toHaveLength(1)
  await pass(1)
  expect(asked).toHaveLength(2)
  expect(asked.at(-1)).toMatchObject({ name: 'sot' })
  type('Filter by Name', 'soto')
  fireEvent.keyDown(screen.getByLabelText('Filter by Name'), { key: 'Enter' })
  await pass(1)
  expect(asked.at(-1)).toMatchObject({ name: 'soto' })
  await pass(1_000)
  expect(asked).toHaveLength(3)
})

it('rejects an invalid day with ‘Search by date’ and sends no request (O3-28)', async () => {
  const { asked } = show({ '/rides': rides() }, page)
  await ready()
  type('Filter by Created', '2026-10-12')
  expect((await screen.findByRole('alert')).textContent).toBe('Search by date\nEnter a date as DD-MM-YYYY')
  expect(asked).toHaveLength(1)
  type('Filter by Created', '12/10/2026')
  await until(() => expect(asked.at(-1)?.day).toMatch(/^\d+,\d+$/))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('logs and shows a failed load, ends the loading state, keeps the rows and retries on request (L-012)', async () => {
  let fails = false
  show({ '/rides': rides() }, (query, ...rest) => {
    if (fails) throw new CallFailed('Out of order', 500)
    return page(query, ...rest)
  })
  await ready()
  fails = true
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Out of order')
  expect(logged().at(-1)?.message).toBe('Out of order')
  expect(document.querySelector('section')?.getAttribute('aria-busy')).toBe('false')
  expect(shownRows().length).toBe(20)
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await until(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(shownRows()[0]?.firstElementChild?.textContent).toBe('21')
})

it('only logs the failure of a silent list (L-012)', async () => {
  show({ '/rides': rides({ silent: true }) }, () => {
    throw new CallFailed('Whispered', 500)
  })
  await until(() => expect(logged().at(-1)?.message).toBe('Whispered'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.querySelector('section')?.getAttribute('aria-busy')).toBe('false')
})

it('rejects a range longer than the list’s maximum and keeps the previous one (L-018)', async () => {
  const { asked } = show(
    { '/rides': rides({ call: callOf({ by: 'day', maxDays: 32 }), dateRange: { initial: 'currentMonth' } }) },
    page,
  )
  await ready()
  fireEvent.click(screen.getByRole('button', { name: /–.*▾/ }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2026-01-01' } })
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2026-03-01' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(dialog.getByRole('alert').textContent).toBe('Choose 32 days or fewer')
  expect(asked).toHaveLength(1)
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2026-01-31' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await until(() =>
    expect(asked.at(-1)).toMatchObject({
      from: new Date(2026, 0, 1).getTime(),
      to: new Date(2026, 1, 1).getTime() - 1,
    }),
  )
})

it('never shows a superseded response', async () => {
  let release: (() => void) | undefined
  const aborted: boolean[] = []
  const { asked } = show({ '/rides': rides() }, async (query, call, signal) => {
    if (query.pageNumber === 1)
      await new Promise<void>((done) => {
        release = done
        signal?.addEventListener('abort', () => aborted.push(true))
      })
    return page(query, call)
  })
  await ready()
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  await until(() => expect(asked).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  await until(() => expect(shownRows()[0]?.firstElementChild?.textContent).toBe('41'))
  release?.()
  await new Promise((done) => setTimeout(done, 20))
  expect(shownRows()[0]?.firstElementChild?.textContent).toBe('41')
  expect(aborted).toEqual([true])
})

it('moves through the rows by keyboard, opens one, jumps to the filter and turns the page', async () => {
  const openRow = ({ id }: { id: number }) => ({ to: '/others', search: { page: id } })
  const { router, asked } = show({ '/rides': rides({ openRow }), '/others': rides() }, page)
  await ready()
  ;(shownRows()[0] as HTMLElement).focus()
  const index = () => focused().dataset.index
  press('ArrowDown')
  press('ArrowDown')
  expect(index()).toBe('2')
  press('End')
  expect(index()).toBe('19')
  press('Home')
  expect(index()).toBe('0')
  press(']')
  await until(() => expect(asked.at(-1)).toMatchObject({ pageNumber: 1 }))
  press('/')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Filter by Id')
  press(']')
  await new Promise((done) => setTimeout(done, 10))
  expect(asked.at(-1)).toMatchObject({ pageNumber: 1 })
  await until(() => expect(shownRows()[0]?.firstElementChild?.textContent).toBe('21'))
  press('ArrowDown')
  press('ArrowDown')
  press('Enter')
  await until(() => expect(router.state.location.href).toBe('/others?page=22'))
})

it('opens a modal over the row by key and by click, and returns the focus when it closes', async () => {
  const rowModal = ({ row, onClose }: { row: Ride; onClose: () => void }) => (
    <Modal opened onClose={onClose} title={`Ride ${row.id}`}>
      <button type="button">Inside</button>
    </Modal>
  )
  const { router } = show({ '/rides': rides({ rowModal }) }, page)
  await ready()
  ;(shownRows()[0] as HTMLElement).focus()
  press('ArrowDown')
  press('Enter')
  await screen.findByRole('dialog', { name: 'Ride 2' })
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await until(() => expect(screen.queryByRole('dialog')).toBeNull())
  await until(() => expect(focused().dataset.index).toBe('1'))
  fireEvent.click(screen.getByText('Name 3'))
  await screen.findByRole('dialog', { name: 'Ride 3' })
  expect(router.state.location.href).toBe('/rides')
})

it('draws only part of a page of 200 rows', async () => {
  const { asked } = show({ '/rides': rides() }, page, { at: '/rides?size=200' })
  await ready()
  expect(asked[0]).toMatchObject({ resultsPerPage: 200 })
  expect(shownRows().length).toBeLessThan(60)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('202')
})

it('refetches when live events invalidate its key and lets only the changed row glow', async () => {
  let name = 'before'
  const { queries } = show({ '/rides': rides() }, () => ({
    rows: [row(1), { ...row(2), name }],
    totalQueryCount: 2,
  }))
  await ready()
  name = 'after'
  await queries.invalidateQueries({ queryKey: listKey(call) })
  await until(() => expect(screen.getByText('after')).toBeTruthy())
  expect([...shownRows()].map((one) => (one as HTMLElement).dataset.glow)).toEqual([undefined, 'odd'])
})

it('shows typed HTML as text', async () => {
  show({ '/rides': rides() }, () => ({ rows: [{ ...row(1), name: '<img src=x>' }], totalQueryCount: 1 }))
  await ready()
  expect(screen.getByText('<img src=x>').querySelector('img')).toBeNull()
})

it('says that there are no results and offers to reset the filters', async () => {
  show({ '/rides': rides() }, () => ({ rows: [], totalQueryCount: 0 }), { at: '/rides?name=x' })
  const nothing = within((await screen.findByText('No results for these filters')) as HTMLElement)
  fireEvent.click(nothing.getByText('Reset filters'))
  await screen.findByText('Nothing here yet')
})

it('creates a record in a modal, by its button and by the shortcut N', async () => {
  const modal = ({ onClose }: { onClose: () => void }) => (
    <Modal opened onClose={onClose} title="A new ride">
      <input aria-label="Ride" />
    </Modal>
  )
  show({ '/rides': rides({ create: { label: 'screens.newBooking', modal } }) }, page)
  await ready()
  fireEvent.click(screen.getByRole('button', { name: /New booking/ }))
  fireEvent.keyDown(await screen.findByLabelText('Ride'), { key: 'Escape' })
  await until(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('n')
  expect(await screen.findByText('A new ride')).toBeTruthy()
})
