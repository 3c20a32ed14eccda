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

it('keeps the page, shows one error and loads the part once the network is back', async () => {
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

it('does not load a part while offline, since the browser may remember the failure', async () => {
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

it('retries a part after a pause, without waiting for an online event', async () => {
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

it('asks for a reload when a part fails again although the server responds, since some browsers never retry', async () => {
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
