import type { BrowserContext, Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import { expect, expectLive, press, test, typeInto, withoutMap } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { type Held, signInHolding } from '../person.ts'
import { ring } from '../telephone.ts'

// Each permission key changes what somebody sees or may do: two people who differ in that key alone.
test.describe.configure({ mode: 'parallel' })

const newPage = async (context: BrowserContext) => {
  const page = await context.newPage()
  await withoutMap(page)
  return page
}

/** One of them holds the key beside what both hold, the other does not. */
const bothAt = async (context: BrowserContext, path: string, both: Held, key: Held) => {
  const [holder, other] = [await newPage(context), await newPage(context)]
  await signInHolding(holder, { ...both, ...key }, path)
  await signInHolding(other, both, path)
  return { holder, other }
}

const entry = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })

const entries: { key: Held; name: string; both?: Held }[] = [
  { key: { viewReportByFleet: '29' }, name: 'Supplier report' },
  { key: { viewInvoiceByIP: 'all' }, name: 'Invoices' },
  { key: { viewAllAuthorizations: 'true' }, name: 'Authorization booking' },
  { key: { editCallerByFleet: '29' }, name: 'Callers' },
]

for (const { key, name, both = {} } of entries)
  test(`${Object.keys(key)} brings ${name} into the menu`, async ({ context }) => {
    const { holder, other } = await bothAt(context, '/dashboard', both, key)
    await expect(entry(other, 'Active bookings')).toBeVisible()
    await expect(entry(other, name)).toHaveCount(0)
    await entry(holder, name).click()
    await expect(holder.getByRole('heading', { level: 1 })).toHaveText(name)
  })

/** A waiting booking of an account, whose passenger has a mobile. */
const accountBooking = async () => {
  const { id } = await claimBooking({ hasMobile: true })
  const idPaymentAccount = await withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const account = await tx.selectFrom('payment_account').select('id').orderBy('id').executeTakeFirstOrThrow()
      await tx.updateTable('booking').set({ id_payment_account: account.id }).where('id', '=', id).execute()
      return account.id
    }),
  )
  return { id, idPaymentAccount }
}

const desk: Held = { dispatchServiceByFleet: 'all' }
const actions: { key: (idPaymentAccount: number) => Held; name: string }[] = [
  { key: () => ({ addFleet: 'true' }), name: 'Add fleet' },
  { key: (id) => ({ addFleetByPA: JSON.stringify({ paymentAccounts: [{ id }] }) }), name: 'Add fleet' },
  { key: () => ({ sendSMSByWhiteLabel: 'all' }), name: 'Send SMS to passenger' },
  { key: () => ({ createAuthorizationByPA: 'all' }), name: 'Account forms' },
  { key: () => ({ editAuthorizationByPA: 'all' }), name: 'Account forms' },
  { key: () => ({ adminControl: 'true' }), name: 'Account forms' },
]

for (const { key, name } of actions)
  test(`${Object.keys(key(0))} offers '${name}' on a booking`, async ({ context }) => {
    const { id, idPaymentAccount } = await accountBooking()
    const { holder, other } = await bothAt(context, `/services/${id}`, desk, key(idPaymentAccount))
    for (const page of [holder, other]) await page.getByRole('button', { name: 'More actions' }).click()
    await expect(other.getByRole('menuitem', { name: 'Price details' })).toBeVisible()
    await expect(other.getByRole('menuitem', { name })).toHaveCount(0)
    await holder.getByRole('menuitem', { name }).click()
    await expect(holder.getByRole('dialog')).toBeVisible()
  })

