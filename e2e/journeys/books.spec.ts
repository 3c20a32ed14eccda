import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import { expect, expectAccessible, press, signIn, test } from '../desk.ts'
import { clickToast, expectToast } from '../toasts.ts'

const rows = (page: Page) => page.locator('section[aria-busy="false"] tbody tr[data-index]')
const total = async (page: Page) => {
  const [, text = ''] = /of ([\d,]+)/.exec(await page.locator('footer').last().innerText()) ?? []
  return Number(text.replaceAll(',', ''))
}

/** Exports the list in a format, and returns the request and the file. */
const saveAs = async (page: Page, format: 'Excel' | 'PDF' | 'CSV', path: RegExp) => {
  const asking = page.waitForRequest((request) => path.test(request.url()))
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: format }).click()
  const [request, download] = await Promise.all([asking, saving])
  await expectToast(page, 'Report will be received')
  return { request, name: download.suggestedFilename(), file: await readFile(await download.path()) }
}
/** A user without the screen's permission is redirected. */
const expectRefused = async (page: Page, path: string) => {
  await signIn(page, 'newcomer', 'demo', path)
  await expect(page).toHaveURL(/\/dashboard/)
  await expectToast(page, "You don't have permission for this")
}
const isExcel = (file: Buffer) => file.subarray(0, 2).toString('latin1') === 'PK'

test('finished bookings are filtered by problem, exported and opened (L-023, L-051)', async ({ page }) => {
  await signIn(page, 'everything', 'demo', '/bookings/finished')
  await expect(rows(page).first()).toBeVisible()
  await expectAccessible(page)
  const filter = page.getByRole('group', { name: 'Show' }).getByRole('button', { name: /^Not validated/ })
  await filter.click()
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/view=notValidated/)
  await expect(async () => {
    const counted = Number((await filter.innerText()).replaceAll(/\D/g, ''))
    expect(counted).toBeGreaterThan(0)
    expect(await total(page)).toBe(counted)
  }).toPass()
  const excel = await saveAs(page, 'Excel', /\/servicedead\/demo\/xls\?/)
  expect([excel.request.method(), isExcel(excel.file)]).toEqual(['GET', true])
  expect(excel.name).toMatch(/^Finished bookings .*\.xlsx$/)
  const pdf = await saveAs(page, 'PDF', /\/servicedead\/demo\/pdf\?/)
  expect(pdf.file.subarray(0, 4).toString('latin1')).toBe('%PDF')
  await rows(page).first().click()
  await expect(page).toHaveURL(/\/services\/\d+$/)
  await expectRefused(page, '/bookings/finished')
})

test('a cancelled booking has to be validated: the other desk gets the number of such bookings and goes there (P-107)', async ({
  openDesk,
}) => {
  test.slow()
  const { id } = await claimBooking()
  const one = await openDesk('operator', { path: `/services/${id}` })
  const other = await openDesk('everything')
  await press(one, 'x', one.getByRole('dialog'))
  await one.getByRole('dialog').getByLabel('Reason').selectOption('client_cancelled')
  const warned = await clickToast(other, 'Services cancelled to validate', () =>
    press(one, 'Control+Enter', () => expectToast(one, 'Service canceled')),
  )
  expect(warned).toMatch(/: \d+ bookings?$/)
  await expect(other).toHaveURL(/\/bookings\/finished/)
  await expect(other.getByRole('heading', { level: 1, name: 'Finished bookings' })).toBeVisible()
})

/** Shows the bookings with the most common cause of failure, which depends on the day. */
const showCommonestCause = async (page: Page) => {
  const views = page.getByRole('group', { name: 'Show' }).getByRole('button')
  await expect(views.last()).toHaveText(/\d$/)
  const causes = (await views.allTextContents()).flatMap((text) => {
    const [, cause = '', count = 0] = /^(.*?)(\d+)$/.exec(text) ?? []
    return cause === '' || /validated/i.test(cause) ? [] : [{ cause, count: Number(count) }]
  })
  const [commonest] = causes.toSorted((one, other) => other.count - one.count)
  await views.filter({ hasText: `${commonest?.cause}${commonest?.count}` }).click()
  await expect.poll(() => total(page)).toBe(commonest?.count)
}

