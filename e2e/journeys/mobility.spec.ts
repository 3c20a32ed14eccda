import { createHash, createHmac, randomUUID } from 'node:crypto'
import { signatureHeaders, signedText } from '@parada/contract/calls/suppliers'
import { required } from '@parada/domain/objects'
import { expect, expectAccessible, press, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'

/** The supplier of kick scooters, and somebody who rides on the account of a company. */
const supplier = 22
const idAuthorization = 10_001

const secretOf = () =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const found = await tx.selectFrom('trip_supplier').select('secret').where('id', '=', supplier).executeTakeFirst()
      return required(found?.secret)
    }),
  )

/** Tells of a booking as the supplier's own system would, under its signature. */
const reporterOf =
  (secret: string, reference: string) =>
  async (type: string, more: object = {}) => {
    const path = '/suppliers/demo/mobility/reports'
    const now = Date.now()
    const body = JSON.stringify({ type, id: randomUUID(), reference, at: now, ...more })
    const timestamp = Math.floor(now / 1_000)
    const bodySha256 = createHash('sha256').update(body).digest('hex')
    const answer = await fetch(`http://localhost:${process.env.E2E_PORT}/api${path}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        [signatureHeaders.supplier]: String(supplier),
        [signatureHeaders.timestamp]: String(timestamp),
        [signatureHeaders.signature]: createHmac('sha256', secret)
          .update(signedText({ method: 'POST', path, bodySha256, timestamp }))
          .digest('hex'),
      },
    })
    expect([type, answer.status]).toEqual([type, 200])
  }

test('follows a scooter from booked to invoiced as its supplier reports it (L-159)', async ({ openDesk }) => {
  const reference = `journey-${randomUUID()}`
  const sign = `PR-${reference.slice(8, 16)}`
  const report = reporterOf(await secretOf(), reference)
  const page = await openDesk('administrator', { path: '/mobility/dashboard' })
  const row = page.locator('tbody tr[data-index]', { hasText: sign })
  await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
  await expectAccessible(page)

  await report('booked', {
    idAuthorization,
    vehicleSign: sign,
    vehicleKind: 'scooter',
    startAddressString: 'Puerta del Sol, Madrid',
    lat: 40.4169,
    lon: -3.7035,
  })
  await expect(row).toContainText('Booked')
  await report('started')
  await expect(row).toContainText('On the way')

  await row.click()
  const state = page.getByRole('article').locator('header [data-state]')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Shared vehicle \d+$/)
  await expect(state).toHaveText('On the way')
  await expectAccessible(page)
  await report('paused')
  await expect(state).toHaveText('Paused')
  await report('resumed')
  await expect(state).toHaveText('On the way')
  await report('finished', {
    ...{ endAddressString: 'Atocha, Madrid', lat: 40.4066, lon: -3.6895, distanceMeters: 2_100 },
    ...{ priceSupplier: 2.9, priceCustomer: 3.4 },
  })
  await expect(state).toHaveText('Finished')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Patinetes Rueda ride paused')

  await page.getByRole('link', { name: 'Open the ride to invoice' }).click()
  const price = page.getByLabel('Customer price')
  await expect(price).toHaveValue('3.4')
  await expectAccessible(page)
  await price.fill('4.25')
  await press(page, 'Enter', page.getByText('Ride saved'))
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Customer price: €3.40 → €4.25')
  // Whatever is typed has an undo of its own.
  await page.getByRole('link', { name: 'Back to the list' }).focus()
  await press(page, 'Control+z', page.getByText('Undone'))
  await expect(price).toHaveValue('3.4')

  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await page.goto(`/mobility/mobilitytoinvoice?id=${id}`)
  await expect(row).toContainText('€3.40')
  await expectAccessible(page)
  await page.goto(`/mobility/dashboard?id=${id}`)
  await expect(page.getByText('0 results')).toBeAttached()
  await page.goto('/mobility/mobilityafterlife')
  await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
  await expectAccessible(page)
})
