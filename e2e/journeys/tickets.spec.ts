import { type Author, theHouse } from '@parada/db/queries/booking-changes'
import { trips } from '@parada/db/queries/trips'
import { ticketStatus } from '@parada/domain/trip/modes'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { claim } from '../claims.ts'
import { expect, expectAccessible, expectLive, press, signIn, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'

type Ticket = { id: number; locator: string; idUser: number }

const rows = (page: Page) => page.locator('section[aria-busy="false"] tbody tr[data-index]')
const dialog = (page: Page) => page.getByRole('dialog')

/** Claims a ticket of the last weeks that a user bought with the app. */
const claimTicket = (supplier: number, status: number) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const found = await sql<Ticket>`
        select id, locator, id_user as "idUser" from ticket
        where tenant_id = 1 and id_public_transport_supplier = ${supplier} and status = ${status}
          and id_user is not null and id_authorization is null
          and time_service_start between now() - interval '25 days' and now() - interval '1 day'
        order by id desc`.execute(tx)
      return claim('ticket', found.rows)
    }),
  )

/** Cancels a ticket as its supplier's report does. */
const cancel = ({ id }: Ticket) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const by: Author = { ...theHouse, who: 'Metro', idSupplier: 1 }
      const before = await trips.ticket.lock(tx, 1, id)
      const work = { tx, tenant: { id: 1, subdomain: 'demo' }, by, now: new Date() }
      if (before)
        await trips.ticket.change(work, 'cancelled', before, {
          status: ticketStatus.cancelled,
          cancelReason: 'Línea cortada',
        })
    }),
  )

test('support goes from a user to their tickets, downloads one, and sees its supplier cancel it', async ({ page }) => {
  const ticket = await claimTicket(1, ticketStatus.active)
  await signIn(page, 'administrator', 'demo', `/users/userDetail/${ticket.idUser}`)
  await page.getByRole('link', { name: 'Last 31 days' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
  const row = rows(page).filter({ hasText: ticket.locator })
  await expect(row).toContainText('Active')
  await expectAccessible(page)
  await row.click()
  await expect(page).toHaveURL(new RegExp(`/transport/ticketstoinvoice/${ticket.id}\\?.*idUser=${ticket.idUser}`))
  await expect(dialog(page)).toContainText('sold it')
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download PDF' }).click()
  expect((await saving).suggestedFilename()).toBe(`billete-${ticket.locator}.pdf`)

  await expectLive(page)
  await cancel(ticket)
  await expect(dialog(page)).toContainText('Línea cortada')
  await expect(dialog(page)).toContainText('Metro cancelled it')
  await press(page, 'Escape', () => expect(dialog(page)).toBeHidden())
  await expect(row).toContainText('Cancelled')
  await page.getByRole('button', { name: `User id: ${ticket.idUser} ×` }).click()
  await expect(page).not.toHaveURL(/idUser/)
  await expect(rows(page)).toHaveCount(10)
})

test('a supplier sees only the tickets of its own lines', async ({ page }) => {
  const [own, other] = [await claimTicket(2, ticketStatus.used), await claimTicket(3, ticketStatus.used)]
  await signIn(page, 'supplier', 'demo', `/transport/ticketstoinvoice/${other.id}`)
  await expect(dialog(page)).toContainText(`There is no ticket ${other.id}`)
  await press(page, 'Escape', () => expect(dialog(page)).toBeHidden())
  await page.getByLabel('Filter by Transport').fill('Autobús')
  await expect(page.getByText('No results for these filters')).toBeVisible()
  await page.goto(`/transport/ticketstoinvoice/${own.id}`)
  await expect(dialog(page)).toContainText('Cercanías')
  await expect(dialog(page).getByRole('link')).toHaveCount(0)
})

test('an administrator looks up what a ticket title is valid for', async ({ page }) => {
  await signIn(page, 'administrator', 'demo', '/tickettitles')
  const title = rows(page).filter({ hasText: 'Abono de fin de semana' })
  await expect(title).toContainText('Metro, Autobús urbano')
  await expect(title).toContainText('D S')
  await expectAccessible(page)
  await title.click()
  await expect(dialog(page)).toContainText('2 days 5 hours 30 minutes')
  await expect(dialog(page)).toContainText('Time pass')
  await expectAccessible(page)
})
