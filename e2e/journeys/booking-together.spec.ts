import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { expect as atOnce, expectAccessible, signIn, test, userOf, withoutMap } from '../desk.ts'
import { withDatabase } from '../installation.ts'

// Two browsers that draw maps may keep a busy machine from answering for long.
const expect = atOnce.configure({ timeout: 30_000 })
test.use({ actionTimeout: 30_000 })

/** A booking of the largest fleet that waits for its taxi, and that no other journey works on. */
const requestedBooking = (place: number) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const rows = await tx
        .selectFrom('booking')
        .select('id')
        .where('status', '=', 10)
        .where('id_fleet', '=', 29)
        .orderBy('time_booking_start', 'desc')
        .orderBy('id')
        .limit(place + 1)
        .execute()
      return (rows[place] as { id: number }).id
    }),
  )

const nameOf = (kind: 'operator' | 'everything') => {
  const { firstName, lastName } = userOf(kind)
  return `${firstName} ${lastName}`
}

/** Two people at two desks. */
const twoPeople = async (browser: Browser) => {
  test.slow()
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const [ana, other] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page]
  for (const page of [ana, other]) await withoutMap(page)
  await signIn(ana, 'operator')
  await signIn(other, 'everything')
  for (const page of [ana, other])
    await expect(page.getByRole('banner').getByText('live', { exact: true })).toBeVisible()
  return { ana, other, close: () => Promise.all(contexts.map((context) => context.close())) }
}

const openBooking = async (page: Page, id: number) => {
  await page.goto(`/services/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: String(id) })).toBeVisible()
}

test('two people on the same booking see each other come, change it and go', async ({ browser }) => {
  const { ana, other, close } = await twoPeople(browser)
  const id = await requestedBooking(5)
  await openBooking(ana, id)
  await openBooking(other, id)
  await expect(ana.getByText(`${nameOf('everything')} is here`)).toBeVisible()
  await expect(other.getByText(`${nameOf('operator')} is here`)).toBeVisible()
  await expectAccessible(ana)

  await other.keyboard.press('e')
  await expect(ana.getByText(`${nameOf('everything')} is editing`)).toBeVisible()
  await ana.keyboard.press('e')
  const form = ana.getByRole('dialog')
  await expect(form.getByText(`${nameOf('everything')} is also editing this booking.`)).toBeVisible()
  await expectAccessible(ana)

  await ana.keyboard.press('Escape')
  await other.keyboard.press('Escape')
  await expect(ana.getByText(`${nameOf('everything')} is here`)).toBeVisible()
  await other.goto('/dashboard')
  await expect(ana.getByText(nameOf('everything'))).toHaveCount(0)
  await close()
})

test('who saves second is told what the first one changed, and keeps what was typed', async ({ browser }) => {
  const { ana, other, close } = await twoPeople(browser)
  const id = await requestedBooking(6)
  for (const page of [ana, other]) await openBooking(page, id)
  for (const page of [ana, other]) {
    await page.keyboard.press('e')
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  const passenger = `Lola ${randomUUID().slice(0, 8)}`
  await ana.getByRole('dialog').getByLabel('Notes').fill('Second floor, no lift')
  await other.getByRole('dialog').getByLabel('Passenger', { exact: true }).fill(passenger)
  await other.keyboard.press('Control+Enter')
  await expect(other.getByText('Booking updated')).toBeVisible()

  const form = ana.getByRole('dialog')
  await expect(form.getByText(`${nameOf('everything')} has just changed this booking`, { exact: false })).toBeVisible()
  await expect(form.getByText(passenger, { exact: false })).toBeVisible()
  await expect(form.getByLabel('Notes')).toHaveValue('Second floor, no lift')
  await expectAccessible(ana)
  await ana.keyboard.press('Control+Enter')
  await expect(ana.getByText('Booking updated')).toBeVisible()
  for (const page of [ana, other]) await expect(page.getByText('Second floor, no lift').first()).toBeVisible()
  await close()
})

test.describe('a server in trouble', () => {
  test.use({ toLog: /status of 503|Your changes are still here/ })

  test('a booking that is lost under an open form leaves what was typed on the screen', async ({ page }) => {
    test.slow()
    const id = await requestedBooking(7)
    await withoutMap(page)
    await signIn(page, 'operator')
    await openBooking(page, id)
    await page.keyboard.press('m')
    const form = page.getByRole('dialog')
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
    await expect(page.getByText('Message sent')).toBeVisible()
  })
})