test('addFleetByPA offers nothing on a booking of another account', async ({ page }) => {
  const { id, idPaymentAccount } = await accountBooking()
  await withoutMap(page)
  const addFleetByPA = JSON.stringify({ paymentAccounts: [{ id: idPaymentAccount + 1 }] })
  await signInHolding(page, { ...desk, addFleetByPA }, `/services/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Price details' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Add fleet' })).toHaveCount(0)
})

test('viewServiceByFleet shows the active bookings of its fleets', async ({ context }) => {
  const { fleet } = await claimBooking()
  const { holder, other } = await bothAt(context, '/dashboard', {}, { viewServiceByFleet: String(fleet) })
  await expect(holder.getByRole('table').locator('tbody tr[data-index]').first()).toBeVisible()
  await expect(other.getByText("You don't have access to any fleet yet.")).toBeVisible()
  await expect(other.getByRole('table').locator('tbody tr[data-index]')).toHaveCount(0)
})

const shownOf = async (page: Page) => {
  const shown = page.getByRole('contentinfo').getByText(/ of [\d,]+/)
  await expect(shown).toBeVisible()
  return Number(/ of ([\d,]+)/.exec((await shown.textContent()) ?? '')?.[1]?.replaceAll(',', ''))
}

test('viewServiceToInvoiceByFleet shows the services to invoice of further fleets', async ({ context }) => {
  const { holder, other } = await bothAt(
    context,
    '/services/servicehistorical/cc',
    { editServiceToInvoiceByFleet: '29' },
    { viewServiceToInvoiceByFleet: 'all' },
  )
  expect(await shownOf(holder)).toBeGreaterThan(await shownOf(other))
})

test('adminControl draws invoices', async ({ context }) => {
  const { holder, other } = await bothAt(context, '/invoices', { viewInvoiceByIP: 'all' }, { adminControl: 'true' })
  await holder.getByRole('button', { name: 'Draw invoices' }).click()
  await expect(holder.getByRole('dialog')).toBeVisible()
  await expect(other.getByRole('table')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Draw invoices' })).toHaveCount(0)
})

test('customerType 2 has historic services in place of those to invoice', async ({ context }) => {
  const both: Held = { editServiceToInvoiceByFleet: '29' }
  const { holder, other } = await bothAt(context, '/services/servicetoinvoice/cc', both, { customerType: '2' })
  await expect(holder.getByRole('heading', { level: 1 })).toHaveText('Historic services')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Services to invoice')
  await expect(entry(other, 'Services to invoice')).toBeVisible()
  await expect(entry(holder, 'Services to invoice')).toHaveCount(0)
})

test('receiveCallsFromNumber lets the calls of its numbers ring', async ({ context }) => {
  const { holder, other } = await bothAt(context, '/dashboard', desk, { receiveCallsFromNumber: '910000777' })
  for (const page of [holder, other]) await expectLive(page)
  await ring('699000222', 'demo', { phoneNumberDialed: '910000777' })
  await expect(holder.getByText('Incoming call from:')).toBeVisible()
  await expect(holder.getByText('699000222')).toBeVisible()
  await expect(other.getByText('Incoming call from:')).toHaveCount(0)
})

test('viewPOIInParada limits the points of interest in the wizard', async ({ context }) => {
  const [wanted, another] = await withDatabase(({ inTenant }) =>
    inTenant(1, (tx) => tx.selectFrom('poi').select(['id', 'name']).orderBy('id').limit(2).execute()),
  )
  const limited = { viewPOIInParada: String(another?.id) }
  const { holder, other } = await bothAt(context, '/new-booking/caller/611900900', desk, limited)
  const name = wanted?.name ?? ''
  const suggested = (page: Page) => page.getByRole('option').filter({ visible: true })
  const searchFor = async (page: Page) => {
    const origin = page.locator('[data-field="origin"] input').first()
    await press(page, 'Enter', () => expect(origin).toBeFocused())
    const answered = page.waitForResponse((answer) => answer.url().includes('/places/demo/search'))
    await typeInto(origin, name)
    await answered
  }
  for (const page of [other, holder]) {
    await expect(page.locator('[data-field="phoneNumber"]')).toBeFocused()
    await searchFor(page)
  }
  await expect(suggested(other).filter({ hasText: name }).first()).toBeVisible()
  await expect(suggested(holder).filter({ hasText: name })).toHaveCount(0)
})
