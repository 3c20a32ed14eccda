import type { Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import {
  bookingPath,
  expect,
  expectAccessible,
  expectBooking,
  expectLive,
  press,
  signIn,
  signInAt,
  test,
  told,
} from '../desk.ts'
import { expectToast } from '../toasts.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })

test('a booking is opened from the desk, discussed and cancelled by keyboard, and the other desk sees it (B-048, B-086)', async ({
  openDesk,
}) => {
  test.slow()
  const { id, passenger } = await claimBooking()
  const one = await openDesk('operator', { path: `/dashboard?id=${id}` })
  await one.getByRole('row', { name: new RegExp(`^${id} \\d`) }).focus()
  await press(one, 'Enter', one.getByRole('heading', { level: 1, name: String(id) }))
  await expect(one).toHaveURL(new RegExp(`/services/${id}$`))
  await expect(one.getByText(passenger).first()).toBeVisible()
  const other = await openDesk('operator', { path: bookingPath(id) })
  await expectBooking(other, id)
  await expectAccessible(one)

  await press(one, 'm', dialog(one))
  await one.getByLabel('Message', { exact: true }).fill('The passenger waits at the back door')
  await press(one, 'Control+Enter', () => expectToast(one, 'Message sent'))
  for (const page of [one, other]) await expect(page.getByText('The passenger waits at the back door')).toBeVisible()

  await press(one, 'x', dialog(one))
  await expect(dialog(one).getByLabel('Reason')).toBeFocused()
  await expectAccessible(one)
  await dialog(one).getByLabel('Reason').selectOption('fleet_client_not_presented')
  await press(one, 'Control+Enter', dialog(one).getByText('Add a comment for this reason'))
  await dialog(one).getByLabel('Comment').fill('Nobody opened the door, twice')
  await press(one, 'Control+Enter', () => expectToast(one, 'Service canceled'))
  for (const page of [one, other]) {
    await expect(page.getByText('Cancelled by call centre').first()).toBeVisible()
    await expect(timeline(page).getByText('· Cancelled')).toBeVisible()
  }
  await one.goBack()
  await expect(one.getByRole('heading', { level: 1, name: 'Active bookings' })).toBeVisible()
})

test('an open form says what changed in its booking and by whom, and keeps what was typed', async ({ openDesk }) => {
  test.slow()
  const { id } = await claimBooking()
  const one = await openDesk('operator', { path: bookingPath(id) })
  const other = await openDesk('operator', { path: bookingPath(id) })
  for (const page of [one, other]) await expectBooking(page, id)

  await press(one, 'e', dialog(one))
  await dialog(one).getByLabel('Notes').fill('Second floor, no lift')
  await press(other, 'e', dialog(other))
  await dialog(other).getByLabel('Passenger', { exact: true }).fill('Lola Cambio')
  await press(other, 'Control+Enter', () => expectToast(other, 'Booking updated'))

  await expect(dialog(one).getByText(/has just changed this booking/)).toBeVisible()
  await expect(dialog(one).getByText(/Passenger: .* → Lola Cambio \(Ana Pérez\)/)).toBeVisible()
  await expect(dialog(one).getByLabel('Notes')).toHaveValue('Second floor, no lift')
  await dialog(one).getByLabel('Passenger', { exact: true }).fill('Lola Cambio')
  await press(one, 'Control+Enter', () => expectToast(one, 'Booking updated'))
  for (const page of [one, other]) {
    await expect(page.getByText('Second floor, no lift').first()).toBeVisible()
    await expect(page.getByText('Lola Cambio').first()).toBeVisible()
  }
})

test('a taxi is confirmed by hand, a wrong arrival time is refused and the price details open', async ({ page }) => {
  const { id } = await claimBooking()
  await signInAt(page, 'operator', id)

  await press(page, 'c', dialog(page))
  await dialog(page).getByLabel('Taxi number').fill('312')
  await press(page, 'Enter', () => expectToast(page, 'Booking confirm'))
  await expect(page.getByText('No tracking available for this service')).toBeVisible()

  await press(page, 'f', dialog(page))
  await dialog(page).getByLabel('Taxi arrived', { exact: true }).fill('01/01/2020 10:00')
  await expect(dialog(page).getByText("The taxi can't arrive before the pickup time")).toBeVisible()
  await press(page, 'Escape', dialog(page).getByText('Unsaved changes.', { exact: false }))
  await press(page, 'Escape', () => expect(dialog(page)).toHaveCount(0))

  await press(page, 'p', dialog(page).getByRole('table').first())
  await press(page, 'Escape', () => expect(dialog(page)).toHaveCount(0))
  await expectAccessible(page)
})

test('a missing booking says so and leads back (B-225)', async ({ page }) => {
  await signIn(page, 'operator', 'demo', '/services/999999999')
  await expect(page.getByRole('heading', { name: 'Error retrieving service detail' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to active bookings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Active bookings' })).toBeVisible()
})

test.describe('a failing network', () => {
  // Both the browser and the page log what could not be loaded.
  test.use({ toLog: /net::ERR_|could not be loaded/ })

  test('leaves the page intact when a dialog is first opened, and the dialog opens once back online', async ({
    page,
    context,
  }) => {
    const { id } = await claimBooking()
    await signInAt(page, 'operator', id)
    await expectLive(page)
    await context.setOffline(true)
    await press(page, 'x', told(page, "Part of this page couldn't be loaded. Trying again…"))
    await expectBooking(page, id)
    await context.setOffline(false)
    await expect(dialog(page)).toBeVisible()
    await expect(told(page, "Part of this page couldn't be loaded")).toHaveCount(0)
    await expectAccessible(page)
  })

  test('leaves the page intact when a part of it stays missing, and asks to reload', async ({ page }) => {
    const { id } = await claimBooking()
    await signInAt(page, 'operator', id)
    await expectLive(page)
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await press(page, 'x', told(page, "Part of this page couldn't be loaded. Trying again…"))
    await expect(told(page, 'Save your work, then reload the page.')).toBeVisible()
    await expectBooking(page, id)
    await expectAccessible(page)
    await page.unrouteAll()
    await page.reload()
    await expectLive(page)
    await press(page, 'x', dialog(page))
  })
})
