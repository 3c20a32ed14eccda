import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp, startUpAnswers } from '../testing/open-app.tsx'
import { MenuIcon } from './menu-icons.tsx'

vi.mock('./menu-icons.tsx', () => ({ MenuIcon: vi.fn(() => null) }))

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

  it('draws an entry again only when it becomes the current one, or no longer is', async () => {
    const { router } = await openApp('/taxiFeatures', startUpAnswers)
    await screen.findByRole('timer')
    vi.mocked(MenuIcon).mockClear()
    await act(() => router.navigate({ to: '/maps' }))
    expect(current()).toEqual(['/maps'])
    const drawn = vi.mocked(MenuIcon).mock.calls.map(([{ name }]) => name)
    expect(drawn.toSorted()).toEqual(['features', 'maps'])
  })
})
