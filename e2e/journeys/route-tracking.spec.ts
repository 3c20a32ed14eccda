import { randomUUID } from 'node:crypto'
import { required } from '@parada/domain/objects'
import { encodeNumbers, encodePath } from '@parada/domain/places/polyline'
import { expect, expectAccessible, press, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { openSupplier } from '../supplier.ts'
import { expectToast } from '../toasts.ts'

/** The app that records routes, and an account whose bookings need the project of a study. */
const app = 41
const account = 105

const somebody = () =>
  withDatabase(({ inTenant }) =>
    inTenant(1, (tx) =>
      tx
        .selectFrom('customer_authorization')
        .select('id')
        .where('id_payment_account', '=', account)
        .where('authorization_break1', '<>', '')
        .orderBy('id')
        .executeTakeFirstOrThrow(),
    ),
  )

/** Down the Paseo del Prado and back up, ten metres a second. */
const points = Array.from({ length: 120 }, (_, at) => ({
  lat: 40.4195 - Math.min(at, 160 - at) / 11_119,
  lon: -3.693 + at / 40_000,
}))

const path = encodePath(points)
const pathTimes = encodeNumbers(points.map((_, second) => second))

const openApp = async () => {
  const reference = `journey-${randomUUID()}`
  const { report } = await openSupplier(app, 'route')
  const { id: idAuthorization } = await somebody()
  return {
    start: (customerName: string) => {
      const origin = { originAddressString: 'Cibeles, Madrid', customerName, idAuthorization }
      return report({ type: 'started', reference, at: Date.now() - 20 * 60_000, ...origin })
    },
    finish: () => {
      const stops = [{ lat: 40.4145, lon: -3.6915 }]
      const end = { destinationAddressString: 'Neptuno, Madrid', stops }
      return report({ type: 'finished', reference, path, pathTimes, ...end })
    },
  }
}

test('follows a route from the app, fills in what is missing and undoes it', async ({ openDesk }) => {
  const customerName = `Ruta ${randomUUID().slice(0, 8)}`
  const phone = await openApp()
  const page = await openDesk('everything', { path: `/routeTracking?customerName=${encodeURIComponent(customerName)}` })
  await expect(page.getByText('0 results')).toBeAttached()

  await phone.start(customerName)
  const row = page.locator('tbody tr[data-index]')
  await expect(row).toContainText('Recording')
  await expectAccessible(page)
  await row.click()
  const state = page.getByRole('article').locator('header [data-state]')
  await expect(state).toHaveText('Recording')
  await expect(page.getByText('No path was recorded for this route.')).toBeVisible()

  await phone.finish()
  await expect(state).toHaveText('Account fields missing')
  await expectAccessible(page)
  await page.getByPlaceholder('Type to find a project').click()
  await page.getByRole('option', { name: '·' }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The route is ready to send.')).toBeVisible()
  await expect(state).toHaveText('Ready to send')
  await expect(page.getByText(/^Account fields can be edited while/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).focus()
  await press(page, 'Control+z', () => expectToast(page, /^Undone$/m))
  await expect(state).toHaveText('Account fields missing')
})

test('draws a route and moves along it by keyboard', async ({ openDesk }) => {
  test.slow()
  const phone = await openApp()
  await phone.start('Eva Prueba')
  const { id } = await phone.finish()
  const page = await openDesk('everything', { path: `/routeTracking/${id}`, withMap: true })
  const pin = (kind: string) => page.locator(`[data-pin][data-kind="${kind}"]`)
  await expect(pin('taxi')).toBeVisible({ timeout: 40_000 })
  for (const kind of ['origin', 'destination', 'stop']) await expect(pin(kind)).toBeVisible()
  await expectAccessible(page)

  const slider = page.getByRole('slider', { name: 'Time along the route' })
  await slider.focus()
  await press(page, 'End', page.getByText(', 0 km/h'))
  const middleOf = async (kind: string) => {
    const { x, width } = required(await pin(kind).boundingBox())
    return x + width / 2
  }
  // The tip of the pin is where the car stands.
  expect(Math.abs((await middleOf('taxi')) - (await middleOf('destination')))).toBeLessThan(3)
})
