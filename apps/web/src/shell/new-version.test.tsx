import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLanguage } from '../session/language.ts'
import { answering } from '../testing/open-app.tsx'
import { NewVersion } from './new-version.tsx'

const open = async (served: () => string | undefined) => {
  const messages = answering({})
  const fetch = vi.fn(async (url: RequestInfo | URL, init?: RequestInit) => {
    if (url !== '/version.json') return messages(url, init)
    const version = served()
    if (!version) throw new TypeError('offline')
    return Response.json({ version })
  })
  vi.stubGlobal('fetch', fetch)
  await startLanguage('test')
  vi.useFakeTimers()
  const reload = vi.fn()
  render(
    <MantineProvider>
      <Notifications />
      <NewVersion build="one" reload={reload} />
    </MantineProvider>,
  )
  const asked = () => fetch.mock.calls.filter(([url]) => url === '/version.json').length
  return { reload, asked }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const toast = () => screen.queryByText('New version available')

beforeEach(() => notifications.clean())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a new version', () => {
  it('is checked for every minute and whenever the window gets the focus', async () => {
    const { asked } = await open(() => 'one')
    await pass(120_000)
    expect(asked()).toBe(2)
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(asked()).toBe(3)
    expect(toast()).toBeNull()
  })

  it('is not announced if the server does not answer', async () => {
    await open(() => undefined)
    await pass(60_000)
    expect(toast()).toBeNull()
  })

  it('is announced and then loaded after a countdown of 30 s (P-082, P-083)', async () => {
    const { reload } = await open(() => 'two')
    await pass(60_000)
    expect(toast()).not.toBeNull()
    expect(screen.getByText('This page will refresh automatically in 30 s (Click for manual refresh)')).toBeTruthy()
    await pass(1_000)
    expect(screen.getByText('This page will refresh automatically in 29 s (Click for manual refresh)')).toBeTruthy()
    await pass(28_000)
    expect(reload).not.toHaveBeenCalled()
    await pass(1_000)
    expect(reload).toHaveBeenCalled()
  })

  it('is loaded at once by a click on the toast (P-083)', async () => {
    const { reload } = await open(() => 'two')
    await pass(60_000)
    fireEvent.click(toast() as Element)
    expect(reload).toHaveBeenCalled()
  })
})
