import { MantineProvider } from '@mantine/core'
import type { IncomingCall } from '@parada/contract/live-message'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { booking, testSession } from '../booking/testing.tsx'
import { show } from '../kit/list/testing.tsx'
import { startRinger } from '../live/ringer.ts'
import { calls } from '../session/calls.ts'
import { hearing } from '../session/live-state.ts'
import { takeNextCall } from '../session/next-call.ts'
import { ringTone } from '../session/preferences.ts'
import { SessionProvider } from '../session/use-session.ts'
import CallStrip from './call-strip.tsx'

const wizard = '/new-booking/caller/612345678/915000111'

const open = async ({ isWizard = true, alive = [] as object[] } = {}) => {
  const session = testSession({ '*': 'true' })
  session.keep({ bookingsAlive: alive as never })
  const sent: [string, unknown][] = []
  const component = () => (
    <MantineProvider env="test">
      <SessionProvider value={session}>
        <CallStrip mayGo={() => isWizard} />
      </SessionProvider>
    </MantineProvider>
  )
  const plain = { validateSearch: (search: object) => search, component } as never
  const view = show(
    { '/': plain, '/new-booking/caller/$a/$b': plain, '/services/$id': plain },
    (_, call, __, given) => {
      sent.push([call.path, (given as { body?: unknown }).body])
      return undefined
    },
  )
  await screen.findByRole('region', { name: 'Calls' })
  const path = () => view.router.state.location.pathname
  return { sent, path }
}
const passed = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
const ring = (change: Partial<IncomingCall> = {}, mayBook = true) =>
  act(() =>
    calls.ring(
      { phoneNumberOrigin: '612345678', phoneNumberDialed: '915000111', ...change },
      { mayBook, isQuiet: false },
    ),
  )
const press = (key: string, more: object = {}) => {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...more })
  act(() => void window.dispatchEvent(event))
  return event
}
const numbers = () => calls.get().ringing.map(({ call }) => call.phoneNumberOrigin)

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  act(() => calls.clear())
  vi.useRealTimers()
})

it.each([
  [{ code: 'en', isGuess: false }, 'Speaks English'],
  [{ code: 'fr', isGuess: true }, 'Probably speaks French'],
])('shows the language of a caller: %o', async (language, text) => {
  await open()
  ring({ language })
  expect(screen.getByRole('listitem').textContent).toContain(text)
})

it('shows no language if it is unknown', async () => {
  await open()
  ring()
  expect(screen.getByRole('listitem').textContent).not.toContain('peaks')
})

describe('a ringing call', () => {
  it('shows who calls which number, and for how long (P-100, P-101)', async () => {
    await open()
    ring()
    expect(screen.getByRole('alert').textContent).toMatch(/^Incoming call from: 612345678/)
    expect(screen.getByText('Number called: 915000111')).toBeTruthy()
    await passed(7_500)
    expect(screen.getByText(/^0:0[678]$/)).toBeTruthy()
  })

  it.each([
    ['20 s by itself (P-103)', undefined, 20_000],
    ['as long as the event says (P-103)', 45_000, 45_000],
    ['20 s for a duration of zero (O1-41)', 0, 20_000],
    ['20 s for a negative duration (O1-41)', -5, 20_000],
  ])('rings %s and then counts as missed', async (_, duration, ms) => {
    ring({ duration })
    await passed(ms - 500)
    expect(numbers()).toEqual(['612345678'])
    await passed(1_000)
    expect(numbers()).toEqual([])
    expect(calls.get().missed).toHaveLength(1)
  })

  it('starts a booking when its key is pressed, and informs the other desks (P-102, O1-40)', async () => {
    const { path, sent } = await open()
    ring()
    const book = screen.getByRole('button', { name: /New booking/ })
    expect(book.getAttribute('aria-keyshortcuts')).toBe('F2')
    expect(press('F2').defaultPrevented).toBe(true)
    await passed(100)
    expect(path()).toBe(wizard)
    expect(sent).toEqual([['/calls/:sd/taken', { phoneNumberOrigin: '612345678', phoneNumberDialed: '915000111' }]])
    expect(calls.get()).toEqual({ ringing: [], missed: [] })
  })

  it('is listed oldest first and keeps its own key while it rings', async () => {
    const { path } = await open()
    ring()
    ring({ phoneNumberOrigin: '699999999' })
    ring({ phoneNumberOrigin: '688888888' })
    expect(numbers()).toEqual(['612345678', '699999999', '688888888'])
    expect(press('F2', { shiftKey: true }).defaultPrevented).toBe(true)
    expect(path()).toBe('/')
    expect(calls.get().ringing.map(({ key }) => key)).toEqual(['F7', 'F8'])
    press('F7')
    await passed(100)
    expect(path()).toBe('/new-booking/caller/699999999/915000111')
  })

  it.each([
    ['may not book', false, true],
    ['has no wizard to go to', true, false],
  ])('offers no booking to a user who %s (O1-40)', async (_, mayBook, isWizard) => {
    await open({ isWizard })
    ring({}, mayBook)
    expect(screen.queryByText(/New booking/)).toBeNull()
    expect(press('F2').defaultPrevented).toBe(false)
  })

  it('shows the caller, that they are blacklisted, and their active booking, which one key opens', async () => {
    const alive = [
      {
        ...booking,
        id: 4711,
        status: 20,
        statusDispatch: 2000,
        promisedArrival: Date.UTC(2026, 9, 31, 7, 30),
        timeZone: 'Europe/Madrid',
        supplierTaxiDescription: '4821-KLM',
        idSupplierTaxi: 12,
      },
    ]
    const { path } = await open({ alive })
    const openBooking = {
      id: 4711,
      statusBooking: 20,
      timeBookingStartTimestamp: new Date(2026, 9, 31, 8, 15).getTime(),
    }
    ring({ caller: { id: 3, firstName: 'María', lastName: 'Soto', isBlacklisted: true, openBooking } })
    expect(screen.getByText('María Soto')).toBeTruthy()
    expect(screen.getByText('Blacklisted caller').className).toContain('blacklisted')
    expect(screen.getByText(/^Active booking 4711 · Confirmed/).textContent).toBe(
      'Active booking 4711 · Confirmed · 31/10/2026 08:15 · promised 08:30 · 12 · 4821-KLM',
    )
    press('F2', { ctrlKey: true })
    await passed(100)
    expect(path()).toBe('/services/4711')
  })
})