test('one decision settles all bookings with the same cause, after showing their sum, and is undone', async ({
  page,
}) => {
  await signIn(page, 'everything', 'demo', '/bookings/finished')
  await expect(rows(page).first()).toBeVisible()
  await showCommonestCause(page)
  const before = await total(page)
  const dialog = page.getByRole('dialog')
  await press(page, 'd', dialog)
  await expect(dialog.getByText(/bookings fail for this cause/)).toBeVisible()
  await expect(dialog.getByText('Supplier prices')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Apply to \d+ booking/ }).click()
  await expect(dialog.getByText(/bookings were looked at/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo all' }).click()
  await expectToast(page, 'The decision was undone')
  await expect.poll(() => total(page)).toBe(before)
})

test('a change of a service is requested and withdrawn, and the list is exported (L-019, L-026)', async ({ page }) => {
  await signIn(page, 'everything', 'demo', '/services/servicetoinvoice/cc?range=lastMonth&statusInvoicing=1')
  await expect(rows(page).first()).toBeVisible()
  await expectAccessible(page)
  const id = Number.parseInt(await rows(page).first().locator('th').innerText(), 10)
  const dialog = page.getByRole('dialog')
  await rows(page).first().focus()
  await press(page, 'm', dialog)
  await dialog.getByLabel('Wrong Price').check()
  await dialog.getByLabel('Right price').fill('9,50')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Request change' }).click()
  await expectToast(page, new RegExp(`^Service ${id}$`, 'm'))
  await page.goto(page.url().replace('statusInvoicing=1', `statusInvoicing=0&id=${id}`))
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().click()
  await expect(dialog.getByText(/Change requested: Wrong Price · €9\.50/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await rows(page).first().focus()
  await press(page, 'm', () => expectToast(page, 'Change request removed'))
  await page.goto(page.url().replace(/statusInvoicing=0&id=\d+/, ''))
  await expect(rows(page).first()).toBeVisible()
  const { request, name, file } = await saveAs(page, 'Excel', /\/servicetoinvoice\/demo\/cc\/withFleetBreaks\/excel$/)
  expect([request.method(), isExcel(file)]).toEqual(['POST', true])
  expect(request.postDataJSON()).toMatchObject({ columns: expect.arrayContaining(['id', 'statusInvoicing']) })
  expect(name).toMatch(/^Services to invoice .*\.xlsx$/)
  await expectRefused(page, '/services/servicetoinvoice/cc')
})

test('historic and cancelled services are exported (L-021, L-022, L-043)', async ({ page }) => {
  await signIn(page, 'everything', 'demo', '/services/servicehistorical/cc')
  await expect(rows(page).first()).toBeVisible()
  const historic = await saveAs(page, 'Excel', /\/servicehistorical\/demo\/cc\/withFleetBreaks\/excel$/)
  expect([historic.request.method(), isExcel(historic.file)]).toEqual(['POST', true])
  await page.goto(page.url().replace(/\/services\/.*/, '/servicescancel/serviceafterlife/cc/canceled'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancelled services')
  await expect(rows(page).first()).toBeVisible()
  const { request, file } = await saveAs(page, 'Excel', /\/serviceafterlife\/demo\/excel$/)
  expect(isExcel(file)).toBe(true)
  expect(request.postDataJSON()).toMatchObject({
    pageNumber: 0,
    resultsPerPage: await total(page),
    columns: expect.arrayContaining(['id', 'cancellationReason']),
  })
  await expectRefused(page, '/servicescancel/serviceafterlife/cc/canceled')
})

test('a supplier with customer type 2 sees historic services without customer prices (P-031)', async ({ page }) => {
  await signIn(page, 'supplier', 'demo', '/services/servicetoinvoice/cc')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historic services')
  await expect(page.getByRole('columnheader', { name: /Supplier price/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /Customer price/ })).toHaveCount(0)
  await rows(page).first().click()
  await expect(page.getByRole('dialog').getByText('Supplier price')).toBeVisible()
  await expectAccessible(page)
})
