import { putEvent } from '@parada/db/queries/events'
import type { Page } from '@playwright/test'
import { claimBooking, type Waiting } from '../claims.ts'
import { expect, expectAccessible, expectLive, press, rowOf, signIn, test, told } from '../desk.ts'
import { withDatabase } from '../installation.ts'

type Change = {
  status?: number
  status_dispatch?: number
  passenger_name?: string
  id_supplier_taxi?: number
  supplier_taxi_description?: string
  asap?: boolean
  time_zone?: string
  time_booking_start?: Date
}

/** Changes a booking as somebody else would, and notifies every desk. */
const change = ({ id, fleet }: Waiting, part: Change) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const { status } = await tx
        .updateTable('booking')
        .set(({ eb }) => ({ ...part, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .returning('status')
        .executeTakeFirstOrThrow()
      const content = { idBooking: id, statusBooking: status, idFleet: fleet }
      await putEvent(tx, { id: 1, subdomain: 'demo' }, `fleet.${fleet}`, { content })
    }),
  )

const rowsOf = (page: Page) => page.locator('tbody tr[data-index]')
const idsOn = (page: Page) => page.locator('tbody tr[data-index] > th').allTextContents()
const counter = (page: Page, name: string) => page.getByRole('group', { name: 'Show' }).getByRole('button', { name })

test('a counter shows how many bookings it covers, and lists them', async ({ page }) => {
  await signIn(page, 'operator')
  await expect(rowsOf(page).first()).toBeVisible()
  const button = counter(page, 'No taxi yet')
  await press(page, '2', () => expect(button).toHaveAttribute('aria-pressed', 'true'))
  await expect(page).toHaveURL(/view=unassigned/)
  // Other journeys book and cancel in the meantime, so the two numbers only have to agree.
  await expect(async () => {
    const count = Number((await button.textContent())?.replaceAll(/\D/g, ''))
    await expect(page.locator('main footer')).toContainText(`of ${count}`, { timeout: 500 })
  }).toPass()
  await expect(rowsOf(page).first()).toContainText(/Searching|No taxi found|Manual dispatch/)
  await expectAccessible(page)
})

test('a row under the cursor changes in place, and leaves only when the cursor has gone', async ({ page }) => {
  const [one, other] = [await claimBooking(), await claimBooking()]
  for (const booking of [one, other]) await change(booking, { passenger_name: `Stays Put ${booking.id}` })
  // Filtered to these two, so that bookings of other journeys do not come between them.
  await signIn(page, 'operator', 'demo', '/dashboard?view=unassigned&passengerName=Put')
  await expectLive(page)
  await expect(rowsOf(page)).toHaveCount(2)
  // The first cell, because a toast may cover the others and take the cursor off the rows.
  await rowOf(page, one.id).locator('th').hover()
  const before = await idsOn(page)
  await change(one, { passenger_name: 'Put In Its Place' })
  await expect(rowOf(page, one.id)).toContainText('Put In Its Place')
  await change(other, { status: -40 })
  await expect(rowOf(page, other.id)).toContainText('Cancelled by call centre')
  await change(one, { status: 20, status_dispatch: 2000 })
  await expect(rowOf(page, one.id)).toContainText('Confirmed')
  expect(await idsOn(page)).toEqual(before)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(rowOf(page, other.id)).toHaveCount(0)
  await expect(rowOf(page, one.id)).toHaveCount(0)
})

