import { dispatchStatus } from '@parada/domain/codes'
import { required } from '@parada/domain/objects'
import type { Page } from '@playwright/test'
import { claim, claimBooking } from '../claims.ts'
import { bookingPath, expect, expectLive, openWithToken, press, test, typeInto } from '../desk.ts'
import { bothAt, entry, expectInMenu, inDemo, oneForEach, rows } from '../keys.ts'
import type { Permissions } from '../person.ts'
import { ring } from '../telephone.ts'

// What each permission key changes, shown by users who differ in that key alone.
test.slow()

const desk: Permissions = { dispatchServiceByFleet: 'all' }
/** A waiting booking with an account, whose passenger has a mobile number. */
const claimAccountBooking = async () => {
  const { id } = await claimBooking({ hasMobile: true })
  const idPaymentAccount = await inDemo(async (tx) => {
    const account = await tx.selectFrom('payment_account').select('id').orderBy('id').executeTakeFirstOrThrow()
    await tx.updateTable('booking').set({ id_payment_account: account.id }).where('id', '=', id).execute()
    return account.id
  })
  return { id, idPaymentAccount }
}

/** Opens the page of a booking and its menu. */
const openMenu = async (page: Page, token: string | undefined, id: number) => {
  await openWithToken(page, required(token), 'demo', bookingPath(id))
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Price details' })).toBeVisible()
}

/**
 * Expects that the holder of each key is offered its action and can open it, and that users with none of the keys, or
 * only with `others`, are not offered it.
 */
