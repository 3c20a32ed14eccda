import { putEvent } from '@parada/db/queries/events'
import type { Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import { expect, expectAccessible, expectLive, press, rowOf, signIn, test } from '../desk.ts'
import { admin, withDatabase } from '../installation.ts'
import { ring } from '../telephone.ts'

test('a booking that changes, or ends, does so on every desk at once (P-087, P-094, P-095)', async ({ openDesk }) => {
  const { id, fleet } = await claimBooking()
  const path = `/dashboard?id=${id}`
  const pages = [await openDesk('operator', { path }), await openDesk('operator', { path })]
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
    const row = rowOf(page, id)
    await expect(row).toContainText('Live Passenger')
    await expect(row).toContainText('Confirmed')
  }
  await change(-40, 'Live Passenger')
  for (const page of pages) await expect(page.getByText('Live Passenger')).toHaveCount(0)
})

test('an incoming call rings on every desk that takes calls of its number (P-101)', async ({ openDesk }) => {
  // In a tenant of its own, because a call that rings at every desk would disturb other journeys.
  const norte = { subdomain: 'norte' } as const
  const pages = [await openDesk('operator', norte), await openDesk('operator', norte)]
  const caller = await withDatabase(({ inTenant }) =>
    inTenant(3, (tx) =>
      tx
        .selectFrom('caller')
        .select(['phone_number', 'first_name', 'last_name'])
        .where('is_blacklisted', '=', true)
        .executeTakeFirstOrThrow(),
    ),
  )
  await ring(caller.phone_number, 'norte')
  for (const page of pages) {
    await expect(page.getByText('Incoming call from:')).toBeVisible()
    await expect(page.getByText(caller.phone_number)).toBeVisible()
    await expect(page.getByText(`${caller.first_name} ${caller.last_name}`).first()).toBeVisible()
    await expect(page.getByText('Blacklisted caller')).toBeVisible()
  }
  const [first, second] = pages as [Page, Page]
  await expectAccessible(first)
  await expect(first).toHaveTitle(new RegExp(`^☎ ${caller.phone_number}`))
  await press(first, 'F2', () => expect(first).toHaveURL(/new-booking\/caller/))
  for (const page of pages) await expect(page.getByText('Incoming call from:')).toHaveCount(0)
  await expect(second).not.toHaveTitle(/☎/)

  // A missed call is listed with a way to call back.
  await ring('699000111', 'norte', { duration: 1_000 })
  await second.getByRole('button', { name: 'Missed: 1' }).click()
  const missed = second.getByRole('list', { name: 'Missed calls' })
  await expect(missed).toContainText('699000111')
  await expect(missed.getByRole('link', { name: 'Call back' })).toHaveAttribute('href', 'tel:699000111')
  await expectAccessible(second)
})

test('a change of permissions on the server asks the user to sign in again (P-097)', async ({ page }) => {
  await signIn(page, 'business')
  await expectLive(page)
  admin('user', 'permissions', 'demo', 'carmen.vidal@demo.example', 'set', 'taxiMap=true')
  await expect(page.getByText('New permissions granted')).toBeVisible()
  await expect(page.getByText('Please logout and login again to refresh your current permissions')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a notification reaches the desks when it is switched on', async ({ openDesk }) => {
  // In a tenant of its own too, since it stays on every desk until somebody closes it.
  const costa = { subdomain: 'costa' } as const
  const admins = await openDesk('everything', costa)
  const desk = await openDesk('everything', costa)
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
})
