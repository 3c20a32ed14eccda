import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DemoUser, demoPassword, demoUsers, type Subdomain, type UserKind } from '@parada/db/seed/demo-users'
import { startSession } from '@parada/db/testing/session'
import { messageOf } from '@parada/domain/errors'
import { required } from '@parada/domain/objects'
import { type BrowserContext, test as base, expect as baseExpect, type Locator, type Page } from '@playwright/test'
import type { default as Axe, RunOptions } from 'axe-core'
import { basic } from '../apps/server/src/passwords.ts'
import { closeDatabase, withDatabase } from './installation.ts'
import { delayAnswers } from './late.ts'
import { noteToasts } from './toasts.ts'

/**
 * Playwright describes the whole page after every failed check, which takes longer than the check. This version waits
 * until there is something to see and checks once, because what appears briefly may be gone at a second check.
 */
export const expect = baseExpect.extend({
  async toBeVisible(locator: Locator, options?: { timeout?: number }) {
    const { isNot, timeout } = this
    try {
      if (isNot) await baseExpect(locator).not.toBeVisible(options)
      else await locator.waitFor({ timeout: options?.timeout ?? timeout })
      return { pass: !isNot, message: () => '' }
    } catch (error) {
      return { pass: isNot, message: () => messageOf(error) }
    }
  },
})

export const userOf = (kind: UserKind, subdomain: Subdomain = 'demo') =>
  required(demoUsers.find((user) => user.kind === kind && user.subdomain === subdomain))

/**
 * The browser itself logs every refused request. A live connection cut by a reload or a jumping clock is logged and
 * reopened; the journeys about live events check the screen.
 */
const isRefusal = (text: string) =>
  /the server responded with a status of 4\d\d|net::ERR_FAILED|net::ERR_BLOCKED_BY_CLIENT|^Live events: /.test(text)

/** No desk requests anything this often within a journey, but a screen that requests in a loop soon does. */
const tooOften = 120

type DeskOptions = { path?: string; subdomain?: Subdomain; withMap?: boolean }
type OpenDesk = (kind?: UserKind, options?: DeskOptions) => Promise<Page>

type Fixtures = {
  /** Whether pages draw maps, which use up a small machine without a graphics card. */
  withMap: boolean
  /** Errors that the application is expected to log in this test; any other fails it. */
  toLog: RegExp | undefined
  /** Errors so far in any of its browser contexts. */
  browserErrors: string[]
  /** Signs a user in at a desk with a browser context of its own, which is closed with the test. */
  openDesk: OpenDesk
}

/**
 * A test fails on errors that a person would never see, in any browser context: console errors, violations of the
 * Content-Security-Policy, uncaught exceptions.
 */
export const test = base.extend<Fixtures, { database: undefined }>({
  /** Closes the worker's database connection at its end. */
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures off the pattern
    async ({}, use) => {
      await use(undefined)
      await closeDatabase()
    },
    { scope: 'worker', auto: true },
  ],
  withMap: [false, { option: true }],
  toLog: [undefined, { option: true }],
  browserErrors: [
    async ({ browser, toLog }, use) => {
      const errors: string[] = []
      const watch = (context: BrowserContext) => {
        void delayAnswers(context)
        context.on('console', (message) => {
          if (message.type() === 'error' && !isRefusal(message.text()) && !toLog?.test(message.text()))
            errors.push([message.text(), message.location().url].filter(Boolean).join(' '))
        })
        context.on('weberror', (error) => errors.push(error.error().message))
        const asked = new Map<string, number>()
        context.on('request', (request) => {
          const { pathname } = new URL(request.url())
          const times = (asked.get(pathname) ?? 0) + 1
          asked.set(pathname, times)
          if (times === tooOften) errors.push(`${pathname} is asked for again and again`)
        })
      }
      browser.on('context', watch)
      await use(errors)
      browser.off('context', watch)
      expect(errors, 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    await noteToasts(context)
    await use(context)
  },
  page: async ({ page, withMap }, use) => {
    if (!withMap) await withoutMap(page)
    await use(page)
  },
  openDesk: async ({ browser, withMap: isMapUsual }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (kind = 'operator', { path = '/dashboard', subdomain = 'demo', withMap = isMapUsual } = {}) => {
      const context = await browser.newContext()
      contexts.push(context)
      await noteToasts(context)
      const page = await context.newPage()
      if (!withMap) await withoutMap(page)
      await signIn(page, kind, subdomain, path)
      await expectLive(page)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/** Proof that keys were received: an element that was not there before, or a check of its own. */
type Effect = Locator | (() => Promise<unknown>)

const proving = async (effect: Effect, act: () => Promise<void>) => {
  if (typeof effect === 'function') {
    await act()
    await effect()
    return
  }
  await expect(effect, 'not there before the key').toBeHidden()
  await act()
  await expect(effect).toBeVisible()
}

/** Presses a key or chord where the focus is, and waits for its effect. Journeys press keys in no other way. */
export const press = (page: Page, key: string, effect: Effect) => proving(effect, () => page.keyboard.press(key))

/** Types a text where the focus is, and waits for its effect. */
export const type = (page: Page, text: string, effect: Effect) => proving(effect, () => page.keyboard.type(text))

/** Types into a box, which must have the focus. */
export const typeInto = async (box: Locator, text: string) => {
  await expect(box).toBeFocused()
  await type(box.page(), text, () => expect(box).toHaveValue(text))
}

declare const window: Window & { axe: typeof Axe }

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Switched off: no page sets inline spacing that cannot be overridden, and the rule takes a tenth of the time. */
const rules = { 'avoid-inline-spacing': { enabled: false } }

/** The frame around every screen, which takes as long to check as most screens. */
const aroundScreens = ['#root header:not(main *)', '#root nav:not(main *)']
/** Further rows of a long list, which are built like the first ones. */
const furtherRows = 'tbody tr:nth-child(n+7)'

/** Expects no violation on the current screen, once it has a heading. The frame is checked only where it changes. */
export const expectAccessible = async (page: Page, { withFrame = false } = {}) => {
  await expect(page.locator('h1').first()).toBeAttached()
  // Outdated content is pale on purpose until the new response arrives.
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  // Runs axe in the page itself, once per document: there are no foreign frames, and no rule needs the styles or media
  // that axe would preload.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  const options: RunOptions = { resultTypes: ['violations'], preload: false, rules }
  const where = { include: [['html']], exclude: [furtherRows, ...(withFrame ? [] : aroundScreens)].map((one) => [one]) }
  const violations = await page.evaluate(
    async ([context, given]) => {
      // Recent changes are painted first.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const found = await window.axe.run(context, given)
      return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 140)) }))
    },
    [where, options] as const,
  )
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`)
  expect(told, `axe on ${page.url()}`).toEqual([])
}

/** Expects that the page receives other people's events from now on. */
export const expectLive = (page: Page) =>
  expect(page.getByRole('banner').getByText('live', { exact: true })).toBeVisible()

const hostOf = (subdomain: Subdomain) => `http://${subdomain}.localhost:${process.env.E2E_PORT}`

/** The frame that a signed-in user sees. */
const frame = (page: Page) => page.getByRole('navigation').first()

/** Signs in by typing, as people do, and waits for the frame. */
export const typeSignIn = async (page: Page, kind: UserKind) => {
  const user = userOf(kind)
  await page.goto('/pages/signin')
  if (user.email === null) {
    await page.getByRole('radio', { name: /mobile|móvil/i }).check({ force: true })
    await page.getByRole('textbox', { name: /number|número/i }).fill(user.mobile ?? '')
  } else {
    await page.getByRole('textbox', { name: /email|correo/i }).fill(user.email)
  }
  await page.getByLabel(/^password$|^contraseña$/i).fill(demoPassword)
  await press(page, 'Enter', () => expect(frame(page)).toBeAttached())
}

const tokenOf = async ({ email, mobile, subdomain }: DemoUser, port: string) => {
  const answer = await fetch(`http://localhost:${port}/api/authenticate/${subdomain}/`, {
    method: 'POST',
    headers: { authorization: basic(email ?? `34;${mobile}`, demoPassword) },
  })
  const { response }: { response: { token: string } } = await answer.json()
  return response.token
}

/** Blocks the map in the browser itself: a route would make it ask about every request and disable its cache. */
export const withoutMap = async (page: Page) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setBlockedURLs', { urls: ['*/assets/map-view*', '*/assets/maplibre*'] })
}

