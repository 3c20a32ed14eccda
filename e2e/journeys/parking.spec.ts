import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { required } from '@parada/domain/objects'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, expectAccessible, expectLive, press, signIn, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { openDeskOf, signInHolding } from '../person.ts'
import { openSupplier } from '../supplier.ts'
import { expectToast } from '../toasts.ts'

test.setTimeout(90_000)

const rows = (page: Page) => page.locator('section[aria-busy="false"] tbody tr[data-index]')
const dialog = (page: Page) => page.getByRole('dialog').last()
const qoob = 13

/** A user who can receive mail. */
const mailedUser = () =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const { rows: users } = await sql<{ id: number; email: string }>`
        select id, user_email as email from app_user
        where is_customer and user_email is not null and erased_at is null order by id desc limit 1`.execute(tx)
      return required(users[0])
    }),
  )

/** Mails sent so far, as the files that stand in for a mail server. The folder does not exist before the first. */
const mails = () => {
  const folder = join(process.env.E2E_HOME ?? '', 'mail')
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}

test('a parking is reported by its supplier, shown live, finished, priced, edited, and its receipt mailed', async ({
  page,
  context,
}) => {
  const user = await mailedUser()
  const { report, requests } = await openSupplier(qoob, 'parking')
  const [reference, numberPlate] = [randomUUID(), `E2E${randomBytes(3).toString('hex').toUpperCase()}`]
  const about = { idParking: 13, parkingName: 'Parking Centro', numberPlate, idUser: user.id }
  await signIn(page, 'everything', 'demo', '/parkings/dashboard')
  await expectLive(page)
  await expect(rows(page)).not.toHaveCount(0)
  await expectAccessible(page)

  const { id } = await report({ type: 'started', reference, dateInit: Date.now() - 60_000, ...about })
  const row = rows(page).filter({ hasText: numberPlate })
  await expect(row).toContainText('Active')
  await report({ type: 'expired', reference })
  await expect(row).toContainText('Expired')

  await row.click()
  await expect(dialog(page)).toContainText(`Parking ${id}`)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Finish booking' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await expectAccessible(page)
  await dialog(page)
    .getByRole('button', { name: /^Finish booking/ })
    .click()
  await expectToast(page, 'Finish qoob booking success')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toHaveCount(0)

  // The supplier gets the request once it can no longer be undone, and reports the price.
  const asked = async () => (await requests()).find(({ idTrip }) => idTrip === id)
  await expect.poll(asked, { timeout: 15_000 }).toMatchObject({ what: 'finish' })
  const idRequest = (await asked())?.id
  await report({ type: 'finished', reference, idRequest, dateEnd: Date.now(), priceSupplier: 3.2, priceCustomer: 4.1 })

  await page.goto(`/parkingtoinvoice?idUser=${user.id}&numberPlate=${numberPlate}`)
  await expect(row).toContainText('€4.10')
  await expectAccessible(page)
  await row.click()
  const history = dialog(page).getByRole('list', { name: 'History' })
  await expect(history).toContainText('reported the end')
  await expectAccessible(page)
  await dialog(page).getByLabel('Customer price').fill('4.60')
  await dialog(page).getByRole('button', { name: /^Save/ }).click()
  await expectToast(page, 'Parking updated')
  await expect(history).toContainText('Customer price: €4.10 → €4.60')
  await dialog(page).getByRole('button', { name: 'Send receipt' }).click()
  await expectToast(page, 'Sending receipt')
  await expectToast(page, 'Receipt Sent')
  await expect
    .poll(() => mails().filter((mail) => mail.includes(user.email) && mail.includes(`recibo-${id}.pdf`)).length, {
      timeout: 15_000,
    })
    .toBe(1)
  await press(page, 'Escape', () => expect(page.getByRole('dialog')).toHaveCount(0))

  // The parking has no account, so a user limited to one account does not see it.
  const held = { viewParkingBookingByPA: '101', viewPTIDetailByPA: '101' }
  const token = await withDatabase(({ inTenant }) => inTenant(1, (tx) => signInHolding(tx, held)))
  const other = await openDeskOf(context, token, '/parkingtoinvoice?range=lastMonth')
  await expect(rows(other)).not.toHaveCount(0)
  await other.goto(`/parkingtoinvoice?numberPlate=${numberPlate}`)
  await expect(other.getByText('No results for these filters')).toBeVisible()
})

/** A user who has parked in the last weeks, and how often. */
const parker = () =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const { rows: found } = await sql<{ id: number; count: number }>`
        select id_user as id, count(*)::int as count from parking_booking
        where status = 30 and date_init > now() - interval '20 days' and id_user is not null
        group by 1 order by 2 desc, 1 limit 1`.execute(tx)
      return required(found[0])
    }),
  )

test('a user’s page leads to their parkings, and cancelled parkings show their reason', async ({ page }) => {
  const { id, count } = await parker()
  await signIn(page, 'everything', 'demo', `/users/userDetail/${id}`)
  await page.getByRole('region', { name: 'Parking' }).getByRole('link', { name: 'Parkings to invoice' }).click()
  await expect(page.getByRole('button', { name: `User id: ${id}` })).toBeVisible()
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(count)
  await page.goto('/parkingcancelled?range=lastMonth')
  await expect(rows(page)).not.toHaveCount(0)
  await expectAccessible(page)
  await rows(page).first().click()
  await expect(dialog(page)).toContainText('Reason:')
})