test('only a held booking is dispatched from the list, even when the list is outdated (B-044)', async ({ page }) => {
  const booking = await claimBooking()
  await change(booking, { status_dispatch: -9999 })
  await signIn(page, 'everything', 'demo', `/dashboard?id=${booking.id}`)
  await expect(rowOf(page, booking.id)).toContainText('On hold')
  await rowOf(page, booking.id).focus()
  await press(page, 'd', page.getByRole('dialog', { name: new RegExp(String(booking.id)) }))
  await press(page, 'Escape', () => expect(page.getByRole('dialog')).toHaveCount(0))
  // Somebody else was quicker, and this desk has not been notified.
  await withDatabase(({ inTenant }) =>
    inTenant(1, (tx) => tx.updateTable('booking').set({ status_dispatch: 949 }).where('id', '=', booking.id).execute()),
  )
  await press(page, 'd', told(page, 'Not locked status'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('neither a long plate nor a start in another time zone is cut off', async ({ page }) => {
  const booking = await claimBooking()
  const taxi = '4821-KLM Mercedes-Benz V-Class Extra Long'
  await change(booking, {
    id_supplier_taxi: 123456,
    supplier_taxi_description: taxi,
    asap: true,
    time_zone: 'Atlantic/Canary',
    time_booking_start: new Date(Date.now() - 14 * 60_000),
  })
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, 'everything', 'demo', `/dashboard?id=${booking.id}`)
  // From left to right: columns that have scrolled out of sight are no longer drawn.
  for (const text of [/Canary.*Waiting \d+ min/, taxi]) {
    const cell = rowOf(page, booking.id).getByRole('cell').filter({ hasText: text })
    await cell.scrollIntoViewIfNeeded()
    const [needed, shown] = await cell.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
    expect(needed).toBeLessThanOrEqual(shown ?? 0)
  }
})

test('several bookings are cancelled at once, with a result for each', async ({ page }) => {
  const [one, other] = [await claimBooking(), await claimBooking()]
  for (const booking of [one, other])
    await change(booking, { passenger_name: `Gone Together ${booking.id}`, status_dispatch: 949 })
  await signIn(page, 'everything', 'demo', '/dashboard?view=unassigned&passengerName=Together')
  await expectLive(page)
  for (const { id } of [one, other]) await rowOf(page, id).getByRole('checkbox').click()
  await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 bookings' })
  await press(page, 'x', dialog)
  await dialog.getByLabel('Reason').selectOption({ index: 1 })
  await dialog.getByLabel(/comment/i).fill('The caller rang and takes the bus instead')
  // One of them changes while the dialog is open.
  await withDatabase(({ inTenant }) =>
    inTenant(1, (tx) =>
      tx
        .updateTable('booking')
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', other.id)
        .execute(),
    ),
  )
  await dialog.getByRole('button', { name: 'Cancel 2 bookings' }).click()
  await expect(dialog.getByText('1 succeeded, 1 failed')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: String(one.id) })).toContainText('Cancelled')
  await expect(dialog.getByRole('button', { name: 'Try 1 again' })).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Escape', () => expect(dialog).toHaveCount(0))
  await expect(rowOf(page, one.id)).toContainText('Cancelled by call centre')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(rowOf(page, one.id)).toHaveCount(0)
})

test('Back returns to the list as it was left', async ({ page }) => {
  await signIn(page, 'operator', 'demo', '/dashboard?size=50')
  await expect(rowsOf(page).nth(20)).toBeAttached()
  const scroller = page.locator('[data-list-scroller]')
  await scroller.evaluate((element) => element.scrollTo(0, 500))
  const row = rowsOf(page).nth(20)
  const id = await row.locator('th').textContent()
  await row.locator('td').nth(3).click()
  await expect(page).toHaveURL(new RegExp(`/services/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: String(id) })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/dashboard\?size=50/)
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(500)
  await expect(rowOf(page, Number(id))).toHaveAttribute('data-chosen', 'true')
})

test.describe('with the map', () => {
  test.use({ withMap: true })

  test('the map is shown beside the list, and a selection in either selects in both', async ({ page }) => {
    test.slow()
    await signIn(page, 'operator', 'demo', '/dashboard?view=unassigned')
    await expect(rowsOf(page).first()).toBeVisible()
    const map = page.getByRole('complementary', { name: 'List + map' })
    await press(page, 'm', map)
    const pin = map.locator('[data-pin^="pickup-"]').first()
    await expect(pin).toBeVisible({ timeout: 40_000 })
    const id = Number((await pin.getAttribute('data-pin'))?.replaceAll(/\D/g, ''))
    await pin.focus()
    await press(page, 'Enter', () => expect(rowOf(page, id)).toBeFocused())
    await expect(rowOf(page, id)).toHaveAttribute('data-chosen', 'true')
    await press(page, 'ArrowDown', () => expect(rowOf(page, id)).not.toBeFocused())
    const next = Number(await page.locator('tbody tr:focus th').textContent())
    await expect(map.locator(`[data-pin="pickup-${next}"]`)).toHaveAttribute('aria-pressed', 'true')
    await press(page, 'm', () => expect(map).toHaveCount(0))
  })
})

test.describe('on a phone, in Spanish', () => {
  test.use({ locale: 'es-ES', viewport: { width: 390, height: 844 } })

  test('the desk is usable', async ({ page }) => {
    await signIn(page, 'operator')
    await expect(rowsOf(page).first()).toBeVisible()
    await page.getByRole('group', { name: 'Mostrar' }).getByRole('button', { name: 'Sin taxi' }).click()
    await expect(rowsOf(page).first()).toContainText(/Buscando taxi|Sin cubrir|Despacho manual/)
    await rowsOf(page).first().getByRole('checkbox').click()
    await expect(page.getByRole('toolbar')).toContainText('Seleccionados: 1')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
})
