import { putEvent } from '@parada/db/queries/events'
import type { Browser } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from '../desk.ts'
import { admin, withDatabase } from '../installation.ts'

/** Two operators at two desks. */
const twoDesks = async (browser: Browser, kind: 'operator' | 'everything' = 'operator') => {
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const pages = await Promise.all(contexts.map((context) => context.newPage()))
  for (const page of pages) {
    await signIn(page, kind)
    await expect(page.getByRole('banner').getByText('live', { exact: true })).toBeVisible()
  }
  return { pages, close: () => Promise.all(contexts.map((context) => context.close())) }
}

test('P-087 P-094 P-095 a booking that changes, and one that ends, do so on every desk at once', async ({
  browser,
}) => {
  const { pages, close } = await twoDesks(browser)
  const { id, fleet } = await withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const booking = await tx
        .selectFrom('booking')
        .select(['id', 'id_fleet as fleet'])
        .where('status', '=', 10)
        .orderBy('time_booking_start')
        .executeTakeFirstOrThrow()
      return { id: booking.id, fleet: booking.fleet ?? 0 }
    }),
  )
  const change = (status: number, passengerName: string) =>
    withDatabase(({ inTenant }) =>
      inTenant(1, async (tx) => {
        await tx
          .updateTable('booking')
          .set(({ eb }) => ({ status, passenger_name: passengerName, version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .execute()
        const message = { content: { idBooking: id, statusBooking: status, idFleet: fleet } }
        await putEvent(tx, { id: 1, subdomain: 'demo' }, `fleet.${fleet}`, message)
      }),
    )
  await change(20, 'Live Passenger')
  for (const page of pages) {
    const row = page.getByRole('row', { name: new RegExp(String(id)) })
    await expect(row).toContainText('Live Passenger')
    await expect(row).toContainText('Confirmed')
  }
  await change(-40, 'Live Passenger')
  for (const page of pages) await expect(page.getByText('Live Passenger')).toHaveCount(0)
  await close()
})

test('P-101 a call that comes in rings on every desk that takes calls of its number', async ({ browser }) => {
  const { pages, close } = await twoDesks(browser)
  const key = /[\w-]{43}/.exec(admin('telephone', 'key', 'demo', '--name', 'journey'))?.[0] ?? ''
  const { number, caller } = await withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const { value } = await tx
        .selectFrom('user_permission')
        .select('value')
        .where('key1', '=', 'receiveCallsFromNumber')
        .where('value', '<>', 'all')
        .executeTakeFirstOrThrow()
      const known = await tx
        .selectFrom('caller')
        .select(['phone_number', 'first_name', 'last_name'])
        .where('is_blacklisted', '=', true)
        .executeTakeFirstOrThrow()
      return { number: value.split(',')[0] ?? '', caller: known }
    }),
  )
  const response = await fetch(`http://localhost:${process.env.E2E_PORT}/api/calls/demo/incoming`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ phoneNumberOrigin: caller.phone_number, phoneNumberDialed: number }),
  })
  expect(response.status).toBe(200)
  for (const page of pages) {
    await expect(page.getByText('Incoming call from:')).toBeVisible()
    await expect(page.getByText(caller.phone_number)).toBeVisible()
    await expect(page.getByText(`${caller.first_name} ${caller.last_name}`).first()).toBeVisible()
    await expect(page.getByText('Blacklisted caller')).toBeVisible()
  }
  const [first] = pages
  if (first) await expectAccessible(first)
  await close()
})

test('P-097 permissions changed on the server ask the user to sign in again', async ({ page }) => {
  await signIn(page, 'business')
  await expect(page.getByRole('banner').getByText('live', { exact: true })).toBeVisible()
  admin('user', 'permissions', 'demo', 'carmen.vidal@demo.example', 'set', 'taxiMap=true')
  await expect(page.getByText('New permissions granted')).toBeVisible()
  await expect(page.getByText('Please logout and login again to refresh your current permissions')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a notification that is switched on reaches the desks', async ({ browser }) => {
  const { pages, close } = await twoDesks(browser, 'everything')
  const [admins, desk] = pages
  if (!admins || !desk) throw new Error('No desks')
  await admins.getByRole('link', { name: 'Notifications' }).click()
  await expect(admins.getByRole('table')).toBeVisible()
  await expectAccessible(admins)
  await admins.getByLabel(/Filter by Recipient/).selectOption('user')
  await expect(admins.getByText('of 20')).toBeVisible()
  const row = admins.locator('tbody tr', { hasText: 'Off' }).first()
  const content = (await row.locator('td').nth(2).textContent()) ?? ''
  await row.click()
  const modal = admins.getByRole('dialog')
  await expect(modal).toBeVisible()
  await expectAccessible(admins)
  await modal.getByRole('switch').check({ force: true })
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal).toBeHidden()
  await expect(desk.getByText(content)).toBeVisible()
  await close()
})
