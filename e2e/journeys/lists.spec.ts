import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectFitsPhone, press, signIn, test } from '../desk.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, 'administrator', 'demo', '/numberValidations')
  await expect(page.getByText('of 9,000')).toBeVisible()
})

/** The footer already shows the requested page; its rows are there once the list is no longer busy. */
const settledRows = async (page: Page) => {
  await expect(page.locator('section[aria-busy="false"] table')).toBeVisible()
  return page.locator('tbody tr[data-index]')
}

test('a list is filtered by column, reset, sorted and paged, and its address reflects that (L-005)', async ({
  page,
}) => {
  await page.getByLabel('Filter by Mobile number').fill('60007')
  await expect(page.getByText('of 9,000')).toBeHidden()
  await expect(page).toHaveURL(/=60007/)
  const cells = (await settledRows(page)).locator('td:nth-child(3)')
  const numbers = await cells.allTextContents()
  expect(numbers.length).toBeGreaterThan(0)
  for (const number of numbers) expect(number).toContain('60007')
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(page.getByText('of 9,000')).toBeVisible()

  await page.getByRole('button', { name: 'Created', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: /Created/ })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Page 3', exact: true }).click()
  await expect(page.getByText('41–60 of 9,000')).toBeVisible()
  const first = await (await settledRows(page)).first().innerText()
  await page.reload()
  await expect(page.getByText('41–60 of 9,000')).toBeVisible()
  await expect((await settledRows(page)).first()).toHaveText(first, { useInnerText: true })
})

test('a list is restored as it was left (L-007)', async ({ page }) => {
  await page.getByLabel('Rows per page').selectOption('50')
  await page.getByLabel('Filter by Code').fill('12')
  await expect(page).toHaveURL(/=12/)
  await page.getByRole('button', { name: 'Larger text' }).click()
  const height = (await page.locator('tbody tr').first().boundingBox())?.height
  await page.getByRole('link', { name: 'Taxi features' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Taxi features')
  await page.getByRole('link', { name: 'Number validations' }).click()
  await expect(page.getByLabel('Filter by Code')).toHaveValue('12')
  await expect(page.getByLabel('Rows per page')).toHaveValue('50')
  expect((await page.locator('tbody tr').first().boundingBox())?.height).toBe(height)
})

test('columns are chosen in their modal; the first cannot be hidden (L-003, L-004)', async ({ page }) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  const modal = page.getByRole('dialog')
  await expect(modal).toBeVisible()
  await expectAccessible(page)
  await expect(modal.getByRole('checkbox', { name: /^Id/ })).toBeDisabled()
  await modal.getByRole('checkbox', { name: 'Code' }).uncheck()
  await modal.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('columnheader', { name: /^Code/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('of 9,000')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^Code/ })).toHaveCount(0)
})

test('the keyboard moves through rows, turns pages and jumps to the filters', async ({ page }) => {
  const rows = await settledRows(page)
  await rows.first().focus()
  for (const at of [1, 2]) await press(page, 'ArrowDown', () => expect(rows.nth(at)).toBeFocused())
  await press(page, ']', page.getByText('21–40 of 9,000', { exact: true }))
  await press(page, '[', page.getByText('1–20 of 9,000', { exact: true }))
  await press(page, '/', () => expect(page.getByLabel('Filter by Id')).toBeFocused())
})

test('200 rows are virtualised and scroll under a fixed header', async ({ page }) => {
  await page.getByLabel('Rows per page').selectOption('200')
  await expect(page.getByText('1–200 of 9,000')).toBeVisible()
  const rows = await settledRows(page)
  expect(await rows.count()).toBeLessThan(100)
  await rows.first().focus()
  await press(page, 'End', page.getByText('100200', { exact: true }))
  await expect(page.getByRole('columnheader', { name: /Mobile number/ })).toBeInViewport()
})

test.describe('a failing server', () => {
  test.use({ toLog: /Out for lunch/ })
  test('a failed load is reported, keeps the rows and offers to try again (L-012)', async ({ page }) => {
    let isDown = true
    await page.route(/\/api\/numbervalidation\//, (route) =>
      isDown
        ? route.fulfill({ status: 409, json: { meta: { code: 409, errorMessage: 'Out for lunch' } } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(page.getByText(/Out for lunch/)).toBeVisible()
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(0)
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('21–40 of 9,000')).toBeVisible()
  })
})

const answerWith = (page: Page, answer: { status: number; body: string }) =>
  page.route(/\/api\/numbervalidation\//, (route) =>
    route.fulfill({ ...answer, headers: { 'content-type': 'application/json' } }),
  )
const nextPage = (page: Page) => page.getByRole('button', { name: 'Page 2', exact: true }).click()

test.describe('a list with an empty response, or with a refusal', () => {
  test.use({ toLog: /Empty reponse|Out for lunch/ })
  test('shows ‘Empty reponse’, or the server’s message for a code other than 200 (L-270)', async ({ page }) => {
    await answerWith(page, { status: 200, body: '' })
    await nextPage(page)
    await expect(page.getByText('Empty reponse')).toBeVisible()
    await page.unroute(/\/api\/numbervalidation\//)
    await answerWith(page, {
      status: 200,
      body: JSON.stringify({ meta: { code: 409, errorMessage: 'Out for lunch' } }),
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Out for lunch')).toBeVisible()
  })
})

test.describe('a refused list', () => {
  // The page may be left before it logs the refusal.
  test.use({ toLog: /Refused here/ })

  test('leads back with 403, and to sign-in with 401 (L-271)', async ({ page }) => {
    await page.getByRole('link', { name: 'Taxi features' }).click()
    await expect(page).toHaveURL(/\/taxiFeatures/)
    const refused = (code: number) => ({
      status: code,
      body: JSON.stringify({ meta: { code, errorMessage: 'Refused here' } }),
    })
    await answerWith(page, refused(403))
    await page.getByRole('link', { name: 'Number validations' }).click()
    await expect(page.getByText("You don't have permission for this").first()).toBeVisible()
    await expect(page).toHaveURL(/\/taxiFeatures/)
    await page.unroute(/\/api\/numbervalidation\//)
    await answerWith(page, refused(401))
    await page.getByRole('link', { name: 'Number validations' }).click()
    await expect(page).toHaveURL(/\/pages\/signin/)
  })
})

test('HTML typed by a person is shown as text', async ({ page }) => {
  const typed = '<img src=x onerror=alert(1)>'
  page.on('dialog', () => {
    throw new Error('HTML was run')
  })
  await page.getByLabel('Filter by Mobile number').fill(typed)
  await expect(page.getByText('No results for these filters')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Filter by Mobile number')).toHaveValue(typed)
})

test('on a phone the list scrolls inside its own frame, in both languages and schemes', ({ page }) =>
  expectFitsPhone(page))
