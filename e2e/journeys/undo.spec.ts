import { dispatchStatus } from '@parada/domain/codes'
import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test, withoutMap } from '../desk.ts'
import { withDatabase } from '../installation.ts'

/** A booking that waits to be dispatched, whose passenger can be written to, and that no other journey works on. */
const lockedBooking = () =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const { id } = await tx
        .selectFrom('booking')
        .select('id')
        .where('status', '=', 10)
        .where('phone_number_passenger', 'like', '6%')
        .orderBy('time_booking_start', 'desc')
        .offset(12)
        .limit(1)
        .executeTakeFirstOrThrow()
      await tx.updateTable('booking').set({ status_dispatch: dispatchStatus.locked }).where('id', '=', id).execute()
      return id
    }),
  )

/** What left about a booking, or is about to. */
const leaving = (id: number) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, (tx) => tx.selectFrom('delivery').select('id').where('id_booking', '=', id).execute()),
  )

const deskAt = async (browser: Browser, id: number) => {
  const page = await (await browser.newContext()).newPage()
  await withoutMap(page)
  await signIn(page, 'operator', 'demo', `/services/${id}`)
  await expect(page.getByRole('banner').getByText('live', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: String(id) })).toBeVisible()
  return page
}

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' })

test('cancelled, dispatched and written to, a booking is as it was within five seconds, at every desk', async ({
  browser,
}) => {
  test.slow()
  const id = await lockedBooking()
  const one = await deskAt(browser, id)
  const other = await deskAt(browser, id)
  const told = (await leaving(id)).length

  await one.keyboard.press('x')
  await one.getByRole('dialog').getByLabel('Reason').selectOption('client_cancelled')
  await one.keyboard.press('Control+Enter')
  await expect(one.getByText('Service canceled')).toBeVisible()
  await one.keyboard.press('Control+z')
  await expect(one.getByText('Undone', { exact: true })).toBeVisible()
  for (const page of [one, other]) {
    await expect(timeline(page).getByText('· Cancelled')).toBeVisible()
    await expect(timeline(page).getByText('Last action undone')).toHaveCount(1)
    await expect(page.locator('h1 + *')).toHaveText('On hold')
  }

  await one.keyboard.press('d')
  await expect(one.getByRole('dialog')).toBeVisible()
  await one.keyboard.press('Control+Enter')
  await expect(one.getByText('Booking dispatch')).toBeVisible()
  await undoButton(one).click()
  for (const page of [one, other]) {
    await expect(timeline(page).getByText('Last action undone')).toHaveCount(2)
    await expect(page.locator('h1 + *')).toHaveText('On hold')
  }

  await one.keyboard.press('s')
  await one.getByRole('dialog').getByLabel('Message').fill('Your taxi is waiting')
  await one.keyboard.press('Control+Enter')
  await expect(undoButton(one)).toBeVisible()
  await one.keyboard.press('Control+z')
  await expect(one.getByText('Undone', { exact: true }).first()).toBeVisible()
  await expect(undoButton(one)).toHaveCount(0)
  await expect.poll(async () => (await leaving(id)).length).toBe(told)

  await one.keyboard.press('s')
  await one.getByRole('dialog').getByLabel('Message').fill('Your taxi is waiting')
  await one.keyboard.press('Control+Enter')
  await expect(undoButton(one)).toBeVisible()
  await expectAccessible(one)
  await expect(undoButton(one)).toHaveCount(0)
  expect(await leaving(id)).toHaveLength(told + 1)
  await Promise.all([one, other].map((page) => page.context().close()))
})
