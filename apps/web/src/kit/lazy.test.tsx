import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { act, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { lazy } from './lazy.ts'

const show = (load: Parameters<typeof lazy>[0]) => {
  const Part = lazy(load)
  render(
    <MantineProvider>
      <Notifications />
      <p>What was typed</p>
      <Suspense>
        <Part />
      </Suspense>
    </MantineProvider>,
  )
}

it('a part that cannot be loaded leaves the page as it is, says so once, and is there when the network is', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let isOnline = false
  const load = vi.fn(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>The part</p> }
  })
  show(load)
  await screen.findByRole('alert')
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  screen.getByText('What was typed')

  isOnline = true
  await act(async () => window.dispatchEvent(new Event('online')))
  await screen.findByText('The part')
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('is not asked for while the browser knows of no network, since it may remember that it failed', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn(async () => ({ default: () => <p>The part</p> }))
  show(load)
  await screen.findByRole('alert')
  expect(load).not.toHaveBeenCalled()
  isOnline.mockReturnValue(true)
  await act(async () => window.dispatchEvent(new Event('online')))
  await screen.findByText('The part')
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('is asked for again after a moment, where no browser says that the network is back', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed'))
    .mockResolvedValue({ default: () => <p>The part</p> })
  show(load)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  screen.getByText('The part')
})

it('says to reload when it fails again although the server answers: some browsers never ask twice', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(i18next, 't').mockImplementation(((key: string) => key) as typeof i18next.t)
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('Failed'))
    .mockResolvedValue(new Response())
  show(vi.fn().mockRejectedValue(new TypeError('Failed')))
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  const told = () => screen.getAllByRole('alert').map((alert) => alert.textContent)
  expect([asked.mock.calls.length, told()]).toEqual([1, ['shell.partNotLoaded']])
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  expect(told()).toEqual(['shell.partLost'])
})
