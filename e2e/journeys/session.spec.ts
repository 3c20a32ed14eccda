import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../desk.ts'

const stored = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)))

const names = [
  'token',
  'permissions',
  'userPermissionValues',
  'customerType',
  'whitelabelConfig',
  'taxiFeatures',
  'bookingsAlive',
  'pois',
]

test('the session is kept in the browser and survives a reload (P-003, P-004, P-005)', async ({ page }) => {
  await signIn(page, 'supplier')
  await expect.poll(async () => Object.keys(await stored(page)).join(' ')).toMatch(/pois/)
  const keys = Object.keys(await stored(page)).join(' ')
  for (const name of names) expect(keys).toContain(name)
  expect(keys).toMatch(/session.*time|lastSession/i)

  let signIns = 0
  page.on('request', (request) => {
    if (request.url().includes('/authenticate/')) signIns++
  })
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/)
  expect(signIns).toBe(0)
})

test('signing out from the frame revokes the token and resets the storage (P-006)', async ({ page }) => {
  await signIn(page, 'operator')
  await expect(page.getByRole('table')).toBeVisible()
  const token =
    Object.entries(await stored(page))
      .find(([key]) => key.endsWith('token'))?.[1]
      .replaceAll('"', '') ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  await page.getByRole('button', { name: /Ana Pérez/ }).click()
  const revoked = page.waitForResponse(/\/authenticate\/demo\/logout$/)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  expect((await revoked).status()).toBe(200)
  await expect(page).toHaveURL(/\/pages\/signin/)
  expect(JSON.stringify(await stored(page))).not.toContain(token)
  const answered = await page.evaluate(
    (old) => fetch('/api/users/demo/self', { headers: { token: old } }).then(({ status }) => status),
    token,
  )
  expect(answered).toBe(401)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/pages\/signin/)
})

const minute = 60

/**
 * Lets time pass until this much is left, and checks what the frame shows. The time counts from the last response. One
 * that was under way may still arrive and restart it, so the time left is read before each step.
 */
const forwardTo = async (page: Page, secondsLeft: number) => {
  const shown = page.getByLabel('Session time left')
  const left = () =>
    page.evaluate(() => 3_600 - (Date.now() - Number(sessionStorage.getItem('lastSessionTime'))) / 1_000)
  await expect(async () => {
    const tooMuch = (await left()) - secondsLeft
    if (tooMuch > 0) await page.clock.fastForward(Math.ceil(tooMuch * 1_000))
    const [minutes = 0, seconds = 0] = ((await shown.textContent()) ?? '').split(':').map(Number)
    const truly = await left()
    expect(truly).toBeLessThanOrEqual(secondsLeft)
    expect(Math.abs(minutes * minute + seconds - truly)).toBeLessThan(2)
  }).toPass()
}

test.describe('an hour without a response', () => {
  test.use({ toLog: /Failed to fetch/ })
  test('is counted down in the frame, and ends the session (P-007, P-009, P-078)', async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'operator')
    await expect(page.getByRole('table')).toBeVisible()
    await page.route('**/api/**', (route) => route.abort())
    await forwardTo(page, 60 * minute)
    await forwardTo(page, 50 * minute)
    await forwardTo(page, minute)
    await expect(page).toHaveURL(/\/dashboard/)
    await page.clock.fastForward('01:00')
    await expect(page).toHaveURL(/\/pages\/signin/)
    await expect(page.getByText('Your session has expired. Please sign in again.')).toBeVisible()
    expect(JSON.stringify(await stored(page))).not.toContain('permissions')
  })
})

test('every API call carries the tenant of the host (P-002, L-001)', async ({ page }) => {
  const paths = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) paths.add(pathname)
  })
  await signIn(page, 'administrator', 'costa')
  await page.getByRole('link', { name: 'Number validations' }).click()
  await expect(page.getByText('of 6,500')).toBeVisible()
  expect(paths.size).toBeGreaterThanOrEqual(9)
  for (const path of paths) expect(path).toMatch(/\/costa(\/|$)/)
})

test.describe('an API call of an expired session', () => {
  test.use({ toLog: /Not authenticated/ })
  test('leads to sign-in when it is refused with 401 (P-156)', async ({ page }) => {
    await signIn(page, 'everything')
    await page.route(/\/api\/numbervalidation\//, (route) =>
      route.fulfill({ status: 401, json: { meta: { code: 401, errorMessage: 'Not authenticated' } } }),
    )
    await page.getByRole('link', { name: 'Number validations' }).click()
    await expect(page).toHaveURL(/\/pages\/signin/)
  })
})

test.describe('an API call without its permission', () => {
  test.use({ toLog: /Not authorized/ })
  test('leads back to the previous page when it is refused with 403 (P-157)', async ({ page }) => {
    await signIn(page, 'everything')
    await page.getByRole('link', { name: 'Taxi features' }).click()
    await expect(page).toHaveURL(/\/taxiFeatures/)
    await page.route(/\/api\/numbervalidation\//, (route) =>
      route.fulfill({ status: 403, json: { meta: { code: 403, errorMessage: 'Not authorized' } } }),
    )
    await page.getByRole('link', { name: 'Number validations' }).click()
    await expect(page).toHaveURL(/\/taxiFeatures/)
  })
})
