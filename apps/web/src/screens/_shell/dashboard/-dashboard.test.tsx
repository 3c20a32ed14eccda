import { notifications } from '@mantine/notifications'
import type { Call } from '@parada/contract/kit'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { booking, testSession } from '../../../booking/testing.tsx'
import { wholeListKey } from '../../../kit/list/data/list-data.ts'
import { show } from '../../../kit/list/testing.tsx'
import { SessionProvider } from '../../../session/use-session.ts'
import { focused } from '../../../testing/focused.ts'
import { Route as dashboard } from '../dashboard.tsx'

await Promise.all([
  import('../../../kit/list/view/list-view.tsx'),
  import('../../../kit/list/view/row-menu.tsx'),
  import('../../../booking/actions/dispatch.tsx'),
  import('../../../booking/actions/cancel.tsx'),
  import('./-several.tsx'),
  import('../../../kit/list/view/several-values.tsx'),
])

const minute = 60_000
const now = Date.now()
const desk = (id: number, change: object = {}) => ({
  ...booking,
  id,
  version: 1,
  status: 20,
  statusDispatch: 2000,
  timeBookingStartTimestamp: now + (60 + (id % 1000)) * minute,
  passengerName: `Passenger ${id}`,
  ...change,
})
type Desk = ReturnType<typeof desk>

const until = (check: () => void) => waitFor(check, { interval: 5 })
const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]
const ids = () => rows().map((row) => Number(row.querySelector('th')?.textContent))
const rowOf = (id: number) => rows().find((row) => row.querySelector('th')?.textContent === String(id)) as HTMLElement
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const counters = () =>
  [...within(screen.getByRole('group', { name: 'Show' })).getAllByRole('button')].map(({ textContent }) => textContent)

type Setup = { alive?: Desk[]; at?: string; answers?: Record<string, unknown>; permissions?: Record<string, string> }

