import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, press, test } from '../desk.ts'
import { openPlayedOffice, openSupplier } from '../supplier.ts'
import { expectToast } from '../toasts.ts'

/** The supplier of kick scooters, and an authorization on a company's account. */
const supplier = 22
const idAuthorization = 10_001

test('follows a scooter from booked to invoiced as its supplier reports it (L-159)', async ({ openDesk }) => {
  const reference = `journey-${randomUUID()}`
  const sign = `PR-${reference.slice(8, 16)}`
  const line = await openSupplier(supplier, 'mobility')
  const report = (type: string, more: object = {}) => line.report({ type, reference, ...more })
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
  await press(page, 'Enter', () => expectToast(page, 'Ride saved'))
  // Leave the field first, because text fields have an undo of their own.
  await page.getByRole('link', { name: 'Back to the list' }).focus()
  await press(page, 'Control+z', () => expectToast(page, /^Undone$/m))
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Customer price: €3.40 → €4.25')
  await expect(price).toHaveValue('3.4')

  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await page.goto(`/mobility/mobilitytoinvoice?id=${id}`)
  await expect(row).toContainText('€3.40')
  await expectAccessible(page)
  await page.goto(`/mobility/dashboard?id=${id}`)
  await expect(page.getByText('0 results')).toBeAttached()
  await page.goto('/mobility/mobilityafterlife?range=lastMonth')
  await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
  await expectAccessible(page)
})

test('follows a scooter that the simulator drives from booked to invoiced', async ({ openDesk }) => {
  test.setTimeout(120_000)
  const customerName = `Nadia Viento ${randomUUID().slice(0, 8)}`
  const office = await openPlayedOffice(22, 'mobility', { customerName })
  const page = await openDesk('administrator', { path: `/mobility/dashboard?customerName=${customerName}` })
  office.run(true)
  try {
    const state = page.getByRole('article').locator('header [data-state]')
    const followed: string[] = []
    // Some expire or are cancelled; then the next one is followed.
    while (followed.at(-1) !== 'Finished') {
      await page.goto(`/mobility/dashboard?customerName=${customerName}&status=1`)
      await page.locator('tbody tr[data-index]').first().click()
      await expect(page).toHaveURL(/\/mobility\/detail\/\d+$/)
      await expect(state).toHaveText(/Finished|Canceled|Expired/, { timeout: 40_000 })
      followed.push((await state.textContent()) ?? '')
      expect(followed.length).toBeLessThan(6)
    }
  } finally {
    await office.stop()
  }
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`/mobility/mobilitytoinvoice?id=${id}`)
  await expect(page.locator('tbody tr[data-index]').first()).toContainText('€')
})
