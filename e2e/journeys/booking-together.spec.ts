import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import { bookingPath, expect, expectAccessible, expectBooking, press, signInAt, test, userOf } from '../desk.ts'
import { expectToast } from '../toasts.ts'

/** A desk that missed the event catches up with its next heartbeat. */
const patient = { timeout: 20_000 }

const nameOf = (kind: 'operator' | 'everything') => {
  const { firstName, lastName } = userOf(kind)
  return `${firstName} ${lastName}`
}

/** A booking of the largest fleet, which both people may work on. */
const ourBooking = () => claimBooking({ fleet: 29 })
const dialog = (page: Page) => page.getByRole('dialog')

test('two people on the same booking see each other arrive, edit and leave', async ({ openDesk }) => {
  test.slow()
  const { id } = await ourBooking()
  const ana = await openDesk('operator', { path: bookingPath(id) })
  const other = await openDesk('everything', { path: bookingPath(id) })
  await expect(ana.getByText(`${nameOf('everything')} is here`)).toBeVisible(patient)
  await expect(other.getByText(`${nameOf('operator')} is here`)).toBeVisible(patient)
  await expectAccessible(ana)

  await press(other, 'e', dialog(other))
  await expect(ana.getByText(`${nameOf('everything')} is editing`)).toBeVisible(patient)
  await press(ana, 'e', dialog(ana))
  await expect(dialog(ana).getByText(`${nameOf('everything')} is also editing this booking.`)).toBeVisible(patient)
  await expectAccessible(ana)

  for (const page of [ana, other]) await press(page, 'Escape', () => expect(dialog(page)).toHaveCount(0))
  await expect(ana.getByText(`${nameOf('everything')} is here`)).toBeVisible(patient)
  await other.goto('/dashboard')
  await expect(ana.getByText(nameOf('everything'))).toHaveCount(0, patient)
})

test('the second to save sees what the first has changed, and keeps what they typed', async ({ openDesk }) => {
  test.slow()
  const { id } = await ourBooking()
  const ana = await openDesk('operator', { path: bookingPath(id) })
  const other = await openDesk('everything', { path: bookingPath(id) })
  for (const page of [ana, other]) {
    await expectBooking(page, id)
    await press(page, 'e', dialog(page))
  }
  const passenger = `Lola ${randomUUID().slice(0, 8)}`
  await dialog(ana).getByLabel('Notes').fill('Second floor, no lift')
  await dialog(other).getByLabel('Passenger', { exact: true }).fill(passenger)
  await press(other, 'Control+Enter', () => expectToast(other, 'Booking updated'))

  const changed = `${nameOf('everything')} has just changed this booking`
  await expect(dialog(ana).getByText(changed, { exact: false })).toBeVisible()
  await expect(dialog(ana).getByRole('listitem').filter({ hasText: passenger })).toBeVisible()
  await expect(dialog(ana).getByLabel('Notes')).toHaveValue('Second floor, no lift')
  await expectAccessible(ana)
  await press(ana, 'Control+Enter', () => expectToast(ana, 'Booking updated'))
  for (const page of [ana, other]) await expect(page.getByText('Second floor, no lift').first()).toBeVisible()
})

test.describe('a failing server', () => {
  test.use({ toLog: /status of 503|Your changes are still here/ })

  test('a message that cannot be saved stays in its form until it is sent', async ({ page }) => {
    test.slow()
    const { id } = await ourBooking()
    await signInAt(page, 'operator', id)
    const form = dialog(page)
    await press(page, 'm', form)
    await form.getByLabel('Message').fill('Ring at the back door')
    for (const [status, words] of [
      [404, 'This booking no longer exists'],
      [403, 'You no longer have permission to do this'],
      [503, "Couldn't save"],
    ] as const) {
      await page.route('**/messages/demo/', (route) =>
        route.fulfill({ status, json: { meta: { code: status, errorMessage: status === 404 ? 'Not found' : 'no' } } }),
      )
      await form.getByRole('button', { name: /^Send/ }).click()
      await expect(form.getByText(words, { exact: false })).toBeVisible()
      await expect(form.getByLabel('Message')).toHaveValue('Ring at the back door')
      await page.unroute('**/messages/demo/')
    }
    await page.route('**/messages/demo/', (route) => route.abort())
    await form.getByRole('button', { name: /^Send/ }).click()
    await expect(form.getByText("Can't reach the server", { exact: false })).toBeVisible()
    await page.unroute('**/messages/demo/')
    await form.getByRole('button', { name: /^Send/ }).click()
    await expectToast(page, 'Message sent')
  })
})