const open = ({ alive = [], at = '/dashboard', answers = {}, permissions = { '*': 'true' } }: Setup) => {
  const session = testSession(permissions)
  const sent: { call: Call; given: Record<string, unknown> }[] = []
  const Screen = dashboard.options.component as () => React.ReactNode
  const validateSearch = dashboard.options.validateSearch
  const view = show(
    {
      '/dashboard': {
        validateSearch,
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
      if (typeof answer === 'function') return answer(given)
      if (answer !== undefined) return answer
      if (call.path === '/services/:sd/alive/fleet') return { services: alive }
      if (call.path === '/services/:sd/alive/positions') return { positions: [], now: Date.now() }
      if (call.path === '/services/:sd/:id/presence') return { people: [] }
      if (call.path === '/services/:sd/cancelReasons') return { cancelList: [{ code: 'other', label: 'Other' }] }
      if (call.path === '/services/:sd/:id/journal') return { journal: [] }
      if (call.path === '/fleets/:sd/permission/:permission') return { fleets: [] }
      throw new Error(`not answered: ${call.path}`)
    },
    { at },
  )
  const change = (services: Desk[]) =>
    act(() =>
      view.queries.setQueryData(wholeListKey({ base: 'main', path: '/services/:sd/alive/fleet' }), { services }),
    )
  return { ...view, session, sent, change }
}

const toasted = () => vi.mocked(notifications.show).mock.calls.map(([{ title, message }]) => title ?? message)

beforeEach(() => {
  vi.spyOn(notifications, 'show').mockReturnValue('')
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

describe('the dashboard list', () => {
  it.each([
    ['/dashboard', [4711, 4712, 4713]],
    ['/dashboard?id=4711', [4711]],
    ['/dashboard?id=9', []],
    ['/dashboard?idUser=2', [4712, 4713]],
  ])('shows at %s the bookings %j (P-039, B-041, O2-22)', async (at, expected) => {
    expect(dashboard.options.staticData?.access).toBe('signedIn')
    open({ alive: [desk(4712, { idUser: 2 }), desk(4711), desk(4713, { idUser: 2 })], at })
    if (expected.length === 0) await screen.findByText('No results for these filters')
    await until(() => expect(ids()).toEqual(expected))
  })

  it('filters by one or several of the shown states, and offers only those that can occur', async () => {
    const alive = [
      desk(4711),
      desk(4712, { statusDispatch: 2500 }),
      desk(4713, { status: 10, statusDispatch: -9999 }),
      desk(4714, { status: 10, statusDispatch: 949 }),
    ]
    open({ alive })
    await until(() => expect(ids()).toHaveLength(4))
    const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter by State' })
    const offered = [...filter.options].map(({ text }) => text)
    expect(offered).toEqual(expect.arrayContaining(['Searching', 'Confirmed', 'No taxi found', 'On board', 'On hold']))
    expect(offered).not.toContain('Finished')
    for (const row of rows()) expect(offered).toContain(row.querySelectorAll('td')[2]?.textContent)
    fireEvent.change(filter, { target: { value: '2500' } })
    await until(() => expect(ids()).toEqual([4712]))
    fireEvent.change(filter, { target: { value: 'several' } })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'On hold' }))
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await until(() => expect(ids()).toEqual([4712, 4713]))
    expect(filter.selectedOptions[0]?.text).toBe('On board, On hold')
  })

  it('groups bookings under the name of their fleet with a key', async () => {
    open({ alive: [desk(1, { fleet: 'TeleTaxi' }), desk(2, { fleet: 'Radio Sol' }), desk(3, { fleet: 'TeleTaxi' })] })
    await until(() => expect(ids()).toEqual([1, 2, 3]))
    press('g')
    await until(() =>
      expect(rows().map((row) => row.querySelector('th')?.textContent)).toEqual([
        'Radio Sol',
        '2',
        'TeleTaxi',
        '1',
        '3',
      ]),
    )
    expect(screen.getByRole('button', { name: 'By fleet' }).getAttribute('aria-pressed')).toBe('true')
    rowOf(3).focus()
    press('x')
    expect(await screen.findByRole('dialog', { name: /3/ })).toBeTruthy()
  })

  it('lets columns be moved and resized at their headings', async () => {
    open({ alive: [desk(1)] })
    await until(() => expect(rows()).toHaveLength(1))
    const heading = (name: string) => screen.getByRole('columnheader', { name })
    const names = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    fireEvent.dragStart(heading('Fleet'))
    fireEvent.drop(heading('Passenger'))
    await until(() => expect(names().indexOf('Fleet')).toBe(names().indexOf('Passenger') - 1))
    const grip = heading('Fleet').querySelector('[aria-hidden]') as HTMLElement
    grip.setPointerCapture = () => {}
    fireEvent.pointerDown(grip, { clientX: 100, pointerId: 1 })
    fireEvent.pointerMove(grip, { clientX: 160, pointerId: 1 })
    const widthOf = (name: string) => document.querySelectorAll('col')[names().indexOf(name)]?.style.width
    await until(() => expect(widthOf('Fleet')).toBe('200px'))
    fireEvent.keyDown(within(heading('Fleet')).getByRole('button'), { key: 'ArrowLeft', shiftKey: true })
    await until(() => expect(widthOf('Fleet')).toBe('184px'))
  })

  it.each([true, false])(
    'offers the reference column if the tenant shows references: %s',
    async (showBookingReference) => {
      const { session } = open({ alive: [desk(1)] })
      act(() => session.keep({ whitelabelConfig: { name: 'Demo', showBookingReference } }))
      await until(() => expect(rows()).toHaveLength(1))
      fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
      const dialog = within(await screen.findByRole('dialog'))
      expect(dialog.queryAllByRole('checkbox', { name: 'Reference' })).toHaveLength(showBookingReference ? 1 : 0)
    },
  )

  it('sorts starts by moment, regardless of local clocks', async () => {
    const noon = Date.UTC(2030, 0, 15, 12)
    const canary = { timeZone: 'Atlantic/Canary', timeBookingStartTimestamp: noon }
    open({ alive: [desk(4711, canary), desk(4712, { timeBookingStartTimestamp: noon - 30 * minute })] })
    await until(() => expect(ids()).toEqual([4712, 4711]))
    expect(rowOf(4712).textContent).toContain('12:30')
    expect(rowOf(4711).textContent).toContain('12:00 Canary')
    const start = within(rowOf(4711)).getByText(/12:00 Canary/)
    fireEvent.mouseOver(start)
    expect(start.title).toBe('15/01/2030 12:00 Canary (Atlantic/Canary)')
  })

  it('offers 10, 20, 50, 100 and 200 rows, 20 at first, by start ascending, and a choice of columns (B-042)', async () => {
    open({ alive: Array.from({ length: 30 }, (_, at) => desk(4800 - at)) })
    await until(() => expect(rows()).toHaveLength(20))
    expect(ids().slice(0, 3)).toEqual([4771, 4772, 4773])
    const sizes = screen.getByLabelText<HTMLSelectElement>('Rows per page')
    expect([...sizes.options].map(({ value }) => value)).toEqual(['10', '20', '50', '100', '200'])
    expect(screen.getByRole('button', { name: 'Columns' })).toBeTruthy()
  })

  it('shows in words and signs which bookings are waiting, late, on board or on hold', async () => {
    open({
      alive: [
        desk(1, { status: 10, statusDispatch: 949, timeBookingStartTimestamp: now - 5 * minute }),
        desk(2, { status: 10, statusDispatch: 949, timeBookingStartTimestamp: now + 600 * minute }),
        desk(3, { statusDispatch: 2500 }),
        desk(4, { status: 10, statusDispatch: -9999, timeBookingStartTimestamp: now + 600 * minute }),
        desk(5, { timeBookingStartTimestamp: now + 600 * minute }),
      ],
    })
    await until(() => expect(rows()).toHaveLength(5))
    const said = (id: number) => {
      const [, , start, state] = [...rowOf(id).children].map(({ textContent }) => textContent)
      return [rowOf(id).querySelector('th')?.dataset.sign, /\+\d+'/.test(start ?? ''), state]
    }
    expect([1, 2, 3, 4, 5].map(said)).toEqual([
      ['!', true, 'Searching'],
      ['○', false, 'Searching'],
      ['', false, 'On board'],
      ['', false, 'On hold'],
      ['', false, 'Confirmed'],
    ])
    expect(counters()).toEqual(['All 5', 'No taxi yet 2', 'Late 1', 'At risk 0', 'On hold 1', 'On board 1'])
    expect(ids()[0]).toBe(1)
  })

  it('filters by a counter or its key, and keeps the filter in the URL', async () => {
    const { router } = open({ alive: [desk(1, { statusDispatch: 2500 }), desk(2)] })
    await until(() => expect(rows()).toHaveLength(2))
    press('6')
    await until(() => expect(ids()).toEqual([1]))
    await until(() => expect(router.state.location.search).toEqual({ view: 'onboard' }))
    expect(screen.getByRole('button', { name: /On board/ }).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: /^All/ }))
    await until(() => expect(ids()).toEqual([1, 2]))
  })

  it('offers a new booking when it is empty', async () => {
    open({ alive: [] })
    await screen.findByText(/^No active bookings/)
    expect(screen.getAllByRole('button', { name: /New booking/ }).length).toBe(2)
  })
})

