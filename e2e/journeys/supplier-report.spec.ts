import { labelKey } from '@parada/domain/codes'
import { type ReportPeriod, reportRange } from '@parada/domain/supplier-report'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, signIn, test, toPhone, toScheme } from '../desk.ts'
import { withDatabase } from '../installation.ts'

const picker = (page: Page) => page.getByRole('combobox', { name: 'Fleet' })
const period = (page: Page, name: RegExp) => page.getByRole('button', { name, pressed: true })
const ready = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

/** The finished bookings of a fleet of Costa, where no journey finishes any. */
const bookingsOf = (idFleet: number, wanted: ReportPeriod) => {
  const { from, to } = reportRange(wanted, Date.now(), 'Europe/Madrid')
  return withDatabase(({ inTenant }) =>
    inTenant(2, (tx) =>
      tx
        .selectFrom('booking')
        .select(['id_authorization', 'payment_method', 'entry_channel', 'price_supplier_total as price'])
        .where('id_fleet', '=', idFleet)
        .where('status', '=', 30)
        .where('time_booking_start', '>=', new Date(from))
        .where('time_booking_start', '<=', new Date(to))
        .execute(),
    ),
  )
}
type Booking = Awaited<ReturnType<typeof bookingsOf>>[number]

/** Moves the fleet's oldest finished booking into last month, because on some days the demo has none there. */
const moveOneToLastMonth = (idFleet: number) => {
  const { from, to } = reportRange('lastMonth', Date.now(), 'Europe/Madrid')
  return withDatabase(({ inTenant }) =>
    inTenant(2, (tx) =>
      tx
        .updateTable('booking')
        .set({ time_booking_start: new Date((from + to) / 2) })
        .where('id', '=', (oldest) =>
          oldest
            .selectFrom('booking as b')
            .select('b.id')
            .where('b.id_fleet', '=', idFleet)
            .where('b.status', '=', 30)
            .orderBy('b.time_booking_start')
            .limit(1),
        )
        .execute(),
    ),
  )
}

const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' })
const countOf = (bookings: readonly Booking[]) => bookings.length
const centsOf = (bookings: readonly Booking[]) =>
  bookings.reduce((sum, { price }) => sum + Math.round(Number(price ?? 0) * 100), 0)
const figures = (bookings: readonly Booking[]) => [String(countOf(bookings)), money.format(centsOf(bookings) / 100)]

/** Count and sum in every line of a table, its footer included. */
const linesOf = async (page: Page, title: string) => {
  const rows = await page.getByRole('table', { name: title, exact: true }).locator('tbody tr, tfoot tr').all()
  return Promise.all(
    rows.map(async (row) => {
      const [, count, , sum] = await row.locator('th, td').allTextContents()
      return [count, sum]
    }),
  )
}
const slicesOf = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true }).locator('[data-slice]')

/** Count and sum of each group, sorted so that the order of equally frequent groups does not matter. */
const grouped = (bookings: readonly Booking[], keyOf: (booking: Booking) => unknown) =>
  [...Map.groupBy(bookings, keyOf).values()].map(figures).sort()

const expectFigures = async (page: Page, bookings: readonly Booking[]) => {
  await ready(page)
  const withAuthorization = bookings.filter(({ id_authorization }) => id_authorization !== null)
  const without = bookings.filter(({ id_authorization }) => id_authorization === null)
  const both = [figures(withAuthorization), figures(without), figures(bookings)]
  for (const [title, sizeOf] of [
    ['Services with and without authorization', countOf],
    ['Supplier price with and without authorization', centsOf],
  ] as const) {
    expect(await linesOf(page, title)).toEqual(both)
    // On some days a group has rides, but none with a price yet.
    const drawn = [withAuthorization, without].filter((group) => sizeOf(group) > 0)
    await expect(slicesOf(page, title)).toHaveCount(drawn.length)
  }
  for (const [title, keyOf] of [
    ['Services by payment method', ({ payment_method }: Booking) => labelKey('paymentMethod', payment_method)],
    ['Services by channel', ({ entry_channel }: Booking) => labelKey('entryChannel', entry_channel)],
  ] as const) {
    const lines = await linesOf(page, title)
    expect(lines.at(-1)).toEqual(figures(bookings))
    expect(lines.slice(0, -1).sort()).toEqual(grouped(bookings, keyOf))
    await expect(slicesOf(page, title)).toHaveCount(lines.length - 1)
  }
}

test('a supplier reads the months of a fleet, and charts and tables agree with its bookings (L-218, L-219, L-220, L-221)', async ({
  page,
}) => {
  await signIn(page, 'supplier', 'costa')
  await page.getByRole('link', { name: 'Supplier report' }).click()
  await expect(page).toHaveURL(/\/supplier\/\d+\/report$/)
  await expect(period(page, /Current month/)).toBeVisible()
  const ids = await picker(page)
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => Number((option as HTMLOptionElement).value)))
  expect(ids).toHaveLength(2)
  await ready(page)
  await expectAccessible(page)

  const [, second = 0] = ids
  await moveOneToLastMonth(second)
  await picker(page).selectOption(String(second))
  await expect(page).toHaveURL(new RegExp(`/supplier/${second}/report$`))
  await expectFigures(page, await bookingsOf(second, 'currentMonth'))

  await picker(page).blur()
  await press(page, 'ArrowLeft', period(page, /Last month/))
  await expect(page).toHaveURL(/range=lastMonth/)
  const lastMonth = await bookingsOf(second, 'lastMonth')
  expect(lastMonth.length).toBeGreaterThan(0)
  await expectFigures(page, lastMonth)

  await page.reload()
  await expect(period(page, /Last month/)).toBeVisible()
  await expect(picker(page)).toHaveValue(String(second))
  await expectFigures(page, lastMonth)
  await page.goBack()
  await expect(period(page, /Current month/)).toBeVisible()
})

test('the report is printed with tenant, fleet and range, and without the frame', async ({ page }) => {
  await signIn(page, 'supplier', 'costa', '/supplier/report?range=lastMonth')
  await expect(page).toHaveURL(/\/supplier\/\d+\/report\?range=lastMonth$/)
  await ready(page)
  const tenant = await page.getByRole('banner').getByRole('link').first().getAttribute('aria-label')
  const fleet = await picker(page).locator('option:checked').textContent()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of [page.getByRole('banner'), page.getByRole('navigation'), picker(page)])
    await expect(part).toBeHidden()
  await expect(page.getByText(`${tenant} · ${fleet} ·`)).toBeVisible()
  await expect(page.getByRole('img')).toHaveCount(4)
  await expect(page.getByRole('table')).toHaveCount(4)
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).color)).toBe('rgb(0, 0, 0)')
})

test('the report fits a phone in Spanish and in the dark, and a user without a fleet learns what to do', async ({
  page,
  openDesk,
}) => {
  await signIn(page, 'supplier', 'costa', '/supplier/report')
  await toPhone(page)
  await page.getByRole('button', { name: 'Español' }).click()
  await toScheme(page, 'dark')
  await expect(page.getByRole('table', { name: 'Servicios por canal' })).toBeVisible()
  await ready(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  await expectAccessible(page)

  const newcomer = await openDesk('newcomer', { path: '/supplier/report' })
  await expect(newcomer.getByText(/Ask your administrator/)).toBeVisible()
  await expect(newcomer.getByRole('link', { name: 'Supplier report' })).toHaveCount(0)
  await expectAccessible(newcomer)
})
