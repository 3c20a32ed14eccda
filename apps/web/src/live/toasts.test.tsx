import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import type { LiveNotification } from '@parada/contract/live-message'
import { constants } from '@parada/domain/constants'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLanguage } from '../session/language.ts'
import { answering } from '../testing/open-app.tsx'
import { createToasts } from './toasts.tsx'

const sounds = { play: vi.fn(), pause: vi.fn(), stop: vi.fn(), unlock: vi.fn(), ring: vi.fn() }
let go = vi.fn()
let screens = new Set<string>()
let toasts: ReturnType<typeof createToasts>

const passed = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => [...document.querySelectorAll<HTMLElement>('.mantine-Notification-root')]
const texts = () => shown().map(({ textContent }) => textContent)
const tell = async (raise: (kinds: typeof toasts) => void) => {
  act(() => raise(toasts))
  await passed()
}
/** Expects the only toast to stay for this long and then disappear. */
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
  screens = new Set(['/bookings/finished'])
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
  it('shows a toast for 3 s each time it is received (P-104, P-106)', async () => {
    await tell((show) => show.notification(notice()))
    expect(texts()).toEqual(['Taxi late'])
    await lasts(3_000)
    await tell((show) => show.notification(notice()))
    await tell((show) => show.notification(notice()))
    expect(texts()).toEqual(['Taxi late', 'Taxi late'])
  })

  it('stays until it is closed if it is sticky (P-106)', async () => {
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
  ])('of colour %s is %s and announced as %s (P-105, L-280, O1-44)', async (color, look, role) => {
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
  it('show the fleet’s newest count, and a click plays the pause cue and opens the finished bookings (P-107)', async () => {
    await tell((show) => show.cancelledToValidate({ toValidate: { fleet: 'Radio Norte', count: 1 } }))
    await tell((show) => show.cancelledToValidate({ toValidate: { fleet: 'Radio Norte', count: 2 } }))
    const toast = screen.getByRole('alert')
    expect(toast.textContent).toBe('Services cancelled to validateRadio Norte: 2 bookings')
    expect(toast.style.getPropertyValue('--notification-color')).toContain('yellow')
    fireEvent.click(screen.getByText('Services cancelled to validate'))
    expect(go.mock.calls).toEqual([['/bookings/finished']])
    expect(sounds.pause).toHaveBeenCalledOnce()
  })

  it('play the cue but stay on the page if that screen does not exist', async () => {
    screens.clear()
    await tell((show) => show.cancelledToValidate({ sticky: false }))
    fireEvent.click(screen.getByText('Services cancelled to validate'))
    expect(sounds.pause).toHaveBeenCalledOnce()
    expect(go).not.toHaveBeenCalled()
  })
})

it('new permissions show a title, a sentence and the warning colour for 30 s (P-097, O1-39)', async () => {
  await tell((show) => show.newPermissions())
  expect(screen.getByText('New permissions granted').className).toContain('title')
  expect(screen.getByText('Please logout and login again to refresh your current permissions').className).toContain(
    'description',
  )
  expect(screen.getByRole('alert').style.getPropertyValue('--notification-color')).toContain('yellow')
  await lasts(30_000)
})

it('clear removes even a sticky toast', async () => {
  await tell((show) => show.notification(notice({ sticky: true })))
  await tell((show) => show.clear())
  await passed(1_000)
  expect(shown()).toEqual([])
})