/** An alert by its words, because a toast about another journey may be shown beside it. */
export const told = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words })

/** Switches to light or dark, and waits for the page to follow: colours of both would be checked together. */
export const toScheme = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Makes the window as small as a phone, and waits for the menu to fold away, because everything moves then. */
export const toPhone = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('navigation', { name: /^Men[uú]$/ })).toBeHidden()
}

/** Expects a screen that scrolls inside its frame on a phone, without violations in either language or scheme. */
export const expectFitsPhone = async (page: Page) => {
  await toPhone(page)
  for (const [colorScheme, language] of [
    ['light', 'Español'],
    ['dark', 'English'],
  ] as const) {
    await toScheme(page, colorScheme)
    await page.getByRole('button', { name: language }).click()
    await expect(page.getByRole('table')).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
}

/** Opens a desk with a new session. Most journeys begin here; only those about signing in type it. */
export const signIn = async (page: Page, kind: UserKind, subdomain: Subdomain = 'demo', path = '/dashboard') => {
  // An absolute path leads to the journey's own installation.
  const { port } = new URL(path, hostOf(subdomain))
  const token =
    port === process.env.E2E_PORT
      ? await withDatabase((database) => startSession(database, kind, { subdomain }))
      : await tokenOf(userOf(kind, subdomain), port)
  await openWithToken(page, token, subdomain, path)
}

/** Opens a desk with this token. */
export const openWithToken = async (page: Page, token: string, subdomain: Subdomain, path: string) => {
  const wanted = new URL(path, hostOf(subdomain))
  const opening = await page.addInitScript((given) => {
    // Nothing remains of the previous user of the page.
    sessionStorage.clear()
    sessionStorage.setItem('token', JSON.stringify(given))
    sessionStorage.setItem('lastSessionTime', JSON.stringify(Date.now()))
  }, token)
  await page.goto(wanted.href)
  await opening.dispose()
  await expect(frame(page)).toBeAttached()
}

/** The row with this id in a list; other rows may contain the same digits elsewhere. */
export const rowOf = (page: Page, id: number) =>
  page.locator('tbody tr[data-index]', { has: page.locator(`th:text-is("${id}")`) })

export const bookingPath = (id: number) => `/services/${id}`

export const expectBooking = (page: Page, id: number) =>
  expect(page.getByRole('heading', { level: 1, name: String(id) })).toBeVisible()

export const openBooking = async (page: Page, id: number) => {
  await page.goto(bookingPath(id))
  await expectBooking(page, id)
}

/** Signs in on the booking's page. */
export const signInAt = async (page: Page, kind: UserKind, id: number) => {
  await signIn(page, kind, 'demo', bookingPath(id))
  await expectBooking(page, id)
}
