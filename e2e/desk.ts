import AxeBuilder from '@axe-core/playwright'
import { type DemoUser, demoPassword, demoUsers, type Subdomain, type UserKind } from '@parada/db/seed/demo-users'
import { test as base, expect, type Page } from '@playwright/test'
import { basic } from '../apps/server/src/passwords.ts'

export { expect }

export const userOf = (kind: UserKind, subdomain: Subdomain = 'demo') =>
  demoUsers.find((user) => user.kind === kind && user.subdomain === subdomain) as DemoUser

/**
 * The browser itself notes every refused call. A live connection that a reload or a jumping clock cut is logged and made
 * anew (P-099); the journeys about live events look at what is on the screen.
 */
const isRefusal = (text: string) =>
  /the server responded with a status of 4\d\d|net::ERR_FAILED|^Live events: /.test(text)

/**
 * A page that fails its test on anything a person would never see: an error in the console, a breach of the
 * Content-Security-Policy, an exception nobody caught.
 */
export const test = base.extend<{ page: Page; toLog: RegExp | undefined }>({
  /** What the application is to write to the console in this test, and nothing else. */
  toLog: [undefined, { option: true }],
  page: async ({ page, toLog }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !isRefusal(message.text()) && !toLog?.test(message.text()))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await use(page)
    expect(complaints, 'errors in the browser').toEqual([])
  },
})

/** No violation on the screen as it stands. */
export const expectAccessible = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`)
  expect(told, `axe on ${page.url()}`).toEqual([])
}

const hostOf = (subdomain: Subdomain) => `http://${subdomain}.localhost:${process.env.E2E_PORT}`

/** Signs in by typing, as people do, and waits for the frame. */
export const typeSignIn = async (page: Page, kind: UserKind) => {
  const user = userOf(kind)
  await page.goto('/pages/signin')
  if (user.email === null) {
    await page.getByRole('radio', { name: /mobile|móvil/i }).check({ force: true })
    await page.getByRole('textbox', { name: /number|número/i }).fill(user.mobile ?? '')
  } else {
    await page.getByRole('textbox', { name: /e-mail|correo/i }).fill(user.email)
  }
  await page.getByLabel(/^password$|^contraseña$/i).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').first()).toBeAttached()
}

const tokenOf = async ({ email, mobile, subdomain }: DemoUser, port: string) => {
  const answer = await fetch(`http://localhost:${port}/api/authenticate/${subdomain}/`, {
    method: 'POST',
    headers: { authorization: basic(email ?? `34;${mobile}`, demoPassword) },
  })
  return ((await answer.json()) as { response: { token: string } }).response.token
}

/** Maps drawn without a graphics card take all of a small machine: journeys about something else do without them. */
export const withoutMap = (page: Page) => page.route(/\/assets\/(map-view|maplibre)/, (route) => route.abort())

/** A desk whose person signed in a moment ago: most journeys begin there, and those about signing in type it. */
export const signIn = async (page: Page, kind: UserKind, subdomain: Subdomain = 'demo', path = '/dashboard') => {
  const wanted = new URL(path, hostOf(subdomain))
  const token = await tokenOf(userOf(kind, subdomain), wanted.port)
  await page.goto(new URL('/favicon.svg', wanted).href)
  await page.evaluate((given) => {
    sessionStorage.setItem('token', JSON.stringify(given))
    sessionStorage.setItem('lastSessionTime', JSON.stringify(Date.now()))
  }, token)
  await page.goto(wanted.href)
  await expect(page.getByRole('navigation').first()).toBeAttached()
}
