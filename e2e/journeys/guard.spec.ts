import { expect, expectAccessible, press, signIn, test } from '../desk.ts'
import { expectToast } from '../toasts.ts'

test('a guarded screen redirects to sign-in, and opens after it (P-024)', async ({ page }) => {
  await page.goto('/numberValidations')
  await expect(page).toHaveURL(/\/pages\/signin/)
  await page.getByRole('textbox', { name: 'Email' }).fill('elena.soto@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('parada-demo')
  await press(page, 'Enter', () => expect(page).toHaveURL(/\/numberValidations/))
})

test('a screen without its permission leads back to the previous page (P-025)', async ({ page }) => {
  await signIn(page, 'newcomer')
  await page.getByRole('link', { name: 'Taxi features' }).click()
  await expect(page).toHaveURL(/\/taxiFeatures/)
  await page.evaluate(() => {
    history.pushState({}, '', '/numberValidations')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(/\/(taxiFeatures|dashboard)/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Number validations')
  await expectToast(page, "You don't have permission for this")
  // A typed address has no previous page, so the desk is shown instead.
  await page.goto('/numberValidations')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('an unknown path leads to sign-in, or to the desk when signed in (P-074)', async ({ page }) => {
  await page.goto('/no/such/place')
  await expect(page).toHaveURL(/\/pages\/signin/)
  await signIn(page, 'operator')
  await page.goto('/no/such/place')
  await expect(page).toHaveURL(/\/dashboard/)
  await expectToast(page, 'Page not found')
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page)
})

test('permissions are loaded only when they are missing (P-026)', async ({ page }) => {
  await signIn(page, 'operator')
  let loads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/self/permissions')) loads++
  })
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  expect(loads).toBe(0)
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (/permissions$/i.test(key)) sessionStorage.removeItem(key)
  })
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  expect(loads).toBe(1)
})
