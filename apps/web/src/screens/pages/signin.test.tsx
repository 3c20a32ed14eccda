import { notifications } from '@mantine/notifications'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { passwordHash } from '../../session/password-hash.ts'
import { type Answers, openApp, startUpAnswers } from '../../testing/open-app.tsx'

const login = 'POST /api/authenticate/demo/'
const answers = (change: Answers): Answers => ({ ...startUpAnswers, ...change })
const field = (label: string) => screen.getByLabelText(label, { selector: 'input:not([type=radio])' })
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const openSignIn = async (...given: Parameters<typeof openApp>) => {
  const app = await openApp(...given)
  await screen.findByLabelText('Password')
  return app
}
const sentPair = (fetch: Awaited<ReturnType<typeof openApp>>['fetch']) => {
  const [, init] = fetch.mock.calls.find(([url]) => String(url).endsWith('/authenticate/demo/')) ?? []
  return atob(new Headers(init?.headers).get('Authorization')?.slice('Basic '.length) ?? '')
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the sign-in page', () => {
  it('signs in with an e-mail and a password (P-010, P-013)', async () => {
    const { fetch, session } = await openSignIn('/pages/signin')
    type('Email', ' ana@demo.example ')
    type('Password', 'clave')
    press('Sign in')
    await waitFor(() => expect(session.token()).toBe('secret'))
    expect(sentPair(fetch)).toBe(`ana@demo.example:${await passwordHash('clave')}`)
  })

  it('signs in with a mobile number as prefix;number (P-010, P-013)', async () => {
    const { fetch, session } = await openSignIn('/pages/signin')
    fireEvent.click(screen.getByLabelText('Mobile'))
    type('Mobile number', '612 345 678')
    type('Password', 'clave')
    press('Sign in')
    await waitFor(() => expect(session.token()).toBe('secret'))
    expect(sentPair(fetch)).toBe(`34;612345678:${await passwordHash('clave')}`)
  })

  it('sends nothing while a field is invalid, shows the error there and focuses the first one (P-011)', async () => {
    const { asked } = await openSignIn('/pages/signin')
    type('Email', 'nobody')
    press('Sign in')
    await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(field('Email'))
    expect(document.getElementById('password-problem')?.textContent).toMatch(/\S/)
    expect(asked()).not.toContain(login)
  })

  it('shows Invalid login for a 401, and stays open (P-015)', async () => {
    const { router } = await openSignIn('/pages/signin', answers({ [login]: { status: 401 } }))
    type('Email', 'ana@demo.example')
    type('Password', 'wrong')
    press('Sign in')
    expect(await screen.findByText('Invalid login')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/pages/signin')
  })

  it('shows the status and the status text of any other failure (P-016)', async () => {
    await openSignIn('/pages/signin', answers({ [login]: { status: 429, statusText: 'Too Many Requests' } }))
    type('Email', 'ana@demo.example')
    type('Password', 'clave')
    press('Sign in')
    expect(await screen.findByText('429 Too Many Requests')).toBeTruthy()
  })

  it('sends one request however often the button is pressed', async () => {
    const { asked } = await openSignIn('/pages/signin', answers({ [login]: () => new Promise(() => undefined) }))
    type('Email', 'ana@demo.example')
    type('Password', 'clave')
    press('Sign in')
    press('Sign in')
    await waitFor(() => expect(asked()).toContain(login))
    expect(asked().filter((call) => call === login)).toHaveLength(1)
  })

  it('supports password managers', async () => {
    await openSignIn('/pages/signin')
    expect(field('Email').getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  })

  it('asks for sign-in first, then opens the requested page (P-024)', async () => {
    const { router } = await openSignIn('/taxiFeatures')
    expect(router.state.location.pathname).toBe('/pages/signin')
    type('Email', 'ana@demo.example')
    type('Password', 'clave')
    press('Sign in')
    await waitFor(() => expect(router.state.location.pathname).toBe('/taxiFeatures'))
  })

  it('leads to the dashboard when the requested page is not permitted', async () => {
    const { router } = await openSignIn(
      '/numberValidations',
      answers({
        [login]: { response: { token: 'secret', permissions: [] } },
        'GET /api/users/demo/self/permissions': { response: { permissions: [] } },
      }),
    )
    type('Email', 'ana@demo.example')
    type('Password', 'clave')
    press('Sign in')
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  it('signs in a demo user with one click', async () => {
    const ana = { label: 'Operator', name: 'Ana Pérez', identifier: '34;600000001', password: 'demo' }
    const { fetch, session } = await openSignIn('/pages/signin', startUpAnswers, { demoUsers: [ana] })
    fireEvent.click(screen.getByText('Ana Pérez'))
    await waitFor(() => expect(session.token()).toBe('secret'))
    expect(sentPair(fetch)).toBe(`34;600000001:${await passwordHash('demo')}`)
  })

  it.each(['/', '/nowhere/at/all'])('is where %s leads without a session (P-074)', async (path) => {
    const { router } = await openSignIn(path)
    expect(router.state.location.pathname).toBe('/pages/signin')
  })

  it.each([
    ['/', []],
    ['/nowhere/at/all', ['Page not found']],
  ])(
    'is skipped at %s by a signed-in user, who keeps the session and lands on the dashboard (P-074, O1-13)',
    async (path, told) => {
      const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
      sessionStorage.setItem('token', '"secret"')
      sessionStorage.setItem('permissions', '[]')
      sessionStorage.setItem('lastSessionTime', String(Date.now()))
      const { router, session } = await openApp(path)
      await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
      await waitFor(() => expect(toasts.mock.calls.map(([{ title }]) => title)).toEqual(told))
      expect(session.token()).toBe('secret')
      toasts.mockRestore()
    },
  )

  it('says that the company is unknown instead of asking for a password', async () => {
    await openApp('/pages/signin', startUpAnswers, { tenant: 'nowhere' })
    expect((await screen.findByRole('alert')).textContent).toContain('nowhere')
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  it('says that the session has expired', async () => {
    await openSignIn('/pages/signin?reason=expired')
    expect(screen.getByText('Your session has expired. Please sign in again.')).toBeTruthy()
  })
})

describe('the password reset', () => {
  const resend = 'POST /api/users/demo/resend-password'
  const reset = 'POST /api/users/demo/reset-password'
  const bodyOf = (fetch: Awaited<ReturnType<typeof openApp>>['fetch'], end: string) =>
    JSON.parse(String(fetch.mock.calls.find(([url]) => String(url).endsWith(end))?.[1]?.body))

  it('mails a new password to an address and confirms that (P-019)', async () => {
    const { fetch, asked } = await openApp('/pages/forgot', answers({ [resend]: { meta: { code: 204 } } }))
    await screen.findByLabelText('Email')
    press('Send')
    expect(asked()).not.toContain(resend)
    type('Email', 'ana@demo.example')
    press('Send')
    expect(await screen.findByText('Password sent successfully')).toBeTruthy()
    expect(bodyOf(fetch, '/resend-password')).toEqual({ email: 'ana@demo.example' })
  })

  it('sets a new password with the token from the mail if it is long enough and typed twice', async () => {
    const { fetch, asked } = await openApp('/pages/forgot?reset=Tok3n', answers({ [reset]: { meta: { code: 204 } } }))
    await screen.findByLabelText('New password')
    type('New password', 'short')
    type('Repeat new password', 'other')
    press('Set password')
    expect(await screen.findByText('Use at least 10 characters')).toBeTruthy()
    expect(screen.getByText("The passwords don't match")).toBeTruthy()
    expect(asked()).not.toContain(reset)
    type('New password', 'long enough')
    type('Repeat new password', 'long enough')
    press('Set password')
    expect(await screen.findByText(/Password changed/)).toBeTruthy()
    expect(bodyOf(fetch, '/reset-password')).toEqual({ token: 'Tok3n', password: await passwordHash('long enough') })
  })
})

describe('the pages without a shell', () => {
  it.each(['signin', 'forgot', '404', '500', 'signup'])(
    '/pages/%s has neither header nor menu (P-077)',
    async (page) => {
      const { container } = await openApp(`/pages/${page}`)
      await screen.findByRole('heading', { level: 1 })
      expect(container.querySelector('header, nav')).toBeNull()
      expect(container.querySelector('.page')).not.toBeNull()
    },
  )
})