describe('live changes to the list', () => {
  it('leave a row that ended under a dialog in place when the dialog closes', async () => {
    const { change } = open({ alive: [1, 2].map((id) => desk(id, { status: 10, statusDispatch: 949 })) })
    await until(() => expect(rows()).toHaveLength(2))
    rowOf(1).focus()
    press('x')
    await screen.findByRole('dialog')
    change([desk(1, { status: 10, statusDispatch: 949 })])
    await until(() => expect(rowOf(2).dataset.gone).toBe('true'))
    press('Escape')
    await until(() => expect(screen.queryByRole('dialog')).toBeNull())
    await until(() => expect(rowOf(1)).toBe(document.activeElement))
    await act(() => new Promise((later) => setTimeout(later)))
    expect(ids()).toEqual([1, 2])
  })

  it('update rows in place, and count new rows until they are requested', async () => {
    const { change, session } = open({ alive: [desk(1), desk(2), desk(3)] })
    await until(() => expect(ids()).toEqual([1, 2, 3]))
    act(() => rowOf(2).focus())
    await until(() => expect(rowOf(2)).toBe(document.activeElement))
    change([desk(3), desk(2, { passengerName: 'Another', version: 2 }), desk(0)])
    act(() => session.events.emit('booking-updated', { idBooking: 1, statusBooking: 30 }))
    await screen.findByText('Another')
    expect(ids()).toEqual([1, 2, 3])
    expect(rowOf(1).dataset.gone).toBe('true')
    expect(rowOf(1).textContent).toContain('Finished')
    const fresh = screen.getByRole('button', { name: /1 new/ })
    fireEvent.click(fresh)
    await until(() => expect(ids()).toEqual([0, 2, 3]))
    expect(screen.queryByRole('button', { name: /new R/ })).toBeNull()
  })

  it('remove a booking that was cancelled here once its row loses focus (B-043)', async () => {
    const { sent } = open({
      alive: [desk(1), desk(2)],
      answers: { 'PUT /services/:sd/:id/cancel': { booking: desk(1, { status: -40, version: 2 }) } },
    })
    await until(() => expect(ids()).toEqual([1, 2]))
    rowOf(1).focus()
    press('x')
    await screen.findByRole('option', { name: 'Other' })
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'other' } })
    fireEvent.change(screen.getByRole('textbox', { name: /comment/i }), { target: { value: 'The caller rang again.' } })
    fireEvent.submit(document.querySelector('form') as HTMLFormElement)
    await until(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.some(({ call }) => call.path === '/services/:sd/:id/cancel')).toBe(true)
    await until(() => expect(rowOf(1)).toBe(document.activeElement))
    act(() => focused().blur())
    await until(() => expect(ids()).toEqual([2]))
  })
})

