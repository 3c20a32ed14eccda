import { readFile } from 'node:fs/promises'
import { demoPassword } from '@parada/db/seed/demo-users'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, signIn, test, toPhone, userOf } from '../desk.ts'
import { entry, rows } from '../keys.ts'

const name = 'Security events'

/** The status of an API call made by this page's user. */
const statusOf = (page: Page, path: string) =>
  page.evaluate(async (asked) => {
    const token = JSON.parse(sessionStorage.getItem('token') ?? '""')
    return (await fetch(asked, { headers: { token } })).status
  }, path)

const saveAs = async (page: Page, format: string) => {
  await page.getByRole('button', { name: /^Export/ }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  return saving
}

const filter = (page: Page, label: string) => page.getByLabel(`Filter by ${label}`)
const rowWith = (page: Page, ...texts: (string | RegExp)[]) =>
  texts.reduce((found, hasText) => found.filter({ hasText }), rows(page))

test('an administrator sees failed and successful sign-ins, refused access and exports', async ({ page, openDesk }) => {
  const diego = userOf('supplier')
  await page.goto('/pages/signin')
  await page.getByRole('textbox', { name: /email/i }).fill(diego.email ?? '')
  const password = page.getByLabel(/^password$/i)
  await password.fill('not my password')
  await press(page, 'Enter', page.getByText('Invalid login'))
  await password.fill(demoPassword)
  await press(page, 'Enter', () => expect(page.getByRole('navigation').first()).toBeAttached())
  expect(await statusOf(page, '/api/users/demo/all')).toBe(403)
  await page.goto('/transport/ticketstoinvoice?range=lastMonth')
  await expect(rows(page).first()).toBeVisible()
  await saveAs(page, 'CSV')
  await expect(entry(page, name)).toHaveCount(0)
  expect(await statusOf(page, '/api/securityevents/demo')).toBe(403)

  const desk = await openDesk('administrator')
  await entry(desk, name).click()
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(name)
  await filter(desk, 'Who').fill('diego ramos')
  await expect(rowWith(desk, 'Sign-in', 'Failed').first()).toBeVisible()
  await expect(rowWith(desk, 'Sign-in', 'Done').first()).toBeVisible()
  await expect(rowWith(desk, 'Access', 'Denied', 'GET /api/users/:sd/all').first()).toBeVisible()
  await expect(rowWith(desk, 'Access', 'Denied', 'GET /api/securityevents/:sd').first()).toBeVisible()
  await expect(rowWith(desk, 'List exported', /\(csv\)/).first()).toBeVisible()
  await expect(rows(desk).filter({ hasNotText: 'Diego Ramos' })).toHaveCount(0)
  await expectAccessible(desk)
})

test('events are found by IP address, exported, and lead to the person concerned', async ({ page }) => {
  await signIn(page, 'administrator', 'demo', '/security')
  await filter(page, 'IP address').fill('203.0.113.47')
  await expect(rows(page)).toHaveCount(5)
  await expect(rowWith(page, 'Sign-in', 'Blocked', 'Elena Soto', '37')).toBeVisible()
  await expect(rowWith(page, 'Failed', 'a…@t…')).toBeVisible()
  const download = await saveAs(page, 'CSV')
  expect(download.suggestedFilename()).toMatch(/^Security events .*\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(6)
  for (const line of lines.slice(1)) expect(line).toContain('203.0.113.47')

  await toPhone(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await filter(page, 'IP address').fill('')
  await filter(page, 'Details').fill('')
  await filter(page, 'Who').fill('elena')
  await rowWith(page, 'Personal data exported').first().click()
  await expect(page).toHaveURL(/\/users\/userDetail\/\d+$/)
})
