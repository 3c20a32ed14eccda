import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, signIn, test, toScheme } from '../desk.ts'

const paletteBox = (page: Page) => page.getByPlaceholder('Search bookings, screens and actions')

test('the title and the texts follow the language of the two flags (P-075, P-085)', async ({ page }) => {
  await signIn(page, 'everything')
  await expect(page).toHaveTitle('Active bookings · Radio Taxi Demo')
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page).toHaveTitle('Reservas activas · Radio Taxi Demo')
  await expect(page.getByRole('link', { name: 'Validaciones de números' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.reload()
  await expect(page).toHaveTitle('Reservas activas · Radio Taxi Demo')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page).toHaveTitle('Active bookings · Radio Taxi Demo')
})

test.describe('in a Spanish browser', () => {
  test.use({ locale: 'es-MX' })
  test('the language follows the browser and comes from a single file (P-084, P-086)', async ({ page }) => {
    const files: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/i18n/')) files.push(new URL(request.url()).pathname)
    })
    await page.goto('/pages/signin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar sesión')
    expect(files).toEqual(['/i18n/resources-locale_es.json'])
  })
})

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-FR' })
  test('the language is English', async ({ page }) => {
    await page.goto('/pages/signin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  })
})

test('below 768 px the menu is a drawer, after the window has come to rest (P-079)', async ({ page }) => {
  await signIn(page, 'everything')
  const link = page.getByRole('link', { name: 'Taxi features' })
  await expect(link).toBeVisible()
  await page.setViewportSize({ width: 767, height: 800 })
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectAccessible(page, { withFrame: true })
  await link.click()
  await expect(page).toHaveURL(/\/taxiFeatures/)
  await expect(link).toBeHidden()
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(link).toBeVisible()
})

test('the sound switch keeps its Spanish label in English, and remembers its state (P-108)', async ({ page }) => {
  await signIn(page, 'operator')
  await page.getByRole('button', { name: 'Sonido Activado' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sonido Desactivado' })).toBeVisible()
})

test('the command palette opens screens and switches the language with the keyboard alone', async ({ page }) => {
  await signIn(page, 'everything')
  for (const [typed, path] of [
    ['number val', /\/numberValidations/],
    ['taxi feat', /\/taxiFeatures/],
    ['active', /\/dashboard/],
  ] as const) {
    await press(page, 'Control+k', paletteBox(page))
    await paletteBox(page).fill(typed)
    await expectAccessible(page)
    await press(page, 'Enter', () => expect(page).toHaveURL(path))
  }
  await press(page, 'Control+k', paletteBox(page))
  await paletteBox(page).fill('spanish')
  await press(page, 'Enter', () => expect(page).toHaveTitle(/^Reservas activas/))
})

test('the palette offers no screen that the user may not open', async ({ page }) => {
  await signIn(page, 'newcomer')
  await press(page, 'Control+k', paletteBox(page))
  await paletteBox(page).fill('number val')
  await expect(page.getByText('No results')).toBeVisible()
})

test('a new version counts down to a reload, and a click reloads at once (P-082, P-083)', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'operator')
  await expect(page.getByRole('table')).toBeVisible()
  await page.route(/\/version\.json/, (route) => route.fulfill({ json: { version: 'newer' } }))
  await page.clock.runFor(61_000)
  await expect(page.getByText('New version available')).toBeVisible()
  await expect(
    page.getByText(/This page will refresh automatically in \d+ s \(Click for manual refresh\)/),
  ).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await page.getByText('New version available').click()
  await reloaded

  await expect(page.getByRole('table')).toBeVisible()
  await page.clock.runFor(61_000)
  await expect(page.getByText('New version available')).toBeVisible()
  const byItself = page.waitForEvent('load')
  await page.clock.runFor(31_000)
  await byItself
})

test('light and dark are both free of violations, in both languages, on a desk and on a phone', async ({ page }) => {
  await signIn(page, 'everything')
  for (const width of [1_440, 390])
    for (const [colorScheme, language] of [
      ['dark', 'English'],
      ['light', 'Español'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await toScheme(page, colorScheme)
      await page.getByRole('button', { name: language }).click()
      await expectAccessible(page, { withFrame: true })
    }
})

test.describe('on a phone, in Spanish', () => {
  test.use({ locale: 'es-ES', viewport: { width: 390, height: 844 } })

  test('the header has room for every state of the connection', async ({ page }) => {
    await page.routeWebSocket(/\/live/, () => {})
    await signIn(page, 'operator')
    const state = page.getByRole('banner').getByRole('status')
    await expect(state).toHaveText('conectando')
    for (const text of ['conectando', 'reconectando', 'puede no estar al día', 'sin conexión']) {
      const cut = await state.evaluate((shown, word) => {
        const written = shown.lastElementChild as HTMLElement
        written.textContent = word
        const header = shown.closest('header') as HTMLElement
        const boxes = [...header.querySelectorAll('button, a, img')].map((one) => one.getBoundingClientRect())
        const covered = boxes.some(({ left }, at) => at > 2 && left < (boxes[at - 1]?.right ?? 0) - 1)
        return {
          isWider: document.documentElement.scrollWidth > innerWidth,
          isHigher: header.scrollHeight > header.clientHeight,
          isCut: written.scrollWidth > written.clientWidth + 1,
          covered,
        }
      }, text)
      expect(cut, text).toEqual({ isWider: false, isHigher: false, isCut: false, covered: false })
    }
  })
})

test('a user who prefers reduced motion sees a change at once, without animation', async ({ page }) => {
  await signIn(page, 'everything')
  const { seen, moving } = await page.getByRole('heading', { level: 1 }).evaluate((title) => {
    const screen = title.closest('main')
    if (!screen) throw new Error('The title stands outside the screen')
    const visibility = () => getComputedStyle(title).visibility
    screen.style.visibility = 'hidden'
    const hidden = visibility()
    screen.style.visibility = ''
    return { seen: [hidden, visibility()], moving: document.getAnimations().length }
  })
  expect(seen).toEqual(['hidden', 'visible'])
  expect(moving).toBe(0)
})

test('each tenant has its own name, logo and colour in the header, without violations', async ({ page }) => {
  const looks: string[] = []
  for (const subdomain of ['demo', 'costa', 'norte'] as const) {
    await signIn(page, 'operator', subdomain)
    const header = page.getByRole('banner')
    await expect(header.getByRole('img').first()).toBeVisible()
    const color = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled'),
    )
    looks.push(`${await header.textContent()} ${await header.getByRole('img').first().getAttribute('src')} ${color}`)
    await expectAccessible(page, { withFrame: true })
  }
  expect(new Set(looks).size).toBe(3)
})