const expectActions = async (page: Page, id: number, actions: [Permissions, string][], others: Permissions[] = []) => {
  const people = await oneForEach(desk, [...actions.map(([key]) => key), ...others])
  for (const [at, [, name]] of actions.entries()) {
    await openMenu(page, people.holders[at], id)
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  for (const token of [people.other, ...people.holders.slice(actions.length)]) {
    await openMenu(page, token, id)
    for (const [, name] of actions) await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  }
}

const shownOf = async (page: Page) => {
  const shown = page.locator('footer').getByText(/ of [\d,]+/)
  await expect(shown).toBeVisible()
  return Number(/ of ([\d,]+)/.exec((await shown.textContent()) ?? '')?.[1]?.replaceAll(',', ''))
}

test.describe('permission keys of views and fleets (P-034)', () => {
  test('viewReportByFleet, viewInvoiceByIP and viewTicketToInvoiceBySupplier each add their screen to the menu', ({
    page,
  }) =>
    expectInMenu(page, [
      [{ viewReportByFleet: '29' }, 'Supplier report'],
      [{ viewInvoiceByIP: 'all' }, 'Invoices'],
      [{ viewTicketToInvoiceBySupplier: '1' }, 'Tickets'],
    ]))

  test('addFleet, addFleetByPA and sendSMSByWhiteLabel each offer their action on a booking', async ({ page }) => {
    const { id, idPaymentAccount } = await claimAccountBooking()
    const ofAccount = (account: number): Permissions => ({
      addFleetByPA: JSON.stringify({ paymentAccounts: [{ id: account }] }),
    })
    const actions: [Permissions, string][] = [
      [{ addFleet: 'true' }, 'Add fleet'],
      [ofAccount(idPaymentAccount), 'Add fleet'],
      [{ sendSMSByWhiteLabel: 'all' }, 'Send SMS to passenger'],
    ]
    await expectActions(page, id, actions, [ofAccount(idPaymentAccount + 1)])
  })

  test('viewServiceByFleet shows the active bookings of its fleets', async ({ context }) => {
    const { fleet } = await claimBooking()
    const { holder, other } = await bothAt(context, '/dashboard', {}, { viewServiceByFleet: String(fleet) })
    await expect(rows(holder).first()).toBeVisible()
    await expect(other.getByText("You don't have access to any fleet yet.")).toBeVisible()
    await expect(rows(other)).toHaveCount(0)
  })

  test('viewServiceToInvoiceByFleet shows the services to invoice of further fleets', async ({ context }) => {
    const all: Permissions = { editServiceToInvoiceByFleet: '29' }
    const key: Permissions = { viewServiceToInvoiceByFleet: 'all' }
    const { holder, other } = await bothAt(context, '/services/servicetoinvoice/cc?range=lastMonth', all, key)
    expect(await shownOf(holder)).toBeGreaterThan(await shownOf(other))
  })

  test('adminControl offers to draw invoices', async ({ context }) => {
    const { holder, other } = await bothAt(context, '/invoices', { viewInvoiceByIP: 'all' }, { adminControl: 'true' })
    await holder.getByRole('button', { name: 'Draw invoices' }).click()
    await expect(holder.getByRole('dialog')).toBeVisible()
    await expect(other.getByRole('table')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Draw invoices' })).toHaveCount(0)
  })

  test('customerType 2 shows historic services instead of services to invoice', async ({ context }) => {
    const all: Permissions = { editServiceToInvoiceByFleet: '29' }
    const { holder, other } = await bothAt(context, '/services/servicetoinvoice/cc', all, { customerType: '2' })
    await expect(holder.getByRole('heading', { level: 1 })).toHaveText('Historic services')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Services to invoice')
    await expect(entry(other, 'Services to invoice')).toBeVisible()
    await expect(entry(holder, 'Services to invoice')).toHaveCount(0)
  })

  test('receiveCallsFromNumber makes calls to its numbers ring', async ({ context }) => {
    const { holder, other } = await bothAt(context, '/dashboard', desk, { receiveCallsFromNumber: '910000777' })
    for (const page of [holder, other]) await expectLive(page)
    await ring('699000222', 'demo', { phoneNumberDialed: '910000777' })
    await expect(holder.getByText('Incoming call from:')).toBeVisible()
    await expect(holder.getByText('699000222')).toBeVisible()
    await expect(other.getByText('Incoming call from:')).toHaveCount(0)
  })

  test('linkLicspartan links to the taxi’s licence', async ({ context }) => {
    const { id } = await claimBooking()
    await inDemo(async (tx) => {
      const fleet = await tx
        .selectFrom('fleet')
        .select('id')
        .where('protocol_dispatch', '=', 2)
        .executeTakeFirstOrThrow()
      await tx.updateTable('booking').set({ id_fleet: fleet.id, id_supplier_taxi: 77 }).where('id', '=', id).execute()
    })
    const { holder, other } = await bothAt(context, `/services/${id}`, desk, { linkLicspartan: 'true' })
    const licence = (page: Page) => page.getByRole('link', { name: 'Licence' })
    await expect(licence(holder)).toHaveAttribute('href', 'https://spartan.demo.example/licences/77')
    await expect(other.getByRole('link', { name: 'Spartan' })).toBeVisible()
    await expect(licence(other)).toHaveCount(0)
  })
})

test.describe('permission keys of authorizations, callers and maps (P-035)', () => {
  const suggested = (page: Page, name: string) => page.getByRole('option').filter({ visible: true, hasText: name })

  /** Types into the pickup field of the wizard. */
  const searchFor = async (page: Page, text: string) => {
    await expect(page.locator('[data-field="phoneNumber"]')).toBeFocused()
    const origin = page.locator('[data-field="origin"] input').first()
    await press(page, 'Enter', () => expect(origin).toBeFocused())
    await typeInto(origin, text)
  }

  test('viewAllAuthorizations and editCallerByFleet each add their screen to the menu', ({ page }) =>
    expectInMenu(page, [
      [{ viewAllAuthorizations: 'true' }, 'Authorization booking'],
      [{ editCallerByFleet: '29' }, 'Callers'],
    ]))

  test('createAuthorizationByPA, editAuthorizationByPA and adminControl each offer the forms of the account', async ({
    page,
  }) => {
    const { id } = await claimAccountBooking()
    const name = 'Account forms'
    await expectActions(page, id, [
      [{ createAuthorizationByPA: 'all' }, name],
      [{ editAuthorizationByPA: 'all' }, name],
      [{ adminControl: 'true' }, name],
    ])
  })

  test('viewPOIInParada limits the points of interest in the wizard', async ({ context }) => {
    const name = 'Quiosco de la Farola Torcida'
    const limited = await inDemo(async (tx) => {
      const place = { tenant_id: 1, address_field: `${name}, Madrid`, lat: 40.4168, lon: -3.7038 }
      const made = await tx
        .insertInto('poi')
        .values({ ...place, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { viewPOIInParada: String(made.id + 1) }
    })
    const { holder, other } = await bothAt(context, '/new-booking/caller/611900900', desk, limited)
    await searchFor(other, 'farola torcida')
    await expect(suggested(other, name).first()).toBeVisible()
    await searchFor(holder, 'farola torcida')
    await expect(holder.locator('[data-field="origin"]').getByText('No match', { exact: true })).toBeVisible()
    await expect(suggested(holder, name)).toHaveCount(0)
  })

  test('viewNominatimBackup adds the results of the backup geocoder', async ({ context }) => {
    const key: Permissions = { viewNominatimBackup: 'true' }
    const { holder, other } = await bothAt(context, '/new-booking/caller/611900901', desk, key)
    for (const page of [holder, other]) await searchFor(page, 'paseo del reloj parado')
    await expect(suggested(holder, 'Paseo del Reloj Parado').first()).toBeVisible()
    await expect(other.locator('[data-field="origin"]').getByText('No match', { exact: true })).toBeVisible()
  })

  test('taxiMap offers a map beside the bookings, and taxiMap2 the taxis among the fleets', async ({ context }) => {
    const toggle = (page: Page) => page.getByRole('button', { name: 'List + map' })
    const own = await bothAt(context, '/dashboard', desk, { taxiMap: 'true' })
    await expect(toggle(own.holder)).toBeVisible()
    await expect(rows(own.other).first()).toBeVisible()
    await expect(toggle(own.other)).toHaveCount(0)
    const box = (page: Page) => page.getByRole('checkbox', { name: 'Show taxis on the way' })
    const both = await bothAt(context, '/maps', desk, { taxiMap2: 'true' })
    await expect(box(both.holder)).toBeChecked()
    await expect(both.other.getByRole('list', { name: 'Fleets' })).toBeVisible()
    await expect(box(both.other)).toHaveCount(0)
  })

  test('viewMapValidateBooking shows the driven route beside the price to check', async ({ context }) => {
    const id = await inDemo(async (tx) => {
      const ended = tx.selectFrom('booking').select('id').where('status', '=', 30).orderBy('id', 'desc').limit(50)
      const booking = claim('ended', await ended.execute())
      const path = [0, 1, 2].map((step) => [40.4 + step / 100, -3.7, 1_700_000_000 + step * 120])
      const last = { at: new Date(1_700_000_240_000), lat: 40.42, lon: -3.7, path: JSON.stringify(path) }
      const { trajectoryAvailable: status_dispatch } = dispatchStatus
      await tx.updateTable('booking').set({ status_dispatch }).where('id', '=', booking.id).execute()
      await tx
        .insertInto('trajectory')
        .values({ tenant_id: 1, id_booking: booking.id, ...last })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'id_booking']).doUpdateSet(last))
        .execute()
      return booking.id
    })
    const all: Permissions = { editServiceByFleet: 'all', editServiceDeadByFleet: 'all' }
    const { holder, other } = await bothAt(context, `/services/${id}`, all, { viewMapValidateBooking: 'true' })
    const check = (page: Page) => page.getByRole('region', { name: 'Price check' })
    for (const page of [holder, other]) {
      await press(page, 'e', page.getByRole('dialog'))
      await expect(check(page).getByText(/2\.2 km/)).toBeVisible()
    }
    // No map is drawn in these journeys; a message takes its place.
    await expect(check(holder).getByText("The map can't be shown here", { exact: false })).toBeVisible()
    await expect(check(other).getByText("The map can't be shown here", { exact: false })).toHaveCount(0)
  })
})
