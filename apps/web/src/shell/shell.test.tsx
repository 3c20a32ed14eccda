import { self } from '@parada/contract/calls/self'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unsaved } from '../kit/form/unsaved.ts'
import { switchLanguage } from '../session/language.ts'
import { availability, colorScheme, sound } from '../session/preferences.ts'
import { type Answers, openApp, startUpAnswers } from '../testing/open-app.tsx'

const inSession = (permissions = [{ key1: '*', value: 'true' }]) => {
  sessionStorage.setItem('token', '"secret"')
  sessionStorage.setItem('permissions', JSON.stringify(permissions))
  sessionStorage.setItem('lastSessionTime', String(Date.now()))
}
const openShell = async (path = '/taxiFeatures', answers: Answers = startUpAnswers) => {
  const app = await openApp(path, answers)
  await screen.findByRole('timer')
  return app
}
const entries = (which: { current?: 'page' } = {}) =>
  within(screen.getByRole('navigation', { name: 'Menu' }))
    .getAllByRole('link', which)
    .map((link) => link.getAttribute('href'))

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  inSession()
  vi.stubGlobal('innerWidth', 1440)
})
afterEach(async () => {
  await switchLanguage('en')
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the shell', () => {
  it('titles the page after its route, in the current language (P-075)', async () => {
    await openShell()
    await waitFor(() => expect(document.title).toBe('Taxi features · Radio Taxi Demo'))
    await act(() => switchLanguage('es'))
    await waitFor(() => expect(document.title).toBe('Características del taxi · Radio Taxi Demo'))
    expect(document.documentElement.lang).toBe('es')
  })

  it('switches the language with two flags and marks the current one (P-085)', async () => {
    await openShell()
    const flags = within(screen.getByRole('group', { name: 'Language' })).getAllByRole('button')
    expect(flags.map((flag) => [flag.getAttribute('aria-label'), flag.getAttribute('aria-pressed')])).toEqual([
      ['English', 'true'],
      ['Español', 'false'],
    ])
    fireEvent.click(flags[1] as Element)
    await screen.findByRole('group', { name: 'Idioma' })
    expect(localStorage.getItem('parada.language')).toBe('es')
  })

  it.each([
    ['loaded at start-up, without requesting them again', undefined],
    ['requested again if they come from storage', '[]'],
  ])('opens the dashboard with the live bookings %s', async (_, stored) => {
    if (stored) sessionStorage.setItem('bookingsAlive', stored)
    const { fetch } = await openShell('/dashboard')
    await screen.findByText(/^No active bookings/)
    expect(fetch.mock.calls.filter(([url]) => String(url).endsWith('/alive/fleet'))).toHaveLength(1)
  })

  it('requests the live bookings again when it is reopened in the same session', async () => {
    const { fetch, router } = await openShell('/dashboard')
    await screen.findByText(/^No active bookings/)
    await act(() => router.navigate({ to: '/pages/404' }))
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
    await act(() => router.navigate({ to: '/dashboard' }))
    await screen.findByText(/^No active bookings/)
    expect(fetch.mock.calls.filter(([url]) => String(url).endsWith('/alive/fleet'))).toHaveLength(2)
  })

  describe('the availability switch', () => {
    const put = 'PUT /api/users/demo/self/availability'
    const wanted: Answers = {
      ...startUpAnswers,
      'GET /api/whitelabels/demo/frontconfig': { response: { name: 'Demo', busyDesksStayQuiet: true } },
      [put]: { meta: { code: 204 } },
    }
    const told = (fetch: { mock: { calls: unknown[][] } }) =>
      fetch.mock.calls
        .filter(([url]) => String(url).endsWith('/self/availability'))
        .map(([, init]) => JSON.parse(String((init as RequestInit).body)).state)
    afterEach(() => availability.set('ready'))

    it('shows the state in the top bar and reports it to the server', async () => {
      const { fetch } = await openShell('/taxiFeatures', wanted)
      const button = await screen.findByRole('switch', { name: 'Ready for calls' })
      expect(told(fetch)).toEqual([])
      fireEvent.click(button)
      await screen.findByRole('switch', { name: "Busy: calls don't ring here" })
      await waitFor(() => expect(told(fetch)).toEqual(['busy']))
      fireEvent.click(screen.getByRole('switch', { name: /^Busy/ }))
      await waitFor(() => expect(told(fetch)).toEqual(['busy', 'ready']))
    })

    it('reports a remembered busy state when the shell opens', async () => {
      availability.set('busy')
      const { fetch } = await openShell('/taxiFeatures', wanted)
      await waitFor(() => expect(told(fetch)).toEqual(['busy']))
    })

    it('repeats a report that failed', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      let isAway = true
      const answer = () => (isAway ? { status: 503, meta: { code: 503 } } : { meta: { code: 204 } })
      const { fetch } = await openShell('/taxiFeatures', { ...wanted, [put]: answer })
      fireEvent.click(await screen.findByRole('switch', { name: 'Ready for calls' }))
      await waitFor(() => expect(told(fetch)).toEqual(['busy']))
      isAway = false
      await waitFor(() => expect(told(fetch)).toEqual(['busy', 'busy']), { timeout: 10_000 })
      fireEvent.click(screen.getByRole('switch', { name: /^Busy/ }))
      await waitFor(() => expect(told(fetch)).toEqual(['busy', 'busy', 'ready']))
    })

    it('is hidden if the tenant does not use it or the user takes no calls', async () => {
      await openShell()
      expect(screen.queryByRole('switch', { name: /calls/ })).toBeNull()
      cleanup()
      inSession([{ key1: 'taxiMap', value: 'true' }])
      await openShell('/taxiFeatures', wanted)
      expect(screen.queryByRole('switch', { name: /calls/ })).toBeNull()
    })
  })

  it('lists the shortcuts of the screen when ? is pressed', async () => {
    await openShell()
    await screen.findByRole('table')
    fireEvent.keyDown(document.body, { key: '?' })
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    const keys = help.getAllByRole('term').map((term) => term.textContent)
    expect(keys).toEqual(expect.arrayContaining(['Ctrl K', '↑ ↓', '/', '[ ]', '?']))
  })

  it('shows only permitted entries and marks the current one (P-076)', async () => {
    inSession([])
    await openShell('/taxiFeatures', {
      ...startUpAnswers,
      'GET /api/users/demo/self/permissions': { response: { permissions: [] } },
    })
    expect(entries()).toEqual(['/dashboard', '/address', '/taxiFeatures', '/maps'])
    expect(entries({ current: 'page' })).toEqual(['/taxiFeatures'])
  })

  it('marks the entry of the list to which an open record belongs', async () => {
    const { router } = await openShell()
    await act(() => router.navigate({ to: '/caller/$idCaller', params: { idCaller: '7' } }))
    expect(entries({ current: 'page' })).toEqual(['/caller'])
    await act(() => router.navigate({ to: '/caller' }))
    expect(entries({ current: 'page' })).toEqual(['/caller'])
  })

  it('shows the remaining time as minutes and seconds (P-078)', async () => {
    sessionStorage.setItem('lastSessionTime', String(Date.now() - 60_000))
    await openShell('/taxiFeatures', {})
    expect(screen.getByRole('timer').textContent).toMatch(/^(58:5\d|59:00)$/)
  })

  it('folds the menu away below 768 px, 300 ms after the last resize (P-079)', async () => {
    await openShell()
    vi.useFakeTimers()
    const resize = (width: number) => {
      vi.stubGlobal('innerWidth', width)
      window.dispatchEvent(new Event('resize'))
    }
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    resize(767)
    await pass(299)
    expect(screen.queryByRole('navigation', { name: 'Menu' })).not.toBeNull()
    await pass(1)
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
    resize(768)
    await pass(200)
    resize(800)
    await pass(299)
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
    await pass(1)
    expect(screen.queryByRole('navigation', { name: 'Menu' })).not.toBeNull()
  })

  it('mutes with a button that keeps its Spanish label, and remembers the choice', async () => {
    await openShell()
    fireEvent.click(screen.getByRole('button', { name: 'Sonido Activado' }))
    expect(screen.getByRole('button', { name: 'Sonido Desactivado' })).toBeTruthy()
    expect(localStorage.getItem('parada.sound')).toBe('off')
    act(() => sound.set('on'))
  })

  it('signs out from the user menu and goes to sign-in (P-006)', async () => {
    const { router, asked } = await openShell()
    fireEvent.click(await screen.findByRole('button', { name: 'User: Ana Pérez' }))
    fireEvent.click(await screen.findByText('Sign out'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/pages/signin'))
    expect(asked()).toContain('POST /api/authenticate/demo/logout')
    expect(sessionStorage.getItem('token')).toBeNull()
  })

  it('sends a user without permission back to the previous page (P-025)', async () => {
    inSession([])
    const { router } = await openShell('/taxiFeatures', {
      ...startUpAnswers,
      'GET /api/users/demo/self/permissions': { response: { permissions: [] } },
    })
    await act(() => router.navigate({ to: '/numberValidations' }))
    expect(router.state.location.pathname).toBe('/taxiFeatures')
  })

  it('broadcasts a 401 of an API call and shows sign-in (P-156)', async () => {
    const answers = { ...startUpAnswers }
    const { router, events, client } = await openShell('/taxiFeatures', answers)
    const broadcast = vi.fn()
    events.on('not-authenticated', broadcast)
    answers['GET /api/users/demo/self/fleets'] = { status: 401 }
    await act(() => client(self.fleets).catch(() => undefined))
    await waitFor(() => expect(router.state.location.pathname).toBe('/pages/signin'))
    expect(router.state.location.search).toMatchObject({ to: '/taxiFeatures' })
    expect(broadcast).toHaveBeenCalledOnce()
  })

  it('broadcasts every 403 but takes a single step back for several at once (P-157)', async () => {
    const answers = { ...startUpAnswers }
    const { router, events, client } = await openShell('/taxiFeatures', answers)
    const broadcast = vi.fn()
    events.on('not-authorized', broadcast)
    await act(() => router.navigate({ to: '/numberValidations' }))
    await act(() => router.navigate({ to: '/dashboard' }))
    answers['GET /api/users/demo/self/fleets'] = { status: 403 }
    const refused = () => client(self.fleets).catch(() => undefined)
    await act(() => Promise.all([refused(), refused()]))
    await waitFor(() => expect(router.state.location.pathname).toBe('/numberValidations'))
    expect(broadcast).toHaveBeenCalledTimes(2)
  })
})

it('a 403 does not leave a page with unsaved edits until they are saved or discarded', async () => {
  const answers = { ...startUpAnswers }
  const { router, client } = await openShell('/taxiFeatures', answers)
  await act(() => router.navigate({ to: '/dashboard' }))
  answers['GET /api/users/demo/self/fleets'] = { status: 403 }
  const letGo = unsaved.hold()
  await act(() => client(self.fleets).catch(() => undefined))
  expect((await screen.findAllByText("You don't have permission for this")).length).toBeGreaterThan(0)
  expect(router.state.location.pathname).toBe('/dashboard')
  act(letGo)
  await waitFor(() => expect(router.state.location.pathname).toBe('/taxiFeatures'))
})

describe('the command palette', () => {
  const openPalette = async () => {
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    return screen.findByPlaceholderText('Search bookings, screens and actions', {}, { timeout: 15_000 })
  }

  it.each([
    ['validac', 'Number validations', '/numberValidations'],
    ['VALIDATION', 'Number validations', '/numberValidations'],
    ['caracteristicas', 'Taxi features', '/taxiFeatures'],
  ])('opens a screen found by %j in either language, with or without accents', async (typed, title, path) => {
    const { router } = await openShell('/dashboard')
    const box = await openPalette()
    fireEvent.change(box, { target: { value: typed } })
    const dialog = screen.getByRole('dialog')
    await waitFor(() => expect(within(dialog).queryByText('Sign out')).toBeNull())
    fireEvent.click(await within(dialog).findByText(title))
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
  })

  it('does not offer screens that the user may not open', async () => {
    inSession([])
    await openShell('/dashboard', {
      ...startUpAnswers,
      'GET /api/users/demo/self/permissions': { response: { permissions: [] } },
    })
    fireEvent.change(await openPalette(), { target: { value: 'validation' } })
    expect(await screen.findByText('No results')).toBeTruthy()
  })

  it('switches language, colours and sound', async () => {
    await openShell('/dashboard')
    const choose = async (name: string) => {
      await openPalette()
      fireEvent.click(await screen.findByText(name))
    }
    await choose('Mute sounds')
    expect(sound.get()).toBe('off')
    act(() => sound.set('on'))
    await choose('Dark theme')
    expect(colorScheme.get()).toBe('dark')
    act(() => colorScheme.set('auto'))
    await choose('Switch to Spanish')
    await waitFor(() => expect(document.documentElement.lang).toBe('es'))
  })
})
