import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test, withoutMap } from '../desk.ts'
import { withDatabase } from '../installation.ts'

/** A booking that waits for its taxi, and that no other journey works on. */
const requestedBooking = (place: number) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const rows = await tx
        .selectFrom('booking')
        .select(['id', 'passenger_name as passenger'])
        .where('status', '=', 10)
        .orderBy('time_booking_start', 'desc')
        .limit(place + 1)
        .execute()
      return rows[place] as { id: number; passenger: string }
    }),
  )

/** Two operators; two browsers that draw maps need their time on a busy machine. */
const twoDesks = async (browser: Browser) => {
  test.slow()
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const [one, other] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page]
  for (const page of [one, other]) {
    await withoutMap(page)
    await signIn(page, 'operator')
    await expect(page.getByRole('banner').getByText('live', { exact: true })).toBeVisible()
  }
  return { one, other, close: () => Promise.all(contexts.map((context) => context.close())) }
}

const openBooking = async (page: Page, id: number) => {
  await page.goto(`/services/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: String(id) })).toBeVisible()
}

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })

test('B-048 B-086 a booking is opened from the desk, spoken about and cancelled, by keys, and the other desk sees it', async ({
  browser,
}) => {
  const { one, other, close } = await twoDesks(browser)
  const { id, passenger } = await requestedBooking(0)

  await one.goto(`/dashboard?id=${id}`)
  const row = one.getByRole('row', { name: new RegExp(`^${id} \\d`) })
  await row.focus()
  await one.keyboard.press('Enter')
  await expect(one).toHaveURL(new RegExp(`/services/${id}$`))
  await expect(one.getByRole('heading', { level: 1, name: String(id) })).toBeVisible()
  await expect(one.getByText(passenger).first()).toBeVisible()
  await openBooking(other, id)
  await expectAccessible(one)

  await one.keyboard.press('m')
  await one.getByLabel('Message', { exact: true }).fill('The passenger waits at the back door')
  await one.keyboard.press('Control+Enter')
  await expect(one.getByText('Message sent')).toBeVisible()
  for (const page of [one, other]) await expect(page.getByText('The passenger waits at the back door')).toBeVisible()

  await one.keyboard.press('x')
  const dialog = one.getByRole('dialog')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(one)
  await dialog.getByLabel('Reason').selectOption('fleet_client_not_presented')
  await one.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Add a comment for this reason')).toBeVisible()
  await dialog.getByLabel('Comment').fill('Nobody opened the door, twice')
  await one.keyboard.press('Control+Enter')
  await expect(one.getByText('Service canceled')).toBeVisible()
  for (const page of [one, other]) {
    await expect(page.getByText('Cancelled by call centre').first()).toBeVisible()
    await expect(timeline(page).getByText('· Cancelled')).toBeVisible()
  }
  await one.goBack()
  await expect(one.getByRole('heading', { level: 1, name: 'Active bookings' })).toBeVisible()
  await close()
})

test('a booking that changes under an open form says what and by whom, and keeps what was typed', async ({
  browser,
}) => {
  const { one, other, close } = await twoDesks(browser)
  const { id } = await requestedBooking(1)
  for (const page of [one, other]) await openBooking(page, id)

  await one.keyboard.press('e')
  await one.getByRole('dialog').getByLabel('Notes').fill('Second floor, no lift')
  await other.keyboard.press('e')
  await other.getByRole('dialog').getByLabel('Passenger', { exact: true }).fill('Lola Cambio')
  await other.keyboard.press('Control+Enter')
  await expect(other.getByText('Booking updated')).toBeVisible()

  const dialog = one.getByRole('dialog')
  await expect(dialog.getByText(/has just changed this booking/)).toBeVisible()
  await expect(dialog.getByText(/Passenger: .* → Lola Cambio \(Ana Pérez\)/)).toBeVisible()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Second floor, no lift')
  await dialog.getByLabel('Passenger', { exact: true }).fill('Lola Cambio')
  await one.keyboard.press('Control+Enter')
  await expect(one.getByText('Booking updated')).toBeVisible()
  for (const page of [one, other]) {
    await expect(page.getByText('Second floor, no lift').first()).toBeVisible()
    await expect(page.getByText('Lola Cambio').first()).toBeVisible()
  }
  await close()
})

test('a taxi is confirmed by hand, a wrong finish is refused and the price is looked at', async ({ page }) => {
  await signIn(page, 'operator')
  const { id } = await requestedBooking(2)
  await openBooking(page, id)

  await page.keyboard.press('c')
  await page.getByRole('dialog').getByLabel('Taxi number').fill('312')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Booking confirm')).toBeVisible()
  await expect(page.getByText('No tracking available for this service')).toBeVisible()

  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Taxi arrived').fill('2020-01-01T10:00')
  await expect(dialog.getByText("The taxi can't arrive before the pickup time")).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('p')
  await expect(page.getByRole('dialog').getByRole('table').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
})

test('B-225 a booking that is not there says so and leads back', async ({ page }) => {
  await signIn(page, 'operator')
  await page.goto('/services/999999999')
  await expect(page.getByRole('heading', { name: 'Error retrieving service detail' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to active bookings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Active bookings' })).toBeVisible()
})
