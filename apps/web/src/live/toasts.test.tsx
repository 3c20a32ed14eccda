import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import type { IncomingCall, LiveNotification } from '@parada/contract/live-message'
import { constants } from '@parada/domain/constants'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLanguage } from '../session/language.ts'
import { answering } from '../testing/open-app.tsx'
import { createToasts } from './toasts.tsx'

const sounds = { play: vi.fn(), pause: vi.fn(), stop: vi.fn() }
let go = vi.fn()
let screens = new Set<string>()
let toasts: ReturnType<typeof createToasts>

const passed = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => [...document.querySelectorAll<HTMLElement>('.mantine-Notification-root')]
const texts = () => shown().map(({ textContent }) => textContent)
const press = (key: string, shiftKey = false) => {
  const event = new KeyboardEvent('keydown', { key, shiftKey, cancelable: true })
  act(() => void window.dispatchEvent(event))
  return event
}
const tell = async (raise: (kinds: typeof toasts) => void) => {
  act(() => raise(toasts))
  await passed()
}
/** How long the only toast stays. */
const lasts = async (ms: number) => {
  await passed(ms - 10)
  expect(shown()).toHaveLength(1)
  await passed(1_000)
  expect(shown()).toHaveLength(0)
}

beforeEach(async () => {
  localStorage.setItem('parada.language', 'en')
  vi.stubGlobal('fetch', answering({}))
  await startLanguage('test')
  vi.useFakeTimers()
  go = vi.fn()
  screens = new Set(['/bookings/finished', '/new-booking/caller/612345678/915000111'])
  toasts = createToasts({ leadsTo: (path) => screens.has(path), go, sounds })
  render(
    <MantineProvider env="test">
      <Notifications limit={4} autoClose={constants.toastMs} />
    </MantineProvider>,
  )
})
afterEach(() => {
  act(() => {
    toasts.clear()
    notifications.clean()
  })
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const notice = (change: Partial<LiveNotification> = {}): LiveNotification =>
  ({ message: 'Taxi late', color: 'info', ...change }) as LiveNotification

describe('a notification', () => {
  it('shows a toast for each one received, for 3 s (P-104, P-106)', async () => {
    await tell((show) => show.notification(notice()))
    expect(texts()).toEqual(['Taxi late'])
    await lasts(3_000)
    await tell((show) => show.notification(notice()))
    await tell((show) => show.notification(notice()))
    expect(texts()).toEqual(['Taxi late', 'Taxi late'])
  })

  it('stays until the person closes it when it is sticky (P-106)', async () => {
    await tell((show) => show.notification(notice({ sticky: true })))
    await passed(3_600_000)
    expect(texts()).toEqual(['Taxi late'])
    fireEvent.click(screen.getByRole('button'))
    await passed(1_000)
    expect(texts()).toEqual([])
  })

  it.each([
    ['info', 'blue', 'status'],
    ['success', 'green', 'status'],
    ['warning', 'yellow', 'alert'],
    ['danger', 'red', 'alert'],
    ['mauve', 'blue', 'status'],
    [undefined, 'blue', 'status'],
  ])('of colour %s is %s and announced as %s (P-105, O1-44)', async (color, look, role) => {
    await tell((show) => show.notification(notice({ color })))
    const toast = screen.getByRole(role)
    expect(toast.style.getPropertyValue('--notification-color')).toContain(look)
  })

  it.each([
    ['warning', true, 'WarningTaxi late'],
    ['danger', true, 'ErrorTaxi late'],
    ['info', true, 'Taxi late'],
    ['success', true, 'Taxi late'],
    ['warning', false, 'Taxi late'],
    ['danger', false, 'Taxi late'],
  ])('of colour %s, sticky %s, reads %j (P-105, O1-44)', async (color, sticky, text) => {
    await tell((show) => show.notification(notice({ color, sticky })))
    expect(texts()).toEqual([text])
  })
})

describe('services cancelled to validate', () => {
  it('warns, and a click goes to the finished bookings with a pause cue', async () => {
    await tell((show) => show.cancelledToValidate({ sticky: false }))
    const toast = screen.getByRole('alert')
    expect(toast.textContent).toBe('Services cancelled to validate')
    expect(toast.style.getPropertyValue('--notification-color')).toContain('yellow')
    fireEvent.click(screen.getByText('Services cancelled to validate'))
    expect(go.mock.calls).toEqual([['/bookings/finished']])
    expect(sounds.pause).toHaveBeenCalledOnce()
  })

  it('plays the cue and stays on the page where there is no such screen', async () => {
    screens.clear()
    await tell((show) => show.cancelledToValidate({ sticky: false }))
    fireEvent.click(screen.getByText('Services cancelled to validate'))
    expect(sounds.pause).toHaveBeenCalledOnce()
    expect(go).not.toHaveBeenCalled()
  })
})

it('new permissions: title, sentence and warning colour, for 30 s (P-097, O1-39)', async () => {
  await tell((show) => show.newPermissions())
  expect(screen.getByText('New permissions granted').className).toContain('title')
  expect(screen.getByText('Please logout and login again to refresh your current permissions').className).toContain(
    'description',
  )
  expect(screen.getByRole('alert').style.getPropertyValue('--notification-color')).toContain('yellow')
  await lasts(30_000)
})

const ringing = (change: Partial<IncomingCall> = {}): IncomingCall => ({
  phoneNumberOrigin: '612345678',
  phoneNumberDialed: '915000111',
  ...change,
})
const ring = (change: Partial<IncomingCall> = {}, mayBook = true) =>
  tell((show) => show.incomingCall(ringing(change), { mayBook }))

describe('an incoming call', () => {
  it('shows who calls which number (P-100, P-101)', async () => {
    await ring()
    const toast = screen.getByRole('alert')
    expect(toast.textContent).toMatch(/^Incoming call from:612345678Number called: 915000111/)
  })

  it.each([
    ['20 s by itself (P-103)', undefined, 20_000],
    ['as long as the event says (P-100, P-103)', 45_000, 45_000],
    ['20 s for a duration of zero (O1-41)', 0, 20_000],
    ['20 s for a negative duration (O1-41)', -5, 20_000],
  ])('%s', async (_, duration, ms) => {
    await ring({ duration })
    await lasts(ms)
  })

  it('has the wizard fetched while the telephone rings, for those who may book', async () => {
    const prepare = vi.fn()
    toasts.clear()
    toasts = createToasts({ leadsTo: (path) => screens.has(path), go, prepare, sounds })
    await ring({}, false)
    expect(prepare).not.toHaveBeenCalled()
    await ring()
    expect(prepare.mock.calls).toEqual([['/new-booking/caller/612345678/915000111']])
  })

  it('starts a booking for the caller by a click (O1-40)', async () => {
    await ring()
    fireEvent.click(screen.getByText('612345678'))
    expect(go.mock.calls).toEqual([['/new-booking/caller/612345678/915000111']])
    await passed(1_000)
    expect(shown()).toEqual([])
  })

  it('starts a booking by one key, and shows which', async () => {
    await ring()
    expect(screen.getByRole('button', { name: /New booking/ }).getAttribute('aria-keyshortcuts')).toBe('F2')
    expect(press('F2').defaultPrevented).toBe(true)
    expect(go.mock.calls).toEqual([['/new-booking/caller/612345678/915000111']])
    press('F2')
    expect(go).toHaveBeenCalledOnce()
  })

  it('is only closed by its cross', async () => {
    await ring()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await passed(1_000)
    expect(shown()).toEqual([])
    expect(go).not.toHaveBeenCalled()
  })

  it('takes the newest call first, and dismisses one by a key', async () => {
    screens.add('/new-booking/caller/699999999/915000111')
    await ring()
    await ring({ phoneNumberOrigin: '699999999' })
    expect(texts()[0]).toContain('699999999')
    expect(press('F2', true).defaultPrevented).toBe(true)
    expect(go).not.toHaveBeenCalled()
    press('F2')
    expect(go.mock.calls).toEqual([['/new-booking/caller/612345678/915000111']])
  })

  it('is seen even behind four sticky notifications', async () => {
    for (const message of ['a', 'b', 'c', 'd'])
      await tell((show) => show.notification(notice({ message, sticky: true })))
    await ring()
    await passed(1_000)
    expect(texts()).toHaveLength(4)
    expect(texts()[0]).toContain('612345678')
  })

  it.each([
    ['may not book', false, true],
    ['has no wizard to go to', true, false],
  ])('shows the number only to one who %s (O1-40)', async (_, mayBook, hasScreen) => {
    if (!hasScreen) screens.clear()
    await ring({}, mayBook)
    expect(screen.queryByText(/New booking/)).toBeNull()
    fireEvent.click(screen.getByText('612345678'))
    expect(press('F2').defaultPrevented).toBe(false)
    expect(go).not.toHaveBeenCalled()
  })

  it('tells who it is, their open booking and, loudly, that they are blacklisted', async () => {
    const openBooking = {
      id: 4711,
      statusBooking: 20,
      timeBookingStartTimestamp: new Date(2026, 9, 31, 8, 15).getTime(),
    }
    await ring({ caller: { id: 3, firstName: 'María', lastName: 'Soto', isBlacklisted: true, openBooking } })
    expect(screen.getByText('María Soto')).toBeTruthy()
    expect(screen.getByText('Blacklisted caller').className).toContain('blacklisted')
    expect(screen.getByRole('alert').style.getPropertyValue('--notification-color')).toContain('red')
    expect(screen.getByText('Active booking 4711 · Confirmed · 31/10/2026 08:15')).toBeTruthy()
  })

  it('is gone, like every toast of theirs, with the person it was for', async () => {
    await ring()
    await tell((show) => show.notification(notice({ sticky: true })))
    await tell((show) => show.clear())
    await passed(1_000)
    expect(shown()).toEqual([])
  })
})
