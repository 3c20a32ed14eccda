import { readFileSync } from 'node:fs'
import { monthOf } from '@parada/domain/invoice/period'
import { required } from '@parada/domain/objects'
import type { Page } from '@playwright/test'
import { pdfTexts } from '../../apps/server/src/deliveries/testing-pdf.ts'
import { expect, expectAccessible, expectFitsPhone, press, rowOf, signIn, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'

const month = monthOf(Date.now(), 'Europe/Madrid', -1)

type Ride = { passengerName: string; idPaymentAccount: number; validated: boolean }

/** A ride of last month on account, driven and priced, and validated or not. */
const driveOnAccount = async (page: Page, { passengerName, idPaymentAccount, validated }: Ride) => {
  const id = await page.evaluate(
    async ([booking]) => {
      const answer = await fetch('/api/servicetoinvoice/demo', {
        method: 'POST',
        headers: { 'content-type': 'application/json', token: JSON.parse(sessionStorage.getItem('token') ?? '""') },
        body: JSON.stringify({ booking }),
      })
      const { meta, response } = await answer.json()
      if (!response) throw new Error(JSON.stringify(meta))
      return response.booking.id as number
    },
    [
      {
        status: 30,
        entryChannel: 20,
        // In cash at first, so that nobody who draws invoices in the meantime includes it too early.
        paymentMethod: 11,
        timeBookingStart: Date.parse(`${month}-12T09:30Z`),
        asap: false,
        origin: { addressField: 'Puerta del Sol, Madrid', lat: 40.4169, lon: -3.7035 },
        destination: { addressField: 'Estación de Atocha, Madrid', lat: 40.4066, lon: -3.6906 },
        idFleet: 29,
        idPaymentAccount,
        passengerName,
        phoneNumberPassenger: '600000001',
        priceSupplierTotal: 20,
        priceCustomerTotal: 22,
      },
    ],
  )
  await withDatabase(({ inTenant }) =>
    inTenant(1, (tx) =>
      tx
        .updateTable('booking')
        .set({ validated, validated_errors: [], price_customer_total: 22, payment_method: 50 })
        .where('id', '=', id)
        .execute(),
    ),
  )
  return id
}

test.beforeEach(async ({ page }) => {
  await signIn(page, 'everything', 'demo', '/invoices')
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
})

test('a validated ride is invoiced on a line of its own, the invoice is downloaded, and its booking links to it', async ({
  page,
}) => {
  const id = await driveOnAccount(page, {
    passengerName: 'Elena Factura',
    idPaymentAccount: 104,
    validated: true,
  })

  await page.getByRole('button', { name: 'Draw invoices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Draw invoices' })
  const row = dialog.getByRole('row', { name: /Consultora Inventada/ })
  await expect(row).toContainText('€')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Draw \d+ invoice/ }).click()
  const code = row.getByRole('link', { name: /^F/ })
  await expect(code).toHaveText(/^F\d{4}-\d{5}$/)
  const invoiceCode = required((await code.textContent()) ?? undefined)
  await code.click()

  const invoice = page.getByRole('dialog', { name: `Invoice ${invoiceCode}` })
  const line = invoice.getByRole('row', { name: /Elena Factura/ })
  await expect(line).toContainText('€20.00')
  await expect(line).toContainText('€2.00')
  await expect(line).toContainText('€22.00')
  await expect(invoice.getByText('Consultora Inventada, S.L.')).toBeVisible()
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await invoice.getByRole('button', { name: 'Download PDF' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${invoiceCode}.pdf`)
  const texts = pdfTexts(readFileSync(await download.path()))
  expect(texts).toContain(`Factura ${invoiceCode}`)
  expect(texts).toContain(`${id}`)

  await line.getByRole('link', { name: `Open booking ${id}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${id}` })).toBeVisible()
  await expect(page.getByText('Invoiced').first()).toBeVisible()
  await page.getByRole('link', { name: invoiceCode }).click()
  await expect(invoice).toBeVisible()
  await press(page, 'Escape', () => expect(invoice).toBeHidden())
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: `${id}` })).toBeVisible()
})

test('an invoice is downloaded from its row, and the list is sorted by date', async ({ page }) => {
  await expect(page.getByRole('columnheader', { name: /^Date/ })).toHaveAttribute('aria-sort', 'descending')
  expect(await page.getByLabel('Rows per page').locator('option').allTextContents()).toEqual(['20', '50', '200'])
  const first = page.locator('tbody tr[data-index]').first()
  await first.focus()
  const downloading = page.waitForEvent('download')
  await press(page, 'x', async () => expect((await downloading).suggestedFilename()).toMatch(/^F\d{4}-\d{5}\.xlsx$/))
})

test('the rides that block a month are counted and summed, and listed with a link to their booking', async ({
  page,
}) => {
  const ride = { passengerName: 'Bruno Bloqueado', idPaymentAccount: 103, validated: false }
  const id = await driveOnAccount(page, ride)
  await page.reload()
  await page.getByRole('link', { name: /rides? blocked · €/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Blocked from invoicing' })).toBeVisible()
  const row = rowOf(page, id)
  await expect(row).toContainText('Bruno Bloqueado')
  await expect(row).toContainText('Not validated')
  await expectAccessible(page)
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: `${id}` })).toBeVisible()
})

test('on a phone the invoices fit, in both languages and schemes', ({ page }) => expectFitsPhone(page))
