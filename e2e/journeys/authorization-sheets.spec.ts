import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, signIn, test } from '../desk.ts'
import { expectToast } from '../toasts.ts'

// The server reads two files of one user at a time and refuses a third, so these tests take turns.
test.describe.configure({ mode: 'default' })

const heading =
  'Subscriber code;User number;First name;Last name;Mobile number;Expires;Authorization field 1;Authorization field 2;Travel group'

type Person = { number: number; name: string; mobile?: string }

const personOf = ({ number, name, mobile = '' }: Person) =>
  `6101;${number};${name};Hoja;${mobile};31/12/2030;6101-07;Ventas;1010`

const sheetOf = (people: readonly Person[]) => Buffer.from([heading, ...people.map(personOf)].join('\n'))

const rows = (page: Page) => page.locator('section[aria-busy="false"] tbody tr[data-index]')
const dialogOf = (page: Page) => page.getByRole('dialog')

const openList = async (page: Page) => {
  await signIn(page, 'everything', 'demo', '/authorizations/all')
  await expect(rows(page).first()).toBeVisible()
}

const preview = async (page: Page, buffer: Buffer) => {
  const dialog = dialogOf(page)
  await dialog.getByLabel('File').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await dialog.getByLabel('Account').selectOption('101')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('People in people.csv')).toBeVisible()
}

const counter = (page: Page, name: RegExp) =>
  dialogOf(page).getByRole('group', { name: 'Show' }).getByRole('button', { name })

test('people are added from a sheet after a preview, and refused rows are downloaded to be corrected', async ({
  page,
}) => {
  await openList(page)
  const dialog = dialogOf(page)
  await press(page, 'i', dialog)
  await expectAccessible(page)
  const people = [
    { number: 8101, name: 'Nueva' },
    { number: 8102, name: 'Otra' },
    { number: 8103, name: 'Mala', mobile: 'ask her' },
  ]
  await preview(page, sheetOf(people))
  await expect(counter(page, /^New 2/)).toBeVisible()
  await counter(page, /^Refused 1/).click()
  await expect(dialog.getByRole('cell', { name: /ask her.*Enter 3 to 20 digits/s })).toBeVisible()
  await expect(dialog.getByText('2 to add, 0 to change, 1 refused. Refused rows are left out.')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Save 2 rows' }).click()
  await expect(dialog.getByText('2 saved, 1 refused.')).toBeVisible()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download refused rows' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('Refused rows from people.xlsx')
  const file = await readFile(await download.path())
  expect(file.subarray(0, 2).toString('latin1')).toBe('PK')
  await dialog.getByText('Close', { exact: true }).click()
  await expect(rows(page).filter({ hasText: '8102' })).toBeVisible()
  await expect(rows(page).filter({ hasText: '8103' })).toHaveCount(0)

  await press(page, 'i', dialog)
  await preview(page, file)
  await expect(counter(page, /^Refused 1/)).toBeVisible()
})

test('a sheet of known people shows what would change', async ({ page }) => {
  await openList(page)
  const dialog = dialogOf(page)
  await press(page, 'i', dialog)
  const people = [
    { number: 8111, name: 'Igual' },
    { number: 8112, name: 'Otra' },
  ]
  await preview(page, sheetOf(people))
  await dialog.getByRole('button', { name: 'Save 2 rows' }).click()
  await expect(dialog.getByText('2 saved, 0 refused.')).toBeVisible()
  await dialog.getByText('Close', { exact: true }).click()
  await press(page, 'i', dialog)
  await preview(
    page,
    sheetOf([
      { number: 8111, name: 'Igual' },
      { number: 8112, name: 'Cambiada' },
    ]),
  )
  await expect(counter(page, /^Changed 1/)).toBeVisible()
  await expect(counter(page, /^Unchanged 1/)).toBeVisible()
  await expect(dialog.getByRole('cell', { name: /Otra.*Cambiada/s })).toBeVisible()
})

test('saving a dropped sheet is stopped after a hundred rows, and resumed with the rest', async ({ page }) => {
  await openList(page)
  const people = Array.from({ length: 230 }, (_, at) => ({ number: 8300 + at, name: 'Muchas' }))
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }))
    return transfer
  }, sheetOf(people).toString())
  const list = page.getByRole('table').first()
  await list.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(page.getByText('Drop the sheet to preview it')).toBeVisible()
  await list.dispatchEvent('drop', { dataTransfer: dropped })
  const dialog = dialogOf(page)
  await dialog.getByLabel('Account').selectOption('101')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(counter(page, /^New 230/)).toBeVisible()

  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(/\/sheets\/\d+\/write$/, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Save 230 rows' }).click()
  await asked.promise
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  held.resolve()
  await expect(dialog.getByText('Stopped: 100 saved, 130 not saved, 0 refused.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save the remaining 130 rows' }).click()
  await expect(dialog.getByText('230 saved, 0 refused.')).toBeVisible()
  await dialog.getByText('Close', { exact: true }).click()
  await page.getByLabel('Filter by First name').fill('Muchas')
  await expect(page.getByText('of 230')).toBeVisible()
})

test('a sheet with an unknown heading is refused, with its name and position', async ({ page }) => {
  await openList(page)
  const dialog = dialogOf(page)
  await press(page, 'i', dialog)
  const buffer = Buffer.from('Subscriber code;User number;Shoe size\n6101;8200;42')
  await dialog.getByLabel('File').setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer })
  await dialog.getByLabel('Account').selectOption('101')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Row 1, column C: “Shoe size” is not a heading of this sheet')
})

test('several authorizations are prolonged and deactivated at once', async ({ page }) => {
  await openList(page)
  const dialog = dialogOf(page)
  await press(page, 'i', dialog)
  await preview(page, sheetOf([8701, 8702, 8703].map((number) => ({ number, name: 'Varias' }))))
  await dialog.getByRole('button', { name: 'Save 3 rows' }).click()
  await expect(dialog.getByText('3 saved, 0 refused.')).toBeVisible()
  await dialog.getByText('Close', { exact: true }).click()
  await page.getByLabel('Filter by First name').fill('Varias')
  await expect(page.getByText('of 3')).toBeVisible()
  const pick = page.getByRole('checkbox', { name: /page/i })

  await pick.check()
  await page.getByRole('button', { name: /^Prolong/ }).click()
  await dialog.getByLabel('Valid until the end of').fill('2031-12-31')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Prolong/ }).click()
  await expectToast(page, '3 authorizations prolonged')
  await expect(rows(page).filter({ hasText: '31/12/2031' })).toHaveCount(3)

  await pick.check()
  await page.getByRole('button', { name: /^Deactivate/ }).click()
  await expect(dialog.getByText('Deactivate 3 authorizations?')).toBeVisible()
  await dialog.getByRole('button', { name: /^Deactivate/ }).click()
  await expectToast(page, '3 authorizations deactivated')
  await expect(rows(page).filter({ hasText: 'Inactive' })).toHaveCount(3)
})
