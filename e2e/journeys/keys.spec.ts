import type { Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import { expect, press, signIn, test, type } from '../desk.ts'

type Key = { selector: string; key: string; ctrlKey?: boolean }

/** Runs in the page. Presses a key the very moment an element is drawn, faster than any person. */
const pressOnSight = ({ selector, ...key }: Key) =>
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
  }).observe(document, { subtree: true, childList: true, attributes: true })

const firstRow = 'tbody tr[data-index]'
const form = (page: Page) => page.getByRole('dialog')

test('a list handles a key pressed the moment its first row is drawn', async ({ page }) => {
  await page.addInitScript(pressOnSight, { selector: firstRow, key: ']' })
  await signIn(page, 'everything', 'demo', '/numberValidations')
  await expect(page).toHaveURL(/page=2/)
})

test('the dashboard handles a key pressed the moment its first row is drawn', async ({ page }) => {
  await signIn(page, 'everything')
  await expect(page.locator(firstRow).first()).toBeVisible()
  // After a reload its rows are cached, and part of the first paint.
  await page.addInitScript(pressOnSight, { selector: firstRow, key: '2' })
  await page.reload()
  await expect(page).toHaveURL(/view=unassigned/)
})

test('a row handles a key pressed the moment it is drawn', async ({ page }) => {
  await page.addInitScript(pressOnSight, { selector: firstRow, key: 'ArrowDown' })
  await signIn(page, 'everything', 'demo', '/numberValidations')
  await expect(page.locator(firstRow).first()).toBeFocused()
})

test('the frame handles a key pressed the moment it is drawn', async ({ page }) => {
  await page.addInitScript(pressOnSight, { selector: 'nav a', key: 'k', ctrlKey: true })
  await signIn(page, 'everything')
  await expect(form(page).getByRole('textbox')).toBeFocused()
})

test('the wizard handles a key pressed the moment its first field is drawn', async ({ page }) => {
  await page.addInitScript(pressOnSight, { selector: '[data-field="phoneNumber"]', key: 'Enter' })
  await signIn(page, 'everything', 'demo', '/new-booking/caller/611000002')
  await expect(page.locator('section[data-step="2"]')).toHaveAttribute('data-open', 'true')
})

test('a booking handles a key pressed the moment it is drawn, and so does the form that the key opens', async ({
  page,
}) => {
  const { id } = await claimBooking()
  await page.addInitScript(pressOnSight, { selector: 'article h1', key: 'm' })
  await signIn(page, 'everything', 'demo', `/services/${id}`)
  await expect(form(page)).toBeVisible()
  await press(page, 'Escape', () => expect(form(page)).toHaveCount(0))
  await page.evaluate(pressOnSight, { selector: '[role="dialog"] form', key: 'Enter', ctrlKey: true })
  // Submitted empty, it shows what is missing.
  await press(page, 'm', () => expect(form(page).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true'))
})

test('letters typed after Ctrl K all reach the palette, and never the screen behind it', async ({ page }) => {
  const { id } = await claimBooking()
  // The palette is loaded on first use, which may take a while.
  let load = () => {}
  const typed = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/\/assets\/palette/, async (route) => {
    await typed
    await route.continue()
  })
  await signIn(page, 'everything', 'demo', `/services/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: String(id) })).toBeVisible()
  const box = form(page).getByRole('textbox')
  const asked = page.waitForRequest(/\/assets\/palette/)
  await press(page, 'Control+k', () => asked)
  await type(page, 'exm', async () => {
    load()
    await expect(box).toHaveValue('exm')
  })
  await type(page, 'ple', () => expect(box).toHaveValue('exmple'))
  await expect(form(page)).toHaveCount(1)
})
