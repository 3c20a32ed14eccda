import type { Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import { expect, press, signIn, test, told } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { expectToast } from '../toasts.ts'

// Requirements about both the screen and the server's responses.
const fact = (page: Page, label: string) =>
  page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

const lists = [
  { path: '/numberValidations', sizes: [20, 50, 200], size: 20, order: 'id ASC' },
  { path: '/notifications', sizes: [10, 20, 50, 100, 200], size: 10, order: 'id ASC' },
  { path: '/address', sizes: [10, 20, 50], size: 10, order: 'id DESC' },
] as const

test('lists request their own page size, from page 0, in their order and with mode=grid (B-158, P-167)', async ({
  page,
}) => {
  await signIn(page, 'everything', 'demo', '/taxiFeatures')
  const sizes = page.getByLabel('Rows per page').locator('option')
  await expect(sizes).toHaveText(['20', '50', '200'])
  for (const { path, sizes: offered, size, order } of lists) {
    const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.has('mode'))
    await page.goto(path)
    const answer = await answered
    const { pathname, searchParams } = new URL(answer.url())
    expect(answer.status()).toBe(200)
    expect(pathname).toMatch(/\/demo(\/|$)/)
    // No other parameters: empty filters are left out.
    expect(Object.fromEntries(searchParams)).toEqual({
      pageNumber: '0',
      resultsPerPage: String(size),
      orderBy: order,
      mode: 'grid',
    })
    await expect(sizes).toHaveText(offered.map(String))
    await expect(page.getByLabel('Rows per page')).toHaveValue(String(size))
    expect((await answer.json()).meta.totalQueryCount).toBeGreaterThan(0)
  }
  await page.goto('/dashboard')
  await expect(sizes).toHaveText(['10', '20', '50', '100', '200'])
  await expect(page.getByLabel('Rows per page')).toHaveValue('20')
})

const methods = {
  10: 'Paid in taxi',
  11: 'Cash',
  12: 'Mastercard',
  13: 'Visa',
  14: 'American Express',
  15: 'Diners Club',
  50: 'Paid by business',
  60: 'Business voucher',
}

test('a booking shows its payment method and start, and is changed to another method on offer (P-114, P-122)', async ({
  page,
}) => {
  await signIn(page, 'everything')
  const { id } = await claimBooking()
  const store = (change: { payment_method?: number; time_booking_start?: Date; time_zone?: string }) =>
    withDatabase(({ inTenant }) =>
      inTenant(1, async (tx) => {
        await tx.updateTable('booking').set(change).where('id', '=', id).execute()
      }),
    )
  await store({ time_booking_start: new Date('2031-07-09T05:05:00Z'), time_zone: 'Europe/Madrid' })
  const open = async () => {
    await page.goto(`/services/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: String(id) })).toBeVisible()
  }
  for (const [code, name] of Object.entries(methods)) {
    await store({ payment_method: Number(code) })
    await open()
    await expect(fact(page, 'Payment method')).toHaveText(name)
  }
  await expect(page.getByText('09/07/2031 07:05').first()).toBeVisible()
  await press(page, 'e', page.getByRole('dialog'))
  const choice = page.getByRole('dialog').getByLabel('Payment method')
  const offered = await choice
    .locator('option')
    .evaluateAll((options) => options.map((option) => [option.getAttribute('value'), option.textContent]))
  expect(offered).toEqual(Object.entries(methods).filter(([code]) => code !== '10'))
  await choice.selectOption('13')
  await press(page, 'Control+Enter', () => expectToast(page, 'Booking updated'))
  await expect(fact(page, 'Payment method')).toHaveText('Visa')
  const stored = await withDatabase(({ inTenant }) =>
    inTenant(1, (tx) => tx.selectFrom('booking').select('payment_method').where('id', '=', id).executeTakeFirst()),
  )
  expect(stored).toEqual({ payment_method: 13 })
})

test.describe('a failed API call', () => {
  test.use({ toLog: /status of 500|^(Empty reponse|The archive|Error desconocido|Internal Server Error|orderBy)/ })

  test('is reported with its body, with the message in meta, or in the fallback words (B-224)', async ({ page }) => {
    await signIn(page, 'administrator', 'demo', '/numberValidations')
    await expect(page.getByText('of 9,000')).toBeVisible()
    const isList = (url: URL) => url.searchParams.has('mode')
    for (const [answer, text] of [
      [{ json: { response: {} } }, 'Empty reponse'],
      [{ json: { meta: { code: 409, errorMessage: 'The archive is closed' } } }, 'The archive is closed'],
      [{ status: 500, body: 'The archive burned down' }, 'The archive burned down'],
      [{ json: { meta: { code: 409 } } }, 'Error desconocido'],
    ] as const) {
      await page.route(isList, (route) => route.fulfill(answer))
      await page.reload()
      await expect(told(page, text).first()).toBeVisible()
      await page.unroute(isList)
    }
    // The server's own message, for an order by an unknown column.
    await page.route(isList, (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('orderBy', 'nothing ASC')
      return route.continue({ url: url.href })
    })
    const refused = page.waitForResponse((response) => isList(new URL(response.url())))
    await page.reload()
    const { meta } = await (await refused).json()
    expect(meta.code).toBe(400)
    await expect(told(page, meta.errorMessage).first()).toBeVisible()
  })
})
