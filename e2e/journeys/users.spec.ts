import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, expectAccessible, press, signIn, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { expectToast } from '../toasts.ts'

test.setTimeout(90_000)

const rows = (page: Page) => page.locator('section[aria-busy="false"] tbody tr[data-index]')
const dialog = (page: Page) => page.getByRole('dialog').last()

type Person = { id: number; name: string; phone: string; email: string; idBooking: number }

/** A user whose last wallet movement was a ride. */
const rider = () =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const { rows } = await sql<Person>`
        select u.id, u.first_name || ' ' || u.last_name as name, u.mobile_number as phone, u.user_email as email,
          m.id_booking as "idBooking"
        from app_user u join lateral (select id_booking from wallet_movement m
          where m.tenant_id = u.tenant_id and m.id_user = u.id order by number desc limit 1) m on true
        where u.tenant_id = 1 and u.is_customer and u.user_email is not null and m.id_booking is not null
        order by u.id limit 1`.execute(tx)
      if (!rows[0]) throw new Error('No user of the demo has paid a ride from the wallet')
      return rows[0]
    }),
  )

test('a user is found in the palette by name, phone and email, and a wallet movement leads to its booking', async ({
  page,
}) => {
  const { id, name, phone, email, idBooking } = await rider()
  await signIn(page, 'everything', 'demo', '/taxiFeatures')
  const box = page.getByPlaceholder('Search bookings, screens and actions')
  const found = page.locator('#palette-list').getByRole('button', { name: new RegExp(`^${id} ${name}`) })
  for (const typed of [name, phone, email]) {
    await press(page, 'Control+k', box)
    await box.fill(typed)
    await expect(found).toBeVisible()
    await press(page, 'Escape', () => expect(box).toBeHidden())
  }
  await press(page, 'Control+k', box)
  await box.fill(email)
  await found.click()
  await expect(page).toHaveURL(new RegExp(`/users/userDetail/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const wallet = page.getByRole('region', { name: 'Wallet' })
  await expect(wallet.getByText('balance')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expectAccessible(page)
  await wallet
    .getByRole('link', { name: `Booking ${idBooking}` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/services/${idBooking}$`))
})

const decideOnDocument = async (page: Page) => {
  await page.goto('/documents?view=inReview&type=drivingLicense')
  await rows(page).first().click()
  // The list has a button of that name too, and stays on the screen until the document's page has loaded.
  const decisions = page.getByRole('region', { name: 'Decision' })
  await expect(decisions.getByRole('button', { name: /^Valid/ })).toBeEnabled()
  await press(page, 'v', () => expectToast(page, 'Success update status document'))
}

/**
 * Switches a notification there and back: one for drivers, because those for desks would stay on the screens of other
 * journeys.
 */
const switchNotification = async (page: Page) => {
  await page.goto('/notifications?receiverType=taxiDriver')
  for (const _ of ['there', 'back']) {
    const state = rows(page).first().locator('td').first()
    const before = (await state.textContent()) ?? ''
    await rows(page).first().click()
    await dialog(page).getByRole('switch').click()
    await dialog(page).getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(state).not.toHaveText(before)
  }
}

test('a user is filtered, edited, disabled and enabled, a document is decided on and a notification switched, with their words and paths (L-269, P-137)', async ({
  page,
}) => {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') paths.push(new URL(request.url()).pathname)
  })
  await signIn(page, 'everything', 'demo', '/users')
  await expect(rows(page)).not.toHaveCount(0)
  await expectAccessible(page)
  const created = page.getByLabel('Filter by Created')
  await created.fill('2026-01-01')
  await press(page, 'Enter', page.getByText('Search by date'))
  await created.fill('')
  await page.getByLabel('Filter by Mobile number').fill('600102')
  await expect(rows(page).first()).toContainText('600102')
  await rows(page).last().click()
  await expect(page).toHaveURL(/\/users\/userDetail\/\d+$/)

  await page.getByLabel('Category').fill('journey')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'User update ok')
  await page.getByRole('button', { name: 'Disable' }).click()
  await expectAccessible(page)
  await dialog(page)
    .getByRole('button', { name: /^Disable/ })
    .click()
  await expectToast(page, 'User successfully disabled')
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Enable/ })
    .click()
  await expectToast(page, 'User successfully enabled')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('enabled')
  const [, id] = /(\d+)$/.exec(page.url()) ?? []
  await decideOnDocument(page)
  await switchNotification(page)
  const switched = paths.filter((path) => /^\/api\/(users\/demo\/\d+\/|notifications)/.test(path))
  expect(switched.slice(0, 2)).toEqual([`/api/users/demo/${id}/-1`, `/api/users/demo/${id}/1`])
  expect(
    switched
      .slice(2)
      .map((path) => path.split('/').at(-1))
      .sort(),
  ).toEqual(['activate', 'deactivate'])
})