it('the wizard takes the oldest call that may be booked', async () => {
  const { path } = await open()
  expect(takeNextCall()).toBe(false)
  ring({ phoneNumberOrigin: '699999999' }, false)
  ring()
  ring({ phoneNumberOrigin: '688888888' })
  let isTaken = false
  act(() => {
    isTaken = takeNextCall()
  })
  expect(isTaken).toBe(true)
  await passed()
  expect(path()).toBe(wizard)
  expect(numbers()).toEqual(['699999999', '688888888'])
})

it('a missed call is listed with a link to call back', async () => {
  await open()
  ring({ caller: { id: 3, firstName: 'María', lastName: 'Soto', isBlacklisted: false } })
  await passed(21_000)
  fireEvent.click(screen.getByRole('button', { name: 'Missed: 1' }))
  const list = within(screen.getByRole('list', { name: 'Missed calls' }))
  expect(list.getByText('María Soto')).toBeTruthy()
  const back = list.getByRole('link', { name: 'Call back' })
  expect(back.getAttribute('href')).toBe('tel:612345678')
  fireEvent.click(back)
  expect(calls.get().missed).toEqual([])
})

describe('the ring', () => {
  it('sounds for as long as a call rings, with the chosen tone', async () => {
    const sounds = { ring: vi.fn(), unlock: vi.fn() }
    const stop = startRinger(sounds)
    ring({ duration: 7_000 })
    await passed(6_500)
    expect(sounds.ring.mock.calls).toEqual([['classic'], ['classic'], ['classic']])
    await passed(10_000)
    expect(sounds.ring).toHaveBeenCalledTimes(3)
    ringTone.set('none')
    ring()
    expect(sounds.ring).toHaveBeenCalledTimes(3)
    ringTone.set('soft')
    expect(sounds.ring).toHaveBeenLastCalledWith('soft')
    stop()
    ringTone.set('classic')
    expect(sounds.ring).toHaveBeenCalledTimes(4)
  })

  it('shows a hint while the browser blocks sound', async () => {
    await open()
    act(() => hearing.set('waiting'))
    ring()
    expect(screen.getByText('Click anywhere to hear calls')).toBeTruthy()
    act(() => hearing.set('allowed'))
    expect(screen.queryByText('Click anywhere to hear calls')).toBeNull()
  })

  it('waits for the first gesture, as browsers require', () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { userActivation: { hasBeenActive: false } }))
    const sounds = { ring: vi.fn(), unlock: vi.fn() }
    const stop = startRinger(sounds)
    expect(hearing.get()).toBe('waiting')
    window.dispatchEvent(new Event('pointerdown'))
    expect(sounds.unlock).toHaveBeenCalledOnce()
    expect(hearing.get()).toBe('allowed')
    stop()
    vi.unstubAllGlobals()
  })
})
