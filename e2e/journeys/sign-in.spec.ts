import { createHash } from 'node:crypto'
import { demoPassword } from '@parada/db/seed/demo-users'
import { expect, expectAccessible, press, test, typeSignIn, userOf } from '../desk.ts'

const email = userOf('operator').email ?? ''

test('the password leaves the browser hashed, and eight loads start at once after it (P-012, P-014, P-018)', async ({
  page,
}) => {
  const paths: string[] = []
  const isReady = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) paths.push(pathname)
  })
  // Every load is held until all eight have been requested: loads that wait for each other would never finish.
  let release = () => {}
  const all = new Promise<void>((resolve) => {
    release = resolve
  })
  const startUp =
    /self$|self\/(permissions|fleets|taxifeatures|socket-credentials)$|alive\/fleet$|pois\/demo\/all\/$|frontconfig$/
  await page.route(startUp, async (route) => {
    isReady.add(new URL(route.request().url()).pathname)
    if (isReady.size === 8) release()
    await all
    await route.continue()
  })
  const signingIn = page.waitForRequest(/\/api\/authenticate\/demo\/$/)
  await typeSignIn(page, 'operator')
  const request = await signingIn
  const pair = Buffer.from(request.headers().authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  expect(pair).toBe(`${email}:${createHash('sha1').update(demoPassword).digest('base64')}`)
  expect(request.postData()).toBeNull()
  await expect.poll(() => isReady.size).toBe(8)
  expect(new Set(paths.slice(1)).size).toBeGreaterThanOrEqual(8)
  await expect(page.getByRole('table')).toBeVisible()
})

test('a user signs in with a mobile prefix and number (P-010, P-013)', async ({ page }) => {
  const signingIn = page.waitForRequest(/\/api\/authenticate\/demo\/$/)
  await typeSignIn(page, 'dispatcher')
  const pair = Buffer.from((await signingIn).headers().authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  expect(pair.startsWith('34;600000901:')).toBe(true)
})

test('an invalid form is not sent, and its field says why and has the focus (P-011)', async ({ page }) => {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/authenticate/')) sent++
  })
  await page.goto('/pages/signin')
  await page.getByRole('textbox', { name: 'Email' }).fill('ana')
  await page.getByLabel('Password', { exact: true }).fill('x')
  await press(page, 'Enter', page.getByText('Enter a valid email address'))
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  expect(sent).toBe(0)
  await expectAccessible(page)
})

test('a refused sign-in shows Invalid login, another failure its status (P-015, P-016)', async ({ page }) => {
  await page.goto('/pages/signin')
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await press(page, 'Enter', page.getByText('Invalid login'))
  await expectAccessible(page)

  await page.route(/\/authenticate\//, (route) => route.fulfill({ status: 418, contentType: 'text/plain', body: '' }))
  await press(page, 'Enter', page.getByText(/^418/))
})

test('one click on a demo user signs in', async ({ page }) => {
  await page.goto('/pages/signin')
  await page.getByRole('button', { name: /Ana Pérez/ }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a new password is requested by e-mail, and an invalid link is refused (P-019)', async ({ page }) => {
  await page.goto('/pages/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The sign-in page has a box for the email too, and stays on the screen until the next page has loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
  await expect(page).toHaveURL(/\/pages\/forgot/)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@demo.example')
  const asked = page.waitForRequest(/resend-password$/)
  await press(page, 'Enter', page.getByText('Password sent successfully'))
  expect((await asked).postDataJSON()).toEqual({ email: 'nobody@demo.example' })

  await page.goto('/pages/forgot?reset=made-up')
  const fields = page.getByRole('textbox')
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await expect(fields.or(page.locator('input[type=password]')).first()).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('long enough')
  await page.getByLabel('Repeat new password').fill('long enough')
  await press(page, 'Enter', page.getByText('This link has expired or was already used'))
})

test('the bare pages have no menu and no header, and axe finds nothing in either scheme (P-077)', async ({ page }) => {
  for (const path of ['signin', 'forgot', '404', '500', 'signup']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`/pages/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('banner')).toHaveCount(0)
      const background = await page.evaluate(
        () =>
          getComputedStyle(document.querySelector('main')?.parentElement ?? document.body).backgroundImage +
          getComputedStyle(document.body).backgroundImage +
          getComputedStyle(document.querySelector('main') ?? document.body).backgroundImage,
      )
      expect(background).toContain('gradient')
      await expectAccessible(page)
    }
  }
})