describe('dispatching from the list', () => {
  it.each([
    ['opens the modal over a booking that is locked by now', -9999, true],
    ['says so of one that no longer is', 2000, false],
  ])('reloads the booking first and %s (B-044)', async (_, statusDispatch, opens) => {
    const { sent } = open({
      alive: [desk(1, { status: 10, statusDispatch: opens ? 949 : -9999 })],
      answers: { 'GET /services/:sd/:id': { booking: desk(1, { status: 10, statusDispatch }) } },
    })
    await until(() => expect(rows()).toHaveLength(1))
    rowOf(1).focus()
    press('d')
    if (opens) expect(await screen.findByRole('dialog', { name: /1/ })).toBeTruthy()
    else await until(() => expect(toasted()).toEqual(['Not locked status']))
    expect(sent.filter(({ call }) => call.path === '/services/:sd/:id')).toHaveLength(1)
    if (!opens) expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows the outcome for each of several bookings, and lets the failed ones be retried', async () => {
    let locked = [1, 3]
    const { sent } = open({
      alive: [1, 2, 3].map((id) => desk(id, { status: 10, statusDispatch: -9999 })),
      answers: {
        'GET /services/:sd/:id': ({ params }: { params: { id: number } }) => ({
          booking: desk(params.id, { status: 10, statusDispatch: locked.includes(params.id) ? -9999 : 949 }),
        }),
        'POST /services/:sd/:action': ({ body }: { body: { booking: { id: number } } }) => ({
          booking: desk(body.booking.id, { status: 10, statusDispatch: 949, version: 2 }),
        }),
      },
    })
    await until(() => expect(rows()).toHaveLength(3))
    fireEvent.click(screen.getByLabelText('Select all on this page'))
    expect(screen.getByRole('toolbar', { name: '3 selected' })).toBeTruthy()
    press('d')
    const dialog = within(await screen.findByRole('dialog', { name: 'Dispatch 3 bookings' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Dispatch 3 bookings' }))
    await dialog.findByText('2 succeeded, 1 failed')
    const results = [...dialog.getAllByRole('listitem')].map(({ textContent }) => textContent)
    expect(results).toEqual(['✓1 Passenger 1Dispatched', '✗2 Passenger 2Not locked status', '✓3 Passenger 3Dispatched'])
    const orders = sent.filter(({ call }) => call.path === '/services/:sd/:action')
    expect(orders.map(({ given }) => Object.keys(given.headers as object).sort())).toEqual(
      orders.map(() => ['Idempotency-Key', 'Undo-Key']),
    )
    locked = [2]
    fireEvent.click(dialog.getByRole('button', { name: 'Try 1 again' }))
    await until(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.filter(({ call }) => call.path === '/services/:sd/:action')).toHaveLength(3)
  })
})

describe('selecting rows', () => {
  it('works with Space, extends with Shift, survives changes to other rows and is cleared with Escape', async () => {
    const { change } = open({ alive: [1, 2, 3, 4].map((id) => desk(id)) })
    await until(() => expect(rows()).toHaveLength(4))
    rowOf(1).focus()
    press(' ')
    press('ArrowDown')
    press('ArrowDown')
    press(' ', { shiftKey: true })
    await screen.findByText('3 selected')
    change([1, 3, 4].map((id) => desk(id)))
    await screen.findByText('2 selected')
    press('Escape')
    await until(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  it('is not offered to users without a permitted action', async () => {
    open({ alive: [desk(1)], permissions: { viewServiceByFleet: 'all' } })
    await until(() => expect(rows()).toHaveLength(1))
    expect(rowOf(1).querySelector('input')).toBeNull()
    const hints = document.querySelector('footer [aria-hidden]')
    expect(hints?.textContent).toContain('open')
    expect(hints?.textContent).not.toContain('select')
    cleanup()
    open({ alive: [desk(1)] })
    await until(() => expect(rowOf(1)?.querySelector('input')).not.toBeNull())
    expect(document.querySelector('footer [aria-hidden]')?.textContent).toContain('select')
  })

  it.each([
    ['confirmed', {}, ['Open↵', 'CancelX', 'SMSS']],
    ['on hold', { status: 10, statusDispatch: -9999 }, ['Open↵', 'DispatchD', 'CancelX', 'SMSS']],
  ])('offers in the menu and the hints of a row that is %s only what its state allows', async (_, change, offered) => {
    open({ alive: [desk(1, change)] })
    await until(() => expect(rows()).toHaveLength(1))
    rowOf(1).focus()
    const hints = document.querySelector('footer [aria-hidden]')
    await until(() => expect(hints?.textContent?.includes('D Dispatch')).toBe(offered.includes('DispatchD')))
    press('F10', { shiftKey: true })
    const menu = within(await screen.findByRole('menu'))
    await until(() => expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(offered))
  })
})
