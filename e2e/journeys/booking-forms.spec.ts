import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import {
  bookingPath,
  expect,
  expectAccessible,
  expectBooking,
  openBooking,
  press,
  signInAt,
  test,
  type,
} from '../desk.ts'
import { expectToast } from '../toasts.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** Dispatching needs a choice of fleets: the largest has a neighbour. */
const largest = 29

test('a booking is sent to the fleet found with the filter, and the toast names both', async ({ page }) => {
  const { id } = await claimBooking({ fleet: largest })
  await signInAt(page, 'everything', id)
  await press(page, 'd', dialog(page))
  const radios = dialog(page).getByRole('radio')
  await expect(radios.nth(1)).toBeVisible()
  await expectAccessible(page)
  const names = await dialog(page).locator('[data-pick] label').allTextContents()
  const chosen = dialog(page).getByRole('radio', { checked: true })
  const before = await chosen.first().inputValue()
  const other = names.find((name, at) => at > 0 && names.filter((one) => one.includes(name)).length === 1) ?? ''
  await type(page, other, dialog(page).getByText(`Chosen: ${other}`))
  await expect(radios).toHaveCount(1)
  await expect(chosen).not.toHaveValue(before)
  await press(page, 'Control+Enter', () => expectToast(page, `${id} sent to ${other}`))
  await expect(page.getByText(other).first()).toBeVisible()
})

test('two people change different fields, and both changes stay; for the same field one value is chosen', async ({
  openDesk,
}) => {
  test.slow()
  const { id } = await claimBooking({ fleet: largest })
  const ana = await openDesk('operator', { path: bookingPath(id) })
  const bruno = await openDesk('everything', { path: bookingPath(id) })
  for (const page of [ana, bruno]) {
    await expectBooking(page, id)
    await press(page, 'e', dialog(page))
  }
  const passenger = `Lola ${randomUUID().slice(0, 8)}`
  await dialog(ana).getByLabel('Flight').fill('IB3170')
  await dialog(bruno).getByLabel('Passenger', { exact: true }).fill(passenger)
  await press(bruno, 'Control+Enter', () => expectToast(bruno, 'Booking updated'))
  await expect(dialog(ana).getByLabel('Passenger', { exact: true })).toHaveValue(passenger)
  await press(ana, 'Control+Enter', () => expectToast(ana, 'Booking updated'))
  for (const page of [ana, bruno]) {
    await expect(page.getByText(passenger).first()).toBeVisible()
    await expect(page.getByText('IB3170').first()).toBeVisible()
  }

  for (const page of [ana, bruno]) await press(page, 'e', dialog(page))
  await dialog(ana).getByLabel('Notes').fill('Front door')
  await dialog(bruno).getByLabel('Notes').fill('Back door')
  await press(bruno, 'Control+Enter', () => expect(dialog(bruno)).toHaveCount(0))
  const theirs = dialog(ana).getByRole('button', { name: /: Back door$/ })
  await expect(theirs).toBeVisible()
  await expect(dialog(ana).getByLabel('Notes')).toHaveValue('Front door')
  await press(ana, 'Control+Enter', () =>
    expect(dialog(ana).getByRole('button', { name: 'Mine: Front door' })).toBeFocused(),
  )
  await expectAccessible(ana)
  await press(ana, 'Enter', () => expect(theirs).toHaveCount(0))
  await press(ana, 'Control+Enter', () => expect(dialog(ana)).toHaveCount(0))
  for (const page of [ana, bruno]) await expect(page.getByText('Front door').first()).toBeVisible()
})

test('a customer price is kept as typed, and a high one needs a reason (B-084)', async ({ page }) => {
  test.slow()
  const { id } = await claimBooking({ fleet: largest })
  await signInAt(page, 'everything', id)
  await press(page, 'e', dialog(page))
  await dialog(page).getByLabel('Close booking as').selectOption('30')
  await dialog(page).getByLabel('Supplier price').fill('abc')
  await expect(dialog(page).getByText('Enter an amount, e.g. 12.50')).toBeVisible()
  await dialog(page).getByLabel('Supplier price').fill('1.010,50')
  await dialog(page).getByLabel('Customer price').fill('1,234.50')
  await press(page, 'Control+Enter', dialog(page).getByText('Choose a reason'))
  await dialog(page).getByLabel('Validation reason').selectOption('other')
  await dialog(page).getByLabel('Explanation').fill('Three days in the mountains')
  await press(page, 'Control+Enter', () => expectToast(page, 'Booking updated'))
  for (const price of ['€1,010.50', '€1,234.50']) await expect(page.getByText(price).first()).toBeVisible()
})

/** Dispatch, edit, cancel, message, finish, route, repeat, SMS. */
const forms = ['d', 'e', 'x', 'm', 'f', 'r', 't', 's']

test('the buttons of every form are in view on a small screen', async ({ openDesk }) => {
  test.slow()
  const page = await openDesk('everything')
  const { id } = await claimBooking({ fleet: largest, hasMobile: true })
  for (const { language, ...size } of [
    { language: 'en', width: 1366, height: 768 },
    { language: 'es', width: 390, height: 664 },
  ]) {
    await page.setViewportSize(size)
    await page.evaluate((chosen) => localStorage.setItem('parada.language', chosen), language)
    await openBooking(page, id)
    for (const button of await page.locator('article h1 ~ div button').all())
      await expect(button, language).toBeInViewport({ ratio: 1 })
    for (const key of forms) {
      await press(page, key, dialog(page))
      const ways = dialog(page).locator('form > * > :last-child button')
      await expect(ways).toHaveCount(2)
      for (const way of await ways.all()) await expect(way, `${key} in ${language}`).toBeInViewport({ ratio: 1 })
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWider, `${key} in ${language} makes the page wider than the screen`).toBe(false)
      await press(page, 'Escape', () => expect(dialog(page)).toHaveCount(0))
    }
  }
})
