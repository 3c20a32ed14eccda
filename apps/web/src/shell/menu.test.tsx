import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp, startUpAnswers } from '../testing/open-app.tsx'

const current = () =>
  within(screen.getByRole('navigation', { name: 'Menu' }))
    .getAllByRole('link', { current: 'page' })
    .map((link) => link.getAttribute('href'))

beforeEach(() => {
  sessionStorage.clear()
  sessionStorage.setItem('token', '"secret"')
  sessionStorage.setItem('permissions', JSON.stringify([{ key1: '*', value: 'true' }]))
  sessionStorage.setItem('lastSessionTime', String(Date.now()))
  vi.stubGlobal('innerWidth', 1440)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the menu', () => {
  it('marks the entry that a record without one stands below', async () => {
    const { router } = await openApp('/taxiFeatures', startUpAnswers)
    await screen.findByRole('timer')
    expect(current()).toEqual(['/taxiFeatures'])
    await act(() => router.navigate({ to: '/caller/$idCaller', params: { idCaller: '7' } }))
    expect(current()).toEqual(['/caller'])
    await act(() => router.navigate({ to: '/caller' }))
    expect(current()).toEqual(['/caller'])
  })
})
