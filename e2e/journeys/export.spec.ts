import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, press, signIn, test } from '../desk.ts'
import { expectToast } from '../toasts.ts'

test('a list is exported as it stands on the screen (L-020, L-025)', async ({ page }) => {
  await signIn(page, 'administrator', 'demo', '/numberValidations')
  await expect(page.getByText('of 9,000')).toBeVisible()
  await page.getByLabel('Filter by Mobile number').fill('60007')
  await expect(page.getByText('of 9,000')).toBeHidden()
  const [, total = ''] = /of ([\d,]+)/.exec(await page.locator('footer').last().innerText()) ?? []

  await page.getByRole('button', { name: /^Export/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Excel', 'CSV', 'PDF'])
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^Number validations \d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.length - 1).toBe(Number(total.replaceAll(',', '')))
  for (const line of lines.slice(1)) expect(line).toContain('60007')
  await expectToast(page, 'Report will be received')

  await page.getByLabel('Filter by Mobile number').fill('no such number')
  await expect(page.getByText('No results for these filters')).toBeVisible()
  await page.getByRole('button', { name: /^Export/ }).focus()
  await press(page, 'Enter', page.getByRole('menu'))
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  await expectToast(page, /^No data$/m)
})
